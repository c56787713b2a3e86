import { randomUUID } from 'node:crypto'
import type { Answer } from '../wire/answers'
import { runAnswer } from '../boards/run-answer'
import type { Tile, FieldFilter } from '../wire/board'
import { Refusal } from '../warehouse/problem'
import type { Warehouse } from '../warehouse/warehouse'

/** Changes a client has made to the answer behind a tile since it opened the session. */
export interface AnswerChanges {
  readonly filters: readonly FieldFilter[]
  /** Ids of removed columns. */
  readonly removed: readonly string[]
  /** Fields added to the original columns. */
  readonly added: readonly string[]
  readonly displayMode?: 'TABLE_MODE' | 'CHART_MODE'
}

const maxSessions = 500
const none: AnswerChanges = { filters: [], removed: [], added: [] }

export interface AnswerSessions {
  get(owner: string, sessionId: string, genNo: number): AnswerChanges
  /** Returns the number of the generation that has these changes. */
  add(owner: string, sessionId: string, changes: AnswerChanges): number
}

/** In memory, because a session lives only as long as the page that opened it. Over the limit, the owner's oldest is dropped. */
export function createAnswerSessions(): AnswerSessions {
  const sessions = createPerOwner<AnswerChanges>(maxSessions)
  let last = 1
  const key = (sessionId: string, genNo: number): string => JSON.stringify([sessionId, genNo])
  return {
    get: (owner, sessionId, genNo) => sessions.get(owner, key(sessionId, genNo)) ?? none,
    add(owner, sessionId, changes) {
      last += 1
      sessions.put(owner, key(sessionId, last), changes)
      return last
    },
  }
}

/** Per-owner in-memory store. Over the limit, it drops that owner's oldest entry and never another owner's. */
interface PerOwner<Value> {
  get(owner: string, id: string): Value | undefined
  put(owner: string, id: string, value: Value): void
}

function createPerOwner<Value>(maxPerOwner: number): PerOwner<Value> {
  const owners = new Map<string, Map<string, Value>>()
  return {
    get: (owner, id) => owners.get(owner)?.get(id),
    put(owner, id, value) {
      const own = owners.get(owner) ?? new Map<string, Value>()
      owners.set(owner, own.set(id, value))
      const [oldest] = own.keys()
      if (own.size > maxPerOwner && oldest !== undefined) own.delete(oldest)
    },
  }
}

/** Takes the place of the board id in the session of an answer that is on no board. */
export const onNoBoard = 'answer'
const maxBuiltAnswers = 100

/** Unsaved answers that clients are working on. In memory. Over the limit, the owner's oldest is dropped. */
export interface BuiltAnswers {
  add(owner: string, answer: Answer): string
  /** Throws `not-found` if it was dropped or belongs to another owner. */
  get(owner: string, id: string): Answer
}

export function createBuiltAnswers(): BuiltAnswers {
  const answers = createPerOwner<Answer>(maxBuiltAnswers)
  return {
    add(owner, answer) {
      const id = randomUUID()
      answers.put(owner, id, answer)
      return id
    },
    get(owner, id) {
      const found = answers.get(owner, id)
      if (found === undefined) throw new Refusal('not-found', 'There is no such answer.')
      return found
    },
  }
}

/** The answer as a tile, with the client's filters. Throws `bad-request` if it cannot be computed. */
export async function builtTile(
  warehouse: Warehouse,
  answer: Answer,
  { filters }: AnswerChanges,
): Promise<Tile> {
  const { query } = answer
  const all = [...(query.filters ?? []), ...filters]
  const narrowed = { ...answer, query: { ...query, ...(all.length === 0 ? {} : { filters: all }) } }
  const reply = await runAnswer(warehouse, narrowed)
  if (reply.kind === 'problem') throw new Refusal('bad-request', reply.message)
  const about = query.attributes?.[0] ?? reply.trust.find(({ id }) => !id.startsWith('formula.'))?.id
  return { ...reply.tile, ...(about === undefined ? {} : { crossFilterField: about }) }
}
