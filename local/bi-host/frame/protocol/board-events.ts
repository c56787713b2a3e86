import type { Store } from '../store'
import type { FrameState } from './frame'
import type { BoardControls } from './handlers'
import type { HostEventHandler } from './host-events'
import { pinTo } from './pin-to'
import { asFields, asList, asText } from './read'

/** Host events that ask for an action of a tile when they name one, else of the whole board; obeyed where the action is shown. */
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

type Handlers = readonly (readonly [string, HostEventHandler])[]

/** What the embedding page may do with a board beyond reading it. */
export function boardEvents({ state, board }: BoardEventNeeds): {
  readonly handlers: Handlers
  readonly passthroughs: Handlers
} {
  const vizOf = (data: unknown): string | undefined => asText(asFields(data)['vizId'])

  const tell =
    (what: (controls: BoardControls, data: unknown) => void): HostEventHandler =>
    async (data) => {
      what(await board(), data)
    }
  const act = (actionId: string): HostEventHandler =>
    tell((controls, data) => controls.tileAction(actionId, vizOf(data)))

  const answerSession: HostEventHandler = async (data) => (await board()).answerSession(vizOf(data))
  const model: HostEventHandler = async (data) => (await board()).model(vizOf(data))
  const unsavedModel: HostEventHandler = async (data) => ({ tml: JSON.stringify(await model(data)) })
  const exportRequest: HostEventHandler = async () => ({
    liveboardId: liveboardOf(state.get()),
    filters: (await board()).filters().map(({ field, chosen }) => ({ column: field, values: chosen })),
  })
  const drill = act('DRILL')
  const parameters: HostEventHandler = async () => ({ parameters: (await board()).parameters() })
  /** By id, else by name; with neither the board as it opens. */
  const selectView: HostEventHandler = async (data) => {
    const { viewId, viewName } = asFields(data)
    const controls = await board()
    if (hasView(data)) await controls.selectView({ viewId: asText(viewId), viewName: asText(viewName) })
    else controls.reset()
  }

  /** With a name for the new tile it is pinned at once, without a dialog. */
  const pinNow: HostEventHandler = async (parameters) => {
    const fields = asFields(parameters)
    const vizId = vizOf(fields)
    if (vizId === undefined) return { error: 'No visualization was named; addVizToPinboard needs its vizId.' }
    return (await board()).pin(vizId, pinTo(fields))
  }

  const handlers: Handlers = [
    ...Object.entries(actions).map(([type, actionId]) => [type, act(actionId)] as const),
    ['pin', act('pin')],
    ['getAnswerSession', answerSession],
    ['getTML', model],
    ['triggerDrillDown', drill],
    ['ResetLiveboardPersonalisedView', tell((controls) => controls.reset())],
    ['openFilter', tell((controls, data) => controls.openFilter(columnOf(data)))],
    ['getGroups', noGroups],
    ['GetParameters', parameters],
    ['openParameter', tell((controls) => controls.openParameter())],
    ['SelectPersonalisedView', selectView],
    // The older name; without a view it means nothing.
    ['UpdatePersonalisedView', (data) => (hasView(data) ? selectView(data) : {})],
    ['getExportRequestForCurrentPinboard', exportRequest],
    ['exitPresentMode', tell((controls) => controls.endPresenting())],
  ]
  const passthroughs: Handlers = [
    ['getAnswerSession', answerSession],
    ['getTML', model],
    ['getUnsavedAnswerTML', unsavedModel],
    ['getExportRequestForCurrentPinboard', exportRequest],
    ['drillDown', drill],
    ['addVizToPinboard', pinNow],
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
