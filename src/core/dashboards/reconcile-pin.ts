import type { SavedDashboard } from '../ports/dashboard-library'
import type { PinTarget } from '../ports/dashboard-surface'

/** What the list of dashboards shows about a pin with an unknown outcome. */
export type PinTrace =
  /** There is a new dashboard with the requested name. */
  | { readonly kind: 'made'; readonly dashboard: SavedDashboard }
  /** The dashboard has been modified since, by the pin or by another change. */
  | { readonly kind: 'changed'; readonly dashboard: SavedDashboard }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown' }

/** `after` is null when the list could not be read again. */
export function reconcilePin(
  target: PinTarget,
  before: readonly SavedDashboard[],
  after: readonly SavedDashboard[] | null,
): PinTrace {
  if (after === null) return { kind: 'unknown' }
  const known = new Map(before.map((dashboard) => [dashboard.id, dashboard]))
  if ('newDashboardName' in target) {
    const made = after.find(({ id, name }) => name === target.newDashboardName && !known.has(id))
    return made === undefined ? { kind: 'nothing' } : { kind: 'made', dashboard: made }
  }
  const dashboard = after.find(({ id }) => id === target.dashboardId)
  const earlier = known.get(target.dashboardId)?.modifiedAt ?? null
  // The pin cannot have changed a dashboard that is gone. The next attempt will fail accordingly.
  if (dashboard === undefined) return { kind: 'nothing' }
  if (dashboard.modifiedAt === null || earlier === null) return { kind: 'unknown' }
  return dashboard.modifiedAt === earlier ? { kind: 'nothing' } : { kind: 'changed', dashboard }
}
