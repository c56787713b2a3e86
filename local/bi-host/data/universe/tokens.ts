import * as v from 'valibot'
import fundsText from './funds.jsonl?raw'
import lendingText from './lending.jsonl?raw'
import productsText from './products.jsonl?raw'
import stablecoinsText from './stablecoins.jsonl?raw'
import stakingText from './staking.jsonl?raw'
import { anchors, flag, iso, number, orNull, recordFile, scaled, since, text } from '../records'

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
