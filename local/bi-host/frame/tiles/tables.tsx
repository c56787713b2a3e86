import type { PivotData, Tile, TableCell, TableColumn, TableData } from '../../wire/board'
import { formatFull, formatNumber, formatDay } from '../../rendering/format'
import { directionOf, Sparkline } from './kpi'
import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { tableAsDrawn, sortedRows, type Sort } from '../../rendering/table-model'
import { useLook } from '../parts/context'
import type { Press } from './chart'
import { Explained } from '../parts/floating'

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

function TableArea({ title, viz, className, children }: TableAreaProps) {
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

/** With more columns than this, the table is denser. */
const manyColumns = 10

export interface DataTableProps {
  readonly title: string
  readonly data: TableData
  /** Key of the row that this tile filters by. */
  readonly selected: string | null
  /** Clicking a row filters the other tiles. */
  readonly pickable: boolean
  readonly press: (how: Press, row: number, name: string, at: { x: number; y: number }) => boolean
  readonly openPath: (path: string) => void
}

/** A table with one row per value of an attribute: sortable, with shares, changes and trends. */
export function DataTable({ title, data, selected, pickable, press, openPath }: DataTableProps) {
  const [sort, setSort] = useState(data.sort ?? null)
  const order = useMemo(() => sortedRows(data, sort), [data, sort])
  const nameColumn = data.columns.findIndex(isText)

  return (
    <TableArea title={title} viz="table" className="viz-table-body ag-root-wrapper">
      <table class={`viz-table ${data.columns.length > manyColumns ? 'dense' : ''}`}>
        <thead>
          <tr>
            {data.columns.map((column, at) => (
              <th key={column.key} scope="col" class={columnClass(column)} aria-sort={sortState(sort, at)}>
                <ColumnHead
                  column={column}
                  state={sortState(sort, at)}
                  sort={() => setSort(nextSort(sort, at, column))}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.map((row) => {
            const given = data.cells[nameColumn]?.[row]
            const name = typeof given === 'string' ? given : ''
            const colorKey = data.rowColors?.[row]
            return (
              <tr
                key={row}
                class={`${pickable ? 'pickable' : ''} ${selected !== null && selected !== name ? 'faded' : ''}`}
                onClick={(event) => press('click', row, name, pointOf(event))}
                onDblClick={(event) => press('double', row, name, pointOf(event))}
                onContextMenu={(event) => {
                  if (press('menu', row, name, pointOf(event))) event.preventDefault()
                }}
              >
                {data.columns.map((column, at) =>
                  at === nameColumn ? (
                    <th key={column.key} scope="row" class={columnClass(column)}>
                      <span class="row-name">
                        <Swatch colorKey={colorKey} />
                        <RowName
                          name={name}
                          link={data.rowLinks?.[row] ?? null}
                          openPath={openPath}
                          pressed={pickable ? selected === name : null}
                        />
                      </span>
                    </th>
                  ) : (
                    <td key={column.key} class={columnClass(column)}>
                      <Cell column={column} cell={data.cells[at]?.[row] ?? null} colorKey={colorKey} />
                    </td>
                  ),
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </TableArea>
  )
}

interface ColumnHeadProps {
  readonly column: TableColumn
  readonly state: ReturnType<typeof sortState>
  readonly sort: () => void
}

function ColumnHead({ column, state, sort }: ColumnHeadProps) {
  const label = unbroken(column.label)
  if (column.kind === 'trend') return <>{column.label}</>
  return (
    <button type="button" class="table-sort" onClick={sort}>
      {/* For numbers, the mark comes before the name, so that the name ends where the numbers end. */}
      {isText(column) ? (
        <>
          <Explained text={label} inControl />{' '}
        </>
      ) : null}
      <span class="table-sort-mark" aria-hidden="true">
        {state === undefined ? '' : state === 'descending' ? '\u2193' : '\u2191'}
      </span>
      {/* The mark never wraps to a line of its own. */}
      {isText(column) ? null : (
        <>
          {state === undefined ? ' ' : '\u00a0'}
          <Explained text={label} inControl />
        </>
      )}
    </button>
  )
}

interface RowNameProps {
  readonly name: string
  readonly link: string | null
  readonly openPath: (path: string) => void
  /** Whether the tile filters by this row. `null` if rows cannot be picked. */
  readonly pressed: boolean | null
}

function RowName({ name, link, openPath, pressed }: RowNameProps) {
  if (link === null && pressed === null) return <>{name}</>
  if (link === null)
    return (
      <button type="button" class="row-pick" aria-pressed={pressed ?? false}>
        {name}
      </button>
    )
  return (
    <button
      type="button"
      class="row-link"
      onClick={(event) => {
        event.stopPropagation()
        openPath(link)
      }}
    >
      {name}
    </button>
  )
}

/** Key presses have no position, so the menu opens at the focused element. */
function pointOf(event: MouseEvent): { readonly x: number; readonly y: number } {
  if (event.clientX > 0 || event.clientY > 0) return { x: event.clientX, y: event.clientY }
  const box = (event.target as HTMLElement).getBoundingClientRect()
  return { x: box.left, y: box.bottom }
}

function Swatch({ colorKey }: { readonly colorKey: string | undefined }) {
  const { color } = useLook()
  return colorKey === undefined ? null : (
    <i class="swatch" style={{ background: color(colorKey) }} aria-hidden="true" />
  )
}

interface CellProps {
  readonly column: TableColumn
  readonly cell: TableCell
  readonly colorKey: string | undefined
}

function Cell({ column, cell, colorKey }: CellProps) {
  const { color, palette } = useLook()
  const format = column.format ?? { kind: 'number' as const }
  if (column.kind === 'trend') {
    const points = Array.isArray(cell) ? (cell as readonly (number | null)[]) : []
    return (
      <Sparkline
        values={points}
        color={colorKey === undefined ? palette.mark : color(colorKey)}
        width={96}
        height={24}
      />
    )
  }
  if (typeof cell !== 'number') {
    if (column.kind === 'zone') return <span class="zone">{typeof cell === 'string' ? cell : '\u2013'}</span>
    return <>{typeof cell === 'string' ? formatDay(cell) : '\u2013'}</>
  }
  if (column.kind === 'change') {
    return (
      <span class={directionOf(cell, column.better, format)} data-whole={cell}>
        {formatNumber(cell, { ...format, signed: true })}
      </span>
    )
  }
  const text = (
    <span title={formatFull(cell, format)} data-whole={cell}>
      {formatNumber(cell, format)}
    </span>
  )
  if (column.kind !== 'share') return text
  return (
    <span class="share">
      {text}
      <span class="share-track" aria-hidden="true">
        <i
          style={{
            width: `${Math.max(0, Math.min(100, cell))}%`,
            background: colorKey === undefined ? palette.mark : color(colorKey),
          }}
        />
      </span>
    </span>
  )
}

const isText = ({ kind }: TableColumn): boolean => kind === 'text'

/** Keeps a number and its unit on one line. */
const unbroken = (label: string): string => label.replaceAll(/(\d) (?=[a-z]\b)/g, '$1\u00a0')

function columnClass(column: TableColumn): string {
  return isText(column) ? 'cell-text' : `cell-number cell-${column.kind}`
}

function sortState(sort: Sort | null, column: number): 'ascending' | 'descending' | undefined {
  if (sort?.column !== column) return undefined
  return sort.descending ? 'descending' : 'ascending'
}

/** Numbers start with the largest, words with A. */
function nextSort(sort: Sort | null, column: number, kind: TableColumn): Sort {
  if (sort?.column === column) return { column, descending: !sort.descending }
  return { column, descending: kind.kind !== 'text' && kind.kind !== 'zone' }
}
