import type { Result } from '../kernel/result'
import type { AssistantReply, Conversation, ResearchFailure } from '../ports/research-assistant'
import type { EarlierAnswer } from './earlier-answers'

/** A question and its outcome. */
export interface ResearchMessage {
  /** A repeated question is a new message that replaces the old one. */
  readonly id: string
  readonly question: string
  readonly outcome:
    /** Queued behind other questions, or until the conversation is open. */
    | { readonly kind: 'waiting' }
    | { readonly kind: 'asking' }
    | { readonly kind: 'answered'; readonly reply: AssistantReply; readonly conversation: Conversation }
    | { readonly kind: 'failed'; readonly failure: ResearchFailure }
    | { readonly kind: 'stopped' }
  /** The answer from an earlier visit that this message requests again. */
  readonly before: EarlierAnswer | null
}

/** A conversation about one source. Questions are sent one at a time. */
export interface ResearchConversation {
  readonly sourceId: string
  readonly messages: readonly ResearchMessage[]
  /** The assistant's conversation, opened with the first question. Null when the next question has to open another. */
  readonly opened: Conversation | null
  /** Id of the message in flight, or of the one that is opening the conversation. The others wait for it. */
  readonly sending: string | null
  /** Id of a question that the assistant may have read although its answer is not shown. The next one must not follow from it. */
  readonly unanswered: string | null
}

export type ConversationEvent =
  | { readonly kind: 'asked'; readonly message: Omit<ResearchMessage, 'outcome'> }
  | {
      readonly kind: 'opened'
      readonly id: string
      readonly result: Result<Conversation, ResearchFailure>
    }
  | {
      readonly kind: 'replied'
      readonly id: string
      readonly result: Result<AssistantReply, ResearchFailure>
    }
  /** The adapter threw, in breach of the port's contract. Only this question fails. */
  | { readonly kind: 'threw'; readonly id: string; readonly cause: string }
  /** The user stopped waiting. */
  | { readonly kind: 'stopped'; readonly id: string }
  /** The message is removed because its question is repeated. */
  | { readonly kind: 'withdrawn'; readonly id: string }
  /** Another tab has this conversation of the assistant: one of the two is a duplicate. */
  | { readonly kind: 'taken'; readonly id: string }

export interface AskedAgain {
  /** The last answer as one query, which stands for all questions before it. Empty when it is not known. */
  readonly query: string
  readonly questions: readonly string[]
}

export type ConversationEffect =
  /** `again`: what the next question may follow from. The new conversation does not have it yet. */
  | { readonly kind: 'open'; readonly id: string; readonly again: AskedAgain }
  | {
      readonly kind: 'ask'
      readonly id: string
      readonly conversation: Conversation
      readonly question: string
    }
  /** Abort the request in flight. */
  | { readonly kind: 'give-up' }
  | {
      readonly kind: 'save-answer'
      readonly id: string
      readonly reply: AssistantReply
      readonly questions: readonly string[]
    }
  | { readonly kind: 'report'; readonly text: string; readonly failure: ResearchFailure }

export interface ConversationStep {
  readonly conversation: ResearchConversation
  readonly effects: readonly ConversationEffect[]
}

export const newConversation = (sourceId: string): ResearchConversation => ({
  sourceId,
  messages: [],
  opened: null,
  sending: null,
  unanswered: null,
})

/** A pure reducer. `research` carries out the effects. */
export function conversationStep(
  conversation: ResearchConversation,
  event: ConversationEvent,
): ConversationStep {
  switch (event.kind) {
    case 'asked':
      return asked(conversation, event.message)
    case 'opened': {
      // Stale: the conversation was cleared or the question was stopped.
      if (event.id !== conversation.sending) return step(conversation)
      if (!event.result.ok) return failed(conversation, event.id, event.result.failure)
      return next({ ...conversation, opened: event.result.value, sending: null })
    }
    case 'replied': {
      const { opened, sending } = conversation
      if (event.id !== sending || opened === null) return step(conversation)
      if (!event.result.ok) return failed(conversation, event.id, event.result.failure)
      const reply = event.result.value
      const settled = withOutcome(conversation, event.id, { kind: 'answered', reply, conversation: opened })
      const questions = questionsUpTo(settled, event.id)
      return next({ ...settled, sending: null }, { kind: 'save-answer', id: event.id, reply, questions })
    }
    case 'threw':
      if (event.id !== conversation.sending) return step(conversation)
      return failed(
        conversation,
        event.id,
        { kind: 'assistant-malformed', path: '' },
        `Thrown: ${event.cause}`,
      )
    case 'stopped': {
      const message = messageOf(conversation, event.id)
      if (message === undefined || !isOpen(message)) return step(conversation)
      const stopped = withOutcome(conversation, event.id, { kind: 'stopped' })
      // If this message is opening the conversation, the opening goes on for the other messages.
      if (message.outcome.kind === 'waiting') return step(stopped)
      return next({ ...stopped, sending: null, unanswered: event.id }, { kind: 'give-up' })
    }
    case 'withdrawn':
      return step({
        ...conversation,
        messages: conversation.messages.filter(({ id }) => id !== event.id),
        // Repeated, it follows from itself.
        unanswered: conversation.unanswered === event.id ? null : conversation.unanswered,
      })
    case 'taken': {
      const { opened, sending } = conversation
      if (opened?.id !== event.id) return step(conversation)
      const unsent = sending === null ? conversation : withOutcome(conversation, sending, { kind: 'waiting' })
      return next({ ...unsent, opened: null, sending: null })
    }
  }
}

