import { along, type Anchor, num } from '../paths'

/**
 * The tracked coins. Levels are calibration hints: daily closes near these dates to early 2026, from then on invented.
 * `supply` is circulating supply in millions of coins on the dates given. `market`, `alt` and `own` are yearly
 * volatilities in % that an asset takes from the whole market, from the mood for smaller coins, and has alone.
 */
export interface AssetProfile {
  readonly id: string
  readonly symbol: string
  readonly name: string
  readonly sector: string
  readonly aliases: string
  readonly listedOn?: string
  readonly market: number
  readonly alt: number
  readonly own: number
  readonly prices: readonly Anchor[]
  readonly supply: readonly Anchor[]
}

/** Dates on which all assets have a price anchor, with Bitcoin's level. */
const anchorDates = along(`
  2023-07-24 29200, 2023-11-21 37400, 2024-03-13 73100, 2024-07-05 56700, 2024-09-06 53950,
  2024-11-21 98000, 2025-01-20 102300, 2025-04-08 76300, 2025-07-14 119800, 2025-10-06 124700,
  2025-11-21 85100, 2026-01-14 96500, 2026-03-15 71500, 2026-04-20 67800, 2026-06-20 62300, 2026-08-25 70500,
  2026-11-20 78400, 2027-12-31 92000
`)

/** Bitcoin meets more anchors, so that the peak of October 2025 stays the peak. */
const bitcoinPrices: readonly Anchor[] = [
  ...anchorDates,
  ...along(`
    2023-12-08 44200, 2024-01-22 39600, 2024-06-05 71100, 2024-11-05 69400, 2024-12-17 106100,
    2025-02-28 84400, 2025-05-22 111700, 2025-08-13 123300, 2025-09-01 109200, 2025-10-26 113600,
    2025-12-20 88200
  `),
].sort(([one], [other]) => (one < other ? -1 : 1))

/** Prices on the dates above, in their order. */
function at(levels: string): readonly Anchor[] {
  const values = levels.split(' ').map(Number)
  return anchorDates.map(([iso], index) => [iso, num(values, index)])
}

function supplyOf(...levels: readonly number[]): readonly Anchor[] {
  const dates = ['2023-11-21', '2024-11-21', '2025-11-21', '2026-11-20', '2027-12-31']
  return dates.flatMap((iso, index) => {
    const level = levels[index]
    return level === undefined ? [] : [[iso, level * 1e6] as const]
  })
}

const asset = (
  id: string,
  [symbol, name, sector, aliases]: readonly [string, string, string, string],
  [market, alt, own]: readonly [number, number, number],
  prices: readonly Anchor[],
  supply: readonly Anchor[],
  listedOn?: string,
): AssetProfile => ({
  id: `asset:${id}`,
  symbol,
  name,
  sector,
  aliases,
  market,
  alt,
  own,
  prices,
  supply,
  ...(listedOn === undefined ? {} : { listedOn }),
})

