import type { NumberFormat, ScatterData, TileData } from '../wire/board'
import { formatDay, formatFull, formatInterval, formatNumber } from './format'

/** What a tooltip shows and a screen reader hears at one place of a chart. */
export interface Readout {
  readonly heading: string
  readonly rows: readonly ReadoutRow[]
  readonly note?: string
}
export interface ReadoutRow {
  /** Absent for rows that stand for no mark. */
  readonly colorKey?: string
  readonly label: string
  readonly text: string
}

/** How many places the arrow keys can visit. Curves and scatters are visited point by point. */
export function placesIn(data: TileData): number {
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

/** The readout at a place. Series that are switched off are left out. */
export function readoutAt(
  data: TileData,
  place: number,
  hidden: ReadonlySet<string> = new Set(),
): Readout | null {
  if (place < 0 || place >= placesIn(data)) return null
  switch (data.kind) {
    case 'series':
      return seriesReadout(data, place, hidden)
    case 'candles':
      return candleReadout(data, place)
    case 'bars': {
      const category = data.categories[place]
      const from = data.from?.[place]
      return {
        heading: category?.label ?? '',
        rows: data.series
          .filter((series) => !hidden.has(series.key))
          .map((series) => ({
            colorKey: data.series.length > 1 ? series.colorKey : (category?.colorKey ?? ''),
            label: series.label,
            text:
              from === undefined || from === null
                ? show(series.values[place], data.format)
                : `${show(from, data.format)} to ${show(series.values[place], data.format)}`,
          })),
        ...(data.notes?.[place] ? { note: data.notes[place] } : {}),
      }
    }
    case 'matrix': {
      const row = Math.floor(place / data.columns.length)
      const column = place % data.columns.length
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
      const node = data.nodes[place]
      return node ? partReadout(node.label, node.value, node.colorKey, data) : null
    }
    case 'curves': {
      const [curve, point] = curvePoint(data, place)
      return curve && point
        ? {
            heading: `${data.x.label} ${formatNumber(point[0], data.x.format)}`,
            rows: [{ colorKey: curve.colorKey, label: curve.label, text: show(point[1], data.y.format) }],
          }
        : null
    }
    case 'scatter': {
      const point = data.points[place]
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

function seriesReadout(
  data: Extract<TileData, { kind: 'series' }>,
  place: number,
  hidden: ReadonlySet<string>,
): Readout {
  const shown = data.series.filter((series) => !hidden.has(series.key))
  const rows = shown.map((series) => {
    const format = series.axis === 'right' ? (data.rightFormat ?? data.format) : data.format
    const band = series.band
    const range =
      band && band.low[place] !== null && band.low[place] !== undefined
        ? ` (${show(band.low[place], format)} to ${show(band.high[place], format)})`
        : ''
    return {
      colorKey: series.colorKey,
      label: series.label,
      text: `${show(series.values[place], format)}${range}`,
    }
  })
  const adds =
    data.shape === 'stacked-area' || data.shape === 'stacked-bars' || data.shape === 'diverging-bars'
  const total = shown.reduce((sum, series) => sum + (series.values[place] ?? 0), 0)
  const toDate = data.partialFrom !== undefined && place >= data.partialFrom
  return {
    heading: formatInterval(data.dates[place] ?? '', data.grain),
    rows: adds && shown.length > 1 ? [...rows, { label: 'Total', text: show(total, data.format) }] : rows,
    ...(toDate ? { note: 'To date: this interval is still running' } : {}),
  }
}

function candleReadout(data: Extract<TileData, { kind: 'candles' }>, place: number): Readout {
  const volume = data.volume?.[place]
  return {
    heading: formatDay(data.dates[place] ?? ''),
    rows: [
      { label: 'Open', text: show(data.open[place], data.format) },
      { label: 'High', text: show(data.high[place], data.format) },
      { label: 'Low', text: show(data.low[place], data.format) },
      { label: 'Close', text: show(data.close[place], data.format) },
      ...data.overlays.map((overlay) => ({
        colorKey: overlay.colorKey,
        label: overlay.label,
        text: show(overlay.values[place], data.format),
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

/** Which curve and point a running place number means. */
export function curvePoint(
  data: Extract<TileData, { kind: 'curves' }>,
  place: number,
): readonly [
  (typeof data.curves)[number] | undefined,
  readonly [number, number] | undefined,
  number,
  number,
] {
  let rest = place
  for (const [index, curve] of data.curves.entries()) {
    if (rest < curve.points.length) return [curve, curve.points[rest], index, rest]
    rest -= curve.points.length
  }
  return [undefined, undefined, -1, -1]
}

/** The readout as a sentence for the live region. */
export function sentenceOf(readout: Readout): string {
  const rows = readout.rows.map((row) => `${row.label} ${row.text}`)
  return `${readout.heading}: ${rows.join(', ')}${readout.note === undefined ? '' : `. ${readout.note}`}`
}

function show(value: number | null | undefined, format: NumberFormat): string {
  // Prices and rates are read to their digits; big money to four.
  return format.kind === 'price' ? formatFull(value, format) : formatNumber(value, format)
}
