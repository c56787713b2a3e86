import { formatDay, formatNumber } from '../rendering/format'
import type { NumberFormat } from '../wire/board'
import type { DaySpan } from '../model/days'
import type { AnswerFilter, AnswerGrain, AnswerQuery, AnswerRange, ChartType } from '../wire/answers'

/** Words for parts of an answer. Chips show them, and the search bar writes them so that they parse back the same. */
export const grainWords: Readonly<Record<AnswerGrain, string>> = {
  hour: 'hourly',
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  quarter: 'quarterly',
  year: 'yearly',
}

export const chartWords: Readonly<Record<ChartType, string>> = {
  kpi: 'as headline',
  line: 'as lines',
  area: 'as area',
  'stacked-area': 'as stacked area',
  'area-100': 'as 100% area',
  bars: 'as bars',
  'stacked-bars': 'as stacked bars',
  'bars-line': 'as bars and line',
  donut: 'as donut',
  treemap: 'as treemap',
  heatmap: 'as heat map',
  scatter: 'as scatter',
  table: 'as table',
}

/** Label of the comparison values. */
export const earlierWords = (compare: AnswerQuery['compare']): string =>
  compare === 'year-ago' ? 'a year ago' : 'period before'

/** "last 90 days", "this quarter", "since 2025-05-01". */
export function rangeWords(range: AnswerRange, day = (iso: string): string => iso): string {
  switch (range.kind) {
    case 'last':
      return range.count === 1
        ? range.unit === 'day'
          ? 'today'
          : `past ${range.unit}`
        : `last ${range.count} ${range.unit}s`
    case 'current':
      return range.unit === 'day' ? 'today' : `this ${range.unit}`
    case 'previous':
      if (range.unit === 'day' && range.count === 1) return 'yesterday'
      return range.count === 1 ? `previous ${range.unit}` : `previous ${range.count} ${range.unit}s`
    case 'since':
      return `since ${day(range.from)}`
    case 'between':
      return range.from === range.to ? `on ${day(range.from)}` : `from ${day(range.from)} to ${day(range.to)}`
    case 'all':
      return 'all time'
  }
}

/** The same for display, with days such as 20 Nov 2026. */
export const rangeLabel = (range: AnswerRange): string => capital(rangeWords(range, formatDay))

export const spanWords = ({ from, to }: DaySpan): string =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`

const comparisons: Readonly<Record<AnswerFilter['op'], string>> = {
  in: '',
  'not-in': 'without',
  eq: '=',
  ne: 'not',
  lt: 'under',
  le: 'at most',
  gt: 'over',
  ge: 'at least',
  between: 'between',
  contains: 'contains',
}

/** A condition on a number: "over $1B", "between 2 and 5". */
export function conditionWords({ op, values }: AnswerFilter, format: NumberFormat | null): string {
  const written = values.map((value) =>
    typeof value === 'number' && format ? formatNumber(value, { ...format, signed: false }) : String(value),
  )
  return `${comparisons[op]} ${written.join(op === 'between' ? ' and ' : ', ')}`.trim()
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "open interest", but "ETF net flow" and "T-bill rate". */
export const midSentence = (label: string): string =>
  label.replaceAll(
    /(^|\bof )(\p{Lu})(?![\p{Lu}\d-]|\S*\p{Lu})/gu,
    (_, before: string, letter: string) => `${before}${letter.toLowerCase()}`,
  )
