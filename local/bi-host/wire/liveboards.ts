const board = <const Title extends string>(digits: string, title: Title) => ({
  id: `6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a${digits}`,
  worksheetId: `b1d2c3e4-0000-4a00-8a00-00000000a0${digits}`,
  title,
})

/** Ids of the twelve curated boards and their worksheets on the local BI host. A test compares the portal's defaults with them. */
export const liveboards = {
  home: board('01', 'Home'),
  stablecoins: board('02', 'Stablecoins'),
  globalCryptoMarket: board('03', 'Global Crypto Market'),
  bitcoin: board('04', 'Bitcoin'),
  ethereum: board('05', 'Ethereum'),
  etf: board('06', 'ETF'),
  lending: board('07', 'Lending'),
  spotAnalytics: board('08', 'Spot Analytics'),
  derivatives: board('09', 'Derivatives'),
  futures: board('0a', 'Futures'),
  staking: board('0b', 'Staking'),
  rwa: board('0c', 'RWA'),
} as const
