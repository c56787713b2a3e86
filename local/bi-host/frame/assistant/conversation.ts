import { createStore, type Store } from '../protocol/state'
import type { AnswerWords, ConversationHost } from './conversation-host'
import type { Frame } from '../protocol/frame'

/** One question and what became of it. */
export interface Message {
  /** Also the id of its message; asked again it is another one. */
  readonly id: string
  readonly question: string
  readonly outcome:
    | { readonly kind: 'asking' | 'stopped' }
    | { readonly kind: 'answered'; readonly words: AnswerWords }
    | { readonly kind: 'failed'; readonly text: string; readonly unread?: true }
}

export interface ConversationState {
  /** Null until the first question was asked. */
  readonly convId: string | null
  readonly messages: readonly Message[]
  /** What stands in the field. */
  readonly draft: string
}

/** A conversation about one worksheet. One question is on its way at a time: another one, or the end, gives it up. */
export interface Conversation {
  readonly state: Store<ConversationState>
  write(draft: string): void
  ask(question: string): Promise<void>
  /** Gives up the question that is on its way. */
  stop(): void
  /** The same question once more, in place of one that failed or was stopped. */
  again(id: string): Promise<void>
  /** Goes on with one from before a reload; not once something has been asked here. */
  resume(convId: string, messages: readonly Message[]): void
  /** Begins anew: what was asked is forgotten. */
  reset(): void
  deleteLast(): void
  /** The last question is asked with other words, or without any goes back into the field. */
  editLast(question: string): Promise<void>
}

export const longestQuestion = 1_000
const begun: ConversationState = { convId: null, messages: [], draft: '' }

export function createConversation(
  host: ConversationHost,
  worksheetId: string,
  newId: () => string,
): Conversation {
  const state = createStore<ConversationState>(begun)
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
    const question = given.trim().slice(0, longestQuestion)
    if (question === '') return
    stop()
    const mine = (current = new AbortController())
    const message: Message = { id: newId(), question, outcome: { kind: 'asking' } }
    state.set({ messages: [...state.get().messages, message], draft: '' })
    try {
      const outcome = await outcomeOf(message, { state, host, worksheetId, signal: mine.signal })
      if (!mine.signal.aborted) settle(message.id, outcome)
    } catch (error) {
      // Given up: it is marked as stopped already.
      if (!mine.signal.aborted) throw error
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
    async again(id) {
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
      state.set(begun)
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

/** Asks the host, which has a conversation from the first question on. */
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
  // What was taken back, stopped or not understood narrows nothing.
  const answered = state
    .get()
    .messages.filter((message) => message.id !== id && message.outcome.kind === 'answered')
  const after = answered.map((message) => message.id)
  const reply = await host.ask({ convId, worksheetId, id, text: question, after }, signal)
  if (reply.ok) return { kind: 'answered', words: reply.value }
  return { kind: 'failed', text: reply.text, ...(reply.unread && { unread: true }) }
}

/** Tells the embedding page, in the vendor's words, what happens in the conversation. Returns the way to stop. */
export function announceConversation({ port }: Frame, conversation: Conversation): () => void {
  // What was said before somebody came back to it has been told.
  let before: readonly Message[] = conversation.state.get().messages
  port.post('spotterInit', {})
  port.post('spotterLoadComplete', {})
  return conversation.state.subscribe(() => {
    const { messages, convId } = conversation.state.get()
    if (messages === before) return
    for (const message of messages) {
      const known = before.find(({ id }) => id === message.id)
      // What comes with its answer was told before a reload.
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

/** The conversations of one visit to the page: one for each source, there again when its source is chosen again. */
export interface Conversations {
  about(worksheetId: string): Conversation
  /** The question of the address, which is asked once, of the source it came with. */
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
