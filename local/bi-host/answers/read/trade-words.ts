import { waysIn } from './ways-in'

/** Words that several subjects have: they mean a measure only where something else says so. */
export const looseWords: Readonly<Record<string, readonly string[]>> = {
  'stable_supply.net_bridged': [
    'through bridges',
    'via bridges',
    'over bridges',
    'across bridges',
    'net inflow',
    'net inflows',
    'inflow',
    'inflows',
    'net flow',
    'net flows',
  ],
  'stable_supply.supply': ['in circulation'],
  'stable_supply.net_issuance': ['new money', 'net new money', 'money in', 'net inflow', 'net inflows'],
  'stable_supply.bridged_in': ['inflow', 'inflows'],
  'lending.supply_apy': ['yield', 'yields', 'rate', 'rates', 'return on', 'interest', 'earn', 'earns'],
  'staking.apr': ['yields', 'rate', 'rates'],
  'lending.borrowed': ['lends', 'lend', 'borrowers'],
  'rwa.net_subscriptions': [
    'took in',
    'take in',
    'takes in',
    'taken in',
    'intake',
    'attracted',
    'gathered',
    'raised',
    'inflow',
    'inflows',
    'net inflow',
    'flows',
    'flow',
    'money in',
  ],
  'option_strikes.open_interest': ['open interest', 'oi', 'option open interest', 'options open interest'],
  'liquidations.positions': ['positions'],
  'funding.funding_rate': [
    'cost of keeping',
    'cost of holding',
    'cost to keep',
    'cost to hold',
    'cost of carrying',
    'cost to carry',
  ],
  'options.open_interest': ['notional'],
  'etf.net_flow': ['left', 'leave', 'leaving', 'exited', 'pulled from', 'pulled out of', 'withdrawn from'],
  'price.supply': ['in circulation', 'circulating', 'in existence', 'exist'],
  'staking.entry': ['entry', 'to enter', 'validator queue', 'validator queues'],
  'etf.premium': ['nav', 'net asset value'],
  'staking.liquid_premium': ['discount', 'discounts', 'discount to value', 'premium', 'premium to value'],
  'rwa.value': ['market cap', 'mcap'],
  'rwa.minimum': waysIn(),
  'staking.exit': ['queue', 'unstaking'],
  'lending.threshold': ['threshold', 'thresholds'],
  'stable_price.price': ['price', 'prices', 'px'],
  'stable_bridge.bridged': [
    'routes',
    'route',
    'corridor',
    'corridors',
    'bridge routes',
    'bridge route',
    'bridge corridors',
    'bridge corridor',
    'bridging routes',
    'leaving',
    'leaves',
    'moving',
    'going',
    'heading',
    'flowing',
    'migrating',
    'moved',
    'sent',
    'transferred',
    'flowed',
    'shifted',
    'migrated',
  ],
}

/** Verbs that are a measure where there is no other: "how has the supply moved" is about the supply alone. */
export const motions: ReadonlySet<string> = new Set(
  'leave leaves leaving left exited moved moving going heading sent transferred flowing flowed shifted migrated migrating'.split(
    ' ',
  ),
)

/** Words that mean a measure only where its things are named: "IBIT volume", not "volume". */
export const boundWords: Readonly<Record<string, readonly string[]>> = {
  'staking.staked_share': [
    'share of supply',
    'as a share of supply',
    'as share of supply',
    'share of the supply',
    'as a percentage of supply',
    'percent of supply',
  ],
  'rwa.price_effect': ['price', 'prices'],
  'restaking.restaked': ['tvl', 'total value locked', 'value locked'],
  'rwa.defi_active': ['in defi'],
  'etf.volume': ['volume', 'volumes', 'trading volume', 'turnover'],
}

/** A superlative that says itself what is measured, where the question does not: the first that the subject has. */
export const qualities: Readonly<Record<string, readonly string[]>> = {
  cost: [
    'lending.borrow_apy',
    'etf.fee',
    'rwa.fee',
    'funding.funding_rate',
    'price.close',
    'options.premium_rate',
    'option_surface.atm',
  ],
  activity: [
    'trading.volume',
    'hourly.volume',
    'options.volume',
    'etf.volume',
    'stable_bridge.bridged',
    'futures_term.volume',
    'stable_price.volume',
    'onchain.active_addresses',
  ],
  depth: ['lending.idle'],
  speed: ['staking.exit'],
  pay: ['staking.apr', 'lending.supply_apy', 'rwa.yield', 'restaking.extra'],
  fullness: ['lending.utilisation', 'rwa.holders'],
}

