import type { Source } from '../model/source'

/** Questions that work, each with the source it needs: for the empty page, and for whoever asked something else. */
const all = [
  { source: 'stable_supply', question: 'stablecoin supply by chain, last 90 days, stacked area' },
  { source: 'price', question: 'BTC and ETH 30-day volatility against funding' },
  { source: 'rwa', question: 'top 10 RWA products by growth this quarter' },
  { source: 'trading', question: 'top 5 exchanges by open interest' },
  { source: 'etf', question: 'ETF net flow by issuer, weekly, this year' },
  { source: 'lending', question: 'borrow APY of USDC by protocol, last 30 days' },
  { source: 'staking', question: 'staking APR by network' },
  { source: 'funding', question: 'funding of BTC by exchange, last 30 days' },
  { source: 'onchain', question: 'MVRV of Bitcoin since May 2025' },
  { source: 'market_cap', question: 'market cap by asset, last 90 days' },
  { source: 'stable_supply', question: 'net issuance of USDT and USDC by week' },
  { source: 'stable_supply', question: 'top 5 stablecoins by supply' },
  { source: 'stable_price', question: 'peg deviation of USDe, last 90 days' },
  { source: 'price', question: 'BTC vs ETH price, last 6 months' },
  { source: 'trading', question: 'spot volume by exchange by month' },
  { source: 'rwa', question: 'RWA value by asset class as a donut' },
  { source: 'etf', question: 'top 3 ETFs by AUM' },
  { source: 'lending', question: 'utilisation by protocol' },
  { source: 'staking', question: 'validators by network' },
  { source: 'funding', question: 'compare funding on Binance and Bybit' },
  { source: 'futures_term', question: 'futures open interest by exchange' },
  { source: 'onchain', question: 'active addresses of Ethereum by month' },
  { source: 'options', question: 'put/call ratio of BTC, last 6 months' },
  { source: 'exchange_liquidations', question: 'liquidations by exchange, weekly' },
] as const

export const examplesFor = (sources: readonly Source[]): readonly string[] =>
  all.filter(({ source }) => sources.some(({ id }) => id === source)).map(({ question }) => question)
