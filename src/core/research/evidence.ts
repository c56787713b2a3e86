import type { AnswerColumn } from '../ports/research-assistant'
import { rowCount } from './changed-numbers'
import { valueOf } from './figures'

/**
 * The table cells behind a number in an answer's text. The text itself is not parsed, because every assistant words it differently. If
 * several cells match the number, this contains only what they have in common.
 */
export interface NumberEvidence {
  /** Names of the matching cells' columns. */
  readonly columns: readonly string[]
  /** Text cells that all matching rows have in common, without dates. */
  readonly names: readonly string[]
  /**
   * The days of the matching rows: `from` and `to` are ISO and inclusive. `to` is null when the length of a row's period is unknown. `of`
   * counts the distinct row dates. Null when the table has no days.
   */
  readonly period: { readonly from: string; readonly to: string | null; readonly of: number } | null
  /** The unrounded number, and the other numbers of its row. Null when several cells match. */
  readonly cell: {
    readonly value: number
    readonly beside: readonly { readonly column: string; readonly value: number }[]
  } | null
}

interface Cell {
  readonly column: AnswerColumn
  readonly row: number
  readonly value: number
}

/** The number of rows that the vendor's SDK requests (`fetchData`); other limits are multiples of it. The response does not tell. */
const fullPage = 1_000

/** Whether the table may be truncated, so that it lacks rows the text refers to: it ends with a full page. */
export function mayBeTruncated(table: readonly AnswerColumn[]): boolean {
  const rows = rowCount(table)
  return rows > 0 && rows % fullPage === 0
}

/**
 * Evidence for a formatted number ("−$183.2B", "59.8%"). Null when no cell matches, and for a table that may be truncated, where the only
 * match need not be the right one.
 */
export function evidenceOf(table: readonly AnswerColumn[], written: string): NumberEvidence | null {
  if (mayBeTruncated(table)) return null
  const found = cellsWritten(table, written)
  const [only] = found
  if (only === undefined) return null
  const columns = [...new Set(found.map(({ column }) => column))]
  const rows = [...new Set(found.map(({ row }) => row))]
  const dates = table.find((column) => isDate(column) && column.values.some(isDay))
  const names = table.flatMap((column) => {
    const [name, ...others] = new Set(rows.map((row) => column.values[row]))
    return !isDate(column) && typeof name === 'string' && others.length === 0 ? [name] : []
  })
  return {
    columns: columns.map(({ name }) => name),
    names,
    period: dates === undefined ? null : periodOf(dates, rows),
    cell: found.length > 1 ? null : { value: only.value, beside: otherNumbers(table, only) },
  }
}

/** The rows that a formatted number may be from. */
export const rowsWritten = (table: readonly AnswerColumn[], written: string): ReadonlySet<number> =>
  new Set(cellsWritten(table, written).map(({ row }) => row))

/** The text often expresses the sign in words ("fell by $504M"), so an unsigned number without a match also matches absolute values. */
function cellsWritten(table: readonly AnswerColumn[], written: string): readonly Cell[] {
  const value = valueOf(written)
  if (value === null) return []
  // A percentage may be a fraction in the table.
  const scales = written.endsWith('%') ? [1, 100] : [1]
  const cells = table.flatMap((column) =>
    column.values.flatMap((cell, row): readonly Cell[] =>
      typeof cell === 'number' && !isDate(column) ? [{ column, row, value: cell }] : [],
    ),
  )
  const matching = (of: (cell: number) => number): readonly Cell[] =>
    cells.filter((cell) =>
      scales.some((scale) => Math.abs(of(cell.value) * scale - value.is) <= value.within),
    )
  const signed = matching((cell) => cell)
  return signed.length > 0 || !/^[$\d]/.test(written) ? signed : matching(Math.abs)
}

const otherNumbers = (table: readonly AnswerColumn[], { column: own, row }: Cell) =>
  table.flatMap((column) => {
    const value = column.values[row]
    return column !== own && !isDate(column) && typeof value === 'number'
      ? [{ column: column.name, value }]
      : []
  })

function periodOf(dates: AnswerColumn, rows: readonly number[]): NumberEvidence['period'] {
  const days = rows.map((row) => String(dates.values[row] ?? '').slice(0, 10)).toSorted()
  const [from = '', to = ''] = [days[0], days.at(-1)]
  return from === '' ? null : { from, to: lastOfPeriod(to, dates), of: new Set(days).size }
}

export const isDate = ({ dataType }: AnswerColumn): boolean => /date|time/i.test(dataType)
const isDay = (cell: unknown): boolean => typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}/.test(cell)

const dayMs = 86_400_000

/**
 * The last day of the period that starts on `from`. Rows seven days apart are weeks. Rows on the first of a month are months, or, if at
 * least three are regular, quarters or years. Rows that can be neither are days. Otherwise the period is unknown: null.
 */
function lastOfPeriod(from: string, { values }: AnswerColumn): string | null {
  const days = [...new Set(values.flatMap((value) => (value === null ? [] : [String(value).slice(0, 10)])))]
  const starts = days.toSorted().map((one) => new Date(one))
  const stepsOf = (count: (day: Date) => number): readonly number[] =>
    starts.slice(1).map((one, at) => count(one) - count(starts[at] ?? one))
  const end = new Date(from)
  const startMonths = starts.every((one) => one.getUTCDate() === 1)
  const daySteps = stepsOf((one) => one.getTime() / dayMs)
  if (startMonths) {
    const steps = stepsOf((one) => one.getUTCFullYear() * 12 + one.getUTCMonth())
    const [step = 0] = steps
    const isRegular = steps.length > 1 && steps.every((one) => one === step)
    const months = steps.includes(1) ? 1 : isRegular && (step === 3 || step === 12) ? step : null
    if (months === null) return null
    end.setUTCMonth(end.getUTCMonth() + months)
  } else if (daySteps.length > 0 && daySteps.every((step) => step === 7)) {
    end.setUTCDate(end.getUTCDate() + 7)
  } else return daySteps.some((step) => step % 7 !== 0) ? from : null
  return new Date(end.getTime() - dayMs).toISOString().slice(0, 10)
}
