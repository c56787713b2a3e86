import { isWeekend, indexOf, type Frame } from '../days'
import { clamp, num, meanReverting, stream, significant, along, smoothPath, normals } from '../random'
import { assetNamed, shocks, assets, type AssetProfile } from '../universe/universe'

/** Daily state of the whole market, on which every board's series depend. */
export interface Mood {
  /** −1 bear, 0 sideways, 1 bull. */
  readonly regime: Int8Array
  /** Multiplier of all volatilities, with a mean near 1. Weekends are calmer. */
  readonly volatility: Float64Array
  /** Decaying trace of the last shock: 1 on the day, halved every 6 days. */
  readonly aftermath: Float64Array
}

const meanStay = 40

/** Annual log drift of Bitcoin's anchors around each day: biases the regime towards bull or bear. */
function anchorDrift(frame: Frame): Float64Array {
  const anchors = assetNamed('BTC').prices
  const drift = new Float64Array(frame.length)
  anchors.slice(1).forEach(([iso, level], position) => {
    const [before, start] = anchors[position] ?? [iso, level]
    const from = indexOf(frame, before)
    const to = indexOf(frame, iso)
    drift.fill((Math.log(level / start) / (to - from)) * 365, Math.max(0, from), to + 1)
  })
  return drift
}

function regimes(frame: Frame): Int8Array {
  const drift = anchorDrift(frame)
  const { uniform } = stream(frame.seed, 'market|regime')
  const chain = new Int8Array(frame.length)
  let current = 0
  for (let index = 0; index < frame.length; index += 1) {
    const draw = uniform() * meanStay
    if (draw < 1) {
      const lean = clamp(num(drift, index), -1.6, 1.6)
      const bull = Math.exp(1.2 * lean)
      const bear = Math.exp(-1.2 * lean)
      const pick = draw * (bull + bear + 0.9)
      current = pick < bull ? 1 : pick < bull + bear ? -1 : 0
    }
    chain[index] = current
  }
  return chain
}

function aftermaths(frame: Frame): Float64Array {
  const values = new Float64Array(frame.length)
  for (const { iso } of shocks) {
    const start = indexOf(frame, iso)
    for (let index = start; index < Math.min(frame.length, start + 60); index += 1) {
      values[index] = Math.max(num(values, index), 0.5 ** ((index - start) / 6))
    }
  }
  return values
}

export function moodOf(frame: Frame): Mood {
  const regime = regimes(frame)
  const aftermath = aftermaths(frame)
  const slow = meanReverting(frame.seed, 'market|volatility slow', frame.length, { halfLife: 35, sd: 0.22 })
  const quick = meanReverting(frame.seed, 'market|volatility quick', frame.length, { halfLife: 3, sd: 0.32 })
  const ofRegime = [1.12, 0.86, 1.02]
  const volatility = slow.map((value, index) => {
    const level = Math.exp(value + num(quick, index) - 0.075) * num(ofRegime, num(regime, index) + 1)
    const weekend = isWeekend(frame.origin + index) ? 0.66 : 1.1
    return clamp(level * weekend * (1 + 0.9 * num(aftermath, index)), 0.3, 3)
  })
  return { regime, volatility, aftermath }
}

/** Circulating supply of a coin, with issuance and burn of the day if the chain reports them. Whole coins. */
interface CoinSupply {
  readonly supply: Float64Array
  readonly issued: Float64Array
  readonly burned: Float64Array
}

/** Bitcoin counts blocks of 6.25 coins, and 3.125 from the halving: about 450 coins a day. */
function bitcoinSupply(frame: Frame): CoinSupply {
  const halving = indexOf(frame, '2024-04-20')
  const luck = normals(frame.seed, 'supply|btc', frame.length)
  const issued = luck.map((value, index) => Math.round((144 + 5 * value) * (index < halving ? 6.25 : 3.125)))
  return accumulated(frame, 19_550_000, issued, new Float64Array(frame.length))
}

/** Ether is issued to validators and burned with fees. Far less is burned after the Dencun upgrade. */
function etherSupply(frame: Frame): CoinSupply {
  const noise = normals(frame.seed, 'supply|eth', frame.length)
  const issue = smoothPath(
    frame.origin,
    frame.length,
    along('2023-11-21 2390, 2024-11-21 2590, 2025-11-21 2660, 2026-11-20 2760, 2027-12-31 2820'),
  )
  const burn = smoothPath(
    frame.origin,
    frame.length,
    along(`
      2023-11-21 2500, 2024-03-10 3900, 2024-05-01 1250, 2024-08-20 420, 2024-12-05 1450, 2025-04-15 260,
      2025-08-20 620, 2026-02-01 240, 2026-11-20 310, 2027-12-31 330
    `),
  )
  return accumulated(
    frame,
    120_250_000,
    issue.map(Math.round),
    burn.map((level, index) => Math.round(level * Math.exp(0.28 * num(noise, index)))),
  )
}

/** Supply from issuance and burn, equal to `start` at the end of the day before the history. */
function accumulated(frame: Frame, start: number, issued: Float64Array, burned: Float64Array): CoinSupply {
  let before = start
  for (let index = 0; index < frame.from; index += 1) before -= num(issued, index) - num(burned, index)
  const supply = issued.map((coins, index) => (before += coins - num(burned, index)))
  return { supply, issued, burned }
}

export function coinSupply(frame: Frame, profile: AssetProfile): CoinSupply {
  if (profile.symbol === 'BTC') return bitcoinSupply(frame)
  if (profile.symbol === 'ETH') return etherSupply(frame)
  const supply = smoothPath(frame.origin, frame.length, profile.supply).map(Math.round)
  return { supply, issued: new Float64Array(frame.length), burned: new Float64Array(frame.length) }
}

