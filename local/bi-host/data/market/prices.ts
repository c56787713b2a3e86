import { clamp, num, significant, along, smoothPath, stream, normals } from '../random'
import { type AssetProfile, assets, shocks } from '../universe/market'
import { type Frame, indexOf } from '../days'
import type { Mood } from './mood'

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

function pathOf(frame: Frame, mood: Mood, profile: AssetProfile, common: Common): PricePath {
  const close = bridged(frame, profile, looseReturns(frame, mood, profile, common))
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
