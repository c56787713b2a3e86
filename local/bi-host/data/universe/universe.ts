import * as v from 'valibot'
import eventsText from './events.jsonl?raw'
import marketText from './market.jsonl?raw'
import { anchors, flag, iso, number, orNull, recordFile, scaled, since, text } from '../records'
import fundsText from './funds.jsonl?raw'
import lendingText from './lending.jsonl?raw'
import productsText from './products.jsonl?raw'
import stablecoinsText from './stablecoins.jsonl?raw'
import stakingText from './staking.jsonl?raw'
import {
  dayOf,
  isWeekend,
  isLondonSummer,
  lastFriday,
  monthOf,
  nextMonth,
  weekdayOf,
  type Day,
} from '../days'

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
const nyseCalendar = eventRecords('NYSE', {
  iso,
  holiday: v.exactOptional(text),
  earlyClose: v.exactOptional(text),
})

// Tokens, and what is lent, staked, wrapped or held in funds: files of records, validated on load.

const stablecoinRecords = recordFile('stablecoins.jsonl', stablecoinsText, ['chain', 'weight', 'stablecoin'])
const fundRecords = recordFile('funds.jsonl', fundsText, ['fund'])
const lendingRecords = recordFile('lending.jsonl', lendingText, ['class', 'protocol', 'market'])
const stakingRecords = recordFile('staking.jsonl', stakingText, ['share', 'network', 'protocol', 'restaking'])
const productRecords = recordFile('products.jsonl', productsText, ['product'])

/** Chains on which tokens of the sample circulate. */
export const chains = stablecoinRecords('chain', {
  id: text,
  name: text,
  layer: v.picklist(['Layer 1', 'Layer 2']),
  launched: since,
})

/** The weight of a stablecoin on a chain. If its issuer does not issue (`issued`) there, it arrives by bridge. */
const stablecoinChains = stablecoinRecords('weight', {
  token: text,
  chain: text,
  since,
  issued: number,
  weights: anchors,
})
export type ChainWeight = (typeof stablecoinChains)[number]

/**
 * Stablecoins with their supply in USD bn. `pegNoise` and `pegLean` are the typical distance from par and its bias, bp. `turnover` is daily
 * volume relative to supply. `batch` is the size of one issue, USD m.
 */
export const stablecoins = stablecoinRecords('stablecoin', {
  id: text,
  token: text,
  name: text,
  issuer: text,
  group: text,
  backing: v.picklist(['Fiat reserves', 'Crypto collateral', 'Synthetic', 'Mixed']),
  launched: since,
  attested: since,
  isBasket: flag,
  pegNoise: number,
  pegLean: number,
  turnover: number,
  batch: number,
  supply: anchors,
}).map((coin) => ({ ...coin, chains: stablecoinChains.filter(({ token }) => token === coin.token) }))
export type Stablecoin = (typeof stablecoins)[number]

/**
 * US spot funds. Holdings, in thousands of coins, are the targets of creations and redemptions. `quiet` is the share of trading days
 * without any. A converted fund held its coins before the listing, as a trust.
 */
export const funds = fundRecords('fund', {
  ticker: text,
  label: v.exactOptional(text),
  name: text,
  issuer: text,
  underlying: v.picklist(['BTC', 'ETH', 'SOL', 'XRP']),
  listedOn: iso,
  feePct: number,
  coinsPerShare: number,
  unitShares: number,
  quiet: number,
  isStaking: flag,
  isConverted: flag,
  spinOff: v.exactOptional(v.strictObject({ iso, thousands: number })),
  holdings: anchors,
}).map((fund) => ({ label: fund.ticker, ...fund, holdings: scaled(fund.holdings, 1000) }))
export type Fund = (typeof funds)[number]

const lendingClass = v.picklist(['Dollar', 'Ether', 'Staked ether', 'Bitcoin', 'Other'])
export type LendingClass = v.InferOutput<typeof lendingClass>

/** Reference parameters by class. Dollar slopes follow governance: tightened in March and December 2024, eased in 2025. */
export const lendingClasses = lendingRecords('class', {
  name: lendingClass,
  usual: number,
  kinkPct: number,
  ltvPct: number,
  thresholdPct: number,
  slope1: anchors,
  slope2: anchors,
})

/** Gross deposits in USD bn, and differences from the reference parameters: a factor, a reserve, points of loan-to-value. */
export const lendingProtocols = lendingRecords('protocol', {
  id: text,
  name: text,
  rateFactor: number,
  reservePct: number,
  ltvShift: number,
  supplied: anchors,
})

/** Markets with their relative size within the protocol. `priced` is the asset whose price moves it, none for dollars. */
export const lendingMarkets = lendingRecords('market', {
  protocol: text,
  chain: text,
  asset: text,
  kind: lendingClass,
  priced: v.optional(v.nullable(text), null),
  weight: number,
  isCollateralOnly: flag,
  since,
})
export type LendingMarket = (typeof lendingMarkets)[number]

/** Share of the network's stake, %. The rest is Native. */
const stakingShares = stakingRecords('share', {
  network: text,
  protocol: text,
  since,
  hasToken: flag,
  sharePct: anchors,
})

/**
 * Total supply in m coins, null for the circulating supply of the price table. Staked share of it in %. Reward before fees, simple % per
 * year, with the part that is fees and MEV. Net growth of supply, % per year, null for issuance minus burn.
 */
