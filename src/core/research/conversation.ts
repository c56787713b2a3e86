import type { AssistantReply, Conversation, ResearchFailure } from '../ports/research-assistant'
import type { KeptAnswer } from './kept-answers'

/** One question and what became of it. */
export interface Turn {
  /** Also the id of the message; a question that is asked again is a new turn in the place of the old one. */
  readonly id: string
  readonly question: string
  readonly outcome:
    /** Before it are others, or the conversation does not exist yet. */
    | { readonly kind: 'waiting' }
    | { readonly kind: 'asking' }
    | { readonly kind: 'answered'; readonly reply: AssistantReply; readonly conversation: Conversation }
    | { readonly kind: 'failed'; readonly failure: ResearchFailure }
    | { readonly kind: 'stopped' }
  /** The answer of an earlier visit that this turn asks for again. */
  readonly before: KeptAnswer | null
}

/** A conversation about one worksheet, as the screen shows it. */
export interface Talk {
  readonly worksheetId: string
  readonly turns: readonly Turn[]
}

export type Outcome = Turn['outcome']

export function withTurn(talk: Talk, turn: Turn): Talk {
  return { ...talk, turns: [...talk.turns, turn] }
}

export function withOutcome(talk: Talk, id: string, outcome: Outcome): Talk {
  return { ...talk, turns: talk.turns.map((turn) => (turn.id === id ? { ...turn, outcome } : turn)) }
}

export function withoutTurn(talk: Talk, id: string): Talk {
  return { ...talk, turns: talk.turns.filter((turn) => turn.id !== id) }
}

/** Whether a question is on its way or in the queue. */
export function isOpen({ outcome }: Turn): boolean {
  return outcome.kind === 'waiting' || outcome.kind === 'asking'
}
