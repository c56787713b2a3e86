import type { Offer } from '../core/ports'
import type { Wirings } from './surroundings'

type Name = `ASSAY_${string}`

/** All facts about one vendor that code outside its adapters needs. */
export interface AdapterLine<Wiring = unknown> {
  /** Folders below `src/adapters`, one for each port that the vendor serves. Their shared code is in `_shared/<vendor>`. */
  readonly folders: readonly string[]
  /** Configuration variables that the vendor's wiring reads. */
  readonly reads: readonly Name[]
  /** The variables among `reads` that every installation must set. */
  readonly needs: readonly Name[]
  /**
   * The variables among `reads` whose origins go into the content security policy: `connect` for requests, `frame` for frames. The host of
   * a frame also belongs to `connect`, because it is probed when its frame is silent.
   */
  readonly connect: readonly Name[]
  readonly frame: readonly Name[]
  /** The variables whose origins receive forms of the page, and redirect a frame back to a page of the portal. */
  readonly forms?: readonly Name[]
  /** Packages that only its folders may import. */
  readonly packages: readonly string[]
  /** Modules below `src/adapters` whose chunks the first dashboard waits for, in addition to the wiring's chunk. */
  readonly preload: readonly string[]
  /** BI vendors: the features of its surface and library that menus and pages need before any of its code has loaded. */
  readonly offers?: readonly Offer[]
  /** BI vendors: the format of its dashboard and source ids; absent when any plain id is valid. */
  readonly ids?: 'uuid'
  /** BI vendors: a path on its host whose page references the files of a dashboard's page and needs no token. */
  readonly warm?: string
  /** BI vendors: its frame waits for a token even when there is no session to restore. */
  readonly frameNeedsToken?: true
  /** Loads `wiring/<vendor>.ts` when selected. The build bundles the small wirings of the default vendors with the composition. */
  readonly load: () => Promise<{ readonly wire: Wiring }>
}

type Choices = {
  readonly [Choice in keyof Wirings]: {
    readonly variable: Name
    /** The first vendor is the default. */
    readonly vendors: Readonly<Record<string, AdapterLine<Wirings[Choice]>>>
  }
}

const biHosts = ['ASSAY_BI_HOST', 'ASSAY_BI_HOST_STAGING', 'ASSAY_BI_HOSTS_ALLOWED'] as const
const ownClient = ['ASSAY_IDENTITY_CLIENT_ID', 'ASSAY_IDENTITY_AUDIENCE'] as const
const flagHosts = ['ASSAY_FLAGS_HOST', 'ASSAY_FLAGS_STREAM_HOST'] as const

/**
 * All vendors, by the variable that selects one. The configuration's types, the wiring, the local server's policy, the build's preload
 * hints and the rule on package imports are derived from it. `test/composition/adapter-map.test.ts` reports what an entry lacks.
 */
export const adapterMap = {
  identity: {
    variable: 'ASSAY_IDENTITY',
    vendors: {
      auth0: {
        folders: ['identity-provider/auth0'],
        reads: ['ASSAY_IDENTITY_DOMAIN', ...ownClient, 'ASSAY_IDENTITY_SCOPE'],
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
          ...ownClient,
          'ASSAY_IDENTITY_SCOPE',
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
      // No flag service: only the flag table's defaults.
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
          'ASSAY_BI_TIME_ZONE',
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
