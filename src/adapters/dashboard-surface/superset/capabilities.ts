import type { SurfaceCapabilities } from '../../../core/ports/dashboard-surface'

/** What Superset shows a guest: its dashboards, without a menu on them, and nothing else. Its own filter of the range takes days. */
export const supersetCapabilities: SurfaceCapabilities = {
  views: ['dashboard'],
  charts: false,
  narrowing: true,
  dates: false,
  pin: false,
}
