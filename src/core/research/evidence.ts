import type { AnswerColumn } from '../ports/research-assistant'

/** Where a number of an answer's words stands in its table. */
export interface CellEvidence {
  /** What was measured: the name of its column. */
  readonly column: string
  /** What its row is about, besides days. */
  readonly names: readonly string[]
  /** The days of its row, both ISO and both within, as the rows are apart; null for a table without days. */
  readonly period: { readonly from: string; readonly to: string } | null
}

/**
 * The cell that a written number ("−$183.2B", "59.8%") is. Of several that would be written alike the one whose row the words
 * before the number name last, else the latest. Null where it stands in no cell: a sum or a change that was worked out.
 */
export function evidenceOf(
  table: readonly AnswerColumn[],
  written: string,
  before: string,
): CellEvidence | null {
  const value = valueOf(written)
  if (value === null) return null
  const dates = table.find(({ dataType }) => isDate(dataType))
  const names = table.filter((column) => !isDate(column.dataType) && column.values.some(isText))
  const found = table.flatMap((column) =>
    column.values.flatMap((cell, row) =>
      typeof cell === 'number' && Math.abs(cell - value.is) <= value.within ? [{ column, row }] : [],
    ),
  )
  const named = (row: number): number =>
    Math.max(-1, ...names.map(({ values }) => before.lastIndexOf(String(values[row] ?? '\n'))))
  const day = (row: number): string => String(dates?.values[row] ?? '').slice(0, 10)
  const [best] = found.toSorted(
    (one, other) => named(other.row) - named(one.row) || day(other.row).localeCompare(day(one.row)),
  )
  if (best === undefined) return null
  const from = day(best.row)
  return {
    column: best.column.name,
    names: names.flatMap(({ values }) => (isText(values[best.row]) ? [String(values[best.row])] : [])),
    period: dates === undefined || from === '' ? null : { from, to: lastOfPeriod(from, dates) },
  }
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

/** Rows of days, weeks, months, quarters or years, told by the shortest step between them. */
function lastOfPeriod(from: string, { values }: AnswerColumn): string {
  const days = [...new Set(values.map((value) => String(value).slice(0, 10)))].toSorted()
  const steps = days.slice(1).map((one, at) => (Date.parse(one) - Date.parse(days[at] ?? '')) / dayMs)
  const step = Math.min(...steps)
  if (!Number.isFinite(step) || step < 7) return from
  const end = new Date(from)
  if (step < 28) end.setUTCDate(end.getUTCDate() + 7)
  else end.setUTCMonth(end.getUTCMonth() + (step < 80 ? 1 : step < 360 ? 3 : 12))
  return new Date(end.getTime() - dayMs).toISOString().slice(0, 10)
}
