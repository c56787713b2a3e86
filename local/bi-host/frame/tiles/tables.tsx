import type { PivotData, Tile } from '../../wire/board'
import { formatFull, formatNumber } from '../../rendering/format'
import { directionOf } from './kpi'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { tableAsDrawn } from '../../rendering/table-model'

export function PivotTable({ title, data }: { readonly title: string; readonly data: PivotData }) {
  const measures = data.groups.flatMap((group) =>
    group.measures.map((measure, at) => ({ ...measure, edge: at === 0 ? ' group-start' : '' })),
  )

  function row(name: string, values: readonly (number | null)[], className: string) {
    return (
      <tr key={name} class={className}>
        <th scope="row" class="cell-text">
          {name}
        </th>
        {measures.map((measure, at) => {
          const value = values[at] ?? null
          return (
            <td key={at} class={`cell-number${measure.edge}`} title={formatFull(value, measure.format)}>
              <span
                class={measure.change ? directionOf(value, 'up', measure.format) : ''}
                data-whole={value ?? ''}
              >
                {formatNumber(value, measure.change ? { ...measure.format, signed: true } : measure.format)}
              </span>
            </td>
          )
        })}
      </tr>
    )
  }

  return (
    <TableArea title={title} viz="pivot" className="viz-table-body ag-root-wrapper">
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
              <th key={at} scope="col" class={`cell-number${measure.edge}`}>
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

/** More rows than this are left to the download. */
const maxRows = 400

/** A chart's numbers as an HTML table. */
export function PlainTableView({ tile }: { readonly tile: Tile }) {
  const table = useMemo(() => tableAsDrawn({ ...tile, data: withLongSideAsRows(tile.data) }), [tile])
  // A heat map shown this way on a phone has short numbers as in the chart. Copying gives the full ones.
  const short = tile.data?.kind === 'matrix' ? tile.data.format : null
  return (
    <TableArea title={tile.title} viz="table" className="as-table">
      <table class="viz-table">
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column.label} scope="col" class={column.numeric ? 'cell-number' : 'cell-text'}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, maxRows).map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td
                  key={column}
                  class={table.columns[column]?.numeric ? 'cell-number' : 'cell-text'}
                  {...(typeof cell.raw === 'number' ? { 'data-whole': cell.raw } : {})}
                >
                  {short !== null && typeof cell.raw === 'number' ? formatNumber(cell.raw, short) : cell.text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.rows.length > maxRows ? (
        <p class="table-more">
          The first {maxRows} of {table.rows.length.toLocaleString('en-US')} rows.
        </p>
      ) : null}
    </TableArea>
  )
}

/** Puts the longer side of a heat map in the rows: neither a phone nor its printout has room for seventeen columns. */
function withLongSideAsRows(data: Tile['data']): Tile['data'] {
  if (data?.kind !== 'matrix' || data.columns.length <= data.rows.length) return data
  const { rows, columns, rowHeading, columnHeading } = data
  return {
    ...data,
    rows: columns,
    columns: rows,
    rowHeading: columnHeading,
    columnHeading: rowHeading,
    values: columns.map((_, at) => data.values.map((cells) => cells[at] ?? null)),
  }
}

interface TableAreaProps {
  readonly title: string
  /** One of the vendor's kinds. */
  readonly viz: 'table' | 'pivot'
  readonly className: string
  readonly children: ComponentChildren
}

export function TableArea({ title, viz, className, children }: TableAreaProps) {
  return (
    <div
      // A group, not a landmark: a board would have one for every table.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- nor a set of fields
      role="group"
      class={`viz-content table-scroll ${className}`}
      data-viz-type={viz}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
      tabIndex={0}
      aria-label={`${title}, table`}
    >
      {children}
    </div>
  )
}
