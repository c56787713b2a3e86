import type { ChartNumber } from '../../../core/ports/dashboard-library'
import { formatCategory, type Tml } from './liveboard-tml'
import { at, dataRows } from './rest-versions'

type Row = readonly unknown[]

/** A chart's number, before its format is known, and the name of its column. */
interface NumberOfColumn {
  readonly chartId: string
  readonly value: number
  readonly column: unknown
}

/** The numbers in a reply of `liveboard/data`; null if it is not one. A chart that does not show a single number is left out. */
export function numbersIn(body: unknown): readonly NumberOfColumn[] | null {
  const contents = at(body, 'contents')
  if (!Array.isArray(contents)) return null
  return (contents as Row).flatMap((content) => {
    const chartId = at(content, 'visualization_id')
    const found = numberOf(content)
    return typeof chartId === 'string' && found !== null
      ? [{ chartId, value: found.value, column: at(at(content, 'column_names'), String(found.at)) }]
      : []
  })
}

/**
 * Adds the number's unit, from the category of its column's format in the dashboard's TML. A percentage is a fraction in the data, which
 * the chart multiplies by a hundred. If the TML has no category, or another one, the unit is unknown.
 */
export function withUnit(
  dashboardId: string,
  { chartId, value, column }: NumberOfColumn,
  tml: Tml | undefined,
): ChartNumber {
  switch (formatCategory(tml, chartId, column)) {
    case 'PERCENTAGE':
      return { dashboardId, chartId, value: value * 100, unit: 'percent' }
    case 'CURRENCY':
    case 'NUMBER':
      return { dashboardId, chartId, value, unit: 'amount' }
    default:
      return { dashboardId, chartId, value }
  }
}

interface Found {
  readonly value: number
  /** The index of its column. */
  readonly at: number
}

/** The only number of the only row, or the number of the newest day. Null unless the reply has all rows of the chart. */
function numberOf(content: unknown): Found | null {
  const rows = at(content, 'data_rows')
  if (!Array.isArray(rows) || at(content, 'available_data_row_count') !== rows.length) return null
  if (rows.length >= dataRows) return null
  const cells = (rows as Row).filter((row): row is Row => Array.isArray(row))
  const [only, second] = cells
  if (only === undefined) return null
  return second === undefined ? singleNumber(only) : newestOf(cells, content)
}

const isNumber = (cell: unknown): cell is number => typeof cell === 'number' && Number.isFinite(cell)

function singleNumber(row: Row): Found | null {
  const [found, ...more] = row.flatMap((value, index) => (isNumber(value) ? [{ value, at: index }] : []))
  return found !== undefined && more.length === 0 ? found : null
}

/** For rows of one day and one number each. */
function newestOf(rows: readonly Row[], content: unknown): Found | null {
  const dayAt = [0, 1].find((index) =>
    rows.every((row) => row.length === 2 && dayOf(row[index], content, index) !== null),
  )
  if (dayAt === undefined) return null
  let newest: { readonly day: number; readonly value: number } | null = null
  for (const row of rows) {
    const value = row[1 - dayAt]
    if (value !== null && !isNumber(value)) return null
    const day = dayOf(row[dayAt], content, dayAt)
    if (value !== null && day !== null && day > (newest?.day ?? Number.NEGATIVE_INFINITY))
      newest = { day, value }
  }
  return newest && { value: newest.value, at: 1 - dayAt }
}

/** Days come as text, as `{ v: { s: seconds } }`, or as seconds in a column whose name contains the interval: `Day(Date)`, `Month(Date)`. */
function dayOf(cell: unknown, content: unknown, column: number): number | null {
  if (typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}/.test(cell)) {
    const time = Date.parse(cell)
    return Number.isNaN(time) ? null : time
  }
  const seconds = at(at(cell, 'v'), 's')
  if (isNumber(seconds)) return seconds * 1_000
  if (!isNumber(cell)) return null
  const name = at(at(content, 'column_names'), String(column))
  const isNamed = typeof name === 'string' && /^(?:Hour|Day|Week|Month|Quarter|Year)\(.+\)$/.test(name)
  return isNamed ? cell * 1_000 : null
}
