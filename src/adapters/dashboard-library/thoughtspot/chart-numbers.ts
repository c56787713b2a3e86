import type { ChartNumber } from '../../../core/ports/dashboard-library'
import { at } from './rest-versions'

type Row = readonly unknown[]

/** The numbers in a reply of `liveboard/data`; null where it is none. A chart that is no single number is not among them. */
export function numbersIn(body: unknown, dashboardId: string): readonly ChartNumber[] | null {
  const contents = at(body, 'contents')
  if (!Array.isArray(contents)) return null
  return (contents as Row).flatMap((content) => {
    const chartId = at(content, 'visualization_id')
    const value = numberOf(content)
    return typeof chartId === 'string' && value !== null
      ? [{ dashboardId, chartId, value, ...unitOf(content, value) }]
      : []
  })
}

const rates =
  /%|\b(?:percent(?:age)?|rates?|yields?|ap[ry]|shares?|ratios?|dominance|volatility|utili[sz]ation|basis|premium|margin|growth|returns?)\b/i

/**
 * The reply says no format; the names of its columns are all there is to go by. One that is named so holds percent, unless it may as well
 * be a fraction that the chart writes in percent.
 */
function unitOf(content: unknown, value: number): Pick<ChartNumber, 'unit'> {
  const names = JSON.stringify(at(content, 'column_names'))
  if (/%|percent/i.test(names) && Math.abs(value) > 1) return { unit: 'percent' }
  return rates.test(names) ? { unit: 'rate' } : {}
}

/** Of all the rows that a chart has: the only number of the only row, or that of the newest day. */
function numberOf(content: unknown): number | null {
  const rows = at(content, 'data_rows')
  if (!Array.isArray(rows) || at(content, 'available_data_row_count') !== rows.length) return null
  const cells = (rows as Row).filter((row): row is Row => Array.isArray(row))
  const [only, second] = cells
  if (only === undefined) return null
  return second === undefined ? singleNumber(only) : newestOf(cells, content)
}

const isNumber = (cell: unknown): cell is number => typeof cell === 'number' && Number.isFinite(cell)

function singleNumber(row: Row): number | null {
  const [value, ...more] = row.filter(isNumber)
  return value !== undefined && more.length === 0 ? value : null
}

/** Of rows of one day and one number each. */
function newestOf(rows: readonly Row[], content: unknown): number | null {
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
  return newest?.value ?? null
}

/** Days come as text, or as seconds in a column that is named so. */
function dayOf(cell: unknown, content: unknown, column: number): number | null {
  if (typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}/.test(cell)) {
    const time = Date.parse(cell)
    return Number.isNaN(time) ? null : time
  }
  if (!isNumber(cell)) return null
  const name = at(at(content, 'column_names'), String(column))
  const isNamed = typeof name === 'string' && /\b(?:date|day|week|month|quarter|year|hour)\b/i.test(name)
  return isNamed ? cell * 1_000 : null
}
