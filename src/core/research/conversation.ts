import type { AssistantReply, Conversation, ResearchFailure } from '../ports/research-assistant'
import type { EarlierAnswer } from './earlier-answers'

/** One question and what became of it. */
export interface ResearchMessage {
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
  readonly before: EarlierAnswer | null
}

/** A conversation about one worksheet, as the screen shows it. */
export interface ResearchConversation {
  readonly worksheetId: string
  readonly messages: readonly ResearchMessage[]
}

export type Outcome = ResearchMessage['outcome']

export function withMessage(
  conversation: ResearchConversation,
  message: ResearchMessage,
): ResearchConversation {
  return { ...conversation, messages: [...conversation.messages, message] }
}

export function withOutcome(
  conversation: ResearchConversation,
  id: string,
  outcome: Outcome,
): ResearchConversation {
  return {
    ...conversation,
    messages: conversation.messages.map((message) => (message.id === id ? { ...message, outcome } : message)),
  }
}

export function withoutMessage(conversation: ResearchConversation, id: string): ResearchConversation {
  return { ...conversation, messages: conversation.messages.filter((message) => message.id !== id) }
}

/** Whether a question is on its way or in the queue. */
export function isOpen({ outcome }: ResearchMessage): boolean {
  return outcome.kind === 'waiting' || outcome.kind === 'asking'
}
