import type { TileData } from '../../wire/board'
import type { ChartData } from '../../rendering/charts/laid-out'

/** Whether a tile is a picture on a canvas. */
export function isChartData(data: TileData): data is ChartData {
  return data.kind !== 'kpi' && data.kind !== 'table' && data.kind !== 'pivot'
}

/** A tile without a single value says so instead of drawing an empty plot. */
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
