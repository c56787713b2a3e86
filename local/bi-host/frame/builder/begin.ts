import type { BuilderRoute } from '../protocol/routes'
import type { SearchOptions, ViewOptions } from '../protocol/view-options'
import { takeDraft } from './draft'
import type { PinnedPlace } from './builder-state'
import type { Builder } from './store'

type Pinned = NonNullable<SearchOptions['pinned']>

const noSource = 'This link names a dataset that is not there, or is not yours. Everything else can be asked.'
const noChart = 'This chart is not there any more, or it is not yours.'

/** Opens what the address asks for: a saved or pinned chart, a question, the chart a reload interrupted, a dataset, or nothing. */
export async function begin(builder: Builder, route: BuilderRoute, options: ViewOptions): Promise<void> {
  if (builder.state.get().catalog === null) await builder.loadFields()
  const { pinned } = options.search
  const asked = route.question === undefined ? options.search : { question: route.question, run: true }
  const { question, run } = asked
  const sources = route.source === undefined ? options.search.sources : [route.source]
  if (route.answerId !== undefined) return openSaved(builder, route.answerId)
  if (route.restore && (await openDraft(builder, pinned))) return
  const place = pinned === null ? null : await openPinned(builder, pinned)
  if (place === 'opened') return
  if (question !== '' && run) await builder.ask(question, { byPerson: false })
  else if (question !== '') await builder.colour(question)
  if (pinned !== null && place !== null) {
    const { answer } = builder.state.get()
    builder.state.set({ pinned: place, answer: { ...answer, title: pinned.title } })
  }
  const [source] = sources
  if (source !== undefined) await openTopic(builder, source)
}

/** Shows the sources of a dataset, or says that there are none. */
export async function openTopic(builder: Builder, id: string): Promise<void> {
  if (!(await builder.about(id))) builder.state.set({ openProblems: [noSource] })
}

async function openSaved(builder: Builder, id: string): Promise<void> {
  const reply = await builder.host('OpenAnswer', { id })
  if (!reply.ok) return builder.state.set({ openProblems: [noChart] })
  const { answer, head, problems } = reply.value
  builder.open(answer, { saved: head, problems })
}

async function openDraft(builder: Builder, pinned: Pinned | null): Promise<boolean> {
  const draft = takeDraft()
  if (draft === null) return false
  const reply = pinned === null ? null : await builder.host('OpenPin', pinned)
  builder.open(draft, reply?.ok === true ? { pinned: reply.value } : {})
  builder.state.set({ keptAs: '', touched: true })
  return true
}

/**
 * Opens the chart as its dashboard keeps it. A tile of a curated board was never built: its place is given back, to be taken by
 * what answers its question.
 */
async function openPinned(builder: Builder, pinned: Pinned): Promise<'opened' | PinnedPlace | null> {
  const reply = await builder.host('OpenPin', pinned)
  if (!reply.ok) {
    builder.state.set({ openProblems: [noChart] })
    return null
  }
  const { answer, problems, ...place } = reply.value
  if (answer !== null) {
    builder.open(answer, { pinned: place, problems })
    return 'opened'
  }
  if (problems.length > 0) builder.state.set({ openProblems: problems })
  return place
}