export const assets: readonly AssetProfile[] = [
  asset(
    'btc',
    ['BTC', 'Bitcoin', 'Store of value', 'bitcoin, xbt'],
    [43, 0, 7],
    bitcoinPrices,
    supplyOf(19.55, 19.785, 19.95, 20.04, 20.22),
  ),
  asset(
    'eth',
    ['ETH', 'Ethereum', 'Smart contracts', 'ether, ethereum'],
    [52, 18, 26],
    at('1850 2010 4000 2980 2230 3360 3290 1470 3010 4680 2770 3320 2080 1960 1790 2120 2480 3100'),
    supplyOf(120.25, 120.43, 120.7, 121.3, 122.1),
  ),
  asset(
    'xrp',
    ['XRP', 'XRP', 'Payments', 'ripple'],
    [42, 22, 54],
    at('0.7 0.6 0.69 0.42 0.53 1.28 3.1 1.83 2.94 2.99 1.95 2.12 1.42 1.31 1.18 1.36 1.61 2'),
    supplyOf(53_700, 56_900, 60_200, 61_600, 63_200),
  ),
  asset(
    'bnb',
    ['BNB', 'BNB', 'Exchange', 'binance coin'],
    [41, 17, 32],
    at('238 233 630 500 496 625 700 555 690 1220 825 935 640 621 585 660 725 800'),
    supplyOf(151.7, 144, 137.7, 134.3, 131),
  ),
  asset(
    'sol',
    ['SOL', 'Solana', 'Smart contracts', 'solana'],
    [59, 27, 46],
    at('23.5 55 162 136 128 257 245 105 162 232 128 146 91 82.2 72 88 108 130'),
    supplyOf(423, 475, 557, 592, 625),
  ),
  asset(
    'doge',
    ['DOGE', 'Dogecoin', 'Meme', 'dogecoin'],
    [59, 35, 55],
    at(
      '0.077 0.075 0.172 0.1 0.095 0.39 0.36 0.145 0.199 0.265 0.14 0.148 0.098 0.0893 0.079 0.091 0.105 0.12',
    ),
    supplyOf(142_000, 146_900, 151_900, 156_900, 162_400),
  ),
  asset(
    'trx',
    ['TRX', 'TRON', 'Payments', 'tron'],
    [14, 5, 31],
    at(
      '0.081 0.1 0.127 0.122 0.151 0.199 0.245 0.232 0.303 0.345 0.275 0.305 0.288 0.304 0.312 0.33 0.341 0.37',
    ),
    supplyOf(88_600, 86_400, 94_700, 94_800, 95_000),
  ),
  asset(
    'ada',
    ['ADA', 'Cardano', 'Smart contracts', 'cardano'],
    [54, 34, 46],
    at('0.31 0.37 0.76 0.35 0.32 0.86 1 0.56 0.74 0.86 0.41 0.41 0.28 0.255 0.225 0.26 0.31 0.36'),
    supplyOf(35_300, 35_800, 36_600, 36_900, 37_400),
  ),
  asset(
    'hype',
    ['HYPE', 'Hyperliquid', 'DeFi', 'hyperliquid'],
    [57, 24, 76],
    along(`
      2024-11-29 7.2, 2025-01-20 21, 2025-04-08 12.6, 2025-06-15 41, 2025-07-14 48.5, 2025-08-12 43,
      2025-09-18 56.5, 2025-10-06 47.5, 2025-11-21 31.5, 2025-12-20 24.5, 2026-01-14 25.8, 2026-03-15 33,
      2026-06-20 30.5, 2026-08-25 34.5, 2026-11-20 37.2, 2027-12-31 42
    `),
    along('2024-11-29 333.9e6, 2025-11-29 336e6, 2026-06-01 352e6, 2026-11-20 366e6, 2027-12-31 402e6'),
    '2024-11-29',
  ),
  asset(
    'link',
    ['LINK', 'Chainlink', 'Oracle', 'chainlink'],
    [55, 30, 46],
    at('7.9 14.1 20.9 12.9 10.1 14.9 25.3 10.7 15.8 22.6 12.1 13.7 9.2 8.65 7.9 9.1 10.8 12.6'),
    supplyOf(556.8, 626.8, 697, 727, 760),
  ),
  asset(
    'sui',
    ['SUI', 'Sui', 'Smart contracts', 'sui'],
    [61, 32, 68],
    at('0.69 0.58 1.58 0.71 0.85 3.62 4.6 2.05 3.92 3.58 1.38 1.82 1.02 0.923 0.81 0.98 1.16 1.35'),
    supplyOf(960, 2_845, 3_680, 4_080, 4_520),
  ),
  asset(
    'avax',
    ['AVAX', 'Avalanche', 'Smart contracts', 'avalanche'],
    [57, 32, 50],
    at('13.2 20.4 53.5 25.3 21.8 34.7 36.3 16.3 21.6 30.2 12.9 14.6 9.8 9.04 8.1 9.6 11.4 13'),
    supplyOf(364, 408.6, 427, 432, 440),
  ),
  asset(
    'ltc',
    ['LTC', 'Litecoin', 'Payments', 'litecoin'],
    [45, 22, 40],
    at('89 69 98 63.5 64 89 117 69.5 95.5 118 82 75 57 54.7 51 58 66 74'),
    supplyOf(73.9, 75.2, 76.6, 77.2, 78.3),
  ),
  asset(
    'ton',
    ['GRAM', 'Gram', 'Payments', 'TON, toncoin, the open network'],
    [41, 20, 50],
    at('1.33 2.37 3.65 7.25 4.7 5.48 5.32 2.95 3.02 2.78 1.52 1.72 1.31 1.26 1.18 1.39 1.62 1.9'),
    supplyOf(3_440, 2_548, 2_510, 2_560, 2_640),
  ),
  asset(
    'dot',
    ['DOT', 'Polkadot', 'Smart contracts', 'polkadot'],
    [53, 32, 42],
    at('5.3 5.2 11 5.8 4.1 5.9 6.6 3.5 4.1 4.2 2.32 2.2 1.52 1.38 1.22 1.4 1.62 1.9'),
    supplyOf(1_290, 1_520, 1_640, 1_672, 1_715),
  ),
  asset(
    'aave',
    ['AAVE', 'Aave', 'DeFi', 'aave'],
    [56, 30, 54],
    at('69 92 136 87 131 161 322 129 312 288 162 172 118 111 101 119 142 170'),
    supplyOf(14.65, 14.98, 15.2, 15.25, 15.3),
  ),
  asset(
    'pol',
    ['POL', 'Polygon', 'Smart contracts', 'MATIC, matic, polygon'],
    [54, 32, 48],
    at(
      '0.74 0.78 1.22 0.48 0.375 0.46 0.46 0.177 0.241 0.243 0.131 0.152 0.101 0.0929 0.083 0.096 0.112 0.13',
    ),
    supplyOf(9_290, 9_980, 10_540, 10_600, 10_800),
  ),
  asset(
    'atom',
    ['ATOM', 'Cosmos Hub', 'Smart contracts', 'cosmos'],
    [51, 30, 42],
    at('8.9 9.1 13.6 5.7 3.9 6.6 6.2 4 4.75 4.15 2.45 2.5 1.88 1.73 1.55 1.8 2.1 2.4'),
    supplyOf(378, 391, 482, 508, 555),
  ),
]

/** Assets with hourly bars. */
export const hourlySymbols: readonly string[] = ['BTC', 'ETH', 'XRP', 'BNB', 'SOL', 'DOGE', 'ADA', 'LINK']

/** Throws when the universe has no such symbol. */
export function assetNamed(symbol: string): AssetProfile {
  const found = assets.find((candidate) => candidate.symbol === symbol)
  if (!found) throw new Error(`There is no asset ${symbol} in the universe.`)
  return found
}
