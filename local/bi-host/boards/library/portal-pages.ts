/** Pages of the portal that a row may open; the same paths as in the portal's catalogue (tested). */
export const portalPages = {
  home: '/home',
  stablecoins: '/datasets/stablecoins',
  globalCryptoMarket: '/datasets/global-digital-asset-markets',
  bitcoin: '/datasets/bitcoin',
  ethereum: '/datasets/ethereum',
  etf: '/datasets/etf',
  lending: '/datasets/lending',
  spotAnalytics: '/datasets/spot-analytics',
  derivatives: '/datasets/derivatives',
  futures: '/datasets/futures',
  staking: '/datasets/staking',
  rwa: '/datasets/rwa',
} as const
export type PortalPage = keyof typeof portalPages
