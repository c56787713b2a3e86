import { isWeekend, type Frame, indexOf } from '../days'
import { clamp, num, meanReverting, stream } from '../random'
import { assetNamed, shocks } from '../universe/market'
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
