/** Trading venues with their weights inside each market type; a weight of 0 means the venue does not offer it. */
export interface Venue {
  readonly id: string
  readonly name: string
  readonly kind: 'CEX' | 'DEX' | 'Regulated'
  readonly spot: number
  readonly perpetual: number
  readonly dated: number
  readonly options: number
  readonly takerFeeBps: number
  /** Usual hours between funding prints. */
  readonly fundingHours?: number
  /** `banded`: interest of 1 bp per 8 h with a dead band, so prints sit at exactly 1.00. `continuous`: premium alone. */
  readonly fundingRule?: 'banded' | 'continuous'
  /** Spot markets of venues that list few coins; absent means every tracked coin. */
  readonly spotCoins?: readonly string[]
  readonly perpetualCoins?: readonly string[]
  readonly datedCoins?: readonly string[]
  readonly since?: string
}

const deribitCoins = ['BTC', 'ETH', 'SOL', 'XRP']

export const venues: readonly Venue[] = [
  {
    id: 'venue:binance',
    name: 'Binance',
    kind: 'CEX',
    spot: 0.4,
    perpetual: 0.36,
    dated: 0.3,
    options: 0.035,
    takerFeeBps: 5,
    fundingHours: 8,
    fundingRule: 'banded',
    datedCoins: ['BTC', 'ETH'],
  },
  {
    id: 'venue:okx',
    name: 'OKX',
    kind: 'CEX',
    spot: 0.105,
    perpetual: 0.17,
    dated: 0.3,
    options: 0.06,
    takerFeeBps: 5,
    fundingHours: 8,
    fundingRule: 'banded',
    datedCoins: ['BTC', 'ETH'],
  },
  {
    id: 'venue:bybit',
    name: 'Bybit',
    kind: 'CEX',
    spot: 0.11,
    perpetual: 0.16,
    dated: 0.16,
    options: 0.055,
    takerFeeBps: 5.5,
    fundingHours: 8,
    fundingRule: 'banded',
    datedCoins: ['BTC', 'ETH'],
  },
  {
    id: 'venue:bitget',
    name: 'Bitget',
    kind: 'CEX',
    spot: 0.075,
    perpetual: 0.11,
    dated: 0,
    options: 0,
    takerFeeBps: 6,
    fundingHours: 8,
    fundingRule: 'banded',
  },
  {
    id: 'venue:gate',
    name: 'Gate',
    kind: 'CEX',
    spot: 0.07,
    perpetual: 0.08,
    dated: 0,
    options: 0,
    takerFeeBps: 5,
    fundingHours: 8,
    fundingRule: 'banded',
  },
  {
    id: 'venue:coinbase',
    name: 'Coinbase',
    kind: 'CEX',
    spot: 0.1,
    perpetual: 0,
    dated: 0,
    options: 0,
    takerFeeBps: 12,
  },
  {
    id: 'venue:kraken',
    name: 'Kraken',
    kind: 'CEX',
    spot: 0.045,
    perpetual: 0.012,
    dated: 0,
    options: 0,
    takerFeeBps: 5,
    fundingHours: 1,
    fundingRule: 'continuous',
  },
  {
    id: 'venue:deribit',
    name: 'Deribit',
    kind: 'CEX',
    spot: 0,
    perpetual: 0.022,
    dated: 0.24,
    options: 0.82,
    takerFeeBps: 5,
    fundingHours: 8,
    fundingRule: 'continuous',
    perpetualCoins: deribitCoins,
    datedCoins: ['BTC', 'ETH'],
  },
  {
    id: 'venue:hyperliquid',
    name: 'Hyperliquid',
    kind: 'DEX',
    spot: 0.006,
    perpetual: 0.045,
    dated: 0,
    options: 0,
    takerFeeBps: 4.5,
    fundingHours: 1,
    fundingRule: 'banded',
    spotCoins: ['BTC', 'ETH', 'SOL', 'HYPE'],
  },
  {
    id: 'venue:cme',
    name: 'CME',
    kind: 'Regulated',
    spot: 0,
    perpetual: 0,
    dated: 1,
    options: 0,
    takerFeeBps: 1,
    datedCoins: ['BTC', 'ETH', 'SOL', 'XRP'],
  },
  {
    id: 'venue:uniswap',
    name: 'Uniswap',
    kind: 'DEX',
    spot: 0.045,
    perpetual: 0,
    dated: 0,
    options: 0,
    takerFeeBps: 30,
    spotCoins: ['BTC', 'ETH', 'LINK', 'AAVE', 'POL'],
  },
  {
    id: 'venue:raydium',
    name: 'Raydium',
    kind: 'DEX',
    spot: 0.022,
    perpetual: 0,
    dated: 0,
    options: 0,
    takerFeeBps: 25,
    spotCoins: ['SOL'],
  },
]

/** Coins with dated futures on CME later than Bitcoin and Ether. */
export const datedSince: Readonly<Record<string, string>> = { SOL: '2025-03-17', XRP: '2025-05-19' }

/** Hyperliquid spot opened for tracked coins with the HYPE listing; Bitcoin and Ether in early 2025. */
export const spotSince: Readonly<Record<string, string>> = {
  'Hyperliquid BTC': '2025-02-20',
  'Hyperliquid ETH': '2025-03-17',
  'Hyperliquid SOL': '2025-05-08',
}

/** Perpetuals with funding rows. */
export const fundingCoins: readonly string[] = [
  'BTC',
  'ETH',
  'XRP',
  'BNB',
  'SOL',
  'DOGE',
  'TRX',
  'ADA',
  'HYPE',
  'LINK',
  'SUI',
  'AVAX',
]

/** Coins whose exchange liquidations are followed one by one. */
export const liquidationCoins: readonly string[] = ['BTC', 'ETH', 'XRP', 'BNB', 'SOL', 'DOGE', 'ADA', 'HYPE']
