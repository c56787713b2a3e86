import { addDays, intervalEnd, weekdayOf } from '../model/days'
import type { AnswerGrain } from '../wire/answers'
import type { Resolved } from './resolve'

/** Whether intervals are missing because a condition on their numbers, or a ranking, left them out. */
export function leavesIntervalsOut({ query, grain, measures, hidden }: Resolved): boolean {
  if (grain === undefined) return false
  const conditions = (query.filters ?? []).some(({ field }) =>
    [...measures, ...hidden].some(({ id }) => id === field),
  )
  return conditions || (query.limit !== undefined && query.sort !== undefined && query.sort.by !== 'date')
}

/** So few can be named one by one. */
const handful = 12
/** More places than this are no axis any more. */
const mostPlaces = 5000

/**
 * The dates of a time axis: as they are, and every one between the first and the last where some were left out, so
 * that a gap is seen. A handful of them stand side by side, each with its name.
 */
export function axisDates(resolved: Resolved, dates: readonly string[], bars: boolean): readonly string[] {
  const { grain } = resolved
  const [first, last] = [dates[0], dates.at(-1)]
  if (grain === undefined || first === undefined || last === undefined || !leavesIntervalsOut(resolved))
    return dates
  if (bars && dates.length <= handful) return dates
  const known = new Set(dates)
  const weekdays = grain === 'day' && resolved.sources.every(({ tradingDays }) => tradingDays === true)
  const all: string[] = []
  for (let date = first; date <= last; date = next(date, grain)) {
    if (all.length === mostPlaces) return dates
    if (known.has(date) || !weekdays || weekdayOf(date) < 5) all.push(date)
  }
  return all
}

const next = (date: string, grain: AnswerGrain): string =>
  grain === 'hour'
    ? `${new Date(Date.parse(date) + 3_600_000).toISOString().slice(0, 19)}Z`
    : addDays(intervalEnd(date, grain), 1)
