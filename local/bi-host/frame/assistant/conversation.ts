import { createStore, type Store } from '../protocol/state'
import type { AnswerWords, ConversationHost } from './conversation-host'
import type { Frame } from '../protocol/frame'
import { writeItem, readItem } from '../host/reload-storage'
import { asFields, asList, asText } from '../protocol/read'

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

/** A conversation as stored for a reload. */
interface SavedConversation {
  readonly convId: string
  readonly messages: readonly Message[]
  /** Text that was typed but not asked. */
  readonly draft: string
}

/** Per-tab storage of conversations, so that they survive a reload. */
export interface ConversationStorage {
  of(worksheetId: string): SavedConversation | null
  keep(worksheetId: string, saved: SavedConversation | null): void
  /** The source last selected on a page that started with this one. */
  chosenOn(worksheetId: string): string
  choose(began: string, worksheetId: string): void
}

/** Increment when the format changes. */
const key = 'conversations-2'

/** `storage` may throw, as in browsers with storage disabled: nothing is stored then. */
export function createConversationStorage(storage?: Parameters<typeof readItem>[1]): ConversationStorage {
  function read(): { readonly conversations: Fields; readonly chosen: Fields } {
    const stored = asFields(readItem(key, storage))
    return { conversations: asFields(stored['conversations']), chosen: asFields(stored['chosen']) }
  }
  const write = (next: object): void => writeItem(key, { ...read(), ...next }, storage)
  return {
    of: (worksheetId) => readConversation(read().conversations[worksheetId]),
    keep(worksheetId, saved) {
      const { [worksheetId]: before, ...others } = read().conversations
      if (saved !== null) write({ conversations: { ...others, [worksheetId]: saved } })
      else if (before !== undefined) write({ conversations: others })
    },
    chosenOn: (worksheetId) => asText(read().chosen[worksheetId]) ?? worksheetId,
    choose: (began, worksheetId) => write({ chosen: { [began]: worksheetId } }),
  }
}

type Fields = Readonly<Record<string, unknown>>

function readConversation(value: unknown): SavedConversation | null {
  const { convId, messages, draft } = asFields(value)
  const id = asText(convId)
  const list = asList(messages)?.filter(isMessage) ?? []
  return id === undefined || list.length === 0
    ? null
    : { convId: id, messages: list, draft: asText(draft) ?? '' }
}

/** Checks only enough to recognize what this page stored itself. */
function isMessage(value: unknown): value is Message {
  const { id, question, outcome } = asFields(value)
  const { kind, words, text } = asFields(outcome)
  const failed = kind === 'failed' && asText(text) !== undefined
  const known = kind === 'stopped' || failed || (kind === 'answered' && isWords(words))
  return asText(id) !== undefined && asText(question) !== undefined && known
}

function isWords(value: unknown): boolean {
  const { formulaInfo, ambiguousPhrases, llmReasoning } = asFields(value)
  const { assumptions, clarifications } = asFields(llmReasoning)
  return [formulaInfo, ambiguousPhrases, assumptions, clarifications].every(Array.isArray)
}

/** Stores a conversation from now on. Returns the unsubscribe function. */
export function saveConversation(
  conversation: Conversation,
  worksheetId: string,
  stored: ConversationStorage,
): () => void {
  let before = conversation.state.get()
  return conversation.state.subscribe(() => {
    const now = conversation.state.get()
    const { convId, messages, draft } = now
    const same = messages === before.messages && (draft === before.draft || messages.length === 0)
    before = now
    if (same) return
    stored.keep(
      worksheetId,
      convId === null || messages.length === 0 ? null : { convId, messages: messages.map(settled), draft },
    )
  })
}

/** A reload aborts the question in flight. */
function settled(message: Message): Message {
  return message.outcome.kind === 'asking' ? { ...message, outcome: { kind: 'stopped' } } : message
}

/**
 * Restores a conversation after a reload, as far as the host has it for this user: another user may be signed in by now. Typed text goes
 * back into the field. If the address has a question that the conversation does not contain, a new conversation starts.
 */
export async function resumeConversation(
  conversation: Conversation,
  { worksheetId, question }: { readonly worksheetId: string; readonly question: string },
  {
    stored,
    host,
    signal,
  }: { readonly stored: ConversationStorage; readonly host: ConversationHost; readonly signal: AbortSignal },
): Promise<void> {
  const saved = stored.of(worksheetId)
  if (saved === null || conversation.state.get().messages.length > 0) return
  const asked = question.trim()
  if (asked !== '' && !saved.messages.some((message) => message.question === asked)) return
  const known = await host.messages(saved.convId, signal)
  if (!known.ok) {
    if (known.gone) stored.keep(worksheetId, null)
    return
  }
  const messages = saved.messages.filter(
    ({ id, outcome }) => outcome.kind !== 'answered' || known.ids.includes(id),
  )
  if (messages.length === 0) return
  conversation.resume(saved.convId, messages)
  if (saved.draft !== '' && conversation.state.get().draft === '') conversation.write(saved.draft)
}
