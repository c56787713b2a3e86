import type { NumberFormat, ScatterData, TileData, Series, SeriesData, Tile } from '../wire/board'
import { isColoredByName } from './theme/series-colors'
import { formatDay, formatFull, formatInterval, formatNumber } from './format'

/** Content of a tooltip and of the live region at one position of a chart. */
export interface Readout {
  readonly heading: string
  readonly rows: readonly ReadoutRow[]
  readonly note?: string
}
interface ReadoutRow {
  /** Absent for rows without a mark. */
  readonly colorKey?: string
  readonly label: string
  readonly text: string
}

/** Number of positions for the arrow keys. Curves and scatter plots are visited point by point. */
export function positionsIn(data: TileData): number {
  switch (data.kind) {
    case 'series':
    case 'candles':
      return data.dates.length
    case 'bars':
      return data.categories.length
    case 'matrix':
      return data.rows.length * data.columns.length
    case 'parts':
      return data.nodes.length
    case 'curves':
      return data.curves.reduce((sum, curve) => sum + curve.points.length, 0)
    case 'scatter':
      return data.points.length
    case 'kpi':
    case 'table':
    case 'pivot':
      return 0
  }
}

export function readoutAt(
  data: TileData,
  position: number,
  hidden: ReadonlySet<string> = new Set(),
): Readout | null {
  if (position < 0 || position >= positionsIn(data)) return null
  switch (data.kind) {
    case 'series':
      return seriesReadout(data, position, hidden)
    case 'candles':
      return candleReadout(data, position)
    case 'bars': {
      const category = data.categories[position]
      const from = data.from?.[position]
      return {
        heading: category?.label ?? '',
        rows: data.series
          .filter((series) => !hidden.has(series.key))
          .map((series) => ({
            ...(data.series.length > 1
              ? { colorKey: series.colorKey }
              : isColoredByName(data)
                ? { colorKey: category?.colorKey ?? '' }
                : {}),
            label: series.label,
            text:
              from === undefined || from === null
                ? show(series.values[position], data.format)
                : `${show(from, data.format)} to ${show(series.values[position], data.format)}`,
          })),
        ...(data.notes?.[position] ? { note: data.notes[position] } : {}),
      }
    }
    case 'matrix': {
      const row = Math.floor(position / data.columns.length)
      const column = position % data.columns.length
      return {
        heading: `${data.rows[row]?.label ?? ''}, ${data.columns[column]?.label ?? ''}`,
        rows: [
          {
            label: data.rowHeading === '' ? 'Value' : `${data.rowHeading} by ${data.columnHeading}`,
            text: show(data.values[row]?.[column], data.format),
          },
        ],
      }
    }
    case 'parts': {
      const node = data.nodes[position]
      return node ? partReadout(node.label, node.value, node.colorKey, data) : null
    }
    case 'curves': {
      const [curve, point] = curvePoint(data, position)
      return curve && point
        ? {
            heading: `${data.x.label} ${formatNumber(point[0], data.x.format)}`,
            rows: [{ colorKey: curve.colorKey, label: curve.label, text: show(point[1], data.y.format) }],
          }
        : null
    }
    case 'scatter': {
      const point = data.points[position]
      if (!point) return null
      return {
        heading: point.label,
        rows: [
          { colorKey: point.colorKey, label: data.x.label, text: show(point.x, data.x.format) },
          { label: data.y.label, text: show(point.y, data.y.format) },
          ...(data.sizeLabel === undefined || point.size === undefined
            ? []
            : [{ label: data.sizeLabel, text: formatNumber(point.size, sizeFormatOf(data)) }]),
        ],
      }
    }
    case 'kpi':
    case 'table':
    case 'pivot':
      return null
  }
}

const addedUp: ReadonlySet<SeriesData['shape']> = new Set([
  'stacked-area',
  'stacked-bars',
  'diverging-bars',
  'change',
])

/** Difference from the first value. Null if there is no value. */
function changeAt({ values }: Pick<Series, 'values'>, position: number): number | null {
  const first = values.find((value) => value !== null) ?? null
  const value = values[position] ?? null
  return first === null || value === null ? null : value - first
}

/** The total line of a chart of changes. */
const whole: Omit<Series, 'values'> = { key: 'total', label: 'Total', colorKey: 'Total', dashed: true }

