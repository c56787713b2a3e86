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
