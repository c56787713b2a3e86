import type { SavedDashboard } from '../ports/dashboard-library'

export type DashboardOrder = 'recent' | 'name' | 'created'

const names = (one: SavedDashboard, other: SavedDashboard): number => {
  const first = one.name.toLocaleLowerCase()
  const second = other.name.toLocaleLowerCase()
  return first < second ? -1 : first > second ? 1 : one.id < other.id ? -1 : one.id > other.id ? 1 : 0
}

/** Latest first; unknown dates last, by name (spec/decisions.md, "Saved list order"). */
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
  const wanted = folded(search.trim())
  return wanted === ''
    ? dashboards
    : dashboards.filter(
        ({ name, description }) => folded(name).includes(wanted) || folded(description).includes(wanted),
      )
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLocaleLowerCase()
}