/** Adjectives of a quality, and from which end they count. */
export const qualityOf: Readonly<Record<string, string>> = {
  cheapest: 'cost',
  dearest: 'cost',
  priciest: 'cost',
  costliest: 'cost',
  busiest: 'activity',
  quietest: 'activity',
  deepest: 'depth',
  fullest: 'fullness',
  tightest: 'fullness',
  loosest: 'fullness',
  emptiest: 'fullness',
  heaviest: 'activity',
  lightest: 'activity',
  thinnest: 'activity',
}

/** Markets are where their venues are, and the venues make them. */
const venuesOf: Readonly<Record<string, string>> = {
  trading: 'exchange',
  funding: 'exchange',
  options: 'exchange',
  futures_term: 'exchange',
  exchange_liquidations: 'exchange',
  lending: 'protocol',
  liquidations: 'protocol',
}

/** Where something is: the attribute that "where" asks for. */
export const placesOf: Readonly<Record<string, string>> = {
  ...venuesOf,
  staking: 'network',
  stable_supply: 'chain',
  rwa: 'chain',
  stable_bridge: 'to_chain',
  sentiment: 'asset',
}

/** Who does it: the attribute that "who" asks for. */
export const partiesOf: Readonly<Record<string, string>> = {
  ...venuesOf,
  restaking: 'protocol',
  staking: 'protocol',
  stable_supply: 'issuer',
  stable_price: 'issuer',
  etf: 'issuer',
  rwa: 'issuer',
}

/** What is counted in dollars, and the same in coins. */
export const inCoins: Readonly<Record<string, string>> = {
  'staking.staked': 'staking.staked_coins',
  'etf.aum': 'etf.holdings',
  'etf.net_flow': 'etf.flow_coins',
  'options.open_interest': 'options.open_interest_coins',
  'futures_term.open_interest': 'futures_term.open_interest_coins',
}

/** What is counted in coins and has no twin in dollars: its worth is that many times the price. */
export const timesPrice: ReadonlySet<string> = new Set([
  'onchain.issuance',
  'onchain.burned',
  'onchain.exchange_balance',
  'onchain.exchange_balance_first',
  'onchain.supply',
  'price.supply',
])

/** What is held of a coin, by subject. */
export const coinsHeld: Readonly<Record<string, string>> = {
  etf: 'etf.holdings',
  staking: 'staking.staked_coins',
  price: 'price.supply',
}

/** A measure of which the model knows the share in all there is. */
export const shareOf: Readonly<Record<string, string>> = {
  'staking.staked': 'staking.staked_share',
  'staking.staked_coins': 'staking.staked_share',
  'lending.borrowed': 'lending.utilisation',
  'rwa.defi_active': 'rwa.defi_share',
}

/** How large a thing of a subject is, where nothing says what its size is measured by. */
export const sizeOf: Readonly<Record<string, string>> = {
  price: 'price.cap',
  etf: 'etf.aum',
  lending: 'lending.supplied',
  restaking: 'restaking.restaked',
  rwa: 'rwa.value',
  stable_supply: 'stable_supply.supply',
  staking: 'staking.staked',
  trading: 'trading.volume',
}

/** What leaves: net of the two it is taken away. */
export const goesOut: ReadonlySet<string> = new Set([
  'onchain.burned',
  'stable_supply.redeemed',
  'stable_supply.bridged_out',
  'lending.borrowed',
])

/** What everything in a source is, so that naming it holds nothing: funding is paid on perpetuals alone. */
export const wholly: Readonly<Record<string, readonly string[]>> = {
  funding: ['Perpetual'],
  exchange_liquidations: ['Perpetual'],
}

/** Where less is better. */
export const lowIsBest: ReadonlySet<string> = new Set([
  'lending.borrow_apy',
  'etf.fee',
  'rwa.fee',
  'rwa.minimum',
  'staking.exit',
  'staking.entry',
])

/** Nouns that are a split by themselves. */
const splitNouns: ReadonlySet<string> = new Set([
  'term structure',
  'term curve',
  'curve',
  'vol curve',
  'volatility curve',
  'futures curve',
  'forward curve',
  'vol term structure',
  'volatility term structure',
  'hour of the day',
  'what time',
  'at what time',
  'which time',
  'hours of the day',
  'time of the day',
  'time of day',
  'hour of day',
  'day of the week',
  'days of the week',
  'hour by hour profile',
  'intraday pattern',
  'intraday profile',
  'intraday seasonality',
  'hourly pattern',
  'hourly profile',
  'hourly seasonality',
  'time of day pattern',
  'weekday',
  'weekdays',
  'puts or calls',
  'calls or puts',
  'longs or shorts',
  'long or short',
  'longs and shorts',
  'dex and cex',
  'issued by whom',
  'cex and dex',
])

/** "Longs and shorts", "calls or puts": the values of an attribute by name. "Who can buy": what is asked for. */
export const isSplitNoun = (text: string): boolean =>
  splitNouns.has(text) || /^(?:[a-z]+ (?:and|or|vs) [a-z]+$|who )/.test(text)
