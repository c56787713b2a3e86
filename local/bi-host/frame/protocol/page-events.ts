import type { Store, FrameState } from './state'
import { commandsOf, repliesOf, type Handlers, type HostEventHandler } from './host-events'
import { asFields, asList, asText, asTexts, type Fields } from './read'
import { rangeIds, type RangeId } from '../../wire/board'
import { rangeOf, rangeView, parseRuntimeFilterList, type RuntimeFilter } from './runtime'
import type { Answer, PinReply } from '../../wire/answers'

/** Operations of the mounted board. */
export interface BoardControls {
  tabs(): readonly { readonly id: string; readonly label: string }[]
  filters(): readonly {
    readonly field: string
    readonly label: string
    readonly values: readonly string[]
    readonly chosen: readonly string[]
  }[]
  /** Sets filters from the embedding page. Returns the columns it recognized. */
  updateFilters(filters: readonly RuntimeFilter[]): readonly string[]
  crossFilter(
    vizId: string,
    conditions: readonly { readonly columnName: string; readonly values: readonly string[] }[],
  ): void
  /** Runs an action of a tile, or without one, of the board, if the menu offers it. */
  tileAction(actionId: string, vizId: string | undefined): void
  /** The vendor's id of the answer behind a tile (by default the first), with its data. */
  answerSession(vizId: string | undefined): object | null
  /** The board, or the given tile, in TML. */
  model(vizId: string | undefined): object | null
  /** Pins a tile to a dashboard of the user. The reply has an `error` if the host refused. Rejects if the outcome is unknown. */
  pin(vizId: string, to: PinTo): Promise<object>
  /** Saves the answer of a tile. Reply as for `pin`. */
  save(vizId: string, name: string): Promise<object>
  openFilter(column: string): void
  parameters(): readonly object[]
  setRange(range: RangeId): void
  openParameter(): void
  /** Back to the board's defaults. */
  reset(): void
  /** Shows a personal view by id or name. */
  selectView(view: {
    readonly viewId?: string | undefined
    readonly viewName?: string | undefined
  }): Promise<void>
  endPresenting(): void
}

/** Host events that request an action of a tile, or without one, of the board. They work only for visible actions. */
const actions: Readonly<Record<string, string>> = {
  downloadAsPng: 'downloadAsPng',
  downloadAsCSV: 'downloadAsCSV',
  downloadAsXLSX: 'downloadAsXLSX',
  downloadAsPdf: 'downloadAsPdf',
  downloadLiveboardAsContinuousPDF: 'downloadAsPdf',
  showUnderlyingData: 'showUnderlyingData',
  explore: 'explore',
  edit: 'edit',
  answerChartSwitcher: 'answerChartSwitcher',
  spotIQAnalyze: 'spotIQAnalyze',
  AskSpotter: 'AskAi',
  AskSage: 'AskAi',
  createMonitor: 'createMonitor',
  manageMonitor: 'manageMonitor',
  embedDocument: 'embedDocument',
  share: 'share',
  present: 'present',
  makeACopy: 'makeACopy',
  pinboardInfo: 'pinboardInfo',
  subscription: 'subscription',
  'schedule-list': 'schedule-list',
  exportTSL: 'exportTSL',
}

interface BoardEventNeeds {
  readonly state: Store<FrameState>
  readonly board: () => Promise<BoardControls>
}

