import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import type { PersonalView, ViewChoice } from '../contract'
import { openJournal } from './journal'

/** A view as it is kept: for one person, of one board. */
type KeptView = PersonalView & { readonly owner: string; readonly liveboardId: string }

const keptSchema = v.object({
  id: v.string(),
  owner: v.string(),
  liveboardId: v.string(),
  name: v.string(),
  created: v.number(),
  modified: v.number(),
  range: v.nullable(v.picklist(['30D', '90D', '1Y', 'ALL'])),
  chosen: v.record(v.string(), v.array(v.string())),
})

/** What one person has of one board: nobody else sees or changes it. */
export interface ViewPlace {
  readonly owner: string
  readonly liveboardId: string
}

export interface ViewStore {
  /** By name. */
  of(place: ViewPlace): readonly PersonalView[]
  create(place: ViewPlace, name: string, choice: ViewChoice): Promise<PersonalView>
  /** `null` when this person has no such view of this board. */
  change(place: ViewPlace, id: string, name: string, choice: ViewChoice): Promise<PersonalView | null>
  /** Ids that went; those of others stay. */
  remove(place: ViewPlace, ids: readonly string[]): Promise<readonly string[]>
  /** The boards are gone, and everybody's views of them. */
  forget(liveboardIds: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Opens the personal views of everybody, kept in `<folder>/views.jsonl`. */
export async function openViews(folder: string, now: () => number = Date.now): Promise<ViewStore> {
  const journal = await openJournal<KeptView>({
    file: join(folder, 'views.jsonl'),
    parse: (value) => {
      const result = v.safeParse(keptSchema, value)
      return result.success ? result.output : null
    },
  })
  const isAt = (view: KeptView | undefined, place: ViewPlace): view is KeptView =>
    view?.owner === place.owner && view.liveboardId === place.liveboardId
  const remove = (ids: readonly string[]): Promise<void> =>
    ids.length === 0 ? Promise.resolve() : journal.remove(ids)
  return {
    of: (place) =>
      journal
        .values()
        .filter((view) => isAt(view, place))
        .map(shown)
        .toSorted((a, b) => a.name.localeCompare(b.name) || a.created - b.created),
    async create(place, name, choice) {
      const at = now()
      const view = { ...place, ...choice, id: randomUUID(), name, created: at, modified: at }
      await journal.put(view.id, view)
      return shown(view)
    },
    async change(place, id, name, choice) {
      const changed = await journal.change(id, (before) =>
        isAt(before, place) ? { ...before, ...choice, name, modified: now() } : null,
      )
      return changed === null ? null : shown(changed)
    },
    async remove(place, ids) {
      const own = ids.filter((id) => isAt(journal.get(id), place))
      await remove(own)
      return own
    },
    forget: (liveboardIds) =>
      remove(
        journal
          .values()
          .filter((view) => liveboardIds.includes(view.liveboardId))
          .map(({ id }) => id),
      ),
    close: () => journal.close(),
  }
}

const shown = ({ id, name, created, modified, range, chosen }: KeptView): PersonalView => ({
  id,
  name,
  created,
  modified,
  range,
  chosen,
})
