import type { SurfaceCapabilities } from '../../../core/ports/dashboard-surface'

/** Superset shows a guest only its dashboards, without menus. Its own filter of the range takes days. */
export const supersetCapabilities: SurfaceCapabilities = {
  views: ['dashboard'],
  charts: false,
  narrowing: true,
  dates: false,
  pin: false,
}
