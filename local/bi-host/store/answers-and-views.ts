import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { monotonic, openJournal } from './journal'
import { rangeIds, type PersonalView, type ViewChoice } from '../wire/board'

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

const answerSchema = v.object({
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
      const result = v.safeParse(answerSchema, value)
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

/** A stored view: belongs to one owner and one board. */
type SavedView = PersonalView & { readonly owner: string; readonly liveboardId: string }

const viewSchema = v.object({
  id: v.string(),
  owner: v.string(),
  liveboardId: v.string(),
  name: v.string(),
  created: v.number(),
  modified: v.number(),
  range: v.nullable(v.picklist(rangeIds)),
  chosen: v.record(v.string(), v.array(v.string())),
})

/** The views of one owner on one board. Other owners can neither see nor change them. */
export interface BoardOfOwner {
  readonly owner: string
  readonly liveboardId: string
}

export const maxViews = 100

export type ViewFailure =
  /** This owner has no such view of this board. */
  | 'not-found'
  /** Another view of the owner has that name. */
  | 'taken'
  | 'full'
export type ViewChange =
  | { readonly ok: true; readonly view: PersonalView }
  | { readonly ok: false; readonly why: ViewFailure }

export interface ViewStore {
  /** Sorted by name. */
  of(board: BoardOfOwner): readonly PersonalView[]
  /** Creates a view, or replaces the one with `id`. Concurrent saves are checked one after the other. */
  save(
    board: BoardOfOwner,
    view: ViewChoice & { readonly id?: string | undefined; readonly name: string },
  ): Promise<ViewChange>
  /** Returns the ids it removed. Views of other owners are skipped. */
  remove(board: BoardOfOwner, ids: readonly string[]): Promise<readonly string[]>
  /** Removes every owner's views of deleted boards. */
  forget(liveboardIds: readonly string[]): Promise<void>
  close(): Promise<void>
}

/**
 * Opens every user's personal views, stored in `<folder>/views.jsonl`. Drops views whose board is gone: a board and its views are deleted
 * in two writes, and a crash may have prevented the second.
 */
export async function openViews(
  folder: string,
  isBoard: (liveboardId: string) => boolean,
  clock: () => number = Date.now,
): Promise<ViewStore> {
  const journal = await openJournal<SavedView>({
    file: join(folder, 'views.jsonl'),
    parse: (value) => {
      const result = v.safeParse(viewSchema, value)
      return result.success ? result.output : null
    },
  })
  const now = monotonic(clock, journal.values())
  const isAt = (view: SavedView | undefined, board: BoardOfOwner): view is SavedView =>
    view?.owner === board.owner && view.liveboardId === board.liveboardId
  const remove = (ids: readonly string[]): Promise<void> =>
    ids.length === 0 ? Promise.resolve() : journal.remove(ids)
  const forget = (isGone: (liveboardId: string) => boolean): Promise<void> =>
    remove(
      journal
        .values()
        .filter(({ liveboardId }) => isGone(liveboardId))
        .map(({ id }) => id),
    )
  await forget((liveboardId) => !isBoard(liveboardId))
  return {
    of: (board) =>
      journal
        .values()
        .filter((view) => isAt(view, board))
        .map(shown)
        .toSorted((a, b) => a.name.localeCompare(b.name) || a.created - b.created),
    async save(board, { id: known, name, range, chosen }) {
      const id = known ?? randomUUID()
      let why: ViewFailure = 'not-found'
      const saved = await journal.change(id, (before) => {
        if (known !== undefined && !isAt(before, board)) return null
        const others = journal.values().filter((view) => view.id !== id && isAt(view, board))
        if (others.some((view) => view.name === name)) why = 'taken'
        else if (known === undefined && others.length >= maxViews) why = 'full'
        else {
          const at = now()
          return { ...board, id, name, range, chosen, created: before?.created ?? at, modified: at }
        }
        return null
      })
      return saved === null ? { ok: false, why } : { ok: true, view: shown(saved) }
    },
    async remove(board, ids) {
      const own = ids.filter((id) => isAt(journal.get(id), board))
      await remove(own)
      return own
    },
    forget: (liveboardIds) => forget((liveboardId) => liveboardIds.includes(liveboardId)),
    close: () => journal.close(),
  }
}

const shown = ({ id, name, created, modified, range, chosen }: SavedView): PersonalView => ({
  id,
  name,
  created,
  modified,
  range,
  chosen,
})
