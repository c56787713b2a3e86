import type { BuilderRoute } from '../protocol/routes'
import type { SearchOptions, ViewOptions } from '../protocol/view-options'
import type { PinnedChart } from './builder-state'
import { readSheet, type Sheet } from './saved-sheet'
import type { Builder } from './builder'

type Pinned = NonNullable<SearchOptions['pinned']>

const noSource =
  'This dataset was deleted or you don’t have access to it. You can still ask about other data.'
const noChart = 'This chart was deleted or you don’t have access to it.'

/** Opens what the address asks for: what a reload interrupted, a saved or pinned chart, a question, a dataset, or nothing. */
export async function begin(builder: Builder, route: BuilderRoute, options: ViewOptions): Promise<void> {
  // First of all: what is done from here on is kept in its place.
  const sheet = route.restore ? readSheet() : null
  if (builder.state.get().catalog === null) await builder.loadFields()
  if (sheet !== null) return openSheet(builder, sheet)
  const { pinned } = options.search
  const asked = route.question === undefined ? options.search : { question: route.question, run: true }
  const { question, run } = asked
  const sources = route.source === undefined ? options.search.sources : [route.source]
  if (route.answerId !== undefined) return openSaved(builder, route.answerId)
  const found = pinned === null ? null : await openPinned(builder, pinned)
  if (found === 'opened') return
  if (question !== '' && run) await builder.ask(question, { byPerson: false })
  else if (question !== '') await builder.write(question)
  if (pinned !== null && found !== null) {
    const { answer } = builder.state.get()
    builder.state.set({ pinned: found, answer: { ...answer, title: pinned.title } })
  }
  const [source] = sources
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
