import {
  along,
  clamp,
  num,
  smoothPath,
  smoothed,
  trailingMean,
  trailingSum,
  meanReverting,
  realisedVolatility,
  shares,
  significant,
  stream,
} from '../random'
import { frameOf, isWeekend, type Frame } from '../days'
import { priceOf, moodOf, pricesOf, type Mood, type PricePath, type Prices } from './prices'
import { assets } from '../universe/universe'

/** The cost of leverage: drives funding and the premium of dated futures. */
interface Carry {
  /** Target funding by asset, bp per 8 h, before a venue's rule and noise. */
  readonly funding: ReadonlyMap<string, Float64Array>
  /** Simple annual basis at 90 days by asset, %. */
  readonly basis: ReadonlyMap<string, Float64Array>
  /** Slope at the short end by asset, in percentage points between 0 and 90 days. */
  readonly tilt: ReadonlyMap<string, Float64Array>
}

/** Percent per year of 1 bp per 8 h. */
const yearly = 10.95

/** Euphoria is asymmetric: above 1.4 bp the pull grows faster, below −1.2 bp slower. */
function stretched(pull: number): number {
  if (pull > 1.4) return 1.4 + 1.9 * (pull - 1.4) ** 1.25
  return pull < -1.2 ? -1.2 + 0.7 * (pull + 1.2) : pull
}

function commonPull(frame: Frame, mood: Mood, bitcoin: PricePath): Float64Array {
  const week = smoothed(trailingSum(bitcoin.change, 7), 1.2)
  const month = trailingSum(bitcoin.change, 30)
  const slow = meanReverting(frame.seed, 'funding|market', frame.length, { halfLife: 9, sd: 0.33 })
  const level = smoothPath(
    frame.origin,
    frame.length,
    along(`
      2023-11-21 0.62, 2024-03-10 1.02, 2024-08-15 0.32, 2024-12-01 0.97, 2025-04-01 0.28, 2025-08-01 0.48,
      2026-02-01 0.25, 2026-11-20 0.37
    `),
  )
  return slow.map(
    (value, index) =>
      num(level, index) +
      value +
      0.3 * clamp(num(week, index) / 0.065, -2.5, 2.5) +
      0.2 * clamp(num(month, index) / 0.13, -2, 2.5) -
      2.4 * num(mood.aftermath, index) ** 2,
  )
}

function carryOf(frame: Frame, mood: Mood, prices: Prices): Carry {
  const common = commonPull(frame, mood, priceOf(prices, 'BTC'))
  const funding = new Map<string, Float64Array>()
  const basis = new Map<string, Float64Array>()
  const tilt = new Map<string, Float64Array>()
  for (const [symbol, path] of prices) {
    const own = meanReverting(frame.seed, `funding|${path.profile.id}`, frame.length, {
      halfLife: 6,
      sd: symbol === 'BTC' ? 0.34 : symbol === 'ETH' ? 0.5 : 0.7,
    })
    const week = trailingSum(path.change, 7)
    const pull = common.map((value, index) =>
      stretched(
        value +
          num(own, index) +
          0.14 * clamp(num(week, index) / 0.12, -2, 2) -
          (symbol === 'BTC' || symbol === 'ETH' ? 0 : 0.1),
      ),
    )
    funding.set(symbol, pull)
    const month = trailingMean(pull, 30)
    const noise = meanReverting(frame.seed, `basis|${path.profile.id}`, frame.length, { halfLife: 22, sd: 3 })
    const ninety = month.map((mean, index) => clamp(4.9 + 0.29 * yearly * mean + num(noise, index), -5, 30))
    basis.set(symbol, ninety)
    const bend = meanReverting(frame.seed, `basis tilt|${path.profile.id}`, frame.length, {
      halfLife: 8,
      sd: 0.9,
    })
    const near = trailingMean(pull, 7)
    tilt.set(
      symbol,
      ninety.map((level, index) =>
        clamp(0.22 * (yearly * num(near, index) - level) + num(bend, index), -3.5, 3.5),
      ),
    )
  }
  return { funding, basis, tilt }
}

/** Simple annual basis at `days` to expiry, %, before a venue's own offset. */
export function basisAt(carry: Carry, symbol: string, index: number, days: number): number {
  const ninety = num(carry.basis.get(symbol) ?? [], index)
  const steep = num(carry.tilt.get(symbol) ?? [], index)
  return ninety + steep * (Math.exp(-days / 45) - Math.exp(-2))
}

export const tenors: readonly number[] = [7, 14, 30, 60, 90, 120, 180, 365]
export const deltas: readonly string[] = ['10P', '25P', '35P', 'ATM', '35C', '25C', '10C']
export const optionSymbols: readonly string[] = ['BTC', 'ETH']

