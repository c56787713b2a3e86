/** Identifiers of the twelve curated boards and their worksheets on the local BI host; the portal's built-in defaults repeat them (tested). */
export const liveboards = {
  home: {
    id: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01',
    worksheetId: 'b1d2c3e4-0000-4a00-8a00-00000000a001',
    title: 'Home',
  },
  stablecoins: {
    id: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a02',
    worksheetId: 'b1d2c3e4-0000-4a00-8a00-00000000a002',
    title: 'Stablecoins',
  },
  globalCryptoMarket: {
    id: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a03',
    worksheetId: 'b1d2c3e4-0000-4a00-8a00-00000000a003',
    title: 'Global Crypto Market',
  },
  bitcoin: {
    id: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a04',
    worksheetId: 'b1d2c3e4-0000-4a00-8a00-00000000a004',
    title: 'Bitcoin',
  },
  ethereum: {
    id: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a05',
    worksheetId: 'b1d2c3e4-0000-4a00-8a00-00000000a005',
    title: 'Ethereum',
  },
  etf: {
    id: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a06',
    worksheetId: 'b1d2c3e4-0000-4a00-8a00-00000000a006',
    title: 'ETF',
  },
  lending: {
    id: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a07',
    worksheetId: 'b1d2c3e4-0000-4a00-8a00-00000000a007',
    title: 'Lending',
  },
  spotAnalytics: {
    id: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a08',
    worksheetId: 'b1d2c3e4-0000-4a00-8a00-00000000a008',
    title: 'Spot Analytics',
  },
  derivatives: {
    id: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a09',
    worksheetId: 'b1d2c3e4-0000-4a00-8a00-00000000a009',
    title: 'Derivatives',
  },
  futures: {
    id: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a0a',
    worksheetId: 'b1d2c3e4-0000-4a00-8a00-00000000a00a',
    title: 'Futures',
  },
  staking: {
    id: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a0b',
    worksheetId: 'b1d2c3e4-0000-4a00-8a00-00000000a00b',
    title: 'Staking',
  },
  rwa: {
    id: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a0c',
    worksheetId: 'b1d2c3e4-0000-4a00-8a00-00000000a00c',
    title: 'RWA',
  },
} as const
