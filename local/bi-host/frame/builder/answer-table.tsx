import { useMemo, useState } from 'preact/hooks'
import type { AnswerColumn, RunResult } from '../../answers/contract'
import { formatFull, formatNumber } from '../format'
import { directionOf } from '../tiles/kpi'

/** More rows than this are for the file, not for the eye. */
const mostRows = 500

interface Order {
  readonly column: number
  readonly descending: boolean
}

/** The figures of an answer, sorted by any column. */
export function AnswerTableView({ result }: { readonly result: RunResult }) {
  const { table, tile } = result
  const [order, setOrder] = useState<Order | null>(null)
  const rows = useMemo(() => sorted(result, order), [result, order])
  return (
    <section
      class="answer-table-body"
      data-testid="table-body"
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
          {rows.slice(0, mostRows).map((row) => (
            <tr key={row}>
              {table.columns.map((column, at) => (
                <Cell key={column.id} column={column} value={table.cells[at]?.[row] ?? null} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.rows > mostRows ? (
        <p class="table-more">
          The first {mostRows} of {table.rows.toLocaleString('en-US')} rows.
        </p>
      ) : null}
    </section>
  )
}

function Cell({ column, value }: { readonly column: AnswerColumn; readonly value: string | number | null }) {
  const format = column.format ?? { kind: 'number' as const }
  if (typeof value !== 'number')
    return <td class={isNumber(column) ? 'cell-number' : 'cell-text'}>{value ?? '\u2013'}</td>
  const change = column.role === 'change'
  return (
    <td class="cell-number" title={formatFull(value, format)}>
      <span class={change ? directionOf(value, column.better, format) : undefined}>
        {formatNumber(value, change ? { ...format, signed: true } : format)}
      </span>
    </td>
  )
}

function isNumber(column: AnswerColumn): boolean {
  return column.role !== 'date' && column.role !== 'attribute'
}

/** Row numbers in the chosen order; without one in the host's. Empty cells come last. */
function sorted({ table }: RunResult, order: Order | null): readonly number[] {
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
