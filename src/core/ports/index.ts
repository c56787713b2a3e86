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

/** What menus, pages, commands and shortcuts have to know of a BI vendor before any of its code is there; they offer no more. */
export type Offer = EmbeddedView['kind'] | 'charts' | 'pin' | 'dates' | 'create-dashboard' | 'copy-dashboard'

/** Everything the core needs from the world: the driven edge of the hexagon. */
export interface Ports {
  readonly clock: Clock
  readonly dashboardLibrary: DashboardLibrary
  readonly dashboardSurface: DashboardSurface
  readonly flagSource: FlagSource
  readonly identityProvider: IdentityProvider
  readonly journal: Journal
  readonly keyValueStore: KeyValueStore
  /** Like `keyValueStore`, but gone with the tab. */
  readonly tabStore: KeyValueStore
  readonly pageAddress: PageAddress
  /** Null where what is kept of people stays in their browsers. */
  readonly preferenceService: PreferenceService | null
  readonly siblingTabs: SiblingTabs
  readonly researchAssistant: ResearchAssistant
  readonly tokenService: TokenService
}
