import { writeItem, readItem } from '../host/reload-storage'
import { asFields, asList, asText } from '../protocol/read'
import type { Conversation, Message } from './conversation'
import type { ConversationHost } from './conversation-host'

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