export const stakingNetworks = stakingRecords('network', {
  id: text,
  network: text,
  symbol: text,
  unbondingDays: number,
  supply: orNull,
  stakedPct: anchors,
  apr: anchors,
  feePart: number,
  issuance: orNull,
  validators: anchors,
  exitDays: anchors,
  entryDays: anchors,
}).map((one) => ({ ...one, protocols: stakingShares.filter(({ network }) => network === one.network) }))
export type StakingNetwork = (typeof stakingNetworks)[number]

export const stakingProtocols = stakingRecords('protocol', {
  id: text,
  name: text,
  kind: v.picklist(['Liquid staking', 'Exchange staking', 'Native staking', 'Restaking']),
  feePct: number,
})

/** Coins restaked, m. */
export const restaking = stakingRecords('restaking', {
  protocol: text,
  network: text,
  symbol: text,
  since,
  coins: anchors,
  apr: anchors,
})

/**
 * Tokenized products: value of all tokens in USD bn, and how one token moves from `navStart`: constant at one dollar, growing with its
 * yield (the `spread` over the 3-month bill, percentage points), with gold, or with shares. Chains have weights, and a date if a token
 * opened later.
 */
export const products = productRecords('product', {
  id: text,
  product: text,
  name: text,
  issuer: text,
  assetClass: v.picklist(['Treasuries', 'Gold', 'Private credit', 'Equities', 'Repo']),
  transferClass: v.optional(v.picklist(['Distributed', 'Represented']), 'Distributed'),
  navFrequency: v.optional(v.picklist(['Daily', 'Business day', 'Continuous', 'Monthly']), 'Business day'),
  access: text,
  redemption: text,
  minimumUsd: number,
  feePct: number,
  navRule: v.picklist(['constant', 'accruing', 'gold', 'shares']),
  navStart: number,
  defiPct: number,
  launched: since,
  spread: v.optional(v.nullable(number), null),
  holders: anchors,
  value: anchors,
  chains: v.array(v.union([v.strictTuple([text, number]), v.strictTuple([text, number, iso])])),
})
export type Product = (typeof products)[number]

type ExpiryKind = 'Weekly' | 'Monthly' | 'Quarterly'

export interface Expiry {
  readonly day: Day
  readonly kind: ExpiryKind
}

/** The widest expiry kind that applies to a Friday. */
export function expiryKind(friday: Day): ExpiryKind {
  if (friday !== lastFriday(friday)) return 'Weekly'
  return monthOf(friday) % 3 === 0 ? 'Quarterly' : 'Monthly'
}

/** Fridays after `day`, up to `horizon` days ahead, with their kinds. A Friday's own 08:00 expiry is over at the end of that day. */
export function expiriesAfter(day: Day, horizon: number): readonly Expiry[] {
  const found: Expiry[] = []
  const first = day + 1 + ((12 - weekdayOf(day + 1)) % 7)
  for (let friday = first; friday <= day + horizon; friday += 7) {
    found.push({ day: friday, kind: expiryKind(friday) })
  }
  return found
}

/** The next `count` last Fridays of a month after `day`. */
export function monthlyExpiriesAfter(day: Day, count: number): readonly Expiry[] {
  const found: Expiry[] = []
  for (let month = day; found.length < count; month = nextMonth(month)) {
    const friday = lastFriday(month)
    if (friday > day) found.push({ day: friday, kind: expiryKind(friday) })
  }
  return found
}

/** Hours after 00:00 UTC at which a contract expires: 08:00 offshore, 16:00 London on CME. */
function expiryHour(expiry: Day, isCme: boolean): number {
  if (!isCme) return 8
  return isLondonSummer(expiry) ? 15 : 16
}

/** Fractional days from the end of `day` (the snapshot) to the expiry instant. */
export const daysToExpiry = (day: Day, expiry: Day, isCme = false): number =>
  expiry - day - 1 + expiryHour(expiry, isCme) / 24

/** Full-day closings of the New York Stock Exchange, by name. */
export const nyseHolidays: ReadonlyMap<Day, string> = new Map(
  nyseCalendar.flatMap(({ iso, holiday }) => (holiday === undefined ? [] : [[dayOf(iso), holiday]])),
)

const earlyCloses: ReadonlySet<Day> = new Set(
  nyseCalendar.filter(({ earlyClose }) => earlyClose !== undefined).map(({ iso }) => dayOf(iso)),
)

/** CME crypto futures close on fewer holidays than the stock exchange. */
const cmeHolidayNames = new Set(["New Year's Day", 'Good Friday', 'Christmas Day'])

/** First UTC day with weekend rows: round-the-clock trading was announced to start on Friday 29 May 2026. */
const cmeRoundTheClock: Day = dayOf('2026-05-29')

const lastCalendarDay = dayOf('2026-12-31')

/** After the published calendars end, only weekends are known closings. */
export const isNyseOpen = (day: Day): boolean =>
  !isWeekend(day) && (day > lastCalendarDay || !nyseHolidays.has(day))

/** Trading days that end at 13:00 New York. */
export const isNyseEarlyClose = (day: Day): boolean => earlyCloses.has(day)

const isCmeBusinessDay = (day: Day): boolean =>
  !isWeekend(day) && !cmeHolidayNames.has(nyseHolidays.get(day) ?? '')

/** Whether CME futures have a row on this UTC day. */
export const isCmeOpen = (day: Day): boolean => day >= cmeRoundTheClock || isCmeBusinessDay(day)

/** CME trade date of a UTC day: weekends and holidays count to the next business day. */
export function cmeTradeDate(day: Day): Day {
  let trade = day
  while (!isCmeBusinessDay(trade)) trade += 1
  return trade
}

export const calendarRange = { first: dayOf('2023-01-01'), last: lastCalendarDay } as const
