import { asFields, asText, type Fields } from './read'

/** How the pages of one vendor release differ from the current one. */
export interface Release {
  /** The message that is sent instead. Null for none. */
  readonly outgoing: (type: string, data: unknown) => unknown
  /** Whether the release has this host event. */
  readonly supports: (type: string, data: unknown) => boolean
  /** The path as this release reads it: older ones have no personal views. */
  readonly path: (text: string) => string
  /** The flags or parameters that the release understands. */
  readonly flags: (flags: Fields) => Fields
  /** Whether it requests a new token before the current one expires. */
  readonly renewsEarly: boolean
}

/** Events of this host only: no vendor release sends them (`extensions` of the portal's adapter). */
const extensions: ReadonlySet<string> = new Set(['unsavedChanges', 'onPaper', 'openPath'])

/** Fields of this host only, in the vendor's messages. The vendor documents none of them. */
const inventedFields: ReadonlyMap<string, readonly string[]> = new Map([
  ['data', ['asOf', 'source']],
  ['save', ['liveboardId', 'liveboardName', 'answerId', 'name']],
  ['pin', ['liveboardId', 'liveboardName', 'tabId', 'vizId', 'replaced']],
  ['createLiveboard', ['liveboardId', 'name']],
])

/** Flags of this host only, and the sprite, of which the vendor documents two symbols. */
const inventedFlags = ['theme', 'pinnedLiveboard', 'pinnedViz', 'pinnedTitle', 'iconSprite']

/** Parts of selectors that exist only in this host's pages. */
const inventedSelectors = [
  ':root',
  ...['date', 'formula', 'set', 'parameter'].map((kind) => `[class*="_${kind}"]`),
]

/** `26.10` as year and month, 2610. */
function yearAndMonth(release: string): number {
  const [year = 0, month = 0] = release.split('.').map(Number)
  return year * 100 + month
}

/** First releases of the events that this host sends and takes, from `@version` in the SDK's types.ts. Those of all releases are left out. */
export const firstReleases = {
  sent: {
    spotterLoadComplete: '26.2',
    changePersonalisedView: '26.5',
    refreshLiveboardBrowserCache: '26.6',
    spotterResponseComplete: '26.9',
  },
  taken: {
    GetPageContext: '26.2',
    StartNewSpotterConversation: '26.2',
    SelectPersonalisedView: '26.5',
    refreshLiveboardBrowserCache: '26.6',
    getGroups: '26.10',
    openParameter: '26.10',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

/** First releases of what is not an event by itself. */
const since = {
  /** An assumption: `UpdateEmbedParams` has no version. SDK 1.45.0 started to send the customizations with it. */
  embedParams: 2602,
  /** `EmbedEvent.RefreshAuthToken`: SDK 1.45.2. */
  refreshAuthToken: 2603,
  /** `personalizedViewId` of a Liveboard: SDK 1.46.0. */
  views: 2604,
  /** `HostEvent.Navigate` with an object: SDK 1.51.0. */
  navigateObject: 2608,
  /** An assumption: `EmbedListenerReady` has no version, so an old cluster may lack it. */
  embedListenerReady: 2600,
}

export const presentRelease: Release = {
  outgoing: (_type, data) => data,
  supports: () => true,
  path: (text) => text,
  flags: (flags) => flags,
  renewsEarly: true,
}

/** The release the server imitates: `26.7`, `26.2`, `10.14`. Any other value is the current one. */
export function releaseOf(name: unknown): Release {
  const release = yearAndMonth(asText(name) ?? '')
  if (Number.isNaN(release) || release === 0) return presentRelease
  const knows = (events: Readonly<Record<string, string>>, type: string): boolean =>
    release >= yearAndMonth(events[type] ?? '0')
  return {
    outgoing(type, data) {
      if (extensions.has(type) || !knows(firstReleases.sent, type)) return null
      if (type === 'EmbedListenerReady' && release < since.embedListenerReady) return null
      const invented = inventedFields.get(type)
      return invented === undefined ? data : without(asFields(data), invented)
    },
    supports(type, data) {
      if (type === 'Navigate') return release >= since.navigateObject || asText(data) !== undefined
      if (type === 'updateEmbedParams') return release >= since.embedParams
      return knows(firstReleases.taken, type)
    },
    path(text) {
      const plain = text.replace(/\?restore=true$/, '')
      return release >= since.views ? plain : plain.replace(/\?view=[^&]*$/, '')
    },
    flags: (flags) => ({ ...without(flags, inventedFlags), ...attestedStyle(flags) }),
    renewsEarly: release >= since.refreshAuthToken,
  }
}

const without = (data: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)))

function attestedStyle({ customisations }: Fields): Fields {
  if (customisations === undefined) return {}
  const style = asFields(asFields(customisations)['style'])
  const css = asFields(style['customCSS'])
  const rules = asFields(css['rules_UNSTABLE'])
  const invented = Object.keys(rules).filter((selector) =>
    inventedSelectors.some((part) => selector.includes(part)),
  )
  const customCSS = { ...css, rules_UNSTABLE: without(rules, invented) }
  return { customisations: { ...asFields(customisations), style: { ...style, customCSS } } }
}
