/** Ends of an axis and the values that are named on it. */
export interface Scale {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
}

/** Steps of 1, 2 and 5 in every power of ten around positive values; `null` when there are none. */
export function logScale(values: readonly number[]): Scale | null {
  const positive = values.filter((value) => value > 0)
  if (positive.length === 0) return null
  const low = Math.min(...positive)
  const high = Math.max(...positive)
  const steps: number[] = []
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    steps.push(...[1, 2, 5].map((digit) => digit * 10 ** power))
  }
  const min = steps.findLast((step) => step <= low) ?? low
  const max = steps.find((step) => step >= high && step > min) ?? high
  const inside = steps.filter((step) => step >= min && step <= max)
  // Over many decades only the powers of ten are named.
  const ticks = inside.length > 8 ? inside.filter((step) => Number.isInteger(Math.log10(step))) : inside
  return { min, max, ticks }
}

/** Round ends for bars that cross zero, with room for a label beyond the ends of the bars. */
export function barScale(values: readonly number[], steps: number, room: number): Scale | null {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const span = high - low
  if (span === 0) return null
  const step = niceStep(span / Math.max(1, steps))
  const min = low < 0 ? Math.floor((low - span * room) / step) * step : 0
  const max = high > 0 ? Math.ceil((high + (low < 0 ? span * room : 0)) / step) * step : 0
  const count = Math.round((max - min) / step)
  return { min, max, ticks: Array.from({ length: count + 1 }, (_, at) => min + at * step) }
}

export function niceStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size))
  const digit = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= size) ?? 10
  return digit * power
}
