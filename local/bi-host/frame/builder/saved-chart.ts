import type { BuilderRoute } from '../protocol/routes'
import type { SearchOptions, ViewOptions } from '../protocol/view-options'
import { isUnsaved, titled, type PinnedChart, type BuilderState } from './builder-state'
import type { Builder } from './builder'
import type { Answer, SavedAnswerHead, PinReply, PinRequest } from '../../wire/answers'
import { asFields, asList, asText } from '../protocol/read'
import { writeItem, readItem } from '../host/reload-storage'
import type { BoardProblem } from '../host/calls'
import type { Frame } from '../protocol/frame'

const sheetKey = 'builder-sheet'

/** The builder's sheet: the chart being edited, saved or not. */
type Sheet = Pick<
  BuilderState,
  'answer' | 'saved' | 'pinned' | 'savedAs' | 'touched' | 'phrase' | 'typed' | 'unfinished'
> & { readonly topic: string | null; readonly person: string }

/** Stores the sheet for this tab, so that a reload restores what was on screen. Returns the unsubscribe function. */
export function persistSheet(builder: Builder): () => void {
  return builder.state.subscribe(() => {
    const { catalog, answer, saved, pinned, savedAs, touched, phrase, typed, unfinished, topic } =
      builder.state.get()
    // Until the user is known, do not overwrite what may be another user's sheet.
    if (catalog === null) return
    const sheet = { answer, saved, pinned, savedAs, touched, phrase, typed, unfinished }
    writeItem(sheetKey, { ...sheet, topic: topic?.id ?? null, person: catalog.reply.person } satisfies Sheet)
  })
}

/** Checks only enough to recognize what this page stored itself. Null if it stored nothing. */
function readSheet(): Sheet | null {
  const stored = asFields(readItem(sheetKey))
  const answer = answerIn(stored['answer'])
  if (answer === null) return null
  const { id } = asFields(stored['saved'])
  const { tileId } = asFields(stored['pinned'])
  return {
    answer,
    saved: asText(id) === undefined ? null : (stored['saved'] as SavedAnswerHead),
    pinned: asText(tileId) === undefined ? null : (stored['pinned'] as PinnedChart),
    savedAs: asText(stored['savedAs']) ?? '',
    touched: stored['touched'] === true,
    phrase: asText(stored['phrase']) ?? '',
    typed: asText(stored['typed']) ?? null,
    unfinished: answerIn(stored['unfinished']),
    topic: asText(stored['topic']) ?? null,
    person: asText(stored['person']) ?? '',
  }
}

/** Checks only enough to recognize a chart that this page stored. */
function answerIn(stored: unknown): Answer | null {
  const measures = asList(asFields(asFields(stored)['query'])['measures'])
  return measures !== undefined && asFields(stored)['version'] === 2 ? (stored as Answer) : null
}

type Pinned = NonNullable<SearchOptions['pinned']>

const noSource =
  'This dataset was deleted or you don’t have access to it. You can still ask about other data.'
const noChart = 'This chart was deleted or you don’t have access to it.'

/** Opens what the address asks for: a session interrupted by a reload, a saved or pinned chart, a question, a dataset, or nothing. */
export async function begin(builder: Builder, route: BuilderRoute, options: ViewOptions): Promise<void> {
  // Read this first: from here on, changes overwrite it.
  const stored = readSheet()
  if (builder.state.get().catalog === null) await builder.loadFields()
  // The user of this tab may have changed.
  const sheet = stored?.person === builder.state.get().catalog?.reply.person ? stored : null
  if (sheet !== null)
    builder.state.set({ unfinished: !route.restore && isUnsaved(sheet) ? sheet.answer : sheet.unfinished })
  await (sheet !== null && route.restore ? openSheet(builder, sheet) : openAddress(builder, route, options))
  if (sheet === null || sheet.typed === null) return
  // Restores text that was typed but not asked before a reload, if the chart is the same one or empty.
  const here = builder.state.get().answer
  if (here.query.measures.length > 0 && JSON.stringify(here) !== JSON.stringify(sheet.answer)) return
  builder.state.set({ typed: sheet.typed })
  void builder.highlight(sheet.typed)
}

