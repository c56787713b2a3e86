import { folded } from '../kernel/folding'
import type { SavedDashboard } from '../ports/dashboard-library'

export type DashboardOrder = 'recent' | 'name' | 'created'

/** Cache of the folded search text: with ten thousand dashboards, each keystroke would otherwise fold them all again. */
const searchTexts = new WeakMap<SavedDashboard, string>()

function searchTextOf(dashboard: SavedDashboard): string {
  const cached = searchTexts.get(dashboard)
  if (cached !== undefined) return cached
  const { name, description } = dashboard
  // A search field cannot contain a line break, so no match spans both parts.
  const text = `${folded(name)}\n${folded(description)}`
  searchTexts.set(dashboard, text)
  return text
}

/** Created on first use: creation takes some milliseconds, which no page start should pay. */
let collator: Intl.Collator | undefined

/** Natural order, independent of the browser's language: 2 before 10, Ä next to A. */
const byName = (one: SavedDashboard, other: SavedDashboard): number => {
  collator ??= new Intl.Collator('en', { numeric: true })
  return collator.compare(one.name, other.name) || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
}

/** Latest first. Dashboards with unknown dates come last, by name. */
function byLatest(when: (dashboard: SavedDashboard) => number | null) {
  return (one: SavedDashboard, other: SavedDashboard): number => {
    const first = when(one)
    const second = when(other)
    if (first === second) return byName(one, other)
    if (first === null) return 1
    if (second === null) return -1
    return second - first
  }
}

const orders: Readonly<Record<DashboardOrder, (one: SavedDashboard, other: SavedDashboard) => number>> = {
  recent: byLatest((dashboard) => dashboard.modifiedAt ?? dashboard.createdAt),
  created: byLatest((dashboard) => dashboard.createdAt),
  name: byName,
}

export function ordered(
  dashboards: readonly SavedDashboard[],
  order: DashboardOrder,
): readonly SavedDashboard[] {
  return dashboards.toSorted(orders[order])
}

/** Searches names and descriptions, ignoring case and accents. */
export function matching(dashboards: readonly SavedDashboard[], search: string): readonly SavedDashboard[] {
  const wanted = folded(search).trim()
  return wanted === ''
    ? dashboards
    : dashboards.filter((dashboard) => searchTextOf(dashboard).includes(wanted))
}
