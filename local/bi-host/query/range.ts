import { type BoardRange, rangeLengths } from '../wire/board'
import {
  addDays,
  addMonths,
  daysBetween,
  intervalEnd,
  intervalStart,
  isDay,
  type DaySpan,
} from '../model/days'
import { QueryProblem } from '../model/source'
import type { AnswerCompare, AnswerGrain, AnswerQuery, AnswerRange, PeriodUnit } from '../wire/answers'

/** Resolves a range to days, counted back from the as-of day. Not clipped to a source's data. Throws QueryProblem. */
export function daysOf(range: AnswerRange, asOf: string): DaySpan {
  switch (range.kind) {
    case 'last':
      return { from: addDays(before(asOf, range.unit, range.count), 1), to: asOf }
    case 'current':
      return { from: intervalStart(asOf, range.unit), to: asOf }
    case 'previous': {
      const start = intervalStart(asOf, range.unit)
      return { from: before(start, range.unit, range.count), to: addDays(start, -1) }
    }
    case 'since':
      return checked({ from: range.from, to: asOf < range.from ? range.from : asOf })
    case 'between':
      return checked({ from: range.from, to: range.to })
    case 'all':
      return { from: '1970-01-01', to: asOf }
  }
}

function checked(span: DaySpan): DaySpan {
  if (!isDay(span.from) || !isDay(span.to)) throw new QueryProblem('A range needs days like 2026-11-20.')
  if (span.from > span.to) throw new QueryProblem(`The range ${span.from} to ${span.to} is empty.`)
  return span
}

/** The same day `count` units earlier. */
export function before(day: string, unit: PeriodUnit, count: number): string {
  switch (unit) {
    case 'day':
      return addDays(day, -count)
    case 'week':
      return addDays(day, -7 * count)
    case 'month':
      return addMonths(day, -count)
    case 'quarter':
      return addMonths(day, -3 * count)
    case 'year':
      return addMonths(day, -12 * count)
  }
}

export function rangeOfBoard(id: BoardRange): AnswerRange {
  if (typeof id !== 'string') return { kind: 'between', ...id }
  const length = rangeLengths[id]
  return length === null ? { kind: 'all' } : { kind: 'last', ...length }
}

/** Default range of a query: enough to see a shape, but not all data. */
export function usualRange(query: Pick<AnswerQuery, 'grain'>): AnswerRange {
  if (query.grain === undefined) return { kind: 'last', count: 30, unit: 'day' }
  switch (query.grain) {
    case 'hour':
      return { kind: 'last', count: 7, unit: 'day' }
    case 'day':
      return { kind: 'last', count: 90, unit: 'day' }
    case 'week':
      return { kind: 'last', count: 1, unit: 'year' }
    case 'month':
    case 'quarter':
    case 'year':
      return { kind: 'all' }
  }
}

/** The earlier span of whole intervals, and the shift between its dates and the current ones. */
export interface Earlier {
  readonly span: DaySpan
  /** Added to an earlier date, gives the current date it is compared with. */
  readonly shift: { readonly unit: 'day' | 'month'; readonly count: number }
}

export function earlierSpan(
  span: DaySpan,
  asked: { readonly grain: AnswerGrain | undefined; readonly range: AnswerRange },
  compare: AnswerCompare,
): Earlier {
  const yearly = compare === 'year-ago'
  if (yearly && (asked.grain === 'week' || asked.grain === 'hour')) return back(span, 'day', 364)
  const months = wholeMonths(span, asked)
  if (yearly || months > 0) return back(span, 'month', yearly ? 12 : months, months > 0)
  const days = daysBetween(span.from, span.to) + 1
  return back(span, 'day', asked.grain === 'week' ? Math.ceil(days / 7) * 7 : days)
}

/** Number of calendar months that are compared with the same number before, whatever their length. 0 if days are compared with days. */
function wholeMonths({ from, to }: DaySpan, { grain, range }: Parameters<typeof earlierSpan>[1]): number {
  const long = grain === 'month' || grain === 'quarter' || grain === 'year'
  const start = long ? intervalStart(from, grain) : from
  const after = addDays(long ? intervalEnd(intervalStart(to, grain), grain) : to, 1)
  const counted = range.kind === 'last' || ('unit' in range && /day|week/.test(range.unit))
  const ragged = counted || !start.endsWith('-01') || !after.endsWith('-01')
  if (!long && (grain !== undefined || ragged)) return 0
  const months = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return months(after) - months(start)
}

/** With `whole` months, the last day of a month maps to the last day of a month. */
function back({ from, to }: DaySpan, unit: 'day' | 'month', count: number, whole = false): Earlier {
  const move = (day: string): string => (unit === 'day' ? addDays(day, -count) : addMonths(day, -count))
  const ends = whole && addDays(to, 1).endsWith('-01')
  const last = ends ? addDays(move(addDays(to, 1)), -1) : move(to)
  return { span: { from: move(from), to: last }, shift: { unit, count } }
}