/** Series as drawn: changes since the first date with their total, or shares of the visible series. */
export function drawnSeries(data: SeriesData, hidden: ReadonlySet<string> = new Set()): readonly Series[] {
  const shown = data.series.filter(({ key }) => !hidden.has(key))
  if (data.shape === 'area-100') return shares(shown)
  if (data.shape !== 'change') return shown
  const changes = data.series.map((series) => ({
    ...series,
    values: series.values.map((_, at) => changeAt(series, at)),
  }))
  const drawn = changes.length < 2 ? changes : [...changes, { ...whole, values: sums(changes) }]
  return drawn.filter(({ key }) => !hidden.has(key))
}

const sums = (series: readonly Pick<Series, 'values'>[]): Series['values'] =>
  (series[0]?.values ?? []).map((_, at) => {
    const there = series.flatMap(({ values }) => values[at] ?? [])
    return there.length === 0 ? null : there.reduce((sum, value) => sum + value, 0)
  })

/** Shares per date, in percent. Rounded down slightly, because a sum above 100 would be clipped at the top band. */
function shares(series: readonly Series[]): readonly Series[] {
  const above = series.map((one) => ({
    ...one,
    values: one.values.map((value) => value && Math.max(0, value)),
  }))
  const totals = sums(above)
  return above.map((one) => ({
    ...one,
    values: one.values.map((value, at) =>
      value === null || !totals[at] ? null : Math.floor((value / totals[at]) * 1e8) / 1e6,
    ),
  }))
}

function seriesReadout(
  data: Extract<TileData, { kind: 'series' }>,
  position: number,
  hidden: ReadonlySet<string>,
): Readout {
  const shown = data.series.filter((series) => !hidden.has(series.key))
  const rows = shown.map((series) => {
    const format = series.axis === 'right' ? (data.rightFormat ?? data.format) : data.format
    const band = series.band
    const range =
      band && band.low[position] !== null && band.low[position] !== undefined
        ? ` (${show(band.low[position], format)} to ${show(band.high[position], format)})`
        : data.shape === 'change'
          ? ` (${formatNumber(changeAt(series, position), { ...format, signed: true })})`
          : ''
    return {
      colorKey: series.colorKey,
      label: series.label,
      text: `${show(series.values[position], format)}${range}`,
    }
  })
  const adds = addedUp.has(data.shape)
  const total = shown.reduce((sum, series) => sum + (series.values[position] ?? 0), 0)
  const toDate = data.partialFrom !== undefined && position >= data.partialFrom
  return {
    heading: formatInterval(data.dates[position] ?? '', data.grain),
    rows: adds && shown.length > 1 ? [...rows, { label: 'Total', text: show(total, data.format) }] : rows,
    ...(toDate ? { note: 'To date: this interval is still running' } : {}),
  }
}

function candleReadout(data: Extract<TileData, { kind: 'candles' }>, position: number): Readout {
  const volume = data.volume?.[position]
  return {
    heading: formatDay(data.dates[position] ?? ''),
    rows: [
      { label: 'Open', text: show(data.open[position], data.format) },
      { label: 'High', text: show(data.high[position], data.format) },
      { label: 'Low', text: show(data.low[position], data.format) },
      { label: 'Close', text: show(data.close[position], data.format) },
      ...data.overlays.map((overlay) => ({
        colorKey: overlay.colorKey,
        label: overlay.label,
        text: show(overlay.values[position], data.format),
      })),
      ...(volume === undefined || volume === null
        ? []
        : [{ label: 'Volume', text: formatNumber(volume, { kind: 'usd' }) }]),
    ],
  }
}

export function partReadout(
  label: string,
  amount: number,
  colorKey: string,
  data: Extract<TileData, { kind: 'parts' }>,
): Readout {
  const share = data.total === 0 ? null : (amount / data.total) * 100
  return {
    heading: label,
    rows: [
      { colorKey, label: data.totalLabel, text: formatNumber(amount, data.format) },
      { label: 'Share', text: formatNumber(share, { kind: 'percent' }) },
    ],
  }
}

export const sizeFormatOf = ({ sizeFormat }: ScatterData): NumberFormat =>
  sizeFormat ?? { kind: 'number', compact: true }

