import type { FieldsReply } from '../../wire/answers'
import { formatDay } from '../../rendering/format'
import type { ConversationOptions } from '../protocol/view-options'
import { Questions } from './questions'

/** Before the first question: questions that work, and what can be asked about. */
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
  /** Puts a name into the field. */
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
        <Questions label="Questions that work" questions={fields.examples.slice(0, 6)} ask={ask} />
      )}
      {options.fields && fields !== null ? <Fields fields={fields} mention={mention} /> : null}
    </section>
  )
}

/** Measures and attributes by their source. A press puts the name into the field. */
function Fields({
  fields,
  mention,
}: {
  readonly fields: FieldsReply
  readonly mention: (name: string) => void
}) {
  return (
    <details class="conv-fields">
      <summary>What can be asked about</summary>
      {fields.sources.map((source) => (
        <div key={source.id} class="conv-fields-source">
          <h3>{source.label}</h3>
          <ul>
            {[...source.measures, ...source.attributes].map((field) => (
              <li key={field.id}>
                <button
                  type="button"
                  class="search-token"
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
