import type { AnswerColumn, AnswerTable } from '../../wire/answers'
import type { NumberFormat } from '../../wire/board'
import { formatFull, noValue } from '../../rendering/format'
import type { PlainTable } from '../../rendering/table-model'

/** How a person has sorted the table of an answer; `null` is the host's own order. */
export interface RowOrder {
  readonly column: number
  readonly descending: boolean
}

export function isNumber(column: AnswerColumn): boolean {
  return column.role !== 'date' && column.role !== 'attribute'
}

/** Row numbers in the chosen order. Empty cells come last. */
export function sortedRows(table: AnswerTable, order: RowOrder | null): readonly number[] {
  const rows = Array.from({ length: table.rows }, (_, at) => at)
  if (!order) return rows
  const cells = table.cells[order.column] ?? []
  const sign = order.descending ? -1 : 1
  return rows.sort((left, right) => {
    const one = cells[left] ?? null
    const other = cells[right] ?? null
    if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
    return (
      sign *
      (typeof one === 'number' && typeof other === 'number'
        ? one - other
        : String(one).localeCompare(String(other)))
    )
  })
}

/** The whole table as a file holds it: the rows in the order on screen, numbers unrounded, their units in the heads. */
export function tableForFile(table: AnswerTable, order: RowOrder | null): PlainTable {
  return {
    columns: table.columns.map((column) => ({ label: headOf(column), numeric: isNumber(column) })),
    rows: sortedRows(table, order).map((row) =>
      table.columns.map(({ format }, at) => {
        const raw = table.cells[at]?.[row] ?? null
        const text =
          typeof raw === 'number' ? formatFull(raw, format ?? { kind: 'number' }) : (raw ?? noValue)
        return { raw, text }
      }),
    ),
  }
}

const units: Partial<Record<NumberFormat['kind'], string>> = {
  usd: 'USD',
  price: 'USD',
  percent: '%',
  bps: 'basis points',
  pp: 'percentage points',
  'vol-points': 'volatility points',
  days: 'days',
}

/** On screen each number says its unit; in a file it stands once, above them. */
function headOf({ label, format }: AnswerColumn): string {
  const unit = format && (format.suffix ?? units[format.kind])
  return unit === undefined || unit === '' ? label : `${label} (${unit.trim()})`
}