/** Daily path of one asset. Values before `listed` are undefined and never written to rows. */
export interface PricePath {
  readonly profile: AssetProfile
  /** Index of the first day with a close. */
  readonly listed: number
  /** Close, USD. */
  readonly close: Float64Array
  /** Log return of the day; 0 on the first. */
  readonly change: Float64Array
  /** Circulating supply, coins. */
  readonly supply: Float64Array
  readonly marketCap: Float64Array
}

const perDay = 100 * Math.sqrt(365)

/** Daily closes to six significant digits, as venues quote. */
const quoted = (price: number): number => significant(price, 6)

/**
 * Log returns of an asset before adjustment to its anchors: a share of the common draws of the market and of smaller coins, plus its own.
 * Fat tails come from Student's t, clustering from the market's volatility state.
 */
function looseReturns(frame: Frame, mood: Mood, profile: AssetProfile, common: Common): Float64Array {
  const own = stream(frame.seed, `price|${profile.id}`)
  const typical = Math.hypot(profile.market, profile.alt, profile.own) / perDay
  const returns = Float64Array.from({ length: frame.length }, (_, index) => {
    const draw =
      profile.market * num(common.market, index) +
      profile.alt * num(common.alt, index) +
      profile.own * own.fatTailed()
    const drift = 0.0012 * num(mood.regime, index) * (profile.market / 43)
    return clamp((draw / perDay) * num(mood.volatility, index), -3.3 * typical, 4.9 * typical) + drift
  })
  for (const shock of shocks) {
    const multiple =
      profile.symbol === 'BTC'
        ? 1
        : profile.symbol === 'ETH'
          ? shock.ether
          : shock.alts * (profile.market / 55)
    const index = indexOf(frame, shock.iso)
    returns[index] = Math.log(1 + (shock.bitcoin / 100) * multiple) + num(returns, index) * 0.15
  }
  return returns
}

interface Common {
  readonly market: Float64Array
  readonly alt: Float64Array
}

/** Adds a constant to each day between two anchors so that the path meets both, which preserves volatility and level. */
function bridged(frame: Frame, profile: AssetProfile, loose: Float64Array): Float64Array {
  const level = new Float64Array(frame.length).fill(Number.NaN)
  const uneven = stream(frame.seed, `level|${profile.id}`)
  // Anchor levels are round numbers, but no market closes on them.
  const stops = profile.prices.map(([iso, price]) => ({
    at: indexOf(frame, iso),
    log: Math.log(price) + 0.004 * uneven.uniform(),
  }))
  stops.slice(1).forEach((stop, position) => {
    const start = stops[position] ?? stop
    let free = 0
    for (let index = start.at + 1; index <= stop.at; index += 1) free += num(loose, index)
    const bend = (stop.log - start.log - free) / (stop.at - start.at)
    let log = start.log
    level[start.at] = log
    for (let index = start.at + 1; index <= stop.at; index += 1) {
      log += num(loose, index) + bend
      level[index] = log
    }
  })
  return level.map((log) => quoted(Math.exp(log)))
}

/** The realized volatility of 30 days, in percent a year, that a coin's calmest month must reach. */
const calmest: Readonly<Record<string, number>> = { ETH: 25 }

/** Moves single closes down where a month would be calmer than that. The days around them, and all anchors, remain. */
function stirred(frame: Frame, profile: AssetProfile, closes: Float64Array): Float64Array {
  const least = calmest[profile.symbol]
  if (least === undefined) return closes
  const close = Float64Array.from(closes)
  const volatility = (end: number): number => {
    const month = Array.from({ length: 30 }, (_, day) =>
      Math.log(num(close, end - day) / num(close, end - day - 1)),
    )
    const mean = month.reduce((sum, change) => sum + change, 0) / 30
    return perDay * Math.sqrt(month.reduce((sum, change) => sum + (change - mean) ** 2, 0) / 29)
  }
  // Beyond the last day written, too: a close must not change when the next day is written.
  for (let end = Math.max(frame.from, 30); end < close.length; end += 1)
    while (volatility(end) < least) close[end - 1] = quoted(num(close, end - 1) * 0.999)
  return close
}

function pathOf(frame: Frame, mood: Mood, profile: AssetProfile, common: Common): PricePath {
  const close = stirred(frame, profile, bridged(frame, profile, looseReturns(frame, mood, profile, common)))
  const listed = Math.max(0, indexOf(frame, profile.prices[0]?.[0] ?? '2023-07-24'))
  const change = close.map((price, index) => (index > listed ? Math.log(price / num(close, index - 1)) : 0))
  const { supply } = coinSupply(frame, profile)
  return {
    profile,
    listed,
    close,
    change,
    supply,
    marketCap: close.map((price, index) => price * num(supply, index)),
  }
}

export type Prices = ReadonlyMap<string, PricePath>

export function pricesOf(frame: Frame, mood: Mood): Prices {
  const market = stream(frame.seed, 'market|common')
  const alt = stream(frame.seed, 'market|smaller coins')
  const common = {
    market: Float64Array.from({ length: frame.length }, market.fatTailed),
    alt: Float64Array.from({ length: frame.length }, alt.fatTailed),
  }
  return new Map(assets.map((profile) => [profile.symbol, pathOf(frame, mood, profile, common)]))
}

/** Throws if there is no such asset. */
export function priceOf(prices: Prices, symbol: string): PricePath {
  const found = prices.get(symbol)
  if (!found) throw new Error(`There is no price of ${symbol}.`)
  return found
}
