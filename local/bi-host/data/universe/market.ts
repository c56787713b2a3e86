import * as v from 'valibot'
import eventsText from './events.jsonl?raw'
import marketText from './market.jsonl?raw'
import { anchors, flag, iso, number, orNull, recordFile, scaled, since, text } from '../records'

// What the sample market trades, where, and its events: files of records, validated on load.

const marketRecords = recordFile('market.jsonl', marketText, [
  'asset',
  'venue',
  'dated futures',
  'on-chain',
  'reference price',
])
const eventRecords = recordFile('events.jsonl', eventsText, ['shock', 'depeg', 'event', 'symbol', 'NYSE'])

const symbols = v.exactOptional(v.array(text))
const datesBySymbol = v.exactOptional(v.record(text, iso))

/**
 * The tracked coins. Levels are calibration hints: daily closes near these dates to early 2026, from then on invented.
 * `supply` is circulating supply in millions of coins. `market`, `alt` and `own` are yearly volatilities in % that an
 * asset takes from the whole market, from the mood for smaller coins, and has alone. `volumeWeight` is its share in
 * volume, `openInterestPct` its perpetual open interest against circulating supply.
 */
export const assets = marketRecords('asset', {
  id: text,
  symbol: text,
  name: text,
  sector: text,
  listedOn: since,
  isHourly: flag,
  hasFunding: flag,
  hasLiquidations: flag,
  volumeWeight: number,
  openInterestPct: number,
  market: number,
  alt: number,
  own: number,
  prices: anchors,
  supply: anchors,
}).map((asset) => ({ ...asset, supply: scaled(asset.supply, 1e6) }))
export type AssetProfile = (typeof assets)[number]

/** Throws if the universe has no such symbol. */
export function assetNamed(symbol: string): AssetProfile {
  const found = assets.find((candidate) => candidate.symbol === symbol)
  if (!found) throw new Error(`There is no asset ${symbol} in the universe.`)
  return found
}

/**
 * Trading venues with their weights within each market type. 0 means the venue does not offer it. `growth` multiplies the weights over
 * time. `holdingTilt` is open interest relative to volume, which differs between venues with slow and fast money. A `banded` funding rule
 * has interest of 1 bp per 8 h with a dead band, so prints are at exactly 1.00. `continuous` is premium alone. Coin lists are for venues
 * with few coins. Absent means every tracked coin.
 */
export const venues = marketRecords('venue', {
  id: text,
  name: text,
  kind: v.picklist(['CEX', 'DEX', 'Regulated']),
  spot: number,
  perpetual: number,
  dated: number,
  options: number,
  fundingHours: v.exactOptional(number),
  fundingRule: v.exactOptional(v.picklist(['banded', 'continuous'])),
  holdingTilt: v.optional(number, 1),
  growth: v.optional(anchors, 1),
  spotCoins: symbols,
  spotSince: datesBySymbol,
  perpetualCoins: symbols,
  datedCoins: symbols,
  datedSince: datesBySymbol,
})
export type Venue = (typeof venues)[number]

/**
 * Shocks move prices, volatility, open interest, funding, liquidations, pegs, borrow rates and fund flows of their day together. `bitcoin`
 * is its simple return in %, `ether` and `alts` are multiples of it. Open interest in coins falls by `deleveraging` %. Exchanges report
 * `liquidations` in USD bn, and lenders seize `seizures` in USD m.
 */
export const shocks = eventRecords('shock', {
  iso,
  id: text,
  title: text,
  bitcoin: number,
  ether: number,
  alts: number,
  deleveraging: number,
  liquidations: number,
  seizures: number,
})

/** Close and low of the day against par, bp. */
export const depegs = eventRecords('depeg', {
  iso,
  token: text,
  closeBps: number,
  lowBps: number,
  venue: text,
  title: text,
})

/** Open dated futures in coins: CME, and all offshore venues together. */
export const datedFutures = marketRecords('dated futures', { symbol: text, cme: anchors, offshore: anchors })

/** Realized cap in USD bn. Base fees per day in USD m, null if derived from the burn. */
export const onchainProfiles = marketRecords('on-chain', {
  symbol: v.picklist(['BTC', 'ETH']),
  realised: anchors,
  addresses: anchors,
  balance: anchors,
  fees: orNull,
  hashRate: orNull,
})
export type OnchainProfile = (typeof onchainProfiles)[number]

/** All other events that explain visible jumps. */
export const plainEvents = eventRecords('event', {
  iso,
  id: text,
  kind: v.picklist(['network', 'rename', 'listing', 'policy', 'market structure']),
  subject: text,
  title: text,
  size: v.exactOptional(number),
})

/** Periods of a symbol per entity, oldest first. The entity keeps its id through all of them. */
export const symbolPeriods = eventRecords('symbol', {
  entity: text,
  symbol: text,
  name: text,
  from: iso,
  to: since,
  event: text,
  ratio: number,
  link: v.exactOptional(text),
})

/** Gold, USD per ounce, and a broad share index. Invented from 2026 on. */
export const referencePrices = marketRecords('reference price', {
  name: v.picklist(['gold', 'shares']),
  prices: anchors,
})

/**
 * Full-day closings of the New York Stock Exchange, 2023 to 2026, including exceptional ones (from the exchange's published calendar: 9
 * January 2025 was a day of mourning), and days that end early, New York time.
 */
export const nyseCalendar = eventRecords('NYSE', {
  iso,
  holiday: v.exactOptional(text),
  earlyClose: v.exactOptional(text),
})
