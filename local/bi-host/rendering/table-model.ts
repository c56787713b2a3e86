import type {
  Grain,
  NumberFormat,
  PartNode,
  Tile,
  TileData,
  TableCell,
  TableColumn,
  TableData,
} from '../wire/board'
import { formatDay, formatFull, formatInterval, noValue } from './format'
import { drawnSeries, sizeFormatOf } from './readout'

/** Any tile as a plain table: for "Show as table", CSV, the `data` event and screen readers. */
export interface PlainTable {
  readonly columns: readonly PlainColumn[]
  readonly rows: readonly (readonly PlainCell[])[]
}
export interface PlainColumn {
  readonly label: string
  readonly numeric: boolean
}
/** `raw` as in the data (ISO dates, unrounded numbers), `text` as displayed. */
export interface PlainCell {
  readonly raw: string | number | null
  readonly text: string
}

/** Headers of the date column. */
export const intervalNames: Readonly<Record<Grain, string>> = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week of',
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
}

/** Time series start with the newest row, which readers look for. */
export function tableOf({ data, title }: Pick<Tile, 'data' | 'title'>): PlainTable {
  const columns = data ? columnsOf(data, title) : []
  const count = Math.max(0, ...columns.map(({ cells }) => cells.length))
  const all = Array.from({ length: count }, (_, row) => columns.map(({ cells }) => cells[row] ?? noCell))
  // Rows that only mark a gap for the chart are dropped.
  const rows =
    data?.kind === 'series' ? all.filter(([, ...cells]) => cells.some(({ raw }) => raw !== null)) : all
  return {
    columns: columns.map(({ label, numeric }) => ({ label, numeric })),
    rows: data?.kind === 'series' || data?.kind === 'candles' ? rows.toReversed() : rows,
  }
}

/** The table that replaces a chart: changes and shares if the chart draws those, instead of the underlying levels. */
export function tableAsDrawn({ data, title }: Pick<Tile, 'data' | 'title'>): PlainTable {
  if (data?.kind !== 'series') return tableOf({ data, title })
  const format = data.shape === 'change' ? { ...data.format, signed: true } : data.format
  const shown = data.shape === 'area-100' ? ({ kind: 'percent' } as const) : format
  return tableOf({ data: { ...data, series: drawnSeries(data), format: shown }, title })
}

interface Column extends PlainColumn {
  readonly cells: readonly PlainCell[]
}

type Data<Kind extends TileData['kind']> = Extract<TileData, { kind: Kind }>

const columnAt = (rows: readonly (readonly (number | null)[])[], at: number) =>
  rows.map((row) => row[at] ?? null)
const labelsOf = (items: readonly { readonly label: string }[]) => items.map(({ label }) => label)

function columnsOf(data: TileData, title: string): readonly Column[] {
  switch (data.kind) {
    case 'kpi':
      return kpiColumns(data, title)
    case 'series':
      return [
        intervals(data.dates, data.grain),
        ...data.series.map(({ label, values, axis }) =>
          numbers(label, values, axis === 'right' ? (data.rightFormat ?? data.format) : data.format),
        ),
      ]
    case 'bars':
      return [
        texts('Name', labelsOf(data.categories)),
        ...(data.from ? [numbers(data.ends?.[0] ?? 'From', data.from, data.format)] : []),
        ...data.series.map(({ label, values }) => numbers(data.ends?.[1] ?? label, values, data.format)),
        ...(data.notes ? [texts('Note', data.notes)] : []),
      ]
    case 'matrix':
      return [
        texts(data.rowHeading, labelsOf(data.rows)),
        ...data.columns.map(({ label }, at) => numbers(label, columnAt(data.values, at), data.format)),
      ]
    case 'parts': {
      const parts = flatten(data.nodes)
      const amounts = parts.map(({ amount }) => amount)
      const shares = amounts.map((amount) => (data.total === 0 ? null : (amount / data.total) * 100))
      return [
        texts('Name', labelsOf(parts)),
        numbers('Value', amounts, data.format),
        numbers('Share', shares, { kind: 'percent' }),
      ]
    }
    case 'candles':
      return [
        intervals(data.dates, 'day'),
        numbers('Open', data.open, data.format),
        numbers('High', data.high, data.format),
        numbers('Low', data.low, data.format),
        numbers('Close', data.close, data.format),
        ...(data.volume ? [numbers('Volume', data.volume, { kind: 'usd' })] : []),
        ...data.overlays.map(({ label, values }) => numbers(label, values, data.format)),
      ]
    case 'curves': {
      const points = data.curves.flatMap(({ label, points: at }) => at.map(([x, y]) => ({ label, x, y })))
      return [texts('Curve', labelsOf(points)), ...axisColumns(data, points)]
    }
    case 'scatter': {
      const sizes = data.points.map(({ size }) => size ?? null)
      return [
        texts('Name', labelsOf(data.points)),
        ...axisColumns(data, data.points),
        ...(data.sizeLabel === undefined ? [] : [numbers(data.sizeLabel, sizes, sizeFormatOf(data))]),
      ]
    }
    case 'table':
      return data.columns.flatMap((column, at) => tableColumn(column, data.cells[at] ?? []))
    case 'pivot':
      return pivotColumns(data)
  }
}

