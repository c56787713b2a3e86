import type { SurfaceCapabilities } from '../../../core/ports/dashboard-surface'

/** What Superset shows a guest: its dashboards, without a menu on them, and nothing else. */
export const supersetCapabilities: SurfaceCapabilities = {
  views: ['dashboard'],
  charts: false,
  narrowing: true,
  pin: false,
}
