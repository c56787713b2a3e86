import type { HostChoice } from '../core/embedding/hosts'
import type { Ports } from '../core/ports'
import type { PageTokens } from '../core/ports/token-source'
import type { SessionStore } from '../core/session/session-store'

/** What the configuration says for vendors. */
export interface VendorSettings {
  /** Origin that keeps favorites for people; empty where they stay in this browser. */
  readonly preferencesHost: string
  readonly identity: {
    readonly domain: string
    readonly issuer: string
    readonly clientId: string
    readonly audience: string
    readonly scope: string
    /** Further authorization parameters, as pairs. */
    readonly parameters: string
    readonly silent: 'frame' | 'redirect' | 'none'
  }
  readonly bi: {
    /** Of the provider's REST interface for saved dashboards. */
    readonly restVersion: 1 | 2
    /** Of the worksheets behind the dashboards; empty where they have none in common. */
    readonly dateColumn: string
    /** Address of the mark on charts. */
    readonly watermark: string
  }
  /** What the provider's conversation view shows beside the conversation; the names are the provider's. */
  readonly conversation: {
    readonly disableSourceSelection: boolean
    readonly hideSourceSelection: boolean
    readonly dataPanelV2: boolean
    readonly showSpotterLimitations: boolean
    readonly hideSampleQuestions: boolean
  }
  /** How long an embedded view may say nothing before it counts as failed, in ms. */
  readonly silence: { readonly afterLoad: number; readonly withoutLoad: number }
  readonly flags: {
    readonly clientId: string
    /** Empty, for OFREP alone: the portal's own origin. */
    readonly host: string
    readonly streamHost: string
    /** What the flag service gets to know people by. */
    readonly people: 'named' | 'hashed'
    /** `name=value` pairs, separated by commas, values percent-encoded: checked, not yet taken apart. */
    readonly headers: string
    /** In seconds. */
    readonly pollInterval: string
  }
}

/** What wiring gets: the configuration and the page. */
export interface Surroundings {
  readonly settings: VendorSettings
  readonly hosts: HostChoice
  readonly page: Window
  /** Where the identity provider returns to. */
  readonly redirectUri: string
}

/** What each choice fills, made of ports that are there before it. */
export interface Wirings {
  readonly identity: (
    at: Surroundings,
    ports: Pick<Ports, 'clock' | 'keyValueStore' | 'tabStore'>,
  ) => Ports['identityProvider']
  readonly flags: (at: Surroundings, ports: Pick<Ports, 'clock' | 'journal'>) => Ports['flagSource']
  readonly bi: {
    /** Who issues the tokens that the vendor takes. */
    readonly tokenService: (at: Surroundings, ports: Pick<Ports, 'journal'>) => Ports['tokenService']
    readonly ports: (
      at: Surroundings,
      ports: Pick<Ports, 'clock' | 'journal'> & {
        readonly tokens: PageTokens
        readonly session: Pick<SessionStore, 'accessToken'>
      },
    ) => Pick<Ports, 'dashboardLibrary' | 'dashboardSurface' | 'researchAssistant'>
  }
}
