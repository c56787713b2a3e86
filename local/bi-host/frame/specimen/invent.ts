/** Invented numbers that are the same on every run. Nothing here is market data. */
export type Dice = () => number

/** A stream of numbers in 0..1 for a name. */
export function dice(name: string): Dice {
  let state = 2166136261
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const dayMs = 86_400_000
export const lastDay = '2026-11-20'

/** `count` days that end on the last day, `step` days apart. */
export function days(count: number, step = 1): readonly string[] {
  const end = Date.parse(lastDay)
  return Array.from({ length: count }, (_, at) =>
    new Date(end - (count - 1 - at) * step * dayMs).toISOString().slice(0, 10),
  )
}

export function tradingDays(count: number): readonly string[] {
  return days(count * 2)
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    .slice(-count)
}

/** A path from `from` to `to` with noise of `jitter` (share of the level) that forgets slowly. */
export function walk(
  name: string,
  count: number,
  from: number,
  to: number,
  jitter: number,
): readonly number[] {
  const roll = dice(name)
  let drift = 0
  return Array.from({ length: count }, (_, at) => {
    drift = drift * 0.94 + (roll() - 0.5) * jitter
    return (from + ((to - from) * at) / Math.max(1, count - 1)) * (1 + drift)
  })
}

/** Values around `middle` that wander by `swing`. */
export function swing(name: string, count: number, middle: number, size: number): readonly number[] {
  const roll = dice(name)
  let at = 0
  return Array.from({ length: count }, () => {
    at = at * 0.82 + (roll() - 0.5) * size
    return middle + at
  })
}
