import type { FieldFilter } from '../contract'

/** What a client has changed of the answer behind a tile since it asked for its session. */
export interface AnswerChanges {
  readonly filters: readonly FieldFilter[]
  /** Columns taken away, by id. */
  readonly removed: readonly string[]
}

const mostSessions = 500
const none: AnswerChanges = { filters: [], removed: [] }

export interface AnswerSessions {
  get(owner: string, sessionId: string, genNo: number): AnswerChanges
  /** Number of the generation that has these changes. */
  add(owner: string, sessionId: string, changes: AnswerChanges): number
}

/** Kept in memory: a session is as old as the page that asked for it. The oldest goes when there are too many. */
export function createAnswerSessions(): AnswerSessions {
  const kept = new Map<string, AnswerChanges>()
  let last = 1
  const key = (owner: string, sessionId: string, genNo: number): string =>
    JSON.stringify([owner, sessionId, genNo])
  return {
    get: (owner, sessionId, genNo) => kept.get(key(owner, sessionId, genNo)) ?? none,
    add(owner, sessionId, changes) {
      last += 1
      kept.set(key(owner, sessionId, last), changes)
      const [oldest] = kept.keys()
      if (kept.size > mostSessions && oldest !== undefined) kept.delete(oldest)
      return last
    },
  }
}
