import { useMemo } from 'preact/hooks'
import type { AnswerColumn, RunResult, AnswerTable } from '../../wire/answers'
import { formatDay, formatFull, formatInterval, formatNumber, noValue } from '../../rendering/format'
import { directionOf } from '../tiles/kpi'
import type { NumberFormat } from '../../wire/board'
import { sortedRows, type PlainTable } from '../../rendering/table-model'

/** More rows than this are left to the download. */
const maxRows = 500

export function AnswerTableView({
  result,
  order,
  setOrder,
}: {
  readonly result: RunResult
  readonly order: RowOrder | null
  readonly setOrder: (order: RowOrder) => void
}) {
  const { table, tile } = result
  const rows = useMemo(() => sortedRows(table, order), [table, order])
  return (
    <section
      class="answer-table-body ag-root-wrapper"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
      tabIndex={0}
      aria-label={`${tile.title}, table`}
    >
      <table class="viz-table">
        <thead>
          <tr>
            {table.columns.map((column, at) => (
              <th
                key={column.id}
                scope="col"
                class={isNumber(column) ? 'cell-number' : 'cell-text'}
                aria-sort={order?.column === at ? (order.descending ? 'descending' : 'ascending') : undefined}
              >
                <button
                  type="button"
                  class="table-sort"
                  onClick={() =>
                    setOrder({
                      column: at,
                      descending: order?.column === at ? !order.descending : isNumber(column),
                    })
                  }
                >
                  {column.label}
                  <span class="table-sort-mark" aria-hidden="true">
                    {order?.column === at ? (order.descending ? '\u2193' : '\u2191') : ''}
                  </span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map((row) => (
            <tr key={row}>
              {table.columns.map((column, at) => (
                <Cell key={column.id} column={column} value={table.cells[at]?.[row] ?? null} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.rows > maxRows ? (
        <p class="table-more">
          The first {maxRows} of {table.rows.toLocaleString('en-US')} rows.
        </p>
      ) : null}
    </section>
  )
}

function Cell({ column, value }: { readonly column: AnswerColumn; readonly value: string | number | null }) {
  const format = column.format ?? { kind: 'number' as const }
  if (column.role === 'date' && typeof value === 'string')
    return <td class="cell-text">{value.includes('T') ? formatInterval(value, 'hour') : formatDay(value)}</td>
  if (typeof value !== 'number')
    return <td class={isNumber(column) ? 'cell-number' : 'cell-text'}>{value ?? noValue}</td>
  const change = column.role === 'change'
  return (
    <td class="cell-number" title={formatFull(value, format)}>
      <span class={change ? directionOf(value, column.better, format) : undefined} data-whole={value}>
        {formatNumber(value, change ? { ...format, signed: true } : format)}
      </span>
    </td>
  )
}

/** The user's sort order of the table. `null` is the host's order. */
export interface RowOrder {
  readonly column: number
  readonly descending: boolean
}

function isNumber(column: AnswerColumn): boolean {
  return column.role !== 'date' && column.role !== 'attribute'
}

/** The whole table for a file: rows in the order on screen, numbers unrounded, units in the headers. */
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
  days: 'days',
}

/** On screen each number has its unit. In a file the header has it. */
function headOf({ label, format }: AnswerColumn): string {
  const unit = format && (format.suffix ?? units[format.kind])
  return unit === undefined || unit === '' ? label : `${label} (${unit.trim()})`
}
