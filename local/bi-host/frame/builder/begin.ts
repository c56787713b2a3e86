import type { BuilderRoute } from '../protocol/routes'
import type { SearchOptions, ViewOptions } from '../protocol/view-options'
import { type PinnedChart, isUnsaved, type BuilderState } from './builder-state'
import type { Builder } from './builder'
import type { Answer, SavedAnswerHead } from '../../wire/answers'
import { asFields, asList, asText } from '../protocol/read'
import { keep, recall } from '../host/reload-storage'
const sheetKey = 'builder-sheet'

/** What lies on the builder's sheet, kept or not. */
type Sheet = Pick<
  BuilderState,
  'answer' | 'saved' | 'pinned' | 'savedAs' | 'touched' | 'phrase' | 'typed' | 'unfinished'
> & { readonly topic: string | null; readonly person: string }

/** Keeps the sheet in this tab, so that a reload in place shows what was on screen. Returns the way to stop. */
export function keepSheet(builder: Builder): () => void {
  return builder.state.subscribe(() => {
    const { catalog, answer, saved, pinned, savedAs, touched, phrase, typed, unfinished, topic } =
      builder.state.get()
    // Before it is known who is here nothing is written over what may be somebody's.
    if (catalog === null) return
    const lying = { answer, saved, pinned, savedAs, touched, phrase, typed, unfinished }
    keep(sheetKey, { ...lying, topic: topic?.id ?? null, person: catalog.reply.person } satisfies Sheet)
  })
}

/** What this page itself has kept, told apart from anything else and not judged further; null where it has kept nothing. */
function readSheet(): Sheet | null {
  const stored = asFields(recall(sheetKey))
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

/** A chart as this page keeps it: told apart from anything else, not judged further. */
function answerIn(stored: unknown): Answer | null {
  const measures = asList(asFields(asFields(stored)['query'])['measures'])
  return measures !== undefined && asFields(stored)['version'] === 2 ? (stored as Answer) : null
}

type Pinned = NonNullable<SearchOptions['pinned']>

const noSource =
  'This dataset was deleted or you don’t have access to it. You can still ask about other data.'
const noChart = 'This chart was deleted or you don’t have access to it.'

/** Opens what the address asks for: what a reload interrupted, a saved or pinned chart, a question, a dataset, or nothing. */
export async function begin(builder: Builder, route: BuilderRoute, options: ViewOptions): Promise<void> {
  // First of all: what is done from here on is kept in its place.
  const stored = readSheet()
  if (builder.state.get().catalog === null) await builder.loadFields()
  // The tab may have changed hands.
  const sheet = stored?.person === builder.state.get().catalog?.reply.person ? stored : null
  if (sheet !== null)
    builder.state.set({ unfinished: !route.restore && isUnsaved(sheet) ? sheet.answer : sheet.unfinished })
  await (sheet !== null && route.restore ? openSheet(builder, sheet) : openAddress(builder, route, options))
  if (sheet === null || sheet.typed === null) return
  // What was typed before a reload and was not asked stands in the bar again, over the same chart or none.
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

/** Shows the sources of a dataset, or says that there are none. */
export async function openTopic(builder: Builder, id: string): Promise<void> {
  if (!(await builder.about(id))) builder.state.set({ openProblems: [noSource] })
}

/** As it was left, kept or not. */
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
 * Opens the chart as its dashboard keeps it. A tile of a curated board was never built: its place is given back, to be taken by
 * what answers its question.
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
