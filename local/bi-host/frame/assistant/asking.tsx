import type { FieldsReply } from '../../wire/answers'
import { formatDay } from '../../rendering/format'
import type { ConversationOptions } from '../protocol/view-options'
import { useEffect, useRef } from 'preact/hooks'
import { useStore } from '../parts/context'
import { tokenClass } from '../parts/token-class'
import { maxQuestionLength, type Conversation } from './conversation'

/** Shown before the first question: example questions that work, and the available fields. */
export function ConversationBegin({
  title,
  fields,
  options,
  ask,
  mention,
}: {
  readonly title: string
  readonly fields: FieldsReply | null
  readonly options: ConversationOptions
  readonly ask: (question: string) => void
  /** Inserts a name into the input field. */
  readonly mention: (name: string) => void
}) {
  return (
    <section class="conv-begin" aria-busy={fields === null}>
      <h2>What do you want to know?</h2>
      <p>
        Ask about the data behind {title} in your own words. Every answer shows how it was read and the
        figures behind it.
        {fields === null ? '' : ` The data ends on ${formatDay(fields.asOf)}.`}
      </p>
      {options.examplesHidden || fields === null ? null : (
        <Questions label="Try one of these" questions={fields.examples.slice(0, 6)} ask={ask} />
      )}
      {options.fields && fields !== null ? <Fields fields={fields} mention={mention} /> : null}
    </section>
  )
}

/** Measures and attributes by source. A click inserts the name into the input field. */
function Fields({
  fields,
  mention,
}: {
  readonly fields: FieldsReply
  readonly mention: (name: string) => void
}) {
  return (
    <details class="conv-fields">
      <summary>Available data</summary>
      {fields.sources.map((source) => (
        <div key={source.id} class="conv-fields-source">
          <h3>{source.label}</h3>
          <ul>
            {[...source.measures, ...source.attributes].map((field) => (
              <li key={field.id}>
                <button
                  type="button"
                  class={tokenClass(field.kind)}
                  data-token-type={field.kind}
                  title={field.definition}
                  onClick={() => mention(field.label)}
                >
                  {field.label}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  )
}

/** The input for the next question. A question in flight can be stopped here. */
export function ConversationField({ conversation }: { readonly conversation: Conversation }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useStore(conversation.state, (state) => state.draft)
  const busy = useStore(conversation.state, (state) =>
    state.messages.some(({ outcome }) => outcome.kind === 'asking'),
  )
  useEffect(() => {
    const element = field.current
    if (element === null || draft === '' || document.activeElement === element) return
    // The text was inserted by another part of the page: put the caret at its end. Do not take the focus from the embedding page.
    if (!document.hasFocus()) return
    element.focus()
    element.setSelectionRange(draft.length, draft.length)
  }, [draft])

  return (
    <form
      class="conv-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void conversation.ask(draft)
      }}
    >
      <textarea
        ref={field}
        class="conv-input"
        data-testid="conv-assist-chat-input"
        rows={1}
        maxLength={maxQuestionLength}
        aria-label="Your question"
        placeholder="Ask a question about the data…"
        value={draft}
        onInput={(event) => conversation.write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey) return
          event.preventDefault()
          if (!busy) void conversation.ask(draft)
        }}
      />
      {busy ? (
        <button type="button" class="button small secondary" onClick={() => conversation.stop()}>
          Stop
        </button>
      ) : (
        <button type="submit" class="button small" disabled={draft.trim() === ''}>
          Ask
        </button>
      )}
    </form>
  )
}

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
