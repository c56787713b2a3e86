/** Words that several subjects have: they mean a measure only where something else says so. */
export const looseWords: Readonly<Record<string, readonly string[]>> = {
  'stable_supply.net_bridged': ['net inflow', 'net inflows', 'inflow', 'inflows', 'net flow', 'net flows'],
  'stable_supply.net_issuance': ['new money', 'net new money', 'money in', 'net inflow', 'net inflows'],
  'stable_supply.bridged_in': ['inflow', 'inflows'],
  'rwa.net_subscriptions': ['inflow', 'inflows', 'net inflow', 'flows', 'flow', 'money in'],
  'stable_bridge.bridged': ['moved', 'sent', 'transferred', 'flowed', 'shifted', 'migrated'],
}

/** A superlative that says itself what is measured, where the question does not: the first that the subject has. */
export const qualities: Readonly<Record<string, readonly string[]>> = {
  cost: ['lending.borrow_apy', 'etf.fee', 'rwa.fee', 'price.close'],
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
  emptiest: 'fullness',
}

/** Where something is: the attribute that "where" asks for. */
export const placesOf: Readonly<Record<string, string>> = {
  trading: 'exchange',
  funding: 'exchange',
  options: 'exchange',
  futures_term: 'exchange',
  exchange_liquidations: 'exchange',
  lending: 'protocol',
  liquidations: 'protocol',
  staking: 'network',
  stable_supply: 'chain',
  rwa: 'chain',
}

/** Nouns that are a split by themselves. */
export const splitNouns: ReadonlySet<string> = new Set([
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
  'hours of the day',
  'time of the day',
  'time of day',
  'hour of day',
  'day of the week',
  'days of the week',
  'weekday',
  'weekdays',
  'puts or calls',
  'calls or puts',
  'longs or shorts',
  'long or short',
  'longs and shorts',
  'dex and cex',
  'cex and dex',
])
