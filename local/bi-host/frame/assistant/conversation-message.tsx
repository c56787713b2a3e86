import { useEffect, useRef } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import type { FieldsReply, Chip } from '../../wire/answers'
import { formatDay } from '../../rendering/format'
import type { ConversationOptions } from '../protocol/view-options'
import { useStore, useLook, useUi, requestAction } from '../parts/context'
import { tokenClass } from '../parts/form'
import { maxQuestionLength, type Conversation, type Message } from './conversation'
import type { AnswerWords } from './conversation-host'
import { DrawnAnswer, useAnswer, type AnswerIds } from './answer'
import type { Tile } from '../../wire/board'
import { actionsOf } from '../tiles/tile-actions'

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

function Questions({
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

interface MessageProps {
  readonly message: Message
  readonly convId: string
  /** Only the last answer offers follow-up questions. */
  readonly last: boolean
  readonly conversation: Conversation
}

export function ConversationMessage(props: MessageProps) {
  return (
    <li class="conv-turn">
      <p class="conv-question">
        <span class="visually-hidden">You asked: </span>
        {props.message.question}
      </p>
      <div aria-live="polite">
        <Outcome {...props} />
      </div>
    </li>
  )
}

function Outcome({ message, convId, last, conversation }: MessageProps) {
  const ids = { convId, messageId: message.id }
  const ask = last ? (question: string) => void conversation.ask(question) : null
  const { words } = useLook()
  const { outcome } = message
  const retry = () => void conversation.retry(message.id)
  switch (outcome.kind) {
    case 'asking':
      return <p class="conv-busy">{words('spotter.busy')}</p>
    case 'stopped':
      return <ProblemNote text="Stopped." action="Ask again" run={retry} />
    case 'failed':
      if (outcome.unread) return <Unread text={outcome.text} ids={ids} ask={ask} />
      return <ProblemNote alert text={outcome.text} action="Try again" run={retry} />
    case 'answered':
      return <AnswerOf words={outcome.words} ids={ids} ask={ask} />
  }
}

type Ask = ((question: string) => void) | null

/** A question with words that were not understood: shows what was understood, and one-click alternatives. */
function Unread({ text, ids, ask }: { readonly text: string; readonly ids: AnswerIds; readonly ask: Ask }) {
  const { loaded } = useAnswer(ids)
  const { reply, followUps } = loaded.kind === 'answer' ? loaded.answer : { reply: null, followUps: [] }
  const chips = reply?.chips ?? []
  return (
    <article class="conv-answer">
      <ProblemNote alert text={text} />
      <ReadAs chips={chips} change={null} label="Understood so far" />
      {ask === null || followUps.length === 0 ? null : (
        <Questions label="Ask instead" questions={followUps} ask={ask} />
      )}
    </article>
  )
}

/** The reading of a question. Each part leads to where it can be changed. */
function ReadAs({
  chips,
  change,
  label = 'How the question was read',
}: {
  readonly chips: readonly Chip[]
  readonly change: (() => void) | null
  readonly label?: string
}) {
  if (chips.length === 0) return null
  return (
    <ul class="answer-chip-list" aria-label={label}>
      {chips.map(({ kind, label: name, assumed, detail }) => (
        <li key={name} class={`answer-chip ${assumed ? 'assumed' : ''}`} data-token-type={kind}>
          {change === null ? (
            <span class="answer-chip-name">{name}</span>
          ) : (
            <button type="button" class="answer-chip-name" title={detail} onClick={change}>
              {name}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

const height = 360
/** A single number has no use for more height. */
const figureHeight = 172

function AnswerOf({
  words,
  ids,
  ask,
}: {
  readonly words: AnswerWords
  readonly ids: AnswerIds
  readonly ask: Ask
}) {
  const { loaded, retry } = useAnswer(ids)
  const reply = loaded.kind === 'answer' ? loaded.answer.reply : null
  const followUps = loaded.kind === 'answer' ? loaded.answer.followUps : []
  return (
    <article class="conv-answer">
      {words.description === '' ? null : <p class="conv-words">{words.description}</p>}
      {loaded.kind === 'loading' ? <div class="bone" style={{ height: `${height}px` }} /> : null}
      {loaded.kind === 'problem' ? (
        <ProblemNote alert text="The chart could not be drawn." action="Try again" run={retry} />
      ) : null}
      {reply?.kind === 'problem' ? <ProblemNote text={reply.message} /> : null}
      {reply?.kind === 'result' ? (
        <DrawnAnswer tile={reply.tile} ids={ids} height={reply.tile.kind === 'kpi' ? figureHeight : height} />
      ) : null}
      <Reading words={words} chips={reply?.kind === 'result' ? reply.chips : []}>
        {reply?.kind === 'result' ? (
          <Changeable tile={reply.tile} chips={reply.chips} id={ids.messageId} />
        ) : null}
      </Reading>
      {reply?.kind === 'result' ? <AnswerActions tile={reply.tile} id={ids.messageId} /> : null}
      {ask === null || followUps.length === 0 ? null : (
        <Questions label="Ask next" questions={followUps} ask={ask} />
      )}
    </article>
  )
}

function Reading({
  words,
  chips,
  children,
}: {
  readonly words: AnswerWords
  readonly chips: readonly Chip[]
  readonly children: ComponentChildren
}) {
  const { interpretation, assumptions, clarifications } = words.llmReasoning
  // Skip assumptions that a chip shows already.
  const unsaid = assumptions.filter((note) => !chips.some(({ label }) => label === note))
  return (
    <div class="conv-reading">
      {children}
      {interpretation === '' ? null : <p>{interpretation}</p>}
      <Notes caption="Assumed" notes={unsaid} />
      <Notes caption="Please check" notes={clarifications} />
      <Notes
        caption="Could also mean"
        notes={words.ambiguousPhrases.map(
          ({ phrase, candidates }) => `“${phrase}”: ${candidates.join(', ')}`,
        )}
      />
      <Notes
        caption="Calculated"
        notes={words.formulaInfo.map(({ name, expression }) => `${name} = ${expression}`)}
      />
    </div>
  )
}

function Notes({ caption, notes }: { readonly caption: string; readonly notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <dl>
      <dt>{caption}</dt>
      {notes.map((note) => (
        <dd key={note}>{note}</dd>
      ))}
    </dl>
  )
}

/** Shown in place of an answer, with what the user can do about it. */
function ProblemNote({
  text,
  action,
  run,
  alert = false,
}: {
  readonly text: string
  readonly action?: string
  readonly run?: () => void
  readonly alert?: boolean
}) {
  return (
    <div class="conv-note" data-alert={alert} role={alert ? 'alert' : undefined}>
      <p>{text}</p>
      {action === undefined ? null : (
        <button type="button" class="text-button" onClick={run}>
          {action}
        </button>
      )}
    </div>
  )
}

/** Next steps for an answer, shown as buttons. The tile's menu and the answer panel offer the same. */
const onward: ReadonlySet<string> = new Set(['explore', 'pin'])

function useOnward(tile: Tile) {
  const { words } = useLook()
  const { frame } = useUi()
  const options = useStore(frame.state, (state) => state.options)
  return actionsOf(tile, { editable: false, onBoard: false }, options, words).filter(
    ({ id: action, disabled }) =>
      (onward.has(action) || options.customActions.some((custom) => custom.id === action)) && !disabled,
  )
}

/** The reading. Each part opens the answer where that part can be changed. */
function Changeable({
  tile,
  chips,
  id,
}: {
  readonly tile: Tile
  readonly chips: readonly Chip[]
  readonly id: string
}) {
  const { words } = useLook()
  // A page may replace the explorer with an action of its own, under a name of its own.
  const opens = useOnward(tile).find(
    (action) => action.id === 'explore' || action.label === words('viz.menu.explore'),
  )
  return <ReadAs chips={chips} change={opens === undefined ? null : () => requestAction(opens.id, id)} />
}

export function AnswerActions({ tile, id }: { readonly tile: Tile; readonly id: string }) {
  const actions = useOnward(tile)
  if (actions.length === 0) return null
  return (
    <p class="conv-actions">
      {actions.map((action) => (
        <button
          key={action.id}
          type="button"
          class="text-button"
          onClick={() => requestAction(action.id, id)}
        >
          {action.label}
        </button>
      ))}
    </p>
  )
}
