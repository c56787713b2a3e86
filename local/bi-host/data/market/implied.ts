import { clamp, num, realisedVolatility, smoothed, trailingSum, meanReverting } from '../random'
import type { Frame } from '../days'
import type { Mood } from './mood'
import { priceOf, type Prices } from './prices'
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

export type ImpliedBySymbol = ReadonlyMap<string, Implied>

/** Ether stays above Bitcoin at every tenor. */
export function impliedBySymbol(frame: Frame, mood: Mood, prices: Prices): ImpliedBySymbol {
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
