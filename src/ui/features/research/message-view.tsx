import type { ReactNode } from 'react'
import { exhaustive } from '../../../core/kernel/result'
import type { ResearchFailure } from '../../../core/ports/research-assistant'
import type { Turn } from '../../../core/research/conversation'
import { Spinner } from '../../components/spinner'
import { useApp } from '../../hooks/use-app'
import { Answer } from './answer'

/** A question and what became of it. */
export function TurnView({
  turn,
  worksheetId,
  first,
}: {
  readonly turn: Turn
  readonly worksheetId: string
  /** Nothing was asked before it. */
  readonly first: boolean
}): ReactNode {
  return (
    <li className="turn">
      <p className="turn__question">
        <span className="visually-hidden">You asked: </span>
        {turn.question}
      </p>
      <div className="turn__outcome" aria-live="polite">
        <Outcome turn={turn} worksheetId={worksheetId} first={first} />
      </div>
    </li>
  )
}

function Outcome({ turn, worksheetId, first }: Parameters<typeof TurnView>[0]): ReactNode {
  const { stores } = useApp()
  const { ask, clear, stop, repeat } = stores.research.getState()
  const { outcome } = turn
  switch (outcome.kind) {
    case 'waiting':
    case 'asking':
      return (
        <p className="turn__waiting">
          <Spinner />
          {outcome.kind === 'waiting' ? 'Waiting…' : 'Reading the question…'}
          <button type="button" className="text-button" onClick={() => stop(worksheetId, turn.id)}>
            Stop
          </button>
        </p>
      )
    case 'stopped':
      return (
        <p className="turn__note">
          Stopped.
          <button type="button" className="text-button" onClick={() => repeat(worksheetId, turn.id)}>
            Ask again
          </button>
        </p>
      )
    case 'failed':
      return (
        <div className="turn__failure" role="alert">
          <p>{researchFailureText(outcome.failure)}</p>
          {outcome.failure.kind !== 'worksheet-not-found' && (
            <button type="button" className="text-button" onClick={() => repeat(worksheetId, turn.id)}>
              Retry
            </button>
          )}
        </div>
      )
    case 'answered':
      return (
        <Answer
          reply={outcome.reply}
          conversation={outcome.conversation}
          question={turn.question}
          before={turn.before}
          askAlone={
            first
              ? null
              : () => {
                  clear(worksheetId)
                  ask(worksheetId, turn.question)
                }
          }
        />
      )
  }
}

/** What a person reads instead of an answer. The assistant's own words are shown as it wrote them. */
function researchFailureText(failure: ResearchFailure): string {
  switch (failure.kind) {
    case 'worksheet-not-found':
      return 'Worksheet not found. The portal is set up without the data that this conversation would be about.'
    case 'assistant-error':
      return failure.text
    case 'assistant-rejected':
      return 'The analytics service could not take this question. Start a new conversation and ask again.'
    case 'assistant-refused':
      return 'The analytics service refused the question with the access you have now.'
    case 'assistant-unavailable':
      return 'The analytics service is busy or out of order. It may answer in a moment.'
    case 'assistant-unreachable':
      return 'The connection was lost before an answer came.'
    case 'assistant-timeout':
      return 'No answer came within a minute, so the page stopped waiting.'
    case 'assistant-malformed':
      return 'The analytics service answered in a way that this page does not understand.'
    case 'assistant-token':
      return 'You could not be signed in to the analytics service.'
    default:
      return exhaustive(failure)
  }
}
