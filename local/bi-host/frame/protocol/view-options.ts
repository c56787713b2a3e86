import { asFields, asList, asSwitch, asText, asTexts, decode, type Fields } from './read'

/** What the embedding page asked of this view, from the address or from `updateEmbedParams`. */
export interface ViewOptions {
  readonly hidden: readonly string[]
  /** When present only these actions are shown. */
  readonly visible: readonly string[] | null
  readonly disabled: readonly string[]
  readonly disabledHint: string
  readonly fullHeight: boolean
  /** Margin around the visible area in which charts are drawn, in px. */
  readonly lazyMargin: number
  readonly hiddenTabs: readonly string[]
  readonly visibleTabs: readonly string[] | null
  readonly hideTabPanel: boolean
  /** On a tab only the filters that narrow one of its tiles. */
  readonly hideOtherChips: boolean
  readonly compactHeader: boolean
  readonly stickyHeader: boolean
  readonly hideHeader: boolean
  readonly showTitle: boolean
  readonly showDescription: boolean
  readonly visibleVizs: readonly string[] | null
  readonly keepFilters: boolean
  readonly replaceHistory: boolean
  readonly iconSprite: string | null
  readonly stringIDsUrl: string | null
  readonly themeHint: 'dark' | 'light' | null
  /** Which button of the mouse opens the menu of a point. */
  readonly pointMenuOn: 'left' | 'right' | 'both'
  readonly customActions: readonly CustomAction[]
  /** What the chart builder opens with. */
  readonly search: SearchOptions
  readonly conversation: ConversationOptions
  /** The whole application, which opens its own pages by itself. */
  readonly application: boolean
  readonly interceptUrls: readonly string[]
  readonly interceptTimeout: number
}

export interface SearchOptions {
  readonly question: string
  readonly run: boolean
  readonly sources: readonly string[]
  /** A pinned chart that the question comes from and that can be replaced where it is. */
  readonly pinned: { readonly dashboardId: string; readonly tileId: string; readonly title: string } | null
}

/** What stands beside a conversation with the assistant. */
export interface ConversationOptions {
  readonly sourceFixed: boolean
  readonly sourceHidden: boolean
  /** The panel of what can be asked about. */
  readonly fields: boolean
  readonly limitations: boolean
  readonly examplesHidden: boolean
}

export interface CustomAction {
  readonly id: string
  readonly name: string
  readonly position: string
  /** LIVEBOARD, VIZ, ANSWER or SPOTTER; absent: wherever its position is. */
  readonly target: string | undefined
}

/** Reads a whole set of flags: what is absent is at its default. */
export function readViewOptions(flags: Fields): ViewOptions {
  const theme = flags['theme']
  const menuButton = flags['contextMenuEnabledOnWhichClick']
  return {
    hidden: asTexts(flags['hideAction']) ?? [],
    visible: asTexts(flags['visibleAction']) ?? null,
    disabled: asTexts(flags['disableAction']) ?? [],
    disabledHint: asText(flags['disableHint']) ?? '',
    fullHeight: asSwitch(flags['isFullHeightPinboard']),
    lazyMargin: marginOf(flags['rootMarginForLazyLoad']),
    hiddenTabs: asTexts(flags['hideTabs']) ?? [],
    visibleTabs: asTexts(flags['visibleTabs']) ?? null,
    hideTabPanel: asSwitch(flags['hideTabPanel']),
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
    themeHint: theme === 'dark' || theme === 'light' ? theme : null,
    pointMenuOn: menuButton === 'left' || menuButton === 'both' ? menuButton : 'right',
    customActions: customActionsOf(flags['customActions']),
    search: {
      // Encoded once by the SDK and once more by the browser.
      question: decode(asText(flags['searchTokenString']) ?? ''),
      run: asSwitch(flags['executeSearch']),
      sources: asTexts(flags['dataSources']) ?? [],
      pinned: pinnedOf(flags),
    },
    conversation: {
      sourceFixed: asSwitch(flags['disableSourceSelection']),
      sourceHidden: asSwitch(flags['hideSourceSelection']),
      fields: asSwitch(flags['enableDataPanelV2']),
      limitations: asSwitch(flags['showSpotterLimitations']),
      examplesHidden: asSwitch(flags['hideSampleQuestions']),
    },
    application: asSwitch(flags['isFullAppEmbed']),
    interceptUrls: asTexts(flags['interceptUrls']) ?? [],
    interceptTimeout: Number(flags['interceptTimeout'] ?? 30_000),
  }
}

function pinnedOf(flags: Fields): SearchOptions['pinned'] {
  const dashboardId = asText(flags['pinnedLiveboard'])
  const tileId = asText(flags['pinnedViz'])
  return dashboardId === undefined || tileId === undefined
    ? null
    : { dashboardId, tileId, title: asText(flags['pinnedTitle']) ?? '' }
}

/** The keys of flags and init payload that concern the view, so that a partial update can be laid over the last set. */
const optionKeys: ReadonlySet<string> = new Set([
  'hideAction',
  'visibleAction',
  'disableAction',
  'disableHint',
  'isFullHeightPinboard',
  'rootMarginForLazyLoad',
  'hideTabs',
  'visibleTabs',
  'hideTabPanel',
  'hideIrrelevantFiltersAtTabLevel',
  'isLiveboardHeaderV2Enabled',
  'isLiveboardHeaderSticky',
  'hideLiveboardHeader',
  'showLiveboardTitle',
  'showLiveboardDescription',
  'pinboardVisibleVizs',
  'preventPinboardFilterRemoval',
  'overrideHistoryState',
  'iconSprite',
  'overrideStringIDsUrl',
  'contextMenuEnabledOnWhichClick',
  'theme',
  'locale',
  'customActions',
  'searchTokenString',
  'executeSearch',
  'dataSources',
  'pinnedLiveboard',
  'pinnedViz',
  'pinnedTitle',
  'disableSourceSelection',
  'hideSourceSelection',
  'enableDataPanelV2',
  'showSpotterLimitations',
  'hideSampleQuestions',
  'isFullAppEmbed',
  'interceptUrls',
  'interceptTimeout',
])

/** What a partial update may call the same things by, in the words of the SDK's options. */
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

/** A full set names its SDK version or its hidden actions (never absent); what it leaves out is back to default. */
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
