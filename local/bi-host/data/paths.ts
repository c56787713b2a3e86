import { type Day, dayOf } from './days'

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
