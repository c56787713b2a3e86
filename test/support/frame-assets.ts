import type { FrameAssets } from '../../src/adapters/dashboard-surface/thoughtspot/customizations'

/** What a frame fetches of a portal that is served there. */
export const frameAssets = (origin = 'https://portal.example.com'): FrameAssets => ({
  assetsOrigin: origin,
  watermarkImage: `${origin}/open-data/logo/logo-white.svg`,
})
