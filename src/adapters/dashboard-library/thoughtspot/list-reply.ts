import { isPlainId } from '../../../core/embedding/view-checks'
import type { DashboardTab, Listing, SavedDashboard } from '../../../core/ports/dashboard-library'
import type { RestPage } from './rest-versions'

type Row = Readonly<Record<string, unknown>>

/** The first of these fields that is a text or a number and not empty. */
function first(row: Row, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = row[name]
    if (typeof value === 'number' && Number.isFinite(value)) return String(value)
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

/** Beyond this many milliseconds there is no date: whoever writes one down would throw. */
const lastMoment = 8_640_000_000_000_000

/** Milliseconds, seconds or a date in words; null for anything else. */
function time(text: string | undefined): number | null {
  if (text === undefined) return null
  const number = Number(text)
  if (Number.isFinite(number)) {
    if (number <= 0 || number > lastMoment) return null
    return number < 100_000_000_000 ? number * 1_000 : number
  }
  const parsed = Date.parse(text)
  return Number.isNaN(parsed) ? null : parsed
}

/** The mapping table of the specification, section 3, with its orders of preference. */
function savedDashboard(row: Row): SavedDashboard {
  const created = first(row, 'createdTime', 'created')
  const tabs = tabsOf(row['tabs'])
  return {
    id: first(row, 'id', 'guid', 'name') ?? 'unknown',
    name: first(row, 'name', 'title') ?? 'Unnamed',
    description: first(row, 'description') ?? '',
    author: first(row, 'authorName', 'author') ?? 'Unknown',
    createdAt: time(created),
    modifiedAt: time(first(row, 'modifiedTime', 'modified')),
    ...(tabs.length > 0 ? { tabs } : {}),
  }
}

const mostTabs = 100

/** The local BI host's own, one of the `extensions`; a tab that cannot be read cannot be chosen. */
function tabsOf(value: unknown): readonly DashboardTab[] {
  if (!Array.isArray(value)) return []
  return (value as readonly unknown[]).slice(0, mostTabs).flatMap((tab) => {
    const { id, label } = typeof tab === 'object' && tab !== null ? (tab as Row) : {}
    return typeof id === 'string' && isPlainId(id) && typeof label === 'string' ? [{ id, label }] : []
  })
}

/**
 * The pages of a list, in their order. Partial beats nothing: rows that are no objects, name nothing to open, or repeat an id of their
 * page are dropped and counted. A row that a page before had is the list's, which was changed in the meantime.
 */
export function listingOf(pages: readonly RestPage[]): Listing {
  const byId = new Map<string, SavedDashboard>()
  let dropped = 0
  for (const { rows } of pages) {
    const ofPage = new Set<string>()
    for (const row of rows) {
      const readable = typeof row === 'object' && row !== null && !Array.isArray(row)
      const dashboard = readable ? savedDashboard(row as Row) : null
      if (dashboard === null || dashboard.id === 'unknown' || ofPage.has(dashboard.id)) dropped += 1
      else {
        ofPage.add(dashboard.id)
        if (!byId.has(dashboard.id)) byId.set(dashboard.id, dashboard)
      }
    }
  }
  return { dashboards: [...byId.values()], dropped, complete: pages.at(-1)?.last === true }
}
