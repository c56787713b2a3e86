import type { User } from '../ports/identity-provider'
import type { SavedDashboard } from '../ports/dashboard-library'

/** A person's own: its author equals their e-mail, subject or name (specification, section 6). An empty claim matches nothing. */
export function ownedBy(user: User, dashboard: SavedDashboard): boolean {
  return [user.email, user.subject, user.name].some(
    (claim) => claim !== undefined && claim !== '' && claim === dashboard.author,
  )
}