/** Implied volatility of one asset, vol points. */
export interface Implied {
  /** At-the-money volatility by tenor (order of `tenors`). */
  readonly atTheMoney: readonly Float64Array[]
  /** 25-delta put minus call at 30 days. */
  readonly putSkew: Float64Array
  /** 25-delta butterfly at 30 days. */
  readonly butterfly: Float64Array
}

const resting = { BTC: { far: 50, near: 45 }, ETH: { far: 66, near: 63 } } as const

/**
 * Thirty-day volatility depends on the volatility realized before today, plus a seller's premium, plus today's fear: a fall raises it at
 * once, a rise lowers it slightly. The short end moves most. Total variance never falls with the tenor.
 */
function impliedOf(
  frame: Frame,
  mood: Mood,
  prices: Prices,
  symbol: 'BTC' | 'ETH',
  below?: Implied,
): Implied {
  const { change } = priceOf(prices, symbol)
  const { far, near } = resting[symbol]
  const fast = realisedVolatility(change, 10)
  const slow = realisedVolatility(change, 45)
  const realised = smoothed(
    fast.map((value, index) => 0.45 * value + 0.55 * num(slow, index)),
    3,
  )
  const asked = meanReverting(frame.seed, `iv premium|${symbol}`, frame.length, { halfLife: 12, sd: 2 })
  const daily = meanReverting(frame.seed, `iv noise|${symbol}`, frame.length, { halfLife: 1.5, sd: 0.8 })
  const farOwn = meanReverting(frame.seed, `iv far|${symbol}`, frame.length, { halfLife: 60, sd: 2 })
  const fear = smoothed(
    change.map((value) => -100 * value * (value < 0 ? 1 : 0.45)),
    2.5,
  )

  const month = realised.map((_, index) => {
    const known = num(realised, Math.max(0, index - 1))
    const level = 0.4 * near + 0.62 * known + 3 + num(asked, index) + num(daily, index)
    return level + 1.35 * num(fear, index) + 9 * num(mood.aftermath, index)
  })
  const farLevel = smoothed(month, 60).map(
    (value, index) => 0.42 * far + 0.58 * (value + 2) + num(farOwn, index),
  )
  const atTheMoney = tenors.map(() => new Float64Array(frame.length))
  for (let index = 0; index < frame.length; index += 1) {
    const gap = clamp(num(month, index), 22, 125) - num(farLevel, index)
    const scale = Math.exp(-30 / 75)
    let before = 0
    tenors.forEach((tenor, position) => {
      const panic = 17 * num(mood.aftermath, index) * Math.exp(-tenor / 22)
      const level = num(farLevel, index) + gap * (Math.exp(-tenor / 75) / scale) + panic
      const floor = before === 0 ? 0 : before * Math.sqrt((tenors[position - 1] ?? tenor) / tenor) * 1.003
      before = Math.max(18, level, floor, below ? num(below.atTheMoney[position] ?? [], index) + 1.5 : 0)
      const series = atTheMoney[position]
      if (series) series[index] = before
    })
  }
  return { atTheMoney, ...smileOf(frame, mood, change, symbol) }
}

function smileOf(
  frame: Frame,
  mood: Mood,
  change: Float64Array,
  symbol: string,
): Pick<Implied, 'putSkew' | 'butterfly'> {
  const week = trailingSum(change, 7)
  const own = meanReverting(frame.seed, `skew|${symbol}`, frame.length, { halfLife: 14, sd: 1.9 })
  const wing = meanReverting(frame.seed, `butterfly|${symbol}`, frame.length, { halfLife: 20, sd: 0.2 })
  const lean = smoothed(
    week.map((value, index) => -26 * clamp(value, -0.25, 0.25) - 0.9 * num(mood.regime, index)),
    4,
  )
  return {
    putSkew: lean.map((value, index) =>
      clamp(1.2 + value + num(own, index) + 5 * num(mood.aftermath, index), -9, 19),
    ),
    butterfly: wing.map((value, index) =>
      clamp(1.15 * Math.exp(value) + 1.1 * num(mood.aftermath, index), 0.4, 4),
    ),
  }
}

type ImpliedBySymbol = ReadonlyMap<string, Implied>

/** Ether stays above Bitcoin at every tenor. */
function impliedBySymbol(frame: Frame, mood: Mood, prices: Prices): ImpliedBySymbol {
  const bitcoin = impliedOf(frame, mood, prices, 'BTC')
  const ether = impliedOf(frame, mood, prices, 'ETH', bitcoin)
  return new Map([
    ['BTC', bitcoin],
    ['ETH', ether],
  ])
}

