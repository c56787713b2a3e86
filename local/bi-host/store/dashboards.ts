import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { openJournal } from './journal'

/** A person's own dashboard. */
export interface Dashboard {
  readonly id: string
  /** Subject of the owner's identity: survives a change of e-mail address. */
  readonly owner: string
  /** The owner's e-mail address when the dashboard was made: the vendor's `authorName`. */
  readonly author: string
  readonly name: string
  readonly description: string
  /** Milliseconds since 1970, as in the vendor's list. */
  readonly created: number
  readonly modified: number
  /** Saved answers pinned to it, in order; opaque here. */
  readonly visualizations: readonly unknown[]
}

const dashboardSchema = v.object({
  id: v.string(),
  owner: v.string(),
  author: v.string(),
  name: v.string(),
  description: v.string(),
  created: v.number(),
  modified: v.number(),
  visualizations: v.array(v.unknown()),
})

export interface DashboardStore {
  get(id: string): Dashboard | undefined
  /** The dashboards of one person. */
  of(owner: string): readonly Dashboard[]
  create(about: Omit<Dashboard, 'id' | 'created' | 'modified'>): Promise<Dashboard>
  update(dashboard: Dashboard): Promise<Dashboard>
  /** All or none. */
  remove(ids: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Opens the dashboards of everybody, kept in `<folder>/dashboards.jsonl`. */
export async function openDashboards(folder: string, now: () => number = Date.now): Promise<DashboardStore> {
  const journal = await openJournal<Dashboard>({
    file: join(folder, 'dashboards.jsonl'),
    parse: (value) => {
      const result = v.safeParse(dashboardSchema, value)
      return result.success ? result.output : null
    },
  })
  return {
    get: (id) => journal.get(id),
    of: (owner) => journal.values().filter((dashboard) => dashboard.owner === owner),
    async create(about) {
      const at = now()
      const dashboard = { ...about, id: randomUUID(), created: at, modified: at }
      await journal.put(dashboard.id, dashboard)
      return dashboard
    },
    async update(dashboard) {
      const changed = { ...dashboard, modified: now() }
      await journal.put(changed.id, changed)
      return changed
    },
    remove: (ids) => journal.remove(ids),
    close: () => journal.close(),
  }
}
