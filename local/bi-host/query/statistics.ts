/** Statistics over lists with gaps. Input `null` means unknown. Output `null` means too few known values. */
export type Values = readonly (number | null)[]

export function known(values: Values): number[] {
  const present: number[] = []
  for (const value of values) if (value !== null) present.push(value)
  return present
}

export const lastOf = (values: Values): number | null => values.at(-1) ?? null

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

export function median(values: readonly number[]): number | null {
  return quantile(values, 0.5)
}

/** Linear interpolation between order statistics. */
export function quantile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)] ?? 0
  const above = sorted[Math.ceil(position)] ?? below
  return below + (above - below) * (position - Math.floor(position))
}

/** Sample standard deviation. Needs two values. */
export function deviation(values: readonly number[]): number | null {
  if (values.length < 2) return null
  const centre = mean(values) ?? 0
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1))
}

/** Share of the last `length` known values at or below today's, 0..100. Null with fewer than `least` of them. */
export function percentileOfLast(values: Values, length = 365, least = 180): number | null {
  const today = lastOf(values)
  const window = known(values.slice(-length))
  if (today === null || window.length < least) return null
  return (100 * window.filter((value) => value <= today).length) / window.length
}

/** Percent change. Undefined for a base that is not positive, and across zero. */
export function percentChange(
  now: number | null | undefined,
  before: number | null | undefined,
): number | null {
  const positive = before !== null && before !== undefined && before > 0
  return positive && now !== null && now !== undefined && now >= 0 ? (now / before - 1) * 100 : null
}

export function difference(now: number | null | undefined, before: number | null | undefined): number | null {
  return now === null || now === undefined || before === null || before === undefined ? null : now - before
}

export const differences = (left: Values, right: Values): (number | null)[] =>
  left.map((value, row) => difference(value, right[row]))

/** Row by row. Null where the divisor is zero or missing. */
export const quotients = (top: Values, bottom: Values): (number | null)[] =>
  top.map((value, row) => (value === null || !bottom[row] ? null : value / bottom[row]))

/** Percent of the whole, row by row. */
export const shares = (part: Values, whole: Values): (number | null)[] =>
  part.map((value, row) => (value === null || !whole[row] ? null : (100 * value) / whole[row]))

/** Natural log of each step. Null if either price is missing. One shorter than the prices. */
export function logReturns(prices: Values): (number | null)[] {
  return prices.slice(1).map((price, row) => {
    const before = prices[row] ?? null
    return price === null || before === null || before <= 0 || price <= 0 ? null : Math.log(price / before)
  })
}

/** Realized volatility in % per year at each day: sample deviation of `length` log returns x sqrt(365). */
export function realisedVolatility(prices: Values, length = 30): (number | null)[] {
  const returns = logReturns(prices)
  return prices.map((_, row) => {
    const window = known(returns.slice(Math.max(0, row - length), row))
    const spread = row < length || window.length < length ? null : deviation(window)
    return spread === null ? null : spread * Math.sqrt(365) * 100
  })
}

/** Mean of the `length` points ending at each point. Null before there are that many, or if under 60% are known. */
export function movingMean(values: Values, length: number): (number | null)[] {
  let total = 0
  let count = 0
  return values.map((value, row) => {
    const leaving = row < length ? null : (values[row - length] ?? null)
    if (leaving !== null) {
      total -= leaving
      count -= 1
    }
    if (value !== null) {
      total += value
      count += 1
    }
    return row + 1 < length || count < length * 0.6 ? null : total / count
  })
}

/** Pearson correlation over the pairs known on both sides. Null below `least` pairs. */
export function correlation(left: Values, right: Values, least = 60): number | null {
  const pairs = left.flatMap((a, row) => {
    const b = right[row] ?? null
    return a === null || b === null ? [] : [[a, b] as const]
  })
  if (pairs.length < least) return null
  const meanA = mean(pairs.map(([a]) => a)) ?? 0
  const meanB = mean(pairs.map(([, b]) => b)) ?? 0
  let both = 0
  let squareA = 0
  let squareB = 0
  for (const [a, b] of pairs) {
    both += (a - meanA) * (b - meanB)
    squareA += (a - meanA) ** 2
    squareB += (b - meanB) ** 2
  }
  return squareA === 0 || squareB === 0 ? null : both / Math.sqrt(squareA * squareB)
}

/** Value over its running maximum, minus one, in percent. */
export function drawdown(values: Values): (number | null)[] {
  let peak = Number.NEGATIVE_INFINITY
  return values.map((value) => {
    if (value === null) return null
    peak = Math.max(peak, value)
    return (value / peak - 1) * 100
  })
}

/** Robust distance of the last change from the earlier changes: (x - median) / (1.4826 x MAD). */
export function robustScore(changes: readonly number[]): number | null {
  const today = changes.at(-1)
  const before = changes.slice(0, -1)
  const centre = median(before)
  if (today === undefined || centre === null || before.length < 45) return null
  const spread = median(before.map((value) => Math.abs(value - centre)))
  return spread === null || spread === 0 ? null : (today - centre) / (1.4826 * spread)
}

export const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
