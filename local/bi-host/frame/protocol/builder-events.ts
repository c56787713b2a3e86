import type { Answer, PinReply } from '../../answers/contract'
import type { HostEventHandler } from './host-events'
import { asFields, asList, asText, asTexts } from './read'
import { parseRuntimeFilterList, type RuntimeFilter } from './runtime-filters'

/** What the mounted chart builder answers for. */
export interface BuilderControls {
  search(question: string, execute: boolean): Promise<void>
  reset(): void
  addColumns(names: readonly string[]): Promise<void>
  removeColumn(name: string): Promise<void>
  openSave(): void
  openPin(): void
  action(actionId: string): void
  /** Id of the saved chart; null when it could not be saved. */
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
  phrase(): string
}

type Handlers = readonly (readonly [string, HostEventHandler])[]

/** The host events and passthrough calls of the chart builder, by wire name. They hold while the frame is on its page. */
export function builderHandlers(builder: () => Promise<BuilderControls>): {
  readonly handlers: Handlers
  readonly passthroughs: Handlers
} {
  const with_ =
    (run: (controls: BuilderControls, data: unknown) => unknown): HostEventHandler =>
    async (data) =>
      run(await builder(), data)

  const getFilters = with_((controls) => ({
    liveboardFilters: [],
    answerFilters: controls.filters(),
    runtimeFilters: [],
  }))
  const updateFilters = with_(async (controls, data) => {
    const fields = asFields(data)
    const given = asList(fields['filters']) ?? [fields['filter']]
    return { updated: await controls.updateFilters(parseRuntimeFilterList(given)) }
  })
  const getTml = with_((controls) => tml(controls))

  return {
    handlers: [
      ['search', with_((controls, data) => search(controls, data))],
      ['resetSearch', with_((controls) => controls.reset())],
      [
        'addColumns',
        with_((controls, data) => controls.addColumns(asTexts(asFields(data)['columnIds']) ?? [])),
      ],
      [
        'removeColumn',
        with_((controls, data) => controls.removeColumn(asText(asFields(data)['columnId']) ?? '')),
      ],
      ['save', with_((controls) => controls.openSave())],
      ['pin', with_((controls) => controls.openPin())],
      ['getTML', getTml],
      ['getFilters', getFilters],
      ['updateFilters', updateFilters],
      ['downloadAsPng', with_((controls) => controls.action('downloadAsPng'))],
      ['downloadAsCSV', with_((controls) => controls.action('downloadAsCSV'))],
    ],
    passthroughs: [
      ['getTML', getTml],
      ['getUnsavedAnswerTML', with_((controls) => ({ tml: JSON.stringify(tml(controls)) }))],
      ['getFilters', getFilters],
      ['updateFilters', updateFilters],
      ['saveAnswer', with_((controls, data) => saveAnswer(controls, data))],
      ['addVizToPinboard', with_((controls, data) => addViz(controls, data))],
    ],
  }
}

async function search(controls: BuilderControls, data: unknown): Promise<void> {
  const fields = asFields(data)
  const question = asText(fields['searchQuery'])
  if (question !== undefined) await controls.search(question, fields['execute'] === true)
}

async function saveAnswer(controls: BuilderControls, data: unknown): Promise<unknown> {
  const id = await controls.save(asText(asFields(data)['name']) ?? '')
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

/** The chart as the vendor's description of an answer, with our own query beside it. */
function tml(controls: BuilderControls): unknown {
  const answer = controls.answer()
  return { answer: { name: answer.title, search_query: controls.phrase(), assay: answer } }
}