function kpiColumns(
  { subject, value, format, changes, percentile }: Data<'kpi'>,
  title: string,
): readonly Column[] {
  const rows = [
    { label: subject ?? title, cell: cellOf(value, format) },
    ...changes.map((change) => ({
      label: `Change ${change.label}`,
      cell: cellOf(change.value, change.format),
    })),
    ...(percentile === null
      ? []
      : [{ label: 'Percentile in its own last year', cell: cellOf(percentile, { kind: 'index' }) }]),
  ]
  return [
    texts('Figure', labelsOf(rows)),
    { label: 'Value', numeric: true, cells: rows.map(({ cell }) => cell) },
  ]
}

function axisColumns(
  { x, y }: Data<'curves' | 'scatter'>,
  points: readonly { readonly x: number; readonly y: number }[],
): readonly Column[] {
  const [along, up] = [points.map((point) => point.x), points.map((point) => point.y)]
  return [numbers(x.label, along, x.format), numbers(y.label, up, y.format)]
}

function tableColumn(
  { kind, label, format = { kind: 'number' } }: TableColumn,
  cells: readonly TableCell[],
): readonly Column[] {
  if (kind === 'trend') return []
  const numeric = kind !== 'text' && kind !== 'zone'
  const plain = cells.map((cell) => {
    if (typeof cell === 'number') return cellOf(cell, format)
    return typeof cell === 'string' ? { raw: cell, text: formatDay(cell) } : noCell
  })
  return [{ label, numeric, cells: plain }]
}

function pivotColumns({ groups, values, totals, rows, rowHeading }: Data<'pivot'>): readonly Column[] {
  const measures = groups.flatMap((group) =>
    group.measures.map(({ label, format }) => ({ label: `${group.label}: ${label}`, format })),
  )
  const all = totals ? [...values, totals] : values
  const heads = all.map((_, at) => rows[at] ?? 'Total')
  return [
    texts(rowHeading, heads),
    ...measures.map(({ label, format }, at) => numbers(label, columnAt(all, at), format)),
  ]
}

function flatten(nodes: readonly PartNode[], before = ''): { label: string; amount: number }[] {
  return nodes.flatMap(({ label, value, children = [] }) => [
    { label: `${before}${label}`, amount: value },
    ...flatten(children, `${before}${label}: `),
  ])
}

const texts = (label: string, list: readonly string[]): Column => ({
  label,
  numeric: false,
  cells: list.map((text) => ({ raw: text, text })),
})

const numbers = (label: string, list: readonly (number | null)[], format: NumberFormat): Column => ({
  label,
  numeric: true,
  cells: list.map((amount) => cellOf(amount, format)),
})

const intervals = (dates: readonly string[], grain: Grain): Column => ({
  label: intervalNames[grain],
  numeric: false,
  cells: dates.map((date) => ({ raw: date, text: formatInterval(date, grain === 'week' ? 'day' : grain) })),
})

const noCell: PlainCell = { raw: null, text: noValue }

function cellOf(amount: number | null, format: NumberFormat): PlainCell {
  // Formatted lazily: most of a table's thousands of cells are only used as raw values.
  return {
    raw: amount,
    get text() {
      return amount === null ? noValue : formatFull(amount, format)
    },
  }
}

/** The table as a CSV file: RFC 4180, with a guard against cells that a spreadsheet would run as formulas. */
export function csvOf(table: PlainTable): string {
  const lines = [
    table.columns.map((column) => csvCell(column.label)),
    ...table.rows.map((row) =>
      row.map((cell) => (typeof cell.raw === 'number' ? String(cell.raw) : csvCell(cell.raw ?? ''))),
    ),
  ]
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`
}

function csvCell(content: string): string {
  const safe = /^[=+\-@\t\r]/.test(content) ? `'${content}` : content
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export type Sort = NonNullable<TableData['sort']>

/** Row numbers in sort order. Cells without a value come last in both directions. */
export function sortedRows(
  data: Pick<TableData, 'cells'>,
  sort: Pick<Sort, 'column' | 'descending'> | null,
): readonly number[] {
  const count = data.cells[0]?.length ?? 0
  const rows = Array.from({ length: count }, (_, row) => row)
  const cells = sort ? data.cells[sort.column] : undefined
  if (!sort || !cells) return rows
  return rows.sort((left, right) => {
    const [a, b] = [cells[left] ?? null, cells[right] ?? null]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
    return sort.descending ? -order : order
  })
}
