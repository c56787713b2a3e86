import type { FrameAssets } from '../../src/adapters/dashboard-surface/thoughtspot/customizations'

/** The assets that a frame loads from the portal that serves it. */
export const frameAssets = (origin = 'https://portal.example.com'): FrameAssets => ({
  assetsOrigin: origin,
  watermarkImage: `${origin}/open-data/logo/logo-white.svg`,
})
