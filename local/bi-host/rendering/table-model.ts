import type { Grain, NumberFormat, PartNode, Tile, TileData, TableData } from '../wire/board'
import { formatDay, formatFull, formatInterval, noValue } from './format'
import { sizeFormatOf } from './readout'

/** Any tile as a plain table: for "Show as table", CSV, the `data` event and screen readers. */
export interface PlainTable {
  readonly columns: readonly PlainColumn[]
  readonly rows: readonly (readonly PlainCell[])[]
}
export interface PlainColumn {
  readonly label: string
  readonly numeric: boolean
}
/** `raw` as in the data (ISO dates, unrounded numbers), `text` as a person reads it. */
export interface PlainCell {
  readonly raw: string | number | null
  readonly text: string
}

/** Heads of the column that holds the time. */
export const intervalNames: Readonly<Record<Grain, string>> = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week of',
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
}

/** Newest first for values over time: the latest row is what is looked for. */
export function tableOf(tile: Pick<Tile, 'data' | 'title'>): PlainTable {
  const { data } = tile
  return data ? tableOfData(data, tile.title) : { columns: [], rows: [] }
}

function tableOfData(data: TileData, title: string): PlainTable {
  switch (data.kind) {
    case 'kpi':
      return {
        columns: [text('Figure'), number('Value')],
        rows: [
          [plain(data.subject ?? title), value(data.value, data.format)],
          ...data.changes.map((change) => [
            plain(`Change ${change.label}`),
            value(change.value, change.format),
          ]),
          ...(data.percentile === null
            ? []
            : [[plain('Percentile in its own last year'), value(data.percentile, { kind: 'index' })]]),
        ],
      }
    case 'series':
      return {
        columns: [text(intervalNames[data.grain]), ...data.series.map((series) => number(series.label))],
        rows: data.dates
          .map((date, at) => [
            { raw: date, text: intervalText(date, data.grain) },
            ...data.series.map((series) =>
              value(
                series.values[at] ?? null,
                series.axis === 'right' ? (data.rightFormat ?? data.format) : data.format,
              ),
            ),
          ])
          // A gap is for the picture: there is nothing to read in it.
          .filter(([, ...cells]) => cells.some(({ raw }) => raw !== null))
          .toReversed(),
      }
    case 'bars':
      return {
        columns: [
          text('Name'),
          ...(data.from ? [number('From')] : []),
          ...data.series.map((series) => number(series.label)),
          ...(data.notes ? [text('Note')] : []),
        ],
        rows: data.categories.map((category, at) => [
          plain(category.label),
          ...(data.from ? [value(data.from[at] ?? null, data.format)] : []),
          ...data.series.map((series) => value(series.values[at] ?? null, data.format)),
          ...(data.notes ? [plain(data.notes[at] ?? '')] : []),
        ]),
      }
    case 'matrix':
      return {
        columns: [text(data.rowHeading), ...data.columns.map((column) => number(column.label))],
        rows: data.rows.map((row, at) => [
          plain(row.label),
          ...data.columns.map((_, column) => value(data.values[at]?.[column] ?? null, data.format)),
        ]),
      }
    case 'parts':
      return {
        columns: [text('Name'), number('Value'), number('Share')],
        rows: flatten(data.nodes).map(([label, amount]) => [
          plain(label),
          value(amount, data.format),
          value(data.total === 0 ? null : (amount / data.total) * 100, { kind: 'percent' }),
        ]),
      }
    case 'candles':
      return candleTable(data)
    case 'curves':
      return {
        columns: [text('Curve'), number(data.x.label), number(data.y.label)],
        rows: data.curves.flatMap((curve) =>
          curve.points.map(([x, y]) => [
            plain(curve.label),
            value(x, data.x.format),
            value(y, data.y.format),
          ]),
        ),
      }
    case 'scatter':
      return {
        columns: [
          text('Name'),
          number(data.x.label),
          number(data.y.label),
          ...(data.sizeLabel === undefined ? [] : [number(data.sizeLabel)]),
        ],
        rows: data.points.map((point) => [
          plain(point.label),
          value(point.x, data.x.format),
          value(point.y, data.y.format),
          ...(data.sizeLabel === undefined ? [] : [value(point.size ?? null, sizeFormatOf(data))]),
        ]),
      }
    case 'table':
      return tableTable(data)
    case 'pivot':
      return pivotTable(data)
  }
}

function candleTable(data: Extract<TileData, { kind: 'candles' }>): PlainTable {
  return {
    columns: [
      text('Day'),
      ...['Open', 'High', 'Low', 'Close'].map(number),
      ...(data.volume ? [number('Volume')] : []),
      ...data.overlays.map((overlay) => number(overlay.label)),
    ],
    rows: data.dates
      .map((date, at) => [
        { raw: date, text: intervalText(date, 'day') },
        ...[data.open, data.high, data.low, data.close].map((list) => value(list[at] ?? null, data.format)),
        ...(data.volume ? [value(data.volume[at] ?? null, { kind: 'usd' })] : []),
        ...data.overlays.map((overlay) => value(overlay.values[at] ?? null, data.format)),
      ])
      .toReversed(),
  }
}

function tableTable(data: Extract<TileData, { kind: 'table' }>): PlainTable {
  const columns = data.columns.filter((column) => column.kind !== 'trend')
  const count = data.cells[0]?.length ?? 0
  return {
    columns: columns.map((column) => ({
      label: column.label,
      numeric: column.kind !== 'text' && column.kind !== 'zone',
    })),
    rows: Array.from({ length: count }, (_, row) =>
      columns.map((column) => {
        const cell = data.cells[data.columns.indexOf(column)]?.[row] ?? null
        if (typeof cell === 'number') return value(cell, column.format ?? { kind: 'number' })
        return typeof cell === 'string' ? { raw: cell, text: formatDay(cell) } : { raw: null, text: noValue }
      }),
    ),
  }
}

function pivotTable(data: Extract<TileData, { kind: 'pivot' }>): PlainTable {
  const measures = data.groups.flatMap((group) =>
    group.measures.map((measure) => ({ ...measure, label: `${group.label}: ${measure.label}` })),
  )
  const rows = data.totals ? [...data.values, data.totals] : data.values
  return {
    columns: [text(data.rowHeading), ...measures.map((measure) => number(measure.label))],
    rows: rows.map((values, at) => [
      plain(data.rows[at] ?? 'Total'),
      ...measures.map((measure, index) => value(values[index] ?? null, measure.format)),
    ]),
  }
}

function flatten(nodes: readonly PartNode[], before = ''): readonly (readonly [string, number])[] {
  return nodes.flatMap((node) => [
    [`${before}${node.label}`, node.value] as const,
    ...flatten(node.children ?? [], `${before}${node.label}: `),
  ])
}

function intervalText(date: string, grain: Grain): string {
  return grain === 'week' ? formatInterval(date, 'day') : formatInterval(date, grain)
}

function text(label: string): PlainColumn {
  return { label, numeric: false }
}

function number(label: string): PlainColumn {
  return { label, numeric: true }
}

function plain(label: string): PlainCell {
  return { raw: label, text: label }
}

function value(amount: number | null, format: NumberFormat): PlainCell {
  // Written when it is read: a table of thousands of cells is mostly told as raw values.
  return {
    raw: amount,
    get text() {
      return amount === null ? noValue : formatFull(amount, format)
    },
  }
}

/** The table as a CSV file: RFC 4180, with a guard for cells that a spreadsheet would run as a formula. */
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

/** Row numbers in order; cells without a value come last either way. */
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
