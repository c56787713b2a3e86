import { listed } from './words'
import { declaredFields, declaredSources } from '../../model/declarations'

/** Verbs that are a measure where there is no other: "how has the supply moved" is about the supply alone. */
export const motions: ReadonlySet<string> = new Set(
  'leave leaves leaving left exited moved moving going heading sent transferred flowing flowed shifted migrated migrating'.split(
    ' ',
  ),
)

/** A superlative that says itself what is measured, where the question does not: the first that the subject has. */
export const qualities: Readonly<Record<string, readonly string[]>> = {
  cost: listed(`
  lending.borrow_apy, etf.fee, rwa.fee, funding.funding_rate, price.close, options.premium_rate,
  option_surface.atm`),
  activity: listed(`
  trading.volume, hourly.volume, options.volume, etf.volume, stable_bridge.bridged, futures_term.volume,
  stable_price.volume, onchain.active_addresses`),
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

const bySource = (part: 'where' | 'who' | 'coins' | 'size'): Readonly<Record<string, string>> =>
  Object.fromEntries(
    declaredSources.flatMap((one) => (one[part] === undefined ? [] : [[one.source, one[part]]])),
  )
const byField = (part: 'inCoins' | 'share'): Readonly<Record<string, string>> =>
  Object.fromEntries(
    declaredFields.flatMap((one) => (one[part] === undefined ? [] : [[one.field, one[part]]])),
  )
const fieldsThat = (part: 'timesPrice' | 'goesOut' | 'lowIsBest'): ReadonlySet<string> =>
  new Set(declaredFields.flatMap((one) => (one[part] ? [one.field] : [])))

export const placesOf = bySource('where')
export const partiesOf = bySource('who')
export const coinsHeld = bySource('coins')
export const sizeOf = bySource('size')
export const inCoins = byField('inCoins')
export const shareOf = byField('share')
export const timesPrice = fieldsThat('timesPrice')
export const goesOut = fieldsThat('goesOut')
export const lowIsBest = fieldsThat('lowIsBest')
export const wholly: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  declaredSources.flatMap(({ source, wholly: values }) => (values === undefined ? [] : [[source, values]])),
)

/** Nouns that are a split by themselves. */
const splitNouns: ReadonlySet<string> = new Set(
  listed(`
  term structure, term curve, curve, vol curve, volatility curve, futures curve, forward curve,
  vol term structure, volatility term structure, hour of the day, what time, at what time, which time,
  hours of the day, time of the day, time of day, hour of day, day of the week, days of the week,
  hour by hour profile, intraday pattern, intraday profile, intraday seasonality, hourly pattern,
  hourly profile, hourly seasonality, time of day pattern, weekday, weekdays, puts or calls, calls or puts,
  longs or shorts, long or short, longs and shorts, dex and cex, issued by whom, cex and dex`),
)

/** "Longs and shorts", "calls or puts": the values of an attribute by name. "Who can buy": what is asked for. */
export const isSplitNoun = (text: string): boolean =>
  splitNouns.has(text) || /^(?:[a-z]+ (?:and|or|vs) [a-z]+$|who )/.test(text)
