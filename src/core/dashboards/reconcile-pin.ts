import type { SavedDashboard } from '../ports/dashboard-library'
import type { PinTarget } from '../ports/dashboard-surface'

/** What the list says about an answer of which nobody knows whether it was saved. */
export type PinTrace =
  /** There is a new dashboard of the name that was asked for. */
  | { readonly kind: 'made'; readonly dashboard: SavedDashboard }
  /** The dashboard has been changed since: by this, or by something else. */
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
  // One that has gone was not changed by this: the next attempt will say so.
  if (dashboard === undefined) return { kind: 'nothing' }
  if (dashboard.modifiedAt === null || earlier === null) return { kind: 'unknown' }
  return dashboard.modifiedAt === earlier ? { kind: 'nothing' } : { kind: 'changed', dashboard }
}
