import type { SurfaceCapabilities } from '../../../core/ports/dashboard-surface'

/** The whole of the port: it was made after this vendor. */
export const thoughtSpotCapabilities: SurfaceCapabilities = {
  views: ['dashboard', 'editor', 'builder', 'answer', 'conversation'],
  charts: true,
  pin: true,
  refreshesData: true,
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
