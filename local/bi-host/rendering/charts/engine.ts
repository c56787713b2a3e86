import {
  BarChart,
  CandlestickChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
  TreemapChart,
} from 'echarts/charts'
import {
  AxisPointerComponent,
  GraphicComponent,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
} from 'echarts/components'
import { init, use as register, type ComposeOption, type EChartsType } from 'echarts/core'
import type {
  BarSeriesOption,
  CandlestickSeriesOption,
  HeatmapSeriesOption,
  LineSeriesOption,
  PieSeriesOption,
  ScatterSeriesOption,
  TreemapSeriesOption,
} from 'echarts/charts'
import type {
  GraphicComponentOption,
  GridComponentOption,
  MarkAreaComponentOption,
  MarkLineComponentOption,
  TooltipComponentOption,
  VisualMapComponentOption,
} from 'echarts/components'
import { CanvasRenderer } from 'echarts/renderers'

// Only what the boards draw: the whole library is twice the size.
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
