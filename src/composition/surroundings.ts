import type { HostChoice } from '../core/embedding/hosts'
import type { Ports } from '../core/ports'
import type { PageTokens } from '../core/ports/token-source'
import type { SessionStore } from '../core/session/session-store'

/** The configuration for vendors' adapters. */
export interface VendorSettings {
  /** Origin of the preference service, which stores favorites; empty when they stay in the browser. */
  readonly preferencesHost: string
  readonly identity: {
    readonly domain: string
    readonly issuer: string
    readonly clientId: string
    readonly audience: string
    readonly scope: string
    /** Additional authorization parameters, as `name=value` pairs. */
    readonly parameters: string
    readonly silent: 'frame' | 'redirect' | 'none'
  }
  readonly bi: {
    /** Version of the provider's REST API for saved dashboards. */
    readonly restVersion: 1 | 2
    /** Date column of the worksheets behind the dashboards; empty when they have none in common. */
    readonly dateColumn: string
    /** Of the provider's days; an IANA name. */
    readonly timeZone: string
    /** URL of the watermark image on charts. */
    readonly watermark: string
  }
  /** Options of the provider's conversation view, under the provider's names. */
  readonly conversation: {
    readonly disableSourceSelection: boolean
    readonly hideSourceSelection: boolean
    readonly dataPanelV2: boolean
    readonly showSpotterLimitations: boolean
    readonly hideSampleQuestions: boolean
  }
  /** Timeouts in ms for an embedded view that sends no message, after or without its load event. */
  readonly silence: { readonly afterLoad: number; readonly withoutLoad: number }
  readonly flags: {
    readonly clientId: string
    /** May be empty with OFREP only: the portal's own origin. */
    readonly host: string
    readonly streamHost: string
    /** Whether the flag service receives users' identities in plain text or hashed. */
    readonly people: 'named' | 'hashed'
    /** Comma-separated `name=value` pairs with percent-encoded values: validated, not parsed. */
    readonly headers: string
    /** In seconds. */
    readonly pollInterval: string
  }
}

/** The input of a wiring: the configuration and the page. */
export interface Surroundings {
  readonly settings: VendorSettings
  readonly hosts: HostChoice
  readonly page: Window
  /** The identity provider's redirect URI. */
  readonly redirectUri: string
}

/** The ports that each choice of vendor provides, built from the ports passed in. */
export interface Wirings {
  readonly identity: (
    at: Surroundings,
    ports: Pick<Ports, 'clock' | 'keyValueStore' | 'tabStore'>,
  ) => Ports['identityProvider']
  readonly flags: (at: Surroundings, ports: Pick<Ports, 'clock' | 'journal'>) => Ports['flagSource']
  readonly bi: {
    /** Issues the tokens for this vendor. */
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
