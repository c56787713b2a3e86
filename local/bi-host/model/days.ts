import { type Grain, rangeLengths } from '../wire/board'
import { type Range, QueryProblem, type Source } from './source'
/** SQL fragments for days. `t` is the source's own relation. Weeks start on Monday. */
export const dayOf = (source: Source): string =>
  source.date.kind === 'day' ? `t.${source.date.column}` : `cast(t.${source.date.column} as date)`

export const within = (source: Source, from: string, to: string): string =>
  source.date.kind === 'day'
    ? `t.${source.date.column} between cast(${from} as date) and cast(${to} as date)`
    : `t.${source.date.column} >= cast(${from} as date) and t.${source.date.column} < cast(${to} as date) + 1`

export const interval = (source: Source, grain: Grain): string =>
  grain === 'hour' ? `date_trunc('hour', t.${source.date.column})` : truncated(dayOf(source), grain)

export const truncated = (day: string, grain: Grain): string =>
  grain === 'hour' || grain === 'day' ? day : `cast(date_trunc('${grain}', ${day}) as date)`

export const lastDay = (day: string, grain: Grain, to: string): string =>
  ({
    hour: day,
    day,
    week: `least(cast(date_trunc('week', ${day}) as date) + 6, cast(${to} as date))`,
    month: `least(last_day(${day}), cast(${to} as date))`,
    quarter: `least(cast(date_trunc('quarter', ${day}) + interval 3 month as date) - 1, cast(${to} as date))`,
    year: `least(cast(date_trunc('year', ${day}) + interval 1 year as date) - 1, cast(${to} as date))`,
  })[grain]

/** Arithmetic on ISO days (`2026-11-20`, UTC). Weeks start on Monday. */
const dayMs = 86_400_000

const toMs = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(toMs(text)) && toDay(toMs(text)) === text
}

export const addDays = (day: string, count: number): string => toDay(toMs(day) + count * dayMs)

export const daysBetween = (from: string, to: string): number => Math.round((toMs(to) - toMs(from)) / dayMs)

/** As charts print them, in the order of `weekdayOf`. */
export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
/** 0 = Monday. */
export const weekdayOf = (day: string): number => (new Date(toMs(day)).getUTCDay() + 6) % 7

/** The same day of the month `count` months away, clamped to the length of that month. */
export function addMonths(day: string, count: number): string {
  const date = new Date(toMs(day))
  const wanted = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(wanted, length))
  return toDay(date.getTime())
}

export function intervalStart(day: string, grain: Grain): string {
  if (grain === 'week') return addDays(day, -weekdayOf(day))
  if (grain === 'month') return `${day.slice(0, 8)}01`
  if (grain === 'year') return `${day.slice(0, 4)}-01-01`
  if (grain === 'quarter') {
    const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1
    return `${day.slice(0, 5)}${String(month).padStart(2, '0')}-01`
  }
  return day
}

export function intervalEnd(start: string, grain: Grain): string {
  if (grain === 'week') return addDays(start, 6)
  if (grain === 'month') return addDays(addMonths(start, 1), -1)
  if (grain === 'quarter') return addDays(addMonths(start, 3), -1)
  if (grain === 'year') return addDays(addMonths(start, 12), -1)
  return start
}

/** Whether the interval of the last day is incomplete. */
export function isRunning(lastDay: string, grain: Grain): boolean {
  return intervalEnd(intervalStart(lastDay, grain), grain) > lastDay
}

export interface DaySpan {
  readonly from: string
  readonly to: string
}

/** Resolves a range to days, counted back from as-of. With a grain, it starts at a whole interval. */
export function spanOf(
  range: Range | undefined,
  facts: { readonly asOf: string; readonly firstDay: string; readonly lastDay: string },
  grain?: Grain,
): DaySpan {
  const raw = rawSpan(range ?? 'ALL', facts)
  if (raw.from > raw.to) throw new QueryProblem('No data for these days.')
  const from = grain === undefined ? raw.from : intervalStart(raw.from, grain)
  return {
    from: from < facts.firstDay ? facts.firstDay : from,
    to: raw.to > facts.lastDay ? facts.lastDay : raw.to,
  }
}

function rawSpan(range: Range, facts: { readonly asOf: string; readonly firstDay: string }): DaySpan {
  if (typeof range === 'string') {
    const length = rangeLengths[range]
    return length === null
      ? { from: facts.firstDay, to: facts.asOf }
      : rawSpan({ last: length.count, unit: length.unit }, facts)
  }
  if ('from' in range) {
    if (!isDay(range.from) || !isDay(range.to))
      throw new QueryProblem('A range needs two days like 2026-11-20.')
    return range
  }
  if (!Number.isInteger(range.last) || range.last < 1 || range.last > 5000) {
    throw new QueryProblem('A range counts 1 to 5000 intervals back.')
  }
  const afterStart = {
    day: addDays(facts.asOf, -range.last),
    week: addDays(facts.asOf, -7 * range.last),
    month: addMonths(facts.asOf, -range.last),
    quarter: addMonths(facts.asOf, -3 * range.last),
    year: addMonths(facts.asOf, -12 * range.last),
  }[range.unit]
  return { from: addDays(afterStart, 1), to: facts.asOf }
}

/** The span of the same length that ends the day before this one starts. */
export function priorSpan(span: DaySpan): DaySpan {
  const length = daysBetween(span.from, span.to) + 1
  return { from: addDays(span.from, -length), to: addDays(span.from, -1) }
}
