import { createStore, type Store } from '../protocol/state'
import type { AnswerWords, ConversationHost } from './conversation-host'
import type { Frame } from '../protocol/frame'

/** A question and its outcome. */
export interface Message {
  /** Also the id of its message. A retried question gets a new one. */
  readonly id: string
  readonly question: string
  readonly outcome:
    | { readonly kind: 'asking' | 'stopped' }
    | { readonly kind: 'answered'; readonly words: AnswerWords }
    | { readonly kind: 'failed'; readonly text: string; readonly unread?: true }
}

export interface ConversationState {
  /** Null before the first question. */
  readonly convId: string | null
  readonly messages: readonly Message[]
  /** Text in the input field. */
  readonly draft: string
}

/** A conversation about one worksheet. One question is in flight at a time. A new question or a reset aborts it. */
export interface Conversation {
  readonly state: Store<ConversationState>
  write(draft: string): void
  ask(question: string): Promise<void>
  /** Aborts the question in flight. */
  stop(): void
  /** Retries a question that failed or was stopped, replacing it. */
  retry(id: string): Promise<void>
  /** Restores a conversation after a reload, unless a question has been asked here already. */
  resume(convId: string, messages: readonly Message[]): void
  /** Starts over: all messages are dropped. */
  reset(): void
  deleteLast(): void
  /** Asks the last question again with other words. Without words, puts it back into the field. */
  editLast(question: string): Promise<void>
}

export const maxQuestionLength = 1_000
const emptyConversation: ConversationState = { convId: null, messages: [], draft: '' }

export function createConversation(
  host: ConversationHost,
  worksheetId: string,
  newId: () => string,
): Conversation {
  const state = createStore<ConversationState>(emptyConversation)
  let current: AbortController | null = null

  function settle(id: string, outcome: Message['outcome']): void {
    const { messages } = state.get()
    state.set({
      messages: messages.map((message) => (message.id === id ? { ...message, outcome } : message)),
    })
  }

  function stop(): void {
    current?.abort()
    current = null
    const open = state.get().messages.find(({ outcome }) => outcome.kind === 'asking')
    if (open !== undefined) settle(open.id, { kind: 'stopped' })
  }

  async function ask(given: string): Promise<void> {
    const question = given.trim().slice(0, maxQuestionLength)
    if (question === '') return
    stop()
    const controller = (current = new AbortController())
    const message: Message = { id: newId(), question, outcome: { kind: 'asking' } }
    state.set({ messages: [...state.get().messages, message], draft: '' })
    try {
      const outcome = await outcomeOf(message, { state, host, worksheetId, signal: controller.signal })
      if (!controller.signal.aborted) settle(message.id, outcome)
    } catch (error) {
      // Aborted: the message is marked as stopped already.
      if (!controller.signal.aborted) throw error
    }
  }

  function deleteLast(): void {
    stop()
    state.set({ messages: state.get().messages.slice(0, -1) })
  }

  return {
    state,
    write: (draft) => state.set({ draft }),
    ask,
    stop,
    async retry(id) {
      const { messages } = state.get()
      const message = messages.find((one) => one.id === id)
      if (message === undefined) return
      state.set({ messages: messages.filter((one) => one !== message) })
      await ask(message.question)
    },
    resume(convId, messages) {
      if (state.get().messages.length === 0) state.set({ convId, messages })
    },
    reset() {
      stop()
      state.set(emptyConversation)
    },
    deleteLast,
    async editLast(question) {
      const before = state.get().messages.at(-1)?.question
      if (before === undefined) return
      deleteLast()
      if (question.trim() === '') state.set({ draft: before })
      else await ask(question)
    },
  }
}

interface Asking {
  readonly state: Store<ConversationState>
  readonly host: ConversationHost
  readonly worksheetId: string
  readonly signal: AbortSignal
}

/** Asks the host, after opening a conversation if there is none yet. */
async function outcomeOf(
  { id, question }: Message,
  { state, host, worksheetId, signal }: Asking,
): Promise<Message['outcome']> {
  let { convId } = state.get()
  if (convId === null) {
    const opened = await host.open(worksheetId, signal)
    if (!opened.ok) return { kind: 'failed', text: opened.text }
    convId = opened.value
    if (!signal.aborted) state.set({ convId })
  }
  // Messages that were deleted, stopped or not understood are no context for the next question.
  const answered = state
    .get()
    .messages.filter((message) => message.id !== id && message.outcome.kind === 'answered')
  const after = answered.map((message) => message.id)
  const reply = await host.ask({ convId, worksheetId, id, text: question, after }, signal)
  if (reply.ok) return { kind: 'answered', words: reply.value }
  return { kind: 'failed', text: reply.text, ...(reply.unread && { unread: true }) }
}

/** Notifies the embedding page, in the vendor's format, of what happens in the conversation. Returns the unsubscribe function. */
export function announceConversation({ port }: Frame, conversation: Conversation): () => void {
  // Messages from before the view was reopened were announced then.
  let before: readonly Message[] = conversation.state.get().messages
  port.post('spotterInit', {})
  port.post('spotterLoadComplete', {})
  return conversation.state.subscribe(() => {
    const { messages, convId } = conversation.state.get()
    if (messages === before) return
    for (const message of messages) {
      const known = before.find(({ id }) => id === message.id)
      // A message that arrives with its answer was announced before a reload.
      if (known === undefined && message.outcome.kind !== 'asking') continue
      if (known === undefined) port.post('SpotterQueryTriggered', { query: message.question })
      if (message.outcome.kind !== 'answered' || known?.outcome.kind === 'answered') continue
      port.post('SpotterData', { convId, messageId: message.id, title: message.outcome.words.title })
      port.post('spotterResponseComplete', { convId, messageId: message.id })
    }
    if (messages.length === 0 && before.length > 0) port.post('ResetSpotterConversation', {})
    before = messages
  })
}

/** Conversations of one page visit: one per source, restored when its source is selected again. */
export interface Conversations {
  about(worksheetId: string): Conversation
  /** The question in the address. Returned once, and only for the source it came with. */
  takeQuestion(worksheetId: string): string
}

export function createConversations(
  asked: { readonly worksheetId: string; readonly question: string },
  begin: (worksheetId: string) => Conversation,
): Conversations {
  const known = new Map<string, Conversation>()
  let { question } = asked
  return {
    about(worksheetId) {
      const conversation = known.get(worksheetId) ?? begin(worksheetId)
      known.set(worksheetId, conversation)
      return conversation
    },
    takeQuestion(worksheetId) {
      if (worksheetId !== asked.worksheetId) return ''
      const taken = question
      question = ''
      return taken
    },
  }
}
