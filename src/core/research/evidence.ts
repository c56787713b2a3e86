import type { AnswerColumn } from '../ports/research-assistant'
import { rowCount } from './changed-numbers'

/**
 * Where a number of an answer's words stands in its table. Nothing is read of the words themselves, which every assistant puts in its own
 * way: where several cells would be written so, it is only what all of them have in common.
 */
export interface NumberEvidence {
  /** Names of the columns that have it. */
  readonly columns: readonly string[]
  /** What its row is about, besides days. */
  readonly names: readonly string[]
  /**
   * The days of its row, both ISO and both within; `to` is null where the rows do not show how long a period each is of. Of rows of
   * several days, which `of` counts, from the first to the last. Null where the table has no days.
   */
  readonly period: { readonly from: string; readonly to: string | null; readonly of: number } | null
  /** The number itself, unrounded, and the others of its row; null where several cells have it. */
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

/** So many rows the vendor's SDK asks for (`fetchData`), and nothing in the answer says whether there are more. */
const fullPage = 1_000

/** The table may end before the rows that the words speak of. */
export const mayBeCut = (table: readonly AnswerColumn[]): boolean => rowCount(table) >= fullPage

/**
 * What is known of a written number ("−$183.2B", "59.8%"); null where no cell of the table would be written so. In a table that may be
 * cut off the only cell that is written so need not be the one: nothing is known.
 */
export function evidenceOf(table: readonly AnswerColumn[], written: string): NumberEvidence | null {
  if (mayBeCut(table)) return null
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
    cell: found.length > 1 ? null : { value: only.value, beside: besides(table, only) },
  }
}

/** Words often have the sign ("fell by $504M"): a number without one is looked for among those below zero too, if need be. */
function cellsWritten(table: readonly AnswerColumn[], written: string): readonly Cell[] {
  const value = valueOf(written)
  if (value === null) return []
  // A share may be a fraction in the table.
  const scales = written.endsWith('%') ? [1, 100] : [1]
  const cells = table.flatMap((column) =>
    column.values.flatMap((cell, row): readonly Cell[] =>
      typeof cell === 'number' && !isDate(column) ? [{ column, row, value: cell }] : [],
    ),
  )
  const like = (of: (cell: number) => number): readonly Cell[] =>
    cells.filter((cell) =>
      scales.some((scale) => Math.abs(of(cell.value) * scale - value.is) <= value.within),
    )
  const signed = like((cell) => cell)
  return signed.length > 0 || !/^[$\d]/.test(written) ? signed : like(Math.abs)
}

const besides = (table: readonly AnswerColumn[], { column: own, row }: Cell) =>
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

const isDate = ({ dataType }: AnswerColumn): boolean => /date|time/i.test(dataType)
const isDay = (cell: unknown): boolean => typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}/.test(cell)

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
