import type { SurfaceCapabilities } from '../../../core/ports/dashboard-surface'

/** Every view of the port, which was modeled on this vendor. Days need a column that the configuration names. */
export const thoughtSpotCapabilities: SurfaceCapabilities = {
  views: ['dashboard', 'editor', 'builder', 'answer', 'conversation'],
  charts: true,
  narrowing: true,
  dates: true,
  pin: true,
}
