import type { Answer, PinReply } from '../../wire/answers'
import type { Store, FrameState } from './state'
import { noGroups } from './board-events'
import { repliesOf, type Handlers, type HostEventHandler } from './host-events'
import { rangeIds } from '../../wire/board'
import { asFields, asList, asText, asTexts } from './read'
import { rangeOf, rangeView, parseRuntimeFilterList, type RuntimeFilter } from './runtime'
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
