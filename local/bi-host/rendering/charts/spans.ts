import type { BarsData } from '../../wire/board'

export function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value): value is number => value !== null)
}

/** How far a stack of values reaches below zero and above. */
export function sidesOf(values: readonly number[]): readonly [number, number] {
  const total = (sign: 1 | -1): number =>
    values.reduce((sum, value) => (value * sign > 0 ? sum + value : sum), 0)
  return [total(-1), total(1)]
}

/** Every end of every bar, and of what is stacked the sums; zero is one of them unless bars have a beginning. */
export function spanOfBars(data: BarsData, shown: BarsData['series'] = data.series): readonly number[] {
  const values = (at: number): readonly number[] => known(shown.map((series) => series.values[at] ?? null))
  if (data.shape === 'range-bars')
    return data.categories.flatMap((_, at) => [...values(at), ...known([data.from?.[at] ?? null])])
  const stacked = shown.length > 1 && data.shape !== 'bars'
  return [0, ...data.categories.flatMap((_, at) => (stacked ? sidesOf(values(at)) : values(at)))]
}