export function curvePoint(
  data: Extract<TileData, { kind: 'curves' }>,
  position: number,
): readonly [
  (typeof data.curves)[number] | undefined,
  readonly [number, number] | undefined,
  number,
  number,
] {
  let rest = position
  for (const [index, curve] of data.curves.entries()) {
    if (rest < curve.points.length) return [curve, curve.points[rest], index, rest]
    rest -= curve.points.length
  }
  return [undefined, undefined, -1, -1]
}

export function sentenceOf(readout: Readout): string {
  const rows = readout.rows.map((row) => `${row.label} ${row.text}`)
  return `${readout.heading}: ${rows.join(', ')}${readout.note === undefined ? '' : `. ${readout.note}`}`
}

function show(value: number | null | undefined, format: NumberFormat): string {
  // Prices show all digits, other numbers their short form.
  return format.kind === 'price' ? formatFull(value, format) : formatNumber(value, format)
}

export interface LegendItem {
  readonly key: string
  readonly label: string
  readonly colorKey: string
  readonly shape: 'box' | 'line' | 'dashed'
}

/** Legend entries. None if the axis already has the names, or there is only one. */
export function legendItems(data: TileData): readonly LegendItem[] {
  switch (data.kind) {
    case 'series':
      return data.series.length < 2
        ? []
        : [...data.series, ...(data.shape === 'change' ? [whole] : [])].map((series) => ({
            ...series,
            shape: series.dashed ? 'dashed' : isLine(series, data) ? 'line' : 'box',
          }))
    case 'bars':
      return data.series.length < 2 ? [] : data.series.map((series) => ({ ...series, shape: 'box' }))
    case 'parts':
      return data.shape === 'donut'
        ? data.nodes.map((node) => ({
            key: node.key,
            label: `${node.label} ${formatNumber(data.total === 0 ? null : (node.value / data.total) * 100, { kind: 'percent', digits: 0 })}`,
            colorKey: node.colorKey,
            shape: 'box',
          }))
        : []
    case 'candles':
      return data.overlays.map((overlay) => ({ ...overlay, shape: 'line' }))
    case 'curves':
      return data.curves.length < 2
        ? []
        : data.curves.map((curve) => ({ ...curve, shape: curve.dashed ? 'dashed' : 'line' }))
    case 'scatter':
    case 'matrix':
    case 'kpi':
    case 'table':
    case 'pivot':
      return []
  }
}

/** Legend symbol: a stroke for lines, a square for filled series. */
function isLine({ as }: Pick<Series, 'as'>, { shape }: SeriesData): boolean {
  return as === undefined ? shape === 'line' || shape === 'change' : as === 'line'
}

/** Range and filters of a picture or a printed tile. Empty off a board. */
export function scopeInWords({ scope }: Pick<Tile, 'scope'>): string {
  if (scope === undefined) return ''
  const { range, filters, ignored } = scope
  return [
    ...(range === undefined ? [] : [`${range.charAt(0).toUpperCase()}${range.slice(1)}`]),
    ...(filters.length === 0 ? ['No filter'] : filters),
    ...(ignored.length === 0 ? [] : [`Not filtered by ${ignored.join(', ')}`]),
  ].join(' \u00b7 ')
}

/** File name of a tile without extension: board, chart, range, filters (truncated if long) and last day. */
export function fileNameOf({ title, scope, trust }: Pick<Tile, 'title' | 'scope' | 'trust'>): string {
  const { board = '', range = '', filters = [] } = scope ?? {}
  const name = [board, title, range, ...filters]
    .join(' ')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 139)
  return `${name}-${trust.lastDay}`.replace(/^-|-(?=-)/g, '').toLowerCase()
}

/** A tile without any value says so instead of drawing an empty plot. */
export function isEmpty(data: TileData): boolean {
  switch (data.kind) {
    case 'series':
      return data.series.every((series) => series.values.every((value) => value === null))
    case 'bars':
      return data.categories.length === 0 || data.series.length === 0
    case 'matrix':
      return data.values.every((row) => row.every((value) => value === null))
    case 'parts':
      return data.nodes.length === 0
    case 'candles':
      return data.dates.length === 0
    case 'curves':
      return data.curves.every((curve) => curve.points.length === 0)
    case 'scatter':
      return data.points.length === 0
    case 'table':
      return (data.cells[0]?.length ?? 0) === 0
    case 'pivot':
      return data.rows.length === 0
    case 'kpi':
      return false
  }
}
