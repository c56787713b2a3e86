import type { EventMarks } from '../events'
import type { Readout } from '../readout'
import { drawnBack, type Palette } from '../theme/variables'
import {
  BarChart,
  CandlestickChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
  TreemapChart,
  type BarSeriesOption,
  type CandlestickSeriesOption,
  type HeatmapSeriesOption,
  type LineSeriesOption,
  type PieSeriesOption,
  type ScatterSeriesOption,
  type TreemapSeriesOption,
} from 'echarts/charts'
import {
  AxisPointerComponent,
  GraphicComponent,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  type GraphicComponentOption,
  type GridComponentOption,
  type MarkAreaComponentOption,
  type MarkLineComponentOption,
  type TooltipComponentOption,
  type VisualMapComponentOption,
} from 'echarts/components'
import { init, use as register, type ComposeOption, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

/** Inputs of a drawing. */
export interface DrawContext {
  readonly palette: Palette
  /** The color of a name, the same on the whole board. */
  readonly color: (colorKey: string) => string
  readonly width: number
  readonly height: number
  /** Keys of series hidden in the legend. */
  readonly hidden: ReadonlySet<string>
  /** Key that this tile filters the others by. Everything else is faded. */
  readonly selected: string | null
  /** Empty while switched off. */
  readonly events: EventMarks
}

/** The chart library's data on a mark under the pointer. */
export interface Pointed {
  readonly seriesId?: string
  readonly seriesIndex?: number
  readonly dataIndex?: number
  readonly name?: string
  readonly data?: unknown
}

/** Size in pixels of a treemap part: by index, then by index within it. `null` if it is not drawn. */
export type PartRoom = (
  at: number,
  within?: number,
) => { readonly width: number; readonly height: number } | null

/** A chart, and the mapping between its marks and the tile's data. */
export interface Drawing {
  readonly option: ChartOption
  /** Its numbers have no room, so its color scale must be shown. */
  readonly needsScale?: boolean
  /** The same with labels that fit, once the sizes of a treemap's parts are known. */
  readonly worded?: (room: PartRoom) => ChartOption
  readonly readout: (pointed: Pointed) => Readout | null
  /** Maps a cursor position to a mark. */
  readonly mark: (position: number) => { readonly seriesIndex: number; readonly dataIndex: number }
  /** Position of a mark, if it is not its index in the data. */
  readonly position?: (pointed: Pointed) => number
  /** Key and name a click filters by. `null` if there is nothing to filter by. */
  readonly pick: (pointed: Pointed) => Named | null
}

interface Named {
  readonly key: string
  readonly label: string
}

export function pickOf(item: Named | undefined): Named | null {
  return item ? { key: item.key, label: item.label } : null
}

/** Opacity of a mark by its keys: reduced while its tile filters by something else. */
export function fade({ selected }: DrawContext, ...keys: readonly (string | undefined)[]): number {
  return selected !== null && !keys.includes(selected) ? drawnBack : 1
}

const narrow = /[ijltfrI1.,:;|!'()\s\u2032-]/
const wide = /[mwMW@%\u2026]/
const capital = /[A-Z$\d+\u2212\u2013]/

/** Approximate text width in the charts' font. There is no canvas to measure with when sizes are planned. */
export function textWidth(text: string, size = 11.5): number {
  let width = 0
  for (const letter of text) {
    width += narrow.test(letter) ? 0.33 : wide.test(letter) ? 0.86 : capital.test(letter) ? 0.61 : 0.54
  }
  return width * size
}

export function widest(texts: readonly string[], size?: number): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text, size)), 0)
}

/** Text in two lines, broken where both are short. Of two equal breaks, the later one. */
export function inTwoLines(text: string): string {
  const words = text.split(' ')
  const breaks = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
  const best = breaks.toReversed().reduce<readonly string[] | null>((found, next) => {
    return found === null || widest(next) < widest(found) - aTrifle ? next : found
  }, null)
  return best === null ? text : best.join('\n')
}

const aTrifle = 4

// Only the parts that boards use: the whole library is twice the size.
register([
  LineChart,
  BarChart,
  HeatmapChart,
  PieChart,
  TreemapChart,
  CandlestickChart,
  ScatterChart,
  GridComponent,
  TooltipComponent,
  AxisPointerComponent,
  GraphicComponent,
  MarkLineComponent,
  MarkAreaComponent,
  VisualMapContinuousComponent,
  CanvasRenderer,
])

export type ChartOption = ComposeOption<
  | LineSeriesOption
  | BarSeriesOption
  | HeatmapSeriesOption
  | PieSeriesOption
  | TreemapSeriesOption
  | CandlestickSeriesOption
  | ScatterSeriesOption
  | GridComponentOption
  | TooltipComponentOption
  | GraphicComponentOption
  | MarkLineComponentOption
  | MarkAreaComponentOption
  | VisualMapComponentOption
>
export type ChartSeries = Exclude<NonNullable<ChartOption['series']>, readonly unknown[]>
export type { EChartsType, LineSeriesOption, BarSeriesOption }
export { init }
