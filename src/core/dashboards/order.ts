import { folded } from '../kernel/folding'
import type { SavedDashboard } from '../ports/dashboard-library'

export type DashboardOrder = 'recent' | 'name' | 'created'

/** What a dashboard is found by. Made once for each: with ten thousand of them every key would make them all again. */
const known = new WeakMap<SavedDashboard, string>()

function wordsOf(dashboard: SavedDashboard): string {
  const before = known.get(dashboard)
  if (before !== undefined) return before
  const { name, description } = dashboard
  // A line break stands in no search field: nothing is found across the two.
  const words = `${folded(name)}\n${folded(description)}`
  known.set(dashboard, words)
  return words
}

/** Made when names are compared first: it takes some milliseconds, and no page waits for it at its start. */
let collator: Intl.Collator | undefined

/** As people look for a name: 2 before 10, Ä beside A, whatever the language of the browser. */
const names = (one: SavedDashboard, other: SavedDashboard): number => {
  collator ??= new Intl.Collator('en', { numeric: true })
  return collator.compare(one.name, other.name) || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
}

/** Latest first; unknown dates last, by name. */
function latest(when: (dashboard: SavedDashboard) => number | null) {
  return (one: SavedDashboard, other: SavedDashboard): number => {
    const first = when(one)
    const second = when(other)
    if (first === second) return names(one, other)
    if (first === null) return 1
    if (second === null) return -1
    return second - first
  }
}

const orders: Readonly<Record<DashboardOrder, (one: SavedDashboard, other: SavedDashboard) => number>> = {
  recent: latest((dashboard) => dashboard.modifiedAt ?? dashboard.createdAt),
  created: latest((dashboard) => dashboard.createdAt),
  name: names,
}

export function ordered(
  dashboards: readonly SavedDashboard[],
  order: DashboardOrder,
): readonly SavedDashboard[] {
  return dashboards.toSorted(orders[order])
}

/** By name or description, whatever the case and the accents. */
export function matching(dashboards: readonly SavedDashboard[], search: string): readonly SavedDashboard[] {
  const wanted = folded(search).trim()
  return wanted === '' ? dashboards : dashboards.filter((dashboard) => wordsOf(dashboard).includes(wanted))
}