/** Host events with which the embedding page changes or reads a board. */
export function boardEvents({ state, board }: BoardEventNeeds): {
  readonly handlers: Handlers
  readonly passthroughs: Handlers
} {
  const vizOf = (data: unknown): string | undefined => asText(asFields(data)['vizId'])

  const command = commandsOf(board)
  const reply = repliesOf(board)
  const act = (actionId: string): HostEventHandler =>
    command((controls, data) => controls.tileAction(actionId, vizOf(data)))

  const answerSession = reply((controls, data) => controls.answerSession(vizOf(data)))
  const model = reply((controls, data) => controls.model(vizOf(data)))
  const unsavedModel: HostEventHandler = async (data) => ({ tml: JSON.stringify(await model(data)) })
  const exportRequest: HostEventHandler = async () => ({
    liveboardId: liveboardOf(state.get()),
    filters: (await board()).filters().map(({ field, chosen }) => ({ column: field, values: chosen })),
  })
  const drill = act('DRILL')
  const parameters = reply((controls) => ({ parameters: controls.parameters() }))
  /** By id, else by name. With neither, the board's default. */
  const selectView: HostEventHandler = async (data) => {
    const { viewId, viewName } = asFields(data)
    const controls = await board()
    if (hasView(data)) await controls.selectView({ viewId: asText(viewId), viewName: asText(viewName) })
    else controls.reset()
  }

  /** With a name for the new tile, it is pinned at once, without a dialog. */
  const pinNow: HostEventHandler = async (parameters) => {
    const fields = asFields(parameters)
    const vizId = vizOf(fields)
    if (vizId === undefined) return { error: 'No visualization was named; addVizToPinboard needs its vizId.' }
    return (await board()).pin(vizId, pinTo(fields))
  }

  const saveNow: HostEventHandler = async (parameters) => {
    const vizId = vizOf(parameters)
    if (vizId === undefined) return { error: 'No visualization was named; saveAnswer needs its vizId.' }
    return (await board()).save(vizId, asText(asFields(parameters)['name']) ?? '')
  }

  const handlers: Handlers = [
    ...Object.entries(actions).map(([type, actionId]) => [type, act(actionId)] as const),
    ['pin', act('pin')],
    ['getAnswerSession', answerSession],
    ['getTML', model],
    ['triggerDrillDown', drill],
    ['ResetLiveboardPersonalisedView', command((controls) => controls.reset())],
    ['openFilter', command((controls, data) => controls.openFilter(columnOf(data)))],
    ['getGroups', noGroups],
    ['GetParameters', parameters],
    ['openParameter', command((controls) => controls.openParameter())],
    ['SelectPersonalisedView', selectView],
    // The older event name. Without a view it is a no-op.
    ['UpdatePersonalisedView', (data) => (hasView(data) ? selectView(data) : {})],
    ['getExportRequestForCurrentPinboard', exportRequest],
    ['exitPresentMode', command((controls) => controls.endPresenting())],
  ]
  const passthroughs: Handlers = [
    ['getAnswerSession', answerSession],
    ['getTML', model],
    ['getUnsavedAnswerTML', unsavedModel],
    ['getExportRequestForCurrentPinboard', exportRequest],
    ['drillDown', drill],
    ['addVizToPinboard', pinNow],
    ['saveAnswer', saveNow],
    ['getGroups', noGroups],
    ['getParameters', parameters],
    ['getDiscoverabilityStatus', () => ({ isDiscoverable: false })],
    ['getPinboardPageConfig', () => ({ liveboardId: liveboardOf(state.get()) })],
  ]
  return { handlers, passthroughs }
}

const noGroups: HostEventHandler = () => ({ orderedGroupIds: [], numberOfGroups: 0, Groups: [] })

const hasView = (data: unknown): boolean => {
  const { viewId, viewName } = asFields(data)
  return asText(viewId) !== undefined || asText(viewName) !== undefined
}

/** `{column: {name}}`, `{columnName}` or `{columnId}`. */
function columnOf(data: unknown): string {
  const fields = asFields(data)
  const column = asFields(fields['column'])
  const named = [fields['columnName'], fields['columnId'], column['name'], column['id'], fields['column']]
  return named.map(asText).find((name) => name !== undefined) ?? asText((asList(data) ?? [])[0]) ?? ''
}

function liveboardOf({ route }: FrameState): string {
  return route.kind === 'board' ? route.liveboardId : ''
}

/** The name to pin under (empty: its own) and the target dashboard, existing or new, on its first tab, another one or a new one. */
export type PinTo = {
  readonly title: string
  readonly tabId?: string
  readonly newTabName?: string
} & ({ readonly liveboardId: string } | { readonly newLiveboardName: string })

/** The vendor has two names for a dashboard. */
function pinTo(fields: Fields): PinTo {
  const liveboardId = asText(fields['liveboardId']) ?? asText(fields['pinboardId'])
  const made = asText(fields['newLiveboardName']) ?? asText(fields['newPinboardName'])
  const tabId = asText(fields['tabId'])
  const newTabName = asText(fields['newTabName'])
  return {
    title: asText(fields['newVizName']) ?? '',
    ...(liveboardId === undefined ? { newLiveboardName: made ?? 'New dashboard' } : { liveboardId }),
    ...(tabId === undefined || liveboardId === undefined ? {} : { tabId }),
    ...(newTabName === undefined ? {} : { newTabName }),
  }
}

