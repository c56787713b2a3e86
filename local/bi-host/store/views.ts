import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { type PersonalView, type ViewChoice, rangeIds } from '../wire/board'
import { forward, openJournal } from './journal'

/** A view as it is kept: for one person, of one board. */
type SavedView = PersonalView & { readonly owner: string; readonly liveboardId: string }

const savedSchema = v.object({
  id: v.string(),
  owner: v.string(),
  liveboardId: v.string(),
  name: v.string(),
  created: v.number(),
  modified: v.number(),
  range: v.nullable(v.picklist(rangeIds)),
  chosen: v.record(v.string(), v.array(v.string())),
})

/** What one person has of one board: nobody else sees or changes it. */
export interface BoardOfOwner {
  readonly owner: string
  readonly liveboardId: string
}

export const mostViews = 100

export type ViewFailure =
  /** This person has no such view of this board. */
  | 'not-found'
  /** They have another of that name. */
  | 'taken'
  | 'full'
export type ViewChange =
  | { readonly ok: true; readonly view: PersonalView }
  | { readonly ok: false; readonly why: ViewFailure }

export interface ViewStore {
  /** By name. */
  of(board: BoardOfOwner): readonly PersonalView[]
  /** A new view, or with an `id` what that view says from now on. Those saved at once are judged one after the other. */
  save(
    board: BoardOfOwner,
    view: ViewChoice & { readonly id?: string | undefined; readonly name: string },
  ): Promise<ViewChange>
  /** Ids that went; those of others stay. */
  remove(board: BoardOfOwner, ids: readonly string[]): Promise<readonly string[]>
  /** The boards are gone, and everybody's views of them. */
  forget(liveboardIds: readonly string[]): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the personal views of everybody, kept in `<folder>/views.jsonl`. Those of boards that are gone are dropped: a board and its
 * views go in two writes, and the second may not have come.
 */
export async function openViews(
  folder: string,
  isBoard: (liveboardId: string) => boolean,
  clock: () => number = Date.now,
): Promise<ViewStore> {
  const journal = await openJournal<SavedView>({
    file: join(folder, 'views.jsonl'),
    parse: (value) => {
      const result = v.safeParse(savedSchema, value)
      return result.success ? result.output : null
    },
  })
  const now = forward(clock, journal.values())
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
        else if (known === undefined && others.length >= mostViews) why = 'full'
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
