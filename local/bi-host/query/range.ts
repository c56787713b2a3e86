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
import type { AnswerGrain, AnswerQuery, AnswerRange, PeriodUnit } from '../wire/answers'

/** The days a range means, counted from the as-of day; not yet cut to what a source has. Throws QueryProblem. */
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

/** The same place `count` units earlier. */
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

/** What is taken when a query names no range: enough to see a shape, never all there is. */
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

/** The span of whole intervals that comes `shift` before this one, and how far its dates lie back. */
export interface Earlier {
  readonly span: DaySpan
  /** Added to an earlier date to lay it on the present one. */
  readonly shift: { readonly unit: 'day' | 'month'; readonly count: number }
}

export function earlierSpan(
  span: DaySpan,
  grain: AnswerGrain | undefined,
  compare: 'previous-period' | 'year-ago',
): Earlier {
  if (compare === 'year-ago') {
    if (grain === 'week' || grain === 'hour') return back(span, 'day', 364)
    return back(span, 'month', 12)
  }
  if (grain === 'month' || grain === 'quarter' || grain === 'year') {
    const months = { month: 1, quarter: 3, year: 12 }[grain]
    let count = 0
    for (let day = intervalStart(span.from, grain); day <= span.to && count < 4000; count += months) {
      day = addDays(intervalEnd(day, grain), 1)
    }
    return back(span, 'month', count)
  }
  const days = daysBetween(span.from, span.to) + 1
  return back(span, 'day', grain === 'week' ? Math.ceil(days / 7) * 7 : days)
}

function back(span: DaySpan, unit: 'day' | 'month', count: number): Earlier {
  const move = (day: string): string => (unit === 'day' ? addDays(day, -count) : addMonths(day, -count))
  return { span: { from: move(span.from), to: move(span.to) }, shift: { unit, count } }
}
