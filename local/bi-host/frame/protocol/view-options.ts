import { asFields, asText, asList, asSwitch, asTexts, decode, type Fields } from './read'

/** Style and texts set by the embedding page. */
export interface Customizations {
  /** `--ts-var-…` names and values. */
  readonly variables: Readonly<Record<string, string>>
  /** Selector (or `@font-face`) to declarations. */
  readonly rules: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly cssUrl: string | null
  /** Visible text to replacement. */
  readonly strings: Readonly<Record<string, string>>
  /** Message id to text. */
  readonly stringIDs: Readonly<Record<string, string>>
}

export const noCustomizations: Customizations = {
  variables: {},
  rules: {},
  cssUrl: null,
  strings: {},
  stringIDs: {},
}

/** Reads the `customisations` of an init payload or an update. Drops names that are not vendor variables. */
export function readCustomizations(value: unknown): Customizations {
  const fields = asFields(value)
  const style = asFields(fields['style'])
  const css = asFields(style['customCSS'])
  const content = asFields(fields['content'])
  const rules = Object.entries(asFields(css['rules_UNSTABLE'])).map(
    ([selector, declarations]) => [selector, textsOf(asFields(declarations))] as const,
  )
  return {
    variables: Object.fromEntries(
      Object.entries(textsOf(asFields(css['variables']))).filter(([name]) => /^--ts-var-[\w-]+$/.test(name)),
    ),
    rules: Object.fromEntries(rules),
    cssUrl: asText(style['customCSSUrl']) ?? null,
    strings: textsOf(asFields(content['strings'])),
    stringIDs: textsOf(asFields(content['stringIDs'])),
  }
}

/** The customizations of a payload, in either spelling. `null` if it has none. */
export function customizationsOf(payload: Fields): Customizations | null {
  const given = payload['customisations'] ?? payload['customizations']
  return given === undefined || given === null ? null : readCustomizations(given)
}

function textsOf(fields: Fields): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === 'string') texts[key] = value
    else if (typeof value === 'number') texts[key] = String(value)
  }
  return texts
}

interface CustomAction {
  readonly id: string
  readonly name: string
  readonly position: string
  /** LIVEBOARD, VIZ, ANSWER or SPOTTER. Absent: anywhere its position exists. */
  readonly target: string | undefined
}

/** Options of this view that the embedding page set, in the address or with `updateEmbedParams`. */
export type ViewOptions = Readonly<ReturnType<typeof readViewOptions>>
export type SearchOptions = ViewOptions['search']
/** Optional parts around a conversation with the assistant. */
export type ConversationOptions = ViewOptions['conversation']

