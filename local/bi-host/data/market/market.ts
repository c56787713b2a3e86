import { type Frame, frameOf, isWeekend } from '../days'
import { type Carry, carryOf } from './carry'
import { type ImpliedBySymbol, impliedBySymbol } from './implied'
import { type Mood, moodOf } from './mood'
import { type Prices, pricesOf, type PricePath, priceOf } from './prices'
import { num, shares, significant, stream } from '../random'
import { assets } from '../universe/market'

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
