/**
 * The one table of events. Shocks move prices, volatility, open interest, funding, liquidations, pegs, borrow rates and
 * fund flows of their day together; everything a reader sees jump is named here.
 */
export interface Shock {
  readonly iso: string
  readonly id: string
  readonly title: string
  /** Simple return of Bitcoin on the day, %. */
  readonly bitcoin: number
  /** Multiple of it for Ether and for smaller coins. */
  readonly ether: number
  readonly alts: number
  /** Drop of open interest in coins, %. */
  readonly deleveraging: number
  /** Liquidations reported by exchanges, USD bn. */
  readonly liquidations: number
}

export const shocks: readonly Shock[] = [
  {
    iso: '2024-08-05',
    id: 'shock-2024-08-05',
    title: 'Carry unwind: sell-off across risk assets',
    bitcoin: -8.9,
    ether: 1.3,
    alts: 1.35,
    deleveraging: 13,
    liquidations: 1.2,
  },
  {
    iso: '2025-10-10',
    id: 'shock-2025-10-10',
    title: 'Tariff shock: largest day of forced closures',
    bitcoin: -8.4,
    ether: 1.5,
    alts: 2,
    deleveraging: 22,
    liquidations: 19.1,
  },
  {
    iso: '2026-06-04',
    id: 'shock-2026-06-04',
    title: 'Fund redemptions meet thin books (invented)',
    bitcoin: -9.6,
    ether: 1.35,
    alts: 1.45,
    deleveraging: 15,
    liquidations: 1.9,
  },
]

export interface Depeg {
  readonly iso: string
  readonly token: string
  /** Close and low of the day against par, bp. */
  readonly closeBps: number
  readonly lowBps: number
  readonly venue: string
  readonly title: string
}

export const depegs: readonly Depeg[] = [
  {
    iso: '2025-04-02',
    token: 'FDUSD',
    closeBps: -78,
    lowBps: -980,
    venue: 'Binance',
    title: 'FDUSD falls on doubts about its reserves',
  },
  {
    iso: '2025-04-03',
    token: 'FDUSD',
    closeBps: -42,
    lowBps: -190,
    venue: 'Binance',
    title: 'FDUSD recovers most of the gap',
  },
  {
    iso: '2025-10-10',
    token: 'USDe',
    closeBps: -24,
    lowBps: -3_480,
    venue: 'Binance',
    title: 'USDe trades far under par on one venue only',
  },
  {
    iso: '2026-03-23',
    token: 'USD1',
    closeBps: -118,
    lowBps: -265,
    venue: 'Bybit',
    title: 'USD1 slips after a redemption pause (invented)',
  },
  {
    iso: '2026-03-24',
    token: 'USD1',
    closeBps: -51,
    lowBps: -140,
    venue: 'Bybit',
    title: 'USD1 reopens redemptions (invented)',
  },
]

export interface PlainEvent {
  readonly iso: string
  readonly id: string
  readonly kind: 'network' | 'rename' | 'listing' | 'policy' | 'market structure'
  readonly subject: string
  readonly title: string
  readonly size?: number
}

export const plainEvents: readonly PlainEvent[] = [
  {
    iso: '2024-01-11',
    id: 'etf-btc-launch',
    kind: 'listing',
    subject: 'asset:btc',
    title: 'US spot Bitcoin funds begin trading',
  },
  {
    iso: '2024-03-13',
    id: 'ethereum-dencun',
    kind: 'network',
    subject: 'asset:eth',
    title: 'Dencun: rollups move to blob space',
  },
  {
    iso: '2024-04-20',
    id: 'btc-halving-2024',
    kind: 'network',
    subject: 'asset:btc',
    title: 'Halving: 450 BTC a day',
    size: 450,
  },
  {
    iso: '2024-07-23',
    id: 'etf-eth-launch',
    kind: 'listing',
    subject: 'asset:eth',
    title: 'US spot Ether funds begin trading; Mini ETH spun off ETHE',
  },
  {
    iso: '2024-07-31',
    id: 'gbtc-spin-off',
    kind: 'listing',
    subject: 'fund:GBTC',
    title: 'Bitcoin Mini Trust spun off GBTC in kind',
  },
  {
    iso: '2024-09-13',
    id: 'rename-pol',
    kind: 'rename',
    subject: 'asset:pol',
    title: 'MATIC becomes POL, 1:1',
  },
  {
    iso: '2024-09-18',
    id: 'usds-launch',
    kind: 'listing',
    subject: 'token:usds',
    title: 'USDS opens beside DAI',
  },
  {
    iso: '2024-09-18',
    id: 'fed-2024-09',
    kind: 'policy',
    subject: 'market',
    title: 'Policy rate cut to 4.75-5.00 %',
    size: 4.875,
  },
  {
    iso: '2024-11-07',
    id: 'fed-2024-11',
    kind: 'policy',
    subject: 'market',
    title: 'Policy rate cut to 4.50-4.75 %',
    size: 4.625,
  },
  {
    iso: '2024-11-29',
    id: 'hype-listing',
    kind: 'listing',
    subject: 'asset:hype',
    title: 'HYPE is distributed and listed',
  },
  {
    iso: '2024-12-18',
    id: 'fed-2024-12',
    kind: 'policy',
    subject: 'market',
    title: 'Policy rate cut to 4.25-4.50 %',
    size: 4.375,
  },
  {
    iso: '2025-05-07',
    id: 'ethereum-pectra',
    kind: 'network',
    subject: 'asset:eth',
    title: 'Pectra: larger validators',
  },
  {
    iso: '2025-09-17',
    id: 'fed-2025-09',
    kind: 'policy',
    subject: 'market',
    title: 'Policy rate cut to 4.00-4.25 %',
    size: 4.125,
  },
  {
    iso: '2025-10-29',
    id: 'fed-2025-10',
    kind: 'policy',
    subject: 'market',
    title: 'Policy rate cut to 3.75-4.00 %',
    size: 3.875,
  },
  {
    iso: '2025-12-10',
    id: 'fed-2025-12',
    kind: 'policy',
    subject: 'market',
    title: 'Policy rate cut to 3.50-3.75 %',
    size: 3.625,
  },
  {
    iso: '2026-05-29',
    id: 'cme-round-the-clock',
    kind: 'market structure',
    subject: 'venue:cme',
    title: 'CME crypto futures trade at weekends (announced date)',
  },
  {
    iso: '2026-06-30',
    id: 'rename-gram',
    kind: 'rename',
    subject: 'asset:ton',
    title: 'TON becomes GRAM, 1:1; the network keeps its name',
  },
]