/** Reads a full set of flags. Missing flags get their defaults. */
export function readViewOptions(flags: Fields) {
  const theme = flags['theme']
  const menuButton = flags['contextMenuEnabledOnWhichClick']
  const themeHint: 'dark' | 'light' | null = theme === 'dark' || theme === 'light' ? theme : null
  const pointMenuOn: 'left' | 'right' | 'both' =
    menuButton === 'left' || menuButton === 'both' ? menuButton : 'right'
  return {
    hidden: asTexts(flags['hideAction']) ?? [],
    /** If present, only these actions are shown. */
    visible: asTexts(flags['visibleAction']) ?? null,
    disabled: asTexts(flags['disableAction']) ?? [],
    disabledHint: asText(flags['disableHint']) ?? '',
    fullHeight: asSwitch(flags['isFullHeightPinboard']),
    /** Margin around the visible area in which charts are drawn, in px. */
    lazyMargin: marginOf(flags['rootMarginForLazyLoad']),
    hiddenTabs: asTexts(flags['hideTabs']) ?? [],
    visibleTabs: asTexts(flags['visibleTabs']) ?? null,
    hideTabPanel: asSwitch(flags['hideTabPanel']),
    /** On a tab, show only the filters that narrow one of its tiles. */
    hideOtherChips: asSwitch(flags['hideIrrelevantFiltersAtTabLevel']),
    compactHeader: asSwitch(flags['isLiveboardHeaderV2Enabled']),
    stickyHeader: asSwitch(flags['isLiveboardHeaderSticky'], true),
    hideHeader: asSwitch(flags['hideLiveboardHeader']),
    showTitle: asSwitch(flags['showLiveboardTitle']),
    showDescription: asSwitch(flags['showLiveboardDescription']),
    visibleVizs: asTexts(flags['pinboardVisibleVizs']) ?? null,
    keepFilters: asSwitch(flags['preventPinboardFilterRemoval']),
    replaceHistory: asSwitch(flags['overrideHistoryState']),
    iconSprite: asText(flags['iconSprite']) ?? null,
    stringIDsUrl: asText(flags['overrideStringIDsUrl']) ?? null,
    themeHint,
    /** The mouse button that opens the menu of a point. */
    pointMenuOn,
    customActions: customActionsOf(flags['customActions']),
    search: {
      // Encoded once by the SDK and again by the browser.
      question: decode(asText(flags['searchTokenString']) ?? ''),
      run: asSwitch(flags['executeSearch']),
      sources: asTexts(flags['dataSources']) ?? [],
      /** The pinned chart that the question comes from, and that the result can replace. */
      pinned: pinnedOf(flags),
    },
    conversation: {
      sourceFixed: asSwitch(flags['disableSourceSelection']),
      sourceHidden: asSwitch(flags['hideSourceSelection']),
      /** The panel with the available data. */
      fields: asSwitch(flags['enableDataPanelV2']),
      limitations: asSwitch(flags['showSpotterLimitations']),
      examplesHidden: asSwitch(flags['hideSampleQuestions']),
    },
    /** The whole application, which opens its own pages. */
    application: asSwitch(flags['isFullAppEmbed']),
    interceptUrls: asTexts(flags['interceptUrls']) ?? [],
    interceptTimeout: Number(flags['interceptTimeout'] ?? 30_000),
  }
}

function pinnedOf(flags: Fields) {
  const [dashboardId, tileId, title = ''] = ['pinnedLiveboard', 'pinnedViz', 'pinnedTitle'].map((name) =>
    asText(flags[name]),
  )
  return dashboardId === undefined || tileId === undefined ? null : { dashboardId, tileId, title }
}

/** Keys of flags and init payload that are read above. A partial update is merged into the last set. */
const optionKeys = new Set(['locale'])
readViewOptions(new Proxy({}, { get: (_, key) => void optionKeys.add(String(key)) }))

/** Aliases in partial updates: the names of the SDK's options. */
const otherNames: Readonly<Record<string, string>> = {
  hiddenActions: 'hideAction',
  visibleActions: 'visibleAction',
  disabledActions: 'disableAction',
  disabledActionReason: 'disableHint',
  visibleVizs: 'pinboardVisibleVizs',
  hideIrrelevantChipsInLiveboardTabs: 'hideIrrelevantFiltersAtTabLevel',
}

export function optionFields(payload: Fields): Fields {
  const fields = Object.entries(payload).flatMap(([key, value]) => {
    const name = otherNames[key] ?? key
    return !optionKeys.has(name) || (name !== key && name in payload) ? [] : [[name, value] as const]
  })
  return Object.fromEntries(fields)
}

/** A full set includes its SDK version or its hidden actions (never absent). What it leaves out goes back to the default. */
export function isFullSet(payload: Fields): boolean {
  return 'sdkVersion' in payload || 'embedApp' in payload || 'hideAction' in payload
}

function marginOf(value: unknown): number {
  const pixels = Number.parseFloat(asText(value) ?? '')
  return Number.isFinite(pixels) ? Math.max(0, pixels) : 0
}

function customActionsOf(value: unknown): readonly CustomAction[] {
  return (asList(value) ?? []).flatMap((item) => {
    const fields = asFields(item)
    const id = asText(fields['id'])
    const name = asText(fields['name'])
    return id === undefined || name === undefined
      ? []
      : [{ id, name, position: asText(fields['position']) ?? 'MENU', target: asText(fields['target']) }]
  })
}
