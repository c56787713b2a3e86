import { record } from '../../../core/kernel/json'
import { isPlainId } from '../../../core/embedding/view-checks'
import type { DashboardTab, Listing, SavedDashboard } from '../../../core/ports/dashboard-library'
import type { RestPage } from './rest-versions'

type Row = Readonly<Record<string, unknown>>

/** The first of these fields that is a number or a non-empty text. */
function firstText(row: Row, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = row[name]
    if (typeof value === 'number' && Number.isFinite(value)) return String(value)
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

/** The largest time that a `Date` can hold, in ms: formatting a later one would throw. */
const maxTime = 8_640_000_000_000_000

/** Milliseconds, seconds or a date as text; null for anything else. */
function time(text: string | undefined): number | null {
  if (text === undefined) return null
  const number = Number(text)
  if (Number.isFinite(number)) {
    if (number <= 0 || number > maxTime) return null
    return number < 100_000_000_000 ? number * 1_000 : number
  }
  const parsed = Date.parse(text)
  return Number.isNaN(parsed) ? null : parsed
}

/** The mapping table of the specification, section 3, with its orders of preference. */
function savedDashboard(row: Row): SavedDashboard {
  const created = firstText(row, 'createdTime', 'created')
  const tabs = tabsOf(row['tabs'])
  return {
    id: firstText(row, 'id', 'guid', 'name') ?? 'unknown',
    name: firstText(row, 'name', 'title') ?? 'Unnamed',
    description: firstText(row, 'description') ?? '',
    author: firstText(row, 'authorName', 'author') ?? 'Unknown',
    createdAt: time(created),
    modifiedAt: time(firstText(row, 'modifiedTime', 'modified')),
    ...(tabs.length > 0 ? { tabs } : {}),
  }
}

const maxTabs = 100

/** A field of the local BI host only, one of the `extensions`. Tabs that cannot be parsed are left out. */
function tabsOf(value: unknown): readonly DashboardTab[] {
  if (!Array.isArray(value)) return []
  return (value as readonly unknown[]).slice(0, maxTabs).flatMap((tab) => {
    const { id, label } = record(tab)
    return typeof id === 'string' && isPlainId(id) && typeof label === 'string' ? [{ id, label }] : []
  })
}

/**
 * Joins the pages of a list, in order. A partial list is better than none: rows that are not objects, have no id, or repeat an id of
 * their page are dropped and counted. A row that an earlier page had is no error: the list changed between the requests.
 */
export function listingOf(pages: readonly RestPage[]): Listing {
  const byId = new Map<string, SavedDashboard>()
  let dropped = 0
  for (const { rows } of pages) {
    const pageIds = new Set<string>()
    for (const row of rows) {
      const isRow = typeof row === 'object' && row !== null && !Array.isArray(row)
      const dashboard = isRow ? savedDashboard(row as Row) : null
      if (dashboard === null || dashboard.id === 'unknown' || pageIds.has(dashboard.id)) dropped += 1
      else {
        pageIds.add(dashboard.id)
        if (!byId.has(dashboard.id)) byId.set(dashboard.id, dashboard)
      }
    }
  }
  return { dashboards: [...byId.values()], dropped, complete: pages.at(-1)?.last === true }
}
