/** Questions that are asked by a press. */
export function Questions({
  label,
  questions,
  ask,
}: {
  readonly label: string
  readonly questions: readonly string[]
  readonly ask: (question: string) => void
}) {
  return (
    <ul class="conv-examples" aria-label={label}>
      {questions.map((question) => (
        <li key={question}>
          <button type="button" class="example" onClick={() => ask(question)}>
            {question}
          </button>
        </li>
      ))}
    </ul>
  )
}
