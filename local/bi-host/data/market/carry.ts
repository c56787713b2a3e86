import { along, clamp, num, smoothPath, smoothed, trailingMean, trailingSum, meanReverting } from '../random'
import type { Frame } from '../days'
import type { Mood } from './mood'
import { type PricePath, priceOf, type Prices } from './prices'

/** The cost of leverage: drives funding and the premium of dated futures. */
export interface Carry {
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

export function carryOf(frame: Frame, mood: Mood, prices: Prices): Carry {
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
