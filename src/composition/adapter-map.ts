import type { Offer } from '../core/ports'
import type { Wirings } from './surroundings'

type Name = `ASSAY_${string}`

/** All that the house has to know about one vendor. */
export interface AdapterLine<Wiring = unknown> {
  /** Below `src/adapters`: one for each port that it serves. What they share lies in `_shared/<vendor>`. */
  readonly folders: readonly string[]
  /** Variables of the configuration. */
  readonly reads: readonly Name[]
  /** Those of them that every installation has to give. */
  readonly needs: readonly Name[]
  /**
   * Those of them whose origins the page calls, and shows in frames: they go into the content security policy. The host of a frame that is
   * silent is asked what it answers, so it is called as well.
   */
  readonly connect: readonly Name[]
  readonly frame: readonly Name[]
  /** Who takes a form of the page's, and answers a frame by sending it back to a page of the portal's own. */
  readonly forms?: readonly Name[]
  /** Packages that only its folders may import. */
  readonly packages: readonly string[]
  /** Modules below `src/adapters` whose chunks the first dashboard waits for, beside the wiring's own. */
  readonly preload: readonly string[]
  /** Of a BI vendor: what its surface and its library declare, as far as menus and pages need it before any of its code is there. */
  readonly offers?: readonly Offer[]
  /** Of a BI vendor: the form of its ids of dashboards and sources; absent where any plain id may be one. */
  readonly ids?: 'uuid'
  /** Of a BI vendor: a page of its host that names the files of a dashboard's page and needs no token. */
  readonly warm?: string
  /** Of a BI vendor: its frame waits for a token, also where nobody is to be signed in. */
  readonly frameNeedsToken?: true
  /** `wiring/<vendor>.ts`, fetched only where it is chosen; what holds unless somebody says otherwise and is small comes along anyway. */
  readonly load: () => Promise<{ readonly wire: Wiring }>
}

type Choices = {
  readonly [Choice in keyof Wirings]: {
    readonly variable: Name
    /** The first is the one that holds when nobody says anything. */
    readonly vendors: Readonly<Record<string, AdapterLine<Wirings[Choice]>>>
  }
}

const biHosts = ['ASSAY_BI_HOST', 'ASSAY_BI_HOST_STAGING', 'ASSAY_BI_HOSTS_ALLOWED'] as const
const ownClient = ['ASSAY_IDENTITY_CLIENT_ID', 'ASSAY_IDENTITY_AUDIENCE'] as const
const client = [...ownClient, 'ASSAY_IDENTITY_SCOPE'] as const
const flagHosts = ['ASSAY_FLAGS_HOST', 'ASSAY_FLAGS_STREAM_HOST'] as const

/**
 * Vendors, by the variable that chooses among them: one line each. The configuration's types, the wiring, the local server's policy,
 * the build's preload hints and the law on packages are made of it; `test/composition/adapter-map.test.ts` says what a line still lacks.
 */
