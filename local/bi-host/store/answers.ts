import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { monotonic, openJournal } from './journal'

export const maxAnswers = 5000

/** A saved answer. Its content is opaque to the store: the code that opens it handles the versions. */
export interface SavedAnswer {
  readonly id: string
  readonly owner: string
  readonly title: string
  /** Milliseconds since 1970. */
  readonly created: number
  readonly modified: number
  readonly answer: unknown
}

const savedSchema = v.object({
  id: v.string(),
  owner: v.string(),
  title: v.string(),
  created: v.number(),
  modified: v.number(),
  answer: v.unknown(),
})

export interface AnswerStore {
  /** `undefined` also if it belongs to another owner. */
  get(owner: string, id: string): SavedAnswer | undefined
  /** Most recently changed first. */
  of(owner: string): readonly SavedAnswer[]
  create(owner: string, title: string, answer: unknown): Promise<SavedAnswer>
  /** `null` if it does not belong to this owner. */
  replace(owner: string, id: string, title: string, answer: unknown): Promise<SavedAnswer | null>
  /** `false` if it does not belong to this owner. */
  remove(owner: string, id: string): Promise<boolean>
  close(): Promise<void>
}

export async function openAnswers(folder: string, clock: () => number = Date.now): Promise<AnswerStore> {
  const journal = await openJournal<SavedAnswer>({
    file: join(folder, 'answers.jsonl'),
    parse: (value) => {
      const result = v.safeParse(savedSchema, value)
      return result.success ? result.output : null
    },
  })
  const now = monotonic(clock, journal.values())
  const own = (owner: string, id: string): SavedAnswer | undefined => {
    const saved = journal.get(id)
    return saved?.owner === owner ? saved : undefined
  }
  return {
    get: own,
    of: (owner) =>
      journal
        .values()
        .filter((saved) => saved.owner === owner)
        .toSorted((a, b) => b.modified - a.modified),
    async create(owner, title, answer) {
      const at = now()
      const saved = { id: randomUUID(), owner, title, created: at, modified: at, answer }
      await journal.put(saved.id, saved)
      return saved
    },
    replace: (owner, id, title, answer) =>
      journal.change(id, (before) =>
        before?.owner === owner ? { ...before, title, answer, modified: now() } : null,
      ),
    async remove(owner, id) {
      if (!own(owner, id)) return false
      await journal.remove([id])
      return true
    },
    close: () => journal.close(),
  }
}
