import type { Store, FrameState } from './state'
import { commandsOf, repliesOf, type Handlers, type HostEventHandler } from './host-events'
import { asFields, asList, asText, type Fields } from './read'
import type { RangeId } from '../../wire/board'
import type { RuntimeFilter } from './runtime'
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

export interface BoardEventNeeds {
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

export const noGroups: HostEventHandler = () => ({ orderedGroupIds: [], numberOfGroups: 0, Groups: [] })

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
export function pinTo(fields: Fields): PinTo {
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
