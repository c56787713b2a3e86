import type { SurfaceCapabilities } from '../../../core/ports/dashboard-surface'

/** Every view of the port: it was made after this vendor. */
export const thoughtSpotCapabilities: SurfaceCapabilities = {
  views: ['dashboard', 'editor', 'builder', 'answer', 'conversation'],
  charts: true,
  narrowing: true,
  pin: true,
}
