import type { PivotData } from '../../wire/board'
import { formatFull, formatNumber } from '../../rendering/format'
import { directionOf } from './kpi'
import { TableArea } from './table-area'

/** Rows against groups of measures, with a two-level head. */
export function PivotTable({ title, data }: { readonly title: string; readonly data: PivotData }) {
  const measures = data.groups.flatMap((group) => group.measures)
  const starts = new Set<number>()
  data.groups.reduce((at, group) => {
    starts.add(at)
    return at + group.measures.length
  }, 0)
  const edge = (at: number): string => (starts.has(at) ? ' group-start' : '')

  function row(name: string, values: readonly (number | null)[], className: string) {
    return (
      <tr key={name} class={className}>
        <th scope="row" class="cell-text">
          {name}
        </th>
        {measures.map((measure, at) => {
          const value = values[at] ?? null
          return (
            <td key={at} class={`cell-number${edge(at)}`} title={formatFull(value, measure.format)}>
              <span class={measure.change ? directionOf(value, 'up', measure.format) : ''}>
                {formatNumber(value, measure.change ? { ...measure.format, signed: true } : measure.format)}
              </span>
            </td>
          )
        })}
      </tr>
    )
  }

  return (
    <TableArea title={title} viz="pivot" className="viz-table-body">
      <table class="viz-table pivot">
        <thead>
          <tr>
            <th scope="col" rowSpan={2} class="cell-text">
              {data.rowHeading}
            </th>
            {data.groups.map((group) => (
              <th
                key={group.label}
                scope="colgroup"
                colSpan={group.measures.length}
                class="pivot-group group-start"
              >
                {group.label}
              </th>
            ))}
          </tr>
          <tr>
            {measures.map((measure, at) => (
              <th key={at} scope="col" class={`cell-number${edge(at)}`}>
                {measure.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((name, at) => row(name, data.values[at] ?? [], ''))}
          {data.totals ? row('Total', data.totals, 'total') : null}
        </tbody>
      </table>
    </TableArea>
  )
}
