import { randomUUID } from 'node:crypto'
import type { Answer } from '../wire/answers'
import { runAnswer } from '../boards/run-answer'
import type { Tile } from '../wire/board'
import type { AnswerChanges } from './answer-sessions'
import { createPerOwner } from './per-owner'
import { Refusal } from '../warehouse/problem'
import type { Warehouse } from '../warehouse/warehouse'

/** Stands for a board in the session of an answer that is on none. */
export const onNoBoard = 'answer'
const most = 100

/** Answers that clients work on before they are kept anywhere: in memory, an owner's oldest goes when they have too many. */
export interface BuiltAnswers {
  add(owner: string, answer: Answer): string
  /** Throws `not-found` for one that is gone or somebody else's. */
  get(owner: string, id: string): Answer
}

export function createBuiltAnswers(): BuiltAnswers {
  const kept = createPerOwner<Answer>(most)
  return {
    add(owner, answer) {
      const id = randomUUID()
      kept.put(owner, id, answer)
      return id
    },
    get(owner, id) {
      const found = kept.get(owner, id)
      if (found === undefined) throw new Refusal('not-found', 'There is no such answer.')
      return found
    },
  }
}

/** The answer as a tile, under the filters of a client. Throws `bad-request` when it cannot be given. */
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
