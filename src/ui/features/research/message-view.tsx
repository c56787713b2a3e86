import type { ReactNode } from 'react'
import { exhaustive } from '../../../core/kernel/result'
import type { ResearchFailure } from '../../../core/ports/research-assistant'
import type { ResearchMessage } from '../../../core/research/conversation'
import { Spinner } from '../../components/spinner'
import { useApp } from '../../hooks/use-app'
import { Answer } from './answer'

/** A question and its outcome. */
export function MessageView({
  message,
  sourceId,
  first,
  edit,
}: {
  readonly message: ResearchMessage
  readonly sourceId: string
  /** True if nothing was asked before it. */
  readonly first: boolean
  /** Puts its question back into the field. */
  readonly edit: () => void
}): ReactNode {
  return (
    <li className="message">
      <p className="message__question">
        <span className="visually-hidden">You asked: </span>
        {message.question}
      </p>
      <div className="message__outcome">
        <Outcome message={message} sourceId={sourceId} first={first} edit={edit} />
      </div>
      {/* Announces the outcome once, without its controls. */}
      <output className="visually-hidden">{announcement(message.outcome)}</output>
    </li>
  )
}

/** Shown in place of the answer, by state. Announced from outside, because an element that is inserted with its text may not be. */
export const waitingTexts: Readonly<Partial<Record<ResearchMessage['outcome']['kind'], string>>> = {
  waiting: 'Waiting…',
  asking: 'Reading the question…',
  stopped: 'Stopped.',
}

function announcement(outcome: ResearchMessage['outcome']): string {
  if (outcome.kind === 'failed') return researchFailureText(outcome.failure)
  if (outcome.kind !== 'answered') return ''
  const { title, description } = outcome.reply.answer
  return `Answer: ${title}. ${description}`
}

function Outcome({ message, sourceId, first, edit }: Parameters<typeof MessageView>[0]): ReactNode {
  const { stores } = useApp()
  const { ask, clear, stop, repeat } = stores.research.getState()
  const { outcome } = message
  function askAlone(): void {
    clear(sourceId)
    ask(sourceId, message.question)
  }
  switch (outcome.kind) {
    case 'waiting':
    case 'asking':
      return (
        <p className="message__waiting">
          <Spinner />
          {waitingTexts[outcome.kind]}
          <button type="button" className="text-button" onClick={() => stop(sourceId, message.id)}>
            Stop
          </button>
        </p>
      )
    case 'stopped':
      return (
        <p className="message__note">
          {waitingTexts.stopped}
          <button type="button" className="text-button" onClick={() => repeat(sourceId, message.id)}>
            Ask again
          </button>
        </p>
      )
    case 'failed':
      return (
        <Failure
          failure={outcome.failure}
          edit={edit}
          askAlone={askAlone}
          retry={() => repeat(sourceId, message.id)}
        />
      )
    case 'answered':
      return (
        <Answer
          reply={outcome.reply}
          conversation={outcome.conversation}
          question={message.question}
          before={message.before}
          askAlone={first ? null : askAlone}
        />
      )
  }
}

/** What went wrong, and first of all what helps: a sentence that was not understood is no better the second time. */
function Failure({
  failure,
  edit,
  askAlone,
  retry,
}: {
  readonly failure: ResearchFailure
  readonly edit: () => void
  readonly askAlone: () => void
  readonly retry: () => void
}): ReactNode {
  const { kind } = failure
  const isReply = kind === 'assistant-error'
  return (
    <div className={isReply ? 'message__failure message__failure--reply' : 'message__failure'}>
      <p>{researchFailureText(failure)}</p>
      {isReply && (
        <button type="button" className="text-button" onClick={edit}>
          Edit question
        </button>
      )}
      {kind === 'assistant-rejected' && (
        <button type="button" className="text-button" onClick={askAlone}>
          Ask in a new conversation
        </button>
      )}
      {kind !== 'source-missing' && (
        <button type="button" className="text-button" onClick={retry}>
          Retry
        </button>
      )}
    </div>
  )
}

/** Shown instead of an answer. The assistant's own text is shown as it wrote it. */
export function researchFailureText(failure: ResearchFailure): string {
  switch (failure.kind) {
    case 'not-supported':
      return 'Questions aren’t available here: the analytics service of this portal has no assistant.'
    case 'source-missing':
      return 'Worksheet not found. No data source is set up for this conversation.'
    case 'assistant-error':
      return failure.text
    case 'assistant-rejected':
      return 'The analytics service could not take this question. Start a new conversation and ask again.'
    case 'assistant-refused':
      return 'Your account doesn’t have access to this data.'
    case 'assistant-unavailable':
      return 'The analytics service is unavailable. Try again in a moment.'
    case 'assistant-unreachable':
      return 'The connection was lost. Try again.'
    case 'assistant-timeout':
      return 'No answer came within a minute. Try again.'
    case 'assistant-malformed':
      return 'The analytics service sent an unexpected response.'
    case 'assistant-token':
      return 'We couldn’t verify your access. Try again in a moment.'
    default:
      return exhaustive(failure)
  }
}
