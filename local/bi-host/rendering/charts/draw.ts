import type { TileData } from '../../wire/board'
import { drawBars } from './bars'
import { drawCandles } from './candles'
import { drawCurves } from './curves'
import type { Drawing, DrawContext } from './drawing'
import { drawMatrix } from './matrix'
import { drawParts } from './parts'
import { drawScatter } from './scatter'
import { drawSeries } from './series'

/** Kinds of tile that are pictures on a canvas; the others are made of elements. */
export type ChartData = Exclude<TileData, { kind: 'kpi' | 'table' | 'pivot' }>

export function draw(data: ChartData, context: DrawContext): Drawing {
  switch (data.kind) {
    case 'series':
      return drawSeries(data, context)
    case 'bars':
      return drawBars(data, context)
    case 'matrix':
      return drawMatrix(data, context)
    case 'parts':
      return drawParts(data, context)
    case 'candles':
      return drawCandles(data, context)
    case 'curves':
      return drawCurves(data, context)
    case 'scatter':
      return drawScatter(data, context)
  }
}

/** Whether the readout follows the axis (all series at one date) or a single mark. */
export function readsAlongAxis(data: ChartData): boolean {
  return (
    data.kind === 'series' ||
    data.kind === 'candles' ||
    data.kind === 'curves' ||
    (data.kind === 'bars' && data.series.length > 1)
  )
}
