import { useLook, useStore, useUi, requestAction } from '../parts/context'
import type { Conversation, Message } from './conversation'
import type { AnswerWords } from './conversation-host'
import { DrawnAnswer, useAnswer, type AnswerIds } from './answer'
import { Questions } from './asking'
import type { ComponentChildren } from 'preact'
import type { Chip } from '../../wire/answers'
import type { Tile } from '../../wire/board'
import { actionsOf } from '../tiles/tile-actions'

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
