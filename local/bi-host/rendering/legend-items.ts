import type { Series, SeriesData, TileData } from '../wire/board'
import { formatNumber } from './format'

export interface LegendItem {
  readonly key: string
  readonly label: string
  readonly colorKey: string
  readonly shape: 'box' | 'line' | 'dashed'
}

/** The names of a picture's colours. None where the axis already names them, or there is only one. */
export function legendItems(data: TileData): readonly LegendItem[] {
  switch (data.kind) {
    case 'series':
      return data.series.length < 2
        ? []
        : data.series.map((series) => ({
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

/** A line is known by a stroke, what is filled by a square. */
function isLine({ as }: Series, { shape }: SeriesData): boolean {
  return as === undefined ? shape === 'line' : as === 'line'
}