async function openAddress(builder: Builder, route: BuilderRoute, options: ViewOptions): Promise<void> {
  const { pinned } = options.search
  const asked = route.question === undefined ? options.search : { question: route.question, run: true }
  const { question, run } = asked
  const [source] = route.source === undefined ? options.search.sources : [route.source]
  if (route.answerId !== undefined) return openSaved(builder, route.answerId)
  const found = pinned === null ? null : await openPinned(builder, pinned)
  if (found === 'opened') return
  if (question !== '' && run) await builder.ask(question, { byPerson: false })
  else if (question !== '') await builder.write(question)
  if (pinned !== null && found !== null) {
    const { answer } = builder.state.get()
    builder.state.set({ pinned: found, answer: { ...answer, title: pinned.title } })
  }
  if (source !== undefined) await openTopic(builder, source)
}

/** Shows the sources of a dataset, or an error if there are none. */
export async function openTopic(builder: Builder, id: string): Promise<void> {
  if (!(await builder.about(id))) builder.state.set({ openProblems: [noSource] })
}

/** Restores the sheet as it was, saved or not. */
async function openSheet(
  builder: Builder,
  { answer, saved, pinned, savedAs, touched, phrase, topic }: Sheet,
): Promise<void> {
  if (answer.query.measures.length > 0) {
    builder.open(answer, { ...(saved && { saved }), ...(pinned && { pinned }) })
    builder.state.set({ savedAs, touched })
  } else if (phrase !== '') await builder.write(phrase)
  if (topic !== null) await openTopic(builder, topic)
}

async function openSaved(builder: Builder, id: string): Promise<void> {
  const reply = await builder.host('OpenAnswer', { id })
  if (!reply.ok) return builder.state.set({ openProblems: [noChart] })
  const { answer, head, problems } = reply.value
  builder.open(answer, { saved: head, problems })
}

/**
 * Opens the chart as stored on its dashboard. A tile of a curated board has no stored answer: its pin target is returned, for the answer to
 * its question to replace.
 */
async function openPinned(builder: Builder, pinned: Pinned): Promise<'opened' | PinnedChart | null> {
  const reply = await builder.host('OpenPin', pinned)
  if (!reply.ok) {
    builder.state.set({ openProblems: [noChart] })
    return null
  }
  const { answer, problems, ...found } = reply.value
  if (answer !== null) {
    builder.open(answer, { pinned: found, problems })
    return 'opened'
  }
  if (problems.length > 0) builder.state.set({ openProblems: problems })
  return found
}

type SaveResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: BoardProblem }

/** Saving and pinning. The embedding page is notified of their start and end. */
export interface Saving {
  /** `asNew` saves a copy of a chart that is saved already. */
  save(title: string, asNew?: boolean): Promise<SaveResult<SavedAnswerHead>>
  /** `tileId`: replaces that chart on the dashboard. */
  pin(to: PinRequest['to'], title: string, tileId?: string): Promise<SaveResult<PinReply>>
}

export function createSaving(builder: Builder, frame: Frame): Saving {
  const { state, host } = builder
  return {
    async save(title, asNew = false) {
      const { answer, catalog, saved } = state.get()
      const named = titled({ ...answer, title }, catalog)
      const result = builder.beginSave()
      frame.port.post('save', {}, 'start')
      const reply = await host('SaveAnswer', {
        answer: named,
        ...(saved === null || asNew ? {} : { id: saved.id }),
      })
      if (!reply.ok) return { ok: false, problem: reply.problem }
      const { head } = reply.value
      result(head, named)
      frame.port.post('save', { answerId: head.id, name: head.title }, 'end')
      return { ok: true, value: head }
    },
    async pin(to, title, tileId) {
      const { answer, catalog } = state.get()
      const named = titled({ ...answer, title }, catalog)
      const result = builder.beginSave()
      frame.port.post('pin', {}, 'start')
      const reply = await host('PinAnswer', {
        answer: named,
        to,
        ...(tileId === undefined ? {} : { tileId }),
      })
      if (!reply.ok) return { ok: false, problem: reply.problem }
      const { value } = reply
      result(state.get().saved, named)
      if (value.created)
        frame.port.post('createLiveboard', { liveboardId: value.dashboardId, name: value.dashboardName })
      frame.port.post(
        'pin',
        {
          liveboardId: value.dashboardId,
          pinboardId: value.dashboardId,
          liveboardName: value.dashboardName,
          vizId: value.tileId,
          tabId: value.tabId,
          ...(tileId === undefined ? {} : { replaced: true }),
        },
        'end',
      )
      return { ok: true, value }
    },
  }
}

/** Why a chart could not be saved, worded for the user. */
export function saveProblemText(problem: BoardProblem): string {
  if (problem.kind === 'forbidden') return 'You don’t have access. Log in again, then try again.'
  if (problem.kind === 'not-found') return 'This dashboard or tab was deleted. Choose another one.'
  return 'Not saved. Try again in a moment; your chart is still here.'
}
