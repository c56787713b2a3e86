import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { narrowingSchema } from '../query/resolve'
import { openJournal } from '../store/journal'

const conversationSchema = v.object({
  id: v.string(),
  /** Subject of the user who owns it. */
  owner: v.string(),
  sessionId: v.string(),
  worksheetId: v.string(),
  created: v.number(),
  /** Questions in the order they arrived. The generation number of an answer is its position, from 1. */
  messages: v.array(
    v.object({
      id: v.string(),
      text: v.string(),
      /** Ids of the messages to read this one after, if the client sent them: the user may have deleted others. Absent: all before it. */
      after: v.exactOptional(v.array(v.string())),
      /** Filters and range of the embedding page when the question was asked. */
      narrow: v.exactOptional(narrowingSchema),
    }),
  ),
})

export type Conversation = v.InferOutput<typeof conversationSchema>
export type Message = Conversation['messages'][number]

/** The questions that precede this one, oldest first. */
export function askedBefore({ messages }: Conversation, message: Message): readonly string[] {
  const { after } = message
  return messages
    .slice(0, messages.indexOf(message))
    .filter(({ id }) => after === undefined || after.includes(id))
    .map(({ text }) => text)
}

export interface ConversationStore {
  get(id: string): Conversation | undefined
  open(about: {
    readonly owner: string
    readonly worksheetId: string
    readonly id?: string
  }): Promise<Conversation>
  /** Returns the conversation with the message. A message added before keeps its position. Null if the conversation is full. */
  add(id: string, message: Message): Promise<Conversation | null>
  remove(ids: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Per user. The oldest is dropped when there are more. */
const maxConversations = 100
const maxMessages = 200

/** Opens every user's conversations, stored in `<folder>/conversations.jsonl`. */
export async function openConversations(
  folder: string,
  now: () => number = Date.now,
): Promise<ConversationStore> {
  const journal = await openJournal<Conversation>({
    file: join(folder, 'conversations.jsonl'),
    parse: (value) => {
      const result = v.safeParse(conversationSchema, value)
      return result.success ? result.output : null
    },
  })
  let last: Promise<unknown> = Promise.resolve()
  /** Serializes changes: two concurrent messages would each store a conversation without the other. */
  function serialized<Value>(task: () => Promise<Value>): Promise<Value> {
    const done = last.then(task)
    last = done.catch(() => undefined)
    return done
  }

  return {
    get: (id) => journal.get(id),
    open: ({ owner, worksheetId, id = randomUUID() }) =>
      serialized(async () => {
        const own = journal.values().filter((one) => one.owner === owner && one.id !== id)
        const surplus = own.slice(0, Math.max(0, own.length + 1 - maxConversations))
        if (surplus.length > 0) await journal.remove(surplus.map((one) => one.id))
        const made = { id, owner, worksheetId, sessionId: randomUUID(), created: now(), messages: [] }
        await journal.put(id, made)
        return made
      }),
    add: (id, message) =>
      serialized(async () => {
        const conversation = journal.get(id)
        if (conversation === undefined) return null
        if (conversation.messages.some((known) => known.id === message.id)) return conversation
        if (conversation.messages.length >= maxMessages) return null
        const longer = { ...conversation, messages: [...conversation.messages, message] }
        await journal.put(id, longer)
        return longer
      }),
    remove: (ids) => serialized(() => journal.remove(ids)),
    close: () => journal.close(),
  }
}
