import type { SurfaceCapabilities } from '../../../core/ports/dashboard-surface'

/** Every view of the port: it was made after this vendor. Its specified refresh makes a new document. */
export const thoughtSpotCapabilities: SurfaceCapabilities = {
  views: ['dashboard', 'editor', 'builder', 'answer', 'conversation'],
  charts: true,
  pin: true,
  refreshesData: false,
  tells: [
    'navigated',
    'data',
    'library-changed',
    'page-asked',
    'unsaved-work',
    'edit-ended',
    'tile-starred',
    'action',
  ],
  hides: 'every action',
}
