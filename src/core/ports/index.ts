import type { Clock } from './clock'
import type { DashboardLibrary } from './dashboard-library'
import type { DashboardSurface, EmbeddedView } from './dashboard-surface'
import type { FlagSource } from './flag-source'
import type { IdentityProvider } from './identity-provider'
import type { Journal } from './journal'
import type { KeyValueStore } from './key-value-store'
import type { PageAddress } from './page-address'
import type { PreferenceService } from './preference-service'
import type { SiblingTabs } from './sibling-tabs'
import type { ResearchAssistant } from './research-assistant'
import type { TokenService } from './token-service'

/** The features of a BI vendor, for menus, pages, commands and shortcuts to offer before any of the vendor's code has loaded. */
export type Offer = EmbeddedView['kind'] | 'charts' | 'pin' | 'dates' | 'create-dashboard' | 'copy-dashboard'

/** Everything the core needs from outside: the driven side of the hexagon. */
export interface Ports {
  readonly clock: Clock
  readonly dashboardLibrary: DashboardLibrary
  readonly dashboardSurface: DashboardSurface
  readonly flagSource: FlagSource
  readonly identityProvider: IdentityProvider
  readonly journal: Journal
  readonly keyValueStore: KeyValueStore
  /** Like `keyValueStore`, but cleared when the tab closes. */
  readonly tabStore: KeyValueStore
  readonly pageAddress: PageAddress
  /** Null where users' preferences are stored only in the browser. */
  readonly preferenceService: PreferenceService | null
  readonly siblingTabs: SiblingTabs
  readonly researchAssistant: ResearchAssistant
  readonly tokenService: TokenService
}
