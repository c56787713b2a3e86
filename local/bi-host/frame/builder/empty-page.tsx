import { useBuilderState, useBuilderUi, useQuery } from './context'

/** Before anything is asked: questions that work, and the two ways to begin. */
export function EmptyPage() {
  const { builder, open } = useBuilderUi()
  const { catalog } = useQuery()
  const topic = useBuilderState((state) => state.topic)
  const examples = (topic ?? catalog.reply).examples.slice(0, 6)
  return (
    <section class="builder-empty">
      <h2>{topic ? `What do you want to know about ${topic.title}?` : 'What do you want to know?'}</h2>
      <p>
        Ask in words above, or choose a measure from the fields.
        {examples.length === 0 ? null : ' These work as they are:'}
      </p>
      <ul>
        {examples.map((question) => (
          <li key={question}>
            <button type="button" class="example" onClick={() => void builder.ask(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="button secondary narrow-only" onClick={() => open({ kind: 'fields' })}>
        Choose fields
      </button>
    </section>
  )
}
