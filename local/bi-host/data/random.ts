import { type Day, dayOf } from './days'

/**
 * Random numbers of the sample data. Every series has its own stream, seeded by `seed|series name`, with one draw per day: adding a series,
 * or days at the end, never changes existing numbers.
 */

export interface Stream {
  /** Uniform in (0, 1). */
  readonly uniform: () => number
  /** Standard normal, from one uniform. */
  readonly normal: () => number
  /** Student t with 4 degrees of freedom, scaled to unit variance and clamped to 6, from one uniform. */
  readonly fatTailed: () => number
}

/** 32-bit FNV-1a of the UTF-16 code units of `text`. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}

export function stream(seed: string, name: string): Stream {
  let state = hash32(`${seed}|${name}`)
  // mulberry32
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 4_294_967_296
  }
  return { uniform, normal: () => normalQuantile(uniform()), fatTailed: () => studentQuantile(uniform()) }
}

export function normals(seed: string, name: string, length: number): Float64Array {
  const { normal } = stream(seed, name)
  return Float64Array.from({ length }, normal)
}

/** Mean-reverting noise with a stationary standard deviation of `sd`, started from its stationary distribution. */
export function meanReverting(
  seed: string,
  name: string,
  length: number,
  { halfLife, sd }: { readonly halfLife: number; readonly sd: number },
): Float64Array {
  const { normal } = stream(seed, name)
  const keep = 0.5 ** (1 / halfLife)
  const kick = sd * Math.sqrt(1 - keep * keep)
  const values = new Float64Array(length)
  let value = sd * normal()
  for (let index = 0; index < length; index += 1) {
    values[index] = value
    value = keep * value + kick * normal()
  }
  return values
}

/** Quantile of t(4) in closed form (Shaw 2006), divided by its standard deviation √2. */
function studentQuantile(probability: number): number {
  const alpha = Math.sqrt(4 * probability * (1 - probability))
  const quotient = Math.cos(Math.acos(alpha) / 3) / alpha
  const size = Math.min(6, Math.SQRT2 * Math.sqrt(Math.max(0, quotient - 1)))
  return probability < 0.5 ? -size : size
}

const central = {
  numerator: [
    -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
    2.506628277459239,
  ],
  denominator: [
    -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1,
  ],
} as const
const tail = {
  numerator: [
    -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
  ],
  denominator: [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1],
} as const

const polynomial = (coefficients: readonly number[], at: number): number =>
  coefficients.reduce((sum, coefficient) => sum * at + coefficient, 0)

/** Acklam's rational approximation of the inverse normal distribution, relative error 1.2e-9. */
function normalQuantile(probability: number): number {
  const low = 0.02425
  if (probability < low || probability > 1 - low) {
    const far = Math.sqrt(-2 * Math.log(Math.min(probability, 1 - probability)))
    const value = polynomial(tail.numerator, far) / polynomial(tail.denominator, far)
    return probability < 0.5 ? value : -value
  }
  const offset = probability - 0.5
  const square = offset * offset
  return (polynomial(central.numerator, square) * offset) / polynomial(central.denominator, square)
}

/** Items by key, each group in the order of the items. */
export function groupedBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/** Sum of the last `days` values including the day itself. Fewer values at the start. */
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

/** Sample standard deviation of the last `days` log returns x √365 x 100. Needs at least five of them. */
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

/** A date, and the value of a series on it. */
export type Anchor = readonly [iso: string, value: number]

/** Parses anchors from a line of text: `2023-11-21 37400, 2024-11-21 98000`. Throws on anything else. */
export function along(text: string): readonly Anchor[] {
  return text.split(',').map((entry) => {
    const [iso = '', number = ''] = entry.trim().split(/\s+/)
    const value = Number(number)
    if (number === '' || Number.isNaN(value)) throw new Error(`"${entry.trim()}" is no anchor.`)
    return [iso, value]
  })
}

/**
 * Smooth path through anchors, in logs, without overshooting (monotone cubic, Fritsch and Butland), constant outside. Depends only on the
 * date, so extending the series never changes it.
 */
export function smoothPath(first: Day, length: number, anchors: readonly Anchor[]): Float64Array {
  const at = anchors.map(([iso]) => dayOf(iso))
  const level = anchors.map(([, value]) => Math.log(value))
  const slope = slopes(at, level)
  const path = new Float64Array(length)
  let segment = 0
  for (let index = 0; index < length; index += 1) {
    const day = first + index
    while (segment < at.length - 2 && day >= (at[segment + 1] ?? Infinity)) segment += 1
    path[index] = Math.exp(hermite(day, segment, at, level, slope))
  }
  return path
}

function slopes(at: readonly number[], level: readonly number[]): readonly number[] {
  const secant = level
    .slice(1)
    .map((value, index) => (value - num(level, index)) / (num(at, index + 1) - num(at, index)))
  return level.map((_, index) => {
    const before = secant[index - 1]
    const after = secant[index]
    if (before === undefined || after === undefined || before * after <= 0) return 0
    return (3 * before * after) / (Math.max(before, after) + 2 * Math.min(before, after))
  })
}

function hermite(
  day: number,
  segment: number,
  at: readonly number[],
  level: readonly number[],
  slope: readonly number[],
): number {
  const start = num(at, segment)
  const end = at[segment + 1]
  if (end === undefined || day <= start) return num(level, segment)
  if (day >= end) return num(level, segment + 1)
  const width = end - start
  const part = (day - start) / width
  const square = part * part
  const cube = square * part
  return (
    (2 * cube - 3 * square + 1) * num(level, segment) +
    (cube - 2 * square + part) * width * num(slope, segment) +
    (3 * square - 2 * cube) * num(level, segment + 1) +
    (cube - square) * width * num(slope, segment + 1)
  )
}

/** Reads an array at an index that must be in range. Throws instead of returning undefined. */
export function num(values: ArrayLike<number>, index: number): number {
  const value = values[index]
  if (value === undefined) throw new Error(`Index ${index} is outside a series of ${values.length}.`)
  return value
}

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value))

/** Scales values to sum to one. All zeros stay zeros. */
export function shares(weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return total > 0 ? weights.map((weight) => weight / total) : weights.map(() => 0)
}

/** Rounds to `digits` decimals, because amounts are stored as a venue would publish them. */
export function rounded(value: number, digits = 2): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}

export const significant = (value: number, digits: number): number => Number(value.toPrecision(digits))
