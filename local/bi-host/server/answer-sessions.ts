import type { FieldFilter } from '../wire/board'
import { createPerOwner } from './per-owner'

/** What a client has changed of the answer behind a tile since it asked for its session. */
export interface AnswerChanges {
  readonly filters: readonly FieldFilter[]
  /** Columns taken away, by id. */
  readonly removed: readonly string[]
}

const most = 500
const none: AnswerChanges = { filters: [], removed: [] }

export interface AnswerSessions {
  get(owner: string, sessionId: string, genNo: number): AnswerChanges
  /** Number of the generation that has these changes. */
  add(owner: string, sessionId: string, changes: AnswerChanges): number
}

/** Kept in memory: a session is as old as the page that asked for it. An owner's oldest goes when they have too many. */
export function createAnswerSessions(): AnswerSessions {
  const kept = createPerOwner<AnswerChanges>(most)
  let last = 1
  const key = (sessionId: string, genNo: number): string => JSON.stringify([sessionId, genNo])
  return {
    get: (owner, sessionId, genNo) => kept.get(owner, key(sessionId, genNo)) ?? none,
    add(owner, sessionId, changes) {
      last += 1
      kept.put(owner, key(sessionId, last), changes)
      return last
    },
  }
}
