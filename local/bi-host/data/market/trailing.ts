import { num } from '../paths'

/** Sum of the last `days` values, the day itself included; shorter at the start. */
export function trailingSum(values: Float64Array, days: number): Float64Array {
  const sums = new Float64Array(values.length)
  let sum = 0
  for (let index = 0; index < values.length; index += 1) {
    sum += num(values, index)
    if (index >= days) sum -= num(values, index - days)
    sums[index] = sum
  }
  return sums
}

export function trailingMean(values: Float64Array, days: number): Float64Array {
  return trailingSum(values, days).map((sum, index) => sum / Math.min(days, index + 1))
}

/** Sample standard deviation of the last `days` log returns x √365 x 100; needs at least five of them. */
export function realisedVolatility(change: Float64Array, days: number): Float64Array {
  const sums = trailingSum(change, days)
  const squares = trailingSum(
    change.map((value) => value * value),
    days,
  )
  return sums.map((sum, index) => {
    const count = Math.max(5, Math.min(days, index + 1))
    const variance = Math.max(0, (num(squares, index) - (sum * sum) / count) / (count - 1))
    return Math.sqrt(variance * 365) * 100
  })
}

/** Exponential mean with the given half-life in days. */
export function smoothed(values: Float64Array, halfLife: number): Float64Array {
  const keep = 0.5 ** (1 / halfLife)
  let mean = num(values, 0)
  return values.map((value) => (mean = keep * mean + (1 - keep) * value))
}
