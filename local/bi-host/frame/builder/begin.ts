import type { BuilderRoute } from '../protocol/routes'
import type { ViewOptions } from '../protocol/view-options'
import { takeDraft } from './draft'
import type { Builder } from './store'

/** Opens what the address asks for: a saved chart, a question, the chart a reload interrupted, or nothing. */
export async function begin(builder: Builder, route: BuilderRoute, options: ViewOptions): Promise<void> {
  if (builder.state.get().catalog === null) await builder.loadFields()
  if (route.answerId !== undefined) {
    const reply = await builder.host('OpenAnswer', { id: route.answerId })
    if (reply.ok)
      return builder.open(reply.value.answer, { saved: reply.value.head, problems: reply.value.problems })
    builder.state.set({ openProblems: ['This chart is not there any more, or it is not yours.'] })
    return
  }
  if (route.restore) {
    const draft = takeDraft()
    if (draft) {
      builder.open(draft, { saved: null })
      builder.state.set({ keptAs: '', touched: true })
      return
    }
  }
  const { question, run, pinned } = options.search
  if (question === '') return
  if (run) {
    await builder.ask(question, { byPerson: false })
    const { answer } = builder.state.get()
    // A pinned chart keeps its name on the way.
    if (pinned !== null) builder.state.set({ pinned, answer: { ...answer, title: pinned.title } })
  } else await builder.colour(question)
}