export const adapterMap = {
  identity: {
    variable: 'ASSAY_IDENTITY',
    vendors: {
      auth0: {
        folders: ['identity-provider/auth0'],
        reads: ['ASSAY_IDENTITY_DOMAIN', ...client],
        needs: ['ASSAY_IDENTITY_DOMAIN', ...ownClient],
        connect: ['ASSAY_IDENTITY_DOMAIN'],
        frame: ['ASSAY_IDENTITY_DOMAIN'],
        packages: ['@auth0/auth0-spa-js'],
        preload: [],
        load: () => import('./wiring/auth0'),
      },
      oidc: {
        folders: ['identity-provider/oidc'],
        reads: [
          'ASSAY_IDENTITY_ISSUER',
          'ASSAY_IDENTITY_DOMAIN',
          ...client,
          'ASSAY_IDENTITY_PARAMETERS',
          'ASSAY_IDENTITY_SILENT',
          'ASSAY_IDENTITY_ORIGINS',
        ],
        needs: ['ASSAY_IDENTITY_ISSUER', 'ASSAY_IDENTITY_CLIENT_ID'],
        connect: ['ASSAY_IDENTITY_ISSUER', 'ASSAY_IDENTITY_ORIGINS'],
        frame: ['ASSAY_IDENTITY_ISSUER', 'ASSAY_IDENTITY_ORIGINS'],
        forms: ['ASSAY_IDENTITY_ISSUER', 'ASSAY_IDENTITY_ORIGINS'],
        packages: ['oauth4webapi'],
        preload: [],
        load: () => import('./wiring/oidc'),
      },
    },
  },
  flags: {
    variable: 'ASSAY_FLAGS',
    vendors: {
      launchdarkly: {
        folders: ['flag-source/launchdarkly'],
        reads: ['ASSAY_FLAGS_CLIENT_ID', ...flagHosts, 'ASSAY_FLAGS_PEOPLE'],
        needs: ['ASSAY_FLAGS_CLIENT_ID', ...flagHosts],
        connect: flagHosts,
        frame: [],
        packages: ['launchdarkly-js-client-sdk'],
        preload: ['flag-source/launchdarkly/launchdarkly-sdk.ts'],
        load: () => import('./wiring/launchdarkly'),
      },
      ofrep: {
        folders: ['flag-source/ofrep'],
        reads: [...flagHosts, 'ASSAY_FLAGS_PEOPLE', 'ASSAY_FLAGS_HEADERS', 'ASSAY_FLAGS_POLL_INTERVAL'],
        needs: [],
        connect: flagHosts,
        frame: [],
        packages: [],
        preload: [],
        load: () => import('./wiring/ofrep'),
      },
      // Asks nobody: the table's values are all there is.
      defaults: {
        folders: ['flag-source/memory'],
        reads: [],
        needs: [],
        connect: [],
        frame: [],
        packages: [],
        preload: [],
        load: () => import('./wiring/defaults'),
      },
    },
  },
  bi: {
    variable: 'ASSAY_BI',
    vendors: {
      thoughtspot: {
        folders: [
          'dashboard-surface/thoughtspot',
          'dashboard-library/thoughtspot',
          'research-assistant/thoughtspot',
        ],
        reads: [
          ...biHosts,
          'ASSAY_BI_REST_VERSION',
          'ASSAY_BI_DATE_COLUMN',
          'ASSAY_BI_SILENCE_AFTER_LOAD',
          'ASSAY_BI_SILENCE_WITHOUT_LOAD',
          'ASSAY_CONVERSATION_DISABLE_SOURCE_SELECTION',
          'ASSAY_CONVERSATION_HIDE_SOURCE_SELECTION',
          'ASSAY_CONVERSATION_DATA_PANEL_V2',
          'ASSAY_CONVERSATION_SHOW_LIMITATIONS',
          'ASSAY_CONVERSATION_HIDE_SAMPLE_QUESTIONS',
        ],
        needs: ['ASSAY_BI_HOST'],
        connect: biHosts,
        frame: biHosts,
        packages: ['@thoughtspot/visual-embed-sdk'],
        preload: ['dashboard-surface/thoughtspot/thoughtspot-sdk.ts'],
        offers: [
          'dashboard',
          'editor',
          'builder',
          'answer',
          'conversation',
          'charts',
          'pin',
          'dates',
          'create-dashboard',
          'copy-dashboard',
        ],
        ids: 'uuid',
        warm: '/?embedApp=true',
        load: () => import('./wiring/thoughtspot'),
      },
      superset: {
        folders: ['dashboard-surface/superset', 'dashboard-library/superset', 'token-service/superset'],
        reads: [...biHosts, 'ASSAY_BI_SILENCE_AFTER_LOAD', 'ASSAY_BI_SILENCE_WITHOUT_LOAD'],
        needs: ['ASSAY_BI_HOST'],
        connect: biHosts,
        frame: biHosts,
        packages: [],
        preload: [],
        offers: ['dashboard', 'create-dashboard', 'copy-dashboard'],
        ids: 'uuid',
        warm: '/assay/warm.html',
        frameNeedsToken: true,
        load: () => import('./wiring/superset'),
      },
    },
  },
} satisfies Choices

export type Vendor<Choice extends keyof Wirings> = keyof (typeof adapterMap)[Choice]['vendors']