/** Operations of the mounted assistant view (answer or conversation). */
export interface AssistantControls {
  /** Puts the question into the field, or asks it at once. */
  ask(question: string, execute: boolean): void
  reset(): void
  /** Asks the last question again with other words. Without words, puts it back into the field. */
  editLast(question: string): void
  deleteLast(): void
  /** Runs an action of this answer, or of the last one, if its menu offers it. */
  tileAction(actionId: string, messageId: string | undefined): void
  /**
   * Pins this answer, or the last one, to a dashboard of the user. Reply with `error` if the host refused. Rejects if the outcome is
   * unknown.
   */
  pin(messageId: string | undefined, to: PinTo): Promise<object>
  /** Saves this answer, or the last one. Reply as for `pin`. */
  save(messageId: string | undefined, name: string): Promise<object>
}

/** Answer actions that the embedding page may request. */
const answerActions = [
  'downloadAsPng',
  'downloadAsCSV',
  'downloadAsXLSX',
  'downloadAsPdf',
  'explore',
  'showUnderlyingData',
  'answerChartSwitcher',
  'pin',
] as const

/** Host events and passthrough calls of the assistant's views, by wire name. Active while the frame shows one of them. */
export function assistantHandlers(assistant: () => Promise<AssistantControls>): {
  readonly handlers: Handlers
  readonly passthroughs: Handlers
} {
  const command = commandsOf(assistant)
  const reply = repliesOf(assistant)
  const save = reply((controls, data) => {
    const { vizId, name } = asFields(data)
    return controls.save(asText(vizId), asText(name) ?? '')
  })
  return {
    handlers: [
      [
        'SpotterSearch',
        command((controls, data) => {
          const fields = asFields(data)
          controls.ask(asText(fields['query']) ?? '', fields['executeSearch'] === true)
        }),
      ],
      ...answerActions.map(
        (id) =>
          [
            id,
            command((controls, data) => controls.tileAction(id, asText(asFields(data)['vizId']))),
          ] as const,
      ),
      ['ResetSpotterConversation', command((controls) => controls.reset())],
      ['StartNewSpotterConversation', command((controls) => controls.reset())],
      ['EditLastPrompt', command((controls, data) => controls.editLast(asText(data) ?? ''))],
      ['DeleteLastPrompt', command((controls) => controls.deleteLast())],
    ],
    passthroughs: [
      [
        'addVizToPinboard',
        reply((controls, data) => {
          const fields = asFields(data)
          return controls.pin(asText(fields['vizId']), pinTo(fields))
        }),
      ],
      ['saveAnswer', save],
    ],
  }
}

/** Operations of the mounted chart builder. */
export interface BuilderControls {
  search(question: string, execute: boolean): Promise<void>
  /** Limits the offered fields to this worksheet or source. */
  about(source: string): Promise<void>
  reset(): void
  addColumns(names: readonly string[]): Promise<void>
  removeColumn(name: string): Promise<void>
  openSave(): void
  openPin(): void
  action(actionId: string): void
  /** Id of the saved chart. Null if saving failed. */
  save(name: string): Promise<string | null>
  pin(to: {
    readonly title: string
    readonly dashboardId?: string | undefined
    readonly newDashboard?: string | undefined
    readonly tabId?: string | undefined
    readonly newTab?: string | undefined
  }): Promise<PinReply | null>
  filters(): readonly unknown[]
  updateFilters(filters: readonly RuntimeFilter[]): Promise<readonly string[]>
  answer(): Answer
  /** Whether there is anything to save. */
  begun(): boolean
  /** The vendor's id of the answer on screen, with its data. Null if there is none. */
  answerSession(): Promise<object | null>
  /** Names of the answer's sources and columns. */
  names(): { readonly sources: readonly string[]; readonly columns: readonly string[] }
  phrase(): string
}

const downloads = ['downloadAsPng', 'downloadAsCSV', 'downloadAsXLSX', 'downloadAsPdf'] as const

/** A chart has no tabs, and answers in the expected shape. */
const noTabs: HostEventHandler = () => ({ orderedTabIds: [], numberOfTabs: 0, Tabs: [] })