/** Whether the question is in flight or queued. */
export function isOpen({ outcome }: ResearchMessage): boolean {
  return outcome.kind === 'waiting' || outcome.kind === 'asking'
}

function messageOf(conversation: ResearchConversation, id: string): ResearchMessage | undefined {
  return conversation.messages.find((message) => message.id === id)
}

const step = (
  conversation: ResearchConversation,
  ...effects: readonly ConversationEffect[]
): ConversationStep => ({ conversation, effects })

function asked(
  conversation: ResearchConversation,
  question: Omit<ResearchMessage, 'outcome'>,
): ConversationStep {
  const outcome: ResearchMessage['outcome'] =
    conversation.sourceId === ''
      ? { kind: 'failed', failure: { kind: 'source-missing' } }
      : { kind: 'waiting' }
  return next({ ...conversation, messages: [...conversation.messages, { ...question, outcome }] })
}

/** Sends the oldest queued question, unless one is in flight. */
function next(
  conversation: ResearchConversation,
  ...effects: readonly ConversationEffect[]
): ConversationStep {
  const { messages, opened, sending, unanswered } = conversation
  const waiting = messages.find(({ outcome }) => outcome.kind === 'waiting')
  if (sending !== null || waiting === undefined) return step(conversation, ...effects)
  const { id, question } = waiting
  if (opened === null || unanswered !== null) {
    const again = askedAgain(messages)
    const unopened = { ...conversation, opened: null, unanswered: null }
    return step({ ...unopened, sending: id }, ...effects, { kind: 'open', id, again })
  }
  const asking = withOutcome({ ...conversation, sending: id }, id, { kind: 'asking' })
  return step(asking, ...effects, { kind: 'ask', id, conversation: opened, question })
}

function failed(
  conversation: ResearchConversation,
  id: string,
  failure: ResearchFailure,
  text: string = failure.kind,
): ConversationStep {
  const message = messageOf(conversation, id)
  const settled =
    message !== undefined && isOpen(message)
      ? withOutcome(conversation, id, { kind: 'failed', failure })
      : conversation
  // A busy assistant (429) has not read it.
  const isUnknown =
    unknownOutcomes.has(failure.kind) && !(failure.kind === 'assistant-unavailable' && failure.status === 429)
  const unanswered = isUnknown ? id : conversation.unanswered
  return next({ ...settled, sending: null, unanswered }, { kind: 'report', text, failure })
}

/** The assistant may have read the question all the same. */
const unknownOutcomes: ReadonlySet<ResearchFailure['kind']> = new Set([
  'assistant-malformed',
  'assistant-timeout',
  'assistant-unavailable',
  'assistant-unreachable',
] as const)

function withOutcome(
  conversation: ResearchConversation,
  id: string,
  outcome: ResearchMessage['outcome'],
): ResearchConversation {
  return {
    ...conversation,
    messages: conversation.messages.map((message) => (message.id === id ? { ...message, outcome } : message)),
  }
}

/** The answered questions before this message, and its own question. */
function questionsUpTo({ messages }: ResearchConversation, id: string): readonly string[] {
  return answeredIn(messages.slice(0, messages.findIndex((message) => message.id === id) + 1))
}

function askedAgain(messages: readonly ResearchMessage[]): AskedAgain {
  const queries = messages.flatMap(({ outcome }) =>
    outcome.kind === 'answered' ? [outcome.reply.answer.query] : [],
  )
  return { query: queries.at(-1) ?? '', questions: answeredIn(messages) }
}

const answeredIn = (messages: readonly ResearchMessage[]): readonly string[] =>
  messages.filter(({ outcome }) => outcome.kind === 'answered').map(({ question }) => question)