/** Implied volatility at a tenor and delta: wings rise with the butterfly, and the sides separate with the skew. */
export function smileAt(
  implied: Implied,
  index: number,
  tenorPosition: number,
  deltaPosition: number,
): number {
  const tenor = num(tenors, tenorPosition)
  const middle = num(implied.atTheMoney[tenorPosition] ?? [], index)
  const wing = num(implied.butterfly, index) * (tenor / 30) ** 0.18
  const skew = num(implied.putSkew, index) * (tenor / 30) ** -0.22
  const wings = [3, 1, 0.42, 0, 0.42, 1, 3]
  const sides = [0.98, 0.5, 0.28, 0, -0.28, -0.5, -0.86]
  return Math.max(12, middle + wing * num(wings, deltaPosition) + skew * num(sides, deltaPosition))
}

/** Hourly bars of one asset. Hour `h` of the day at series index `i` is at `(i - frame.from) * 24 + h`. */
interface HourlyBars {
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  /** Share of the day's volume; the 24 hours of a day sum to one. */
  readonly volumeShare: Float64Array
}

/** Volume by UTC hour relative to the mean hour: quiet early, peaking as New York opens. */
const hourProfile: readonly number[] = [
  0.95, 0.86, 0.8, 0.76, 0.72, 0.72, 0.76, 0.88, 0.95, 0.92, 0.9, 0.92, 1.05, 1.32, 1.58, 1.56, 1.42, 1.3,
  1.22, 1.16, 1.1, 1, 0.78, 0.77,
]

function hourlyBars(frame: Frame, mood: Mood, path: PricePath): HourlyBars {
  const days = frame.to - frame.from
  const make = (): Float64Array => new Float64Array(days * 24)
  const bars = { open: make(), high: make(), low: make(), close: make(), volumeShare: make() }
  const random = stream(frame.seed, `hourly|${path.profile.id}`)
  const typical = Math.hypot(path.profile.market, path.profile.alt, path.profile.own) / 100 / Math.sqrt(365)
  for (let day = 0; day < days; day += 1) {
    const index = frame.from + day
    const weights = shares(
      hourProfile.map((weight) => (isWeekend(frame.origin + index) ? 0.5 + 0.5 * weight : weight)),
    )
    const spread = Math.max(
      0.8 * typical * num(mood.volatility, index),
      0.6 * Math.abs(num(path.change, index)),
    )
    fillDay(
      bars,
      day * 24,
      num(path.close, index - 1),
      num(path.close, index),
      spread,
      weights,
      random.normal,
    )
  }
  return bars
}

/** A random walk from open to close over 24 bars. Always 96 draws, whatever the day. */
function fillDay(
  bars: HourlyBars,
  start: number,
  open: number,
  close: number,
  spread: number,
  weights: readonly number[],
  normal: () => number,
): void {
  const steps = weights.map((weight) => spread * Math.sqrt(weight) * normal())
  const free = steps.reduce((sum, step) => sum + step, 0)
  const bend = Math.log(close / open) - free
  const busy = shares(
    weights.map(
      (weight, hour) => weight * Math.exp(0.22 * normal() + (0.3 * Math.abs(num(steps, hour))) / spread),
    ),
  )
  let log = Math.log(open)
  let last = open
  for (let hour = 0; hour < 24; hour += 1) {
    const weight = num(weights, hour)
    log += num(steps, hour) + bend * weight
    const next = hour === 23 ? close : significant(Math.exp(log), 6)
    const wick = spread * Math.sqrt(weight) * 0.45
    bars.open[start + hour] = last
    bars.close[start + hour] = next
    bars.high[start + hour] = significant(Math.max(last, next) * Math.exp(wick * Math.abs(normal())), 6)
    bars.low[start + hour] = significant(Math.min(last, next) * Math.exp(-wick * Math.abs(normal())), 6)
    bars.volumeShare[start + hour] = num(busy, hour)
    last = next
  }
}

type Hourly = ReadonlyMap<string, HourlyBars>

const hourlyOf = (frame: Frame, mood: Mood, prices: Prices): Hourly =>
  new Map(
    assets
      .filter(({ isHourly }) => isHourly)
      .map(({ symbol }) => [symbol, hourlyBars(frame, mood, priceOf(prices, symbol))]),
  )

/** One market as the source of all facts, so that the boards agree with each other. */
export interface Market {
  readonly frame: Frame
  readonly mood: Mood
  readonly prices: Prices
  readonly hourly: Hourly
  readonly carry: Carry
  readonly implied: ImpliedBySymbol
}

export function marketOf(seed: string, asOf: string): Market {
  const frame = frameOf(seed, asOf)
  const mood = moodOf(frame)
  const prices = pricesOf(frame, mood)
  return {
    frame,
    mood,
    prices,
    hourly: hourlyOf(frame, mood, prices),
    carry: carryOf(frame, mood, prices),
    implied: impliedBySymbol(frame, mood, prices),
  }
}