/** Host events and passthrough calls of the chart builder, by wire name. Active while the frame is on its page. */
export function builderHandlers({
  state,
  builder,
}: {
  readonly state: Store<FrameState>
  readonly builder: () => Promise<BuilderControls>
}): { readonly handlers: Handlers; readonly passthroughs: Handlers } {
  const reply = repliesOf(builder)

  const getFilters = reply((controls) => ({
    liveboardFilters: [],
    answerFilters: controls.filters(),
    runtimeFilters: state.get().runtimeFilters,
  }))
  const updateFilters = reply(async (controls, data) => {
    const fields = asFields(data)
    const given = asList(fields['filters']) ?? [fields['filter']]
    return { updated: await controls.updateFilters(parseRuntimeFilterList(given)) }
  })
  const getTml = reply((controls) => tml(controls))
  // Only the embedding page can set a range for every chart.
  const parameters: HostEventHandler = () => ({
    parameters: [rangeView(rangeOf(state.get().parameters), rangeIds, false)],
  })
  const answerSession = reply((controls) => controls.answerSession())

  return {
    handlers: [
      ['search', reply((controls, data) => search(controls, data))],
      ['resetSearch', reply((controls) => controls.reset())],
      [
        'addColumns',
        reply((controls, data) => controls.addColumns(asTexts(asFields(data)['columnIds']) ?? [])),
      ],
      [
        'removeColumn',
        reply((controls, data) => controls.removeColumn(asText(asFields(data)['columnId']) ?? '')),
      ],
      ['save', reply((controls) => void (controls.begun() && controls.openSave()))],
      ['pin', reply((controls) => void (controls.begun() && controls.openPin()))],
      ['getTML', getTml],
      ['getFilters', getFilters],
      ['updateFilters', updateFilters],
      ['filter', updateFilters],
      ['saveAnswer', reply((controls, data) => saveOrAsk(controls, data))],
      ['answerChartSwitcher', reply((controls) => controls.action('answerChartSwitcher'))],
      ...downloads.map((id) => [id, reply((controls) => controls.action(id))] as const),
      ['getAnswerSession', answerSession],
      ['getTabs', noTabs],
      ['getGroups', noGroups],
      ['GetParameters', parameters],
    ],
    passthroughs: [
      ['getTML', getTml],
      ['getUnsavedAnswerTML', reply((controls) => ({ tml: JSON.stringify(tml(controls)) }))],
      ['getFilters', getFilters],
      ['updateFilters', updateFilters],
      ['saveAnswer', reply((controls, data) => saveAnswer(controls, data))],
      ['addVizToPinboard', reply((controls, data) => addViz(controls, data))],
      ['getAnswerSession', answerSession],
      ['getTabs', noTabs],
      ['getGroups', noGroups],
      ['getParameters', parameters],
      ['getAnswerPageConfig', reply((controls) => ({ answer: controls.answer().title }))],
      ['getDiscoverabilityStatus', () => ({ isDiscoverable: false })],
    ],
  }
}

async function search(controls: BuilderControls, data: unknown): Promise<void> {
  const fields = asFields(data)
  const question = asText(fields['searchQuery'])
  const [source] = asTexts(fields['dataSources'] ?? fields['dataSourceIds']) ?? []
  if (source !== undefined) await controls.about(source)
  if (question !== undefined) await controls.search(question, fields['execute'] === true)
}

/** Without a name, the user is asked for one. */
function saveOrAsk(controls: BuilderControls, data: unknown): unknown {
  if (asText(asFields(data)['name']) !== undefined) return saveAnswer(controls, data)
  if (controls.begun()) controls.openSave()
  return {}
}

async function saveAnswer(controls: BuilderControls, data: unknown): Promise<unknown> {
  const id = await controls.save(asText(asFields(data)['name']) ?? '')
  if (id === null) return { error: 'The chart could not be saved.' }
  return { saveResponse: { data: { Answer__save: { answer: { id } } } } }
}

async function addViz(controls: BuilderControls, data: unknown): Promise<unknown> {
  const fields = asFields(data)
  const pinned = await controls.pin({
    title: asText(fields['newVizName']) ?? '',
    dashboardId: asText(fields['pinboardId']) ?? asText(fields['liveboardId']),
    newDashboard: asText(fields['newPinboardName']) ?? asText(fields['newLiveboardName']),
    tabId: asText(fields['tabId']),
    newTab: asText(fields['newTabName']),
  })
  return pinned === null
    ? { error: 'The chart could not be pinned.' }
    : { pinboardId: pinned.dashboardId, tabId: pinned.tabId, vizId: pinned.tileId }
}

/** The chart as the vendor's TML of an answer, with our own query as an extension. */
function tml(controls: BuilderControls): unknown {
  const answer = controls.answer()
  const { sources, columns } = controls.names()
  return {
    answer: {
      name: answer.title,
      tables: sources.map((name) => ({ id: name, name })),
      search_query: controls.phrase(),
      answer_columns: columns.map((name) => ({ name })),
      display_mode: answer.chart.type === 'table' ? 'TABLE_MODE' : 'CHART_MODE',
      assay: answer,
    },
  }
}
