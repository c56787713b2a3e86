import type { AnswerColumn } from '../ports/research-assistant'

/** Where a number of an answer's words stands in its table. */
export interface CellEvidence {
  /** What was measured: the name of its column. */
  readonly column: string
  /** What its row is about, besides days. */
  readonly names: readonly string[]
  /**
   * The days of its row, both ISO and both within; `to` is null where the rows do not show how long a period each is of. Those that the
   * words say where the table has none; else null.
   */
  readonly period: { readonly from: string; readonly to: string | null } | null
  /** Of a change between two periods what it was worked out from, in the unit of the column. */
  readonly change?: {
    readonly now: number
    readonly before: number
    /** The days of the earlier one (ISO, both within), where the words say them. */
    readonly against: CellEvidence['period']
  }
}

/**
 * The cell that a written number ("−$183.2B", "59.8%") is. Of several that would be written alike the one of the day that the words
 * say it is of, whose row the words before the number name last, else the latest. Of a table that compares two periods it may also be
 * the change of a row, and the sum of a column or its change. Null where it is none of these, and where columns of an unknown unit have
 * it alike.
 */
export function evidenceOf(
  table: readonly AnswerColumn[],
  written: string,
  before: string,
  after = '',
): CellEvidence | null {
  const value = valueOf(written)
  if (value === null) return null
  const compared = comparedOf(table, written, before, after)
  if (compared !== null) return compared
  const stated = writtenDayOf(before, after)
  const dates = table.find(({ dataType }) => isDate(dataType))
  const names = table.filter((column) => !isDate(column.dataType) && column.values.some(isText))
  const found = inUnitOf(
    written,
    table.flatMap((column) =>
      column.values.flatMap((cell, row) =>
        typeof cell === 'number' && Math.abs(cell - value.is) <= value.within ? [{ column, row }] : [],
      ),
    ),
  )
  const named = (row: number): number =>
    Math.max(-1, ...names.map(({ values }) => endOfLast(before, values[row])))
  const day = (row: number): string => String(dates?.values[row] ?? '').slice(0, 10)
  const isOfThatDay = (row: number): number => {
    const [from, to] = [day(row), dates === undefined ? null : lastOfPeriod(day(row), dates)]
    return Number(stated !== null && from !== '' && from <= stated && stated <= (to ?? from))
  }
  const [best] = found.toSorted(
    (one, other) =>
      isOfThatDay(other.row) - isOfThatDay(one.row) ||
      named(other.row) - named(one.row) ||
      day(other.row).localeCompare(day(one.row)),
  )
  if (best === undefined) return null
  const from = day(best.row)
  return {
    column: best.column.name,
    names: names.flatMap(({ values }) => (isText(values[best.row]) ? [String(values[best.row])] : [])),
    period:
      dates === undefined
        ? writtenPeriodOf(before, stated)
        : from === ''
          ? null
          : { from, to: lastOfPeriod(from, dates) },
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** "9 to 15 Nov 2026", "22 Oct to 20 Nov 2026", "20 Nov 2026": six groups, of one day the last three. */
const writtenSpan = String.raw`(?:(\d{1,2})(?: ([A-Z][a-z]{2}))?(?: (\d{4}))? to )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})\b`
const writtenPeriod = new RegExp(String.raw`\bfrom (?=[^.;:]*? to )${writtenSpan}`, 'g')
/** "from 9 to 15 Nov 2026 against +$293M from 2 to 8 Nov 2026", "on 20 Nov 2026, up 3.4% from $177B on 20 May 2026". */
const writtenPeriods = new RegExp(
  String.raw`${writtenSpan}[^;]*?\b(?:against|from)\b[^;]*?(?<!\d)${writtenSpan}`,
)
const writtenDay = /\b(on|against) (\d{1,2}) ([A-Z][a-z]{2}) (\d{4})\b/g

/**
 * The day (ISO) that a number is said of: the one right behind it ("$191B on 22 Oct 2026"), else the one told last before it; of what
 * something has come "from" that is the one it is held "against".
 */
function writtenDayOf(before: string, after: string): string | null {
  const own = [...after.matchAll(writtenDay)].find(({ index }) => after.slice(0, index).trim() === '')
  const word = /\bfrom $/.test(before) ? 'against' : 'on'
  const [, , day = '', month = '', year = ''] =
    own ?? [...before.matchAll(writtenDay)].findLast(([, which]) => which === word) ?? []
  return year === '' ? null : isoDay(day, month, year)
}

/** The days that the words say all numbers are of ("from 22 Oct to 20 Nov 2026"), or that one day. */
function writtenPeriodOf(before: string, stated: string | null): CellEvidence['period'] {
  const found = [...before.matchAll(writtenPeriod)].at(-1)
  if (found !== undefined) return spanOf(found.slice(1))
  return stated === null ? null : { from: stated, to: stated }
}

/** The groups of a written span as days. */
function spanOf(groups: readonly (string | undefined)[]): NonNullable<CellEvidence['period']> {
  const [day, month, year, lastDay = '', lastMonth = '', lastYear = ''] = groups
  const to = isoDay(lastDay, lastMonth, lastYear)
  return { from: day === undefined ? to : isoDay(day, month ?? lastMonth, year ?? lastYear), to }
}

/**
 * What a number is in a table of two periods side by side (a column and its name with more behind it: "Net flow", "Net flow, period
 * before"): the change of the row that the words name last, else the sum of either column or the change of the sums.
 */
function comparedOf(
  table: readonly AnswerColumn[],
  written: string,
  before: string,
  after: string,
): CellEvidence | null {
  const now = table.find(({ values }) => values.some((cell) => typeof cell === 'number'))
  const earlier = now && table.find(({ name }) => name.startsWith(`${now.name}, `))
  const [value, periods] = [valueOf(written), writtenPeriods.exec(before + written + after)]
  if (now === undefined || earlier === undefined || value === null || periods === null) return null
  const [period, against] = [spanOf(periods.slice(1, 7)), spanOf(periods.slice(7))]
  const isNear = (one: number): boolean => Math.abs(one - value.is) <= value.within
  // "Up 3.4%", "down 1.5 pp": the word has the sign.
  const isBare = /^\d/.test(written)
  const isMove = (one: number, other: number): boolean =>
    isBare && written.endsWith('%')
      ? isNear(Math.abs(100 * (one / other - 1)))
      : isNear(isBare && written.endsWith('pp') ? Math.abs(one - other) : one - other)
  const cells = ({ values }: AnswerColumn): readonly number[] => values.map((cell) => Number(cell ?? 0))
  const names = table.filter(({ values }) => values.some(isText))
  const of = (column: string, named: readonly string[], [one, other]: readonly [number, number]) => ({
    column,
    names: named,
    period,
    change: { now: one, before: other, against },
  })
  const change = `Change of ${now.name}`
  const [row] = cells(now)
    .flatMap((cell, at) => (isMove(cell, cells(earlier)[at] ?? 0) ? [at] : []))
    .map((at) => ({ at, end: Math.max(-1, ...names.map(({ values }) => endOfLast(before, values[at]))) }))
    .toSorted((one, other) => other.end - one.end)
  if (row !== undefined && row.end >= 0)
    return of(
      change,
      names.map(({ values }) => String(values[row.at])),
      [cells(now)[row.at] ?? 0, cells(earlier)[row.at] ?? 0],
    )
  const [total, prior] = [now, earlier].map((column) => cells(column).reduce((sum, cell) => sum + cell, 0))
  if (total === undefined || prior === undefined) return null
  if (isMove(total, prior)) return of(change, [], [total, prior])
  if (names.some(({ values }) => values.some((name) => endOfLast(before, name) >= 0))) return null
  if (isNear(total) && !before.endsWith('against ')) return { column: now.name, names: [], period }
  return isNear(prior) ? { column: now.name, names: [], period: against } : null
}

const isoDay = (day: string, month: string, year: string): string =>
  `${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`

/** Columns that say they are parts of a whole, or money. */
const shares =
  /%|percent|, change$|\b(?:bps?|pp|share|ratio|rate|yield|ap[ry]|growth|dominance|utili[sz]ation|basis|deviation|volatility)\b/i
const money = /\$|\b(?:usd|price|volume|supply|market cap|open interest|assets)\b/i

/** Those of the unit that is written; of columns that say no unit only where one alone has the number. */
function inUnitOf<Cell extends { readonly column: AnswerColumn }>(
  written: string,
  cells: readonly Cell[],
): readonly Cell[] {
  const unit = /(?:%|bp|pp)$/.test(written) ? 'share' : /\$|[KMBT]$/.test(written) ? 'money' : null
  const of = ({ column: { name } }: Cell): string | null =>
    shares.test(name) ? 'share' : money.test(name) ? 'money' : null
  const known = cells.filter((cell) => unit !== null && of(cell) === unit)
  if (known.length > 0) return known
  const open = cells.filter((cell) => unit === null || of(cell) === null)
  return new Set(open.map(({ column }) => column)).size > 1 ? [] : open
}

/** Where a name ends that stands in a text by itself ("ETH", not the end of "stETH"), the last time; -1 where it does not. */
function endOfLast(text: string, name: AnswerColumn['values'][number] | undefined): number {
  if (typeof name !== 'string' || name === '') return -1
  for (let at = text.lastIndexOf(name); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(name, at - 1)) {
    const end = at + name.length
    if (!/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(text.slice(end))) return end
  }
  return -1
}

const isDate = (dataType: string): boolean => /date|time/i.test(dataType)
const isText = (cell: unknown): boolean => typeof cell === 'string'

const sizes: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 }

/** A written number, and how far a cell may be from it that is written so. */
function valueOf(written: string): { readonly is: number; readonly within: number } | null {
  const match = /^([+\u2212-]?)\$?([\d,]+)(?:\.(\d+))?\s?([KMBT])?/.exec(written)
  if (match === null) return null
  const [, sign, whole = '', part = '', letter = ''] = match
  const size = sizes[letter] ?? 1
  const is = Number(`${whole.replaceAll(',', '')}.${part || 0}`) * size
  return { is: sign === '\u2212' || sign === '-' ? -is : is, within: 0.5000001 * size * 10 ** -part.length }
}

const dayMs = 86_400_000

/**
 * The last day of a row's period. Rows that begin on the same day of the week, each seven days on, are weeks; on the first of a month
 * months, or quarters or years where three or more are regular. Rows that can be none of these are days. Else it is not known: null.
 */
function lastOfPeriod(from: string, { values }: AnswerColumn): string | null {
  const days = [...new Set(values.flatMap((value) => (value === null ? [] : [String(value).slice(0, 10)])))]
  const starts = days.toSorted().map((one) => new Date(one))
  const stepsOf = (count: (day: Date) => number): readonly number[] =>
    starts.slice(1).map((one, at) => count(one) - count(starts[at] ?? one))
  const end = new Date(from)
  const first = starts.every((one) => one.getUTCDate() === 1)
  const weekly = stepsOf((one) => one.getTime() / dayMs)
  if (first) {
    const steps = stepsOf((one) => one.getUTCFullYear() * 12 + one.getUTCMonth())
    const [step = 0] = steps
    const regular = steps.length > 1 && steps.every((one) => one === step)
    const months = steps.includes(1) ? 1 : regular && (step === 3 || step === 12) ? step : null
    if (months === null) return null
    end.setUTCMonth(end.getUTCMonth() + months)
  } else if (weekly.length > 0 && weekly.every((step) => step === 7)) {
    end.setUTCDate(end.getUTCDate() + 7)
  } else return weekly.some((step) => step % 7 !== 0) ? from : null
  return new Date(end.getTime() - dayMs).toISOString().slice(0, 10)
}
