import type { Drawing, PartRoom, DrawContext, ChartOption, EChartsType, ChartSeries } from './drawing'
import type { TileData, CandlesData } from '../../wire/board'
import { drawBars } from './bars'
import { drawCurves } from './curves'
import { drawMatrix } from './matrix'
import { drawParts } from './parts'
import { drawScatter } from './scatter'
import { drawSeries } from './series'
import { withAlpha } from '../theme/variables'
import { readoutAt } from '../readout'
import { dateAxis, plotGrid, valueAxis } from './axes'
import { stepsIn, niceScale, type Scale, known } from './scales'
import { eventSeries, withEvents } from './events'

/** Draws a chart. Labels that depend on the size of their part are added in a second pass. */
export function drawInto(
  instance: EChartsType,
  drawing: Drawing,
  complete: (drawing: Drawing) => ChartOption,
): void {
  instance.setOption(complete(drawing), { notMerge: true })
  if (drawing.worded) {
    const option = drawing.worded(roomOfParts(instance))
    instance.setOption(complete({ ...drawing, option }), { notMerge: true })
  }
  keepEveryPoint(instance)
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface TreeNode {
  readonly children?: readonly TreeNode[]
  getLayout(): Partial<Box> | undefined
}

/** Layout data that the library has no public API for. */
interface Model {
  queryComponents(what: { readonly mainType: 'grid' }): readonly {
    readonly coordinateSystem?: { getRect(): Box }
  }[]
  getSeriesByIndex(at: number): { getData(): { readonly tree?: { readonly root: TreeNode } } } | undefined
}

function modelOf(instance: EChartsType): Model {
  return (instance as unknown as { getModel(): Model }).getModel()
}

/** End of the lowest plot, in canvas pixels. `null` for charts without axes. */
export function plotOf(instance: EChartsType): { readonly right: number; readonly bottom: number } | null {
  const box = modelOf(instance).queryComponents({ mainType: 'grid' }).at(-1)?.coordinateSystem?.getRect()
  return box ? { right: box.x + box.width, bottom: box.y + box.height } : null
}

function roomOfParts(instance: EChartsType): PartRoom {
  const root = modelOf(instance).getSeriesByIndex(0)?.getData().tree?.root
  return (at, within) => {
    const part = root?.children?.[at]
    const { width, height } = (within === undefined ? part : part?.children?.[within])?.getLayout() ?? {}
    return width === undefined || height === undefined ? null : { width, height }
  }
}

/** Options common to all charts, on screen and in files: no animation, the font, a transparent background. */
export function stillOption({ option }: Drawing, { palette }: Pick<DrawContext, 'palette'>): ChartOption {
  return {
    animation: false,
    textStyle: { fontFamily: palette.axisFont },
    backgroundColor: 'transparent',
    ...option,
  }
}

const everyPoint = 1e-6

interface DrawnShape {
  segmentIgnoreThreshold?: number
  dirtyShape(): void
}

/**
 * The library drops points closer than 2 px, separately on the upper and lower edge of an area, which shows as gaps between stacked areas.
 * A threshold of zero would leave the old value in place.
 */
function keepEveryPoint(instance: EChartsType): void {
  for (const shape of instance.getZr().storage.getDisplayList(true) as unknown as readonly DrawnShape[]) {
    if ((shape.segmentIgnoreThreshold ?? 0) <= everyPoint) continue
    shape.segmentIgnoreThreshold = everyPoint
    shape.dirtyShape()
  }
}

/** Tiles drawn on a canvas. The others are HTML. */
export type ChartData = Exclude<TileData, { kind: 'kpi' | 'table' | 'pivot' }>

/** Open, high, low and close, with means over them and volume below. */
function drawCandles(data: CandlesData, context: DrawContext): Drawing {
  const { volume } = data
  const volumeHeight = volume ? Math.round(context.height * 0.18) : 0
  const dates = dateAxis(context, data.dates, 'day', true)
  const overlays = data.overlays.filter((overlay) => !context.hidden.has(overlay.key))
  const prices = [...data.low, ...data.high, ...overlays.flatMap(({ values }) => known(values))]
  const priceHeight = context.height - (volume ? volumeHeight + 43 : 0)
  const priceAxis = valueAxis(context, data.format, niceScale(prices, stepsIn(priceHeight)))
  const series = [
    candlesOf(data, context),
    ...overlays.map((overlay) => overlayOf(overlay, context)),
    ...eventSeries(context, data.dates, priceHeight),
  ]
  return {
    option: volume
      ? {
          grid: [
            plotGrid({ bottom: volumeHeight + 40 }),
            plotGrid({ top: context.height - volumeHeight - 24, bottom: 0 }),
          ],
          xAxis: [
            { ...dates, axisLabel: { show: false } },
            { ...dates, gridIndex: 1 },
          ],
          yAxis: [
            priceAxis,
            {
              ...valueAxis(context, { kind: 'usd' }, volumeScale(known(volume))),
              gridIndex: 1,
              splitLine: { show: false },
            },
          ],
          axisPointer: { link: [{ xAxisIndex: 'all' }] },
          series: [...series, volumeOf(volume, data, context)],
        }
      : { grid: plotGrid(), xAxis: dates, yAxis: priceAxis, series },
    readout: ({ dataIndex = -1 }) => withEvents(readoutAt(data, dataIndex), context.events.get(dataIndex)),
    mark: (position) => ({ seriesIndex: 0, dataIndex: position }),
    pick: () => null,
  }
}

function candlesOf({ dates, open, close, low, high }: CandlesData, { palette }: DrawContext): ChartSeries {
  const { green, red } = palette
  return {
    id: 'candles',
    type: 'candlestick',
    data: dates.map((_, at) => [open[at] ?? 0, close[at] ?? 0, low[at] ?? 0, high[at] ?? 0]),
    barMaxWidth: 9,
    itemStyle: { color: green, borderColor: green, color0: red, borderColor0: red, borderWidth: 1 },
    emphasis: { disabled: true },
  }
}

function overlayOf(overlay: CandlesData['overlays'][number], context: DrawContext): ChartSeries {
  const color = context.color(overlay.colorKey)
  return {
    id: overlay.key,
    name: overlay.label,
    type: 'line',
    data: [...overlay.values],
    symbol: 'none',
    z: 4,
    itemStyle: { color },
    lineStyle: { color, width: 1.5 },
    emphasis: { disabled: true },
  }
}

/** In the color of the day's candle. */
function volumeOf(
  volume: readonly (number | null)[],
  { open, close }: CandlesData,
  { palette }: DrawContext,
): ChartSeries {
  const rising = close.map((last, at) => last >= (open[at] ?? last))
  return {
    id: 'volume',
    type: 'bar',
    xAxisIndex: 1,
    yAxisIndex: 1,
    barMaxWidth: 9,
    data: volume.map((value, at) => ({
      value: value ?? '-',
      itemStyle: { color: withAlpha(rising[at] ? palette.green : palette.red, 0.55) },
    })),
    emphasis: { disabled: true },
  }
}

/** Low bars have room for one number above zero. */
function volumeScale(values: readonly number[]): Scale {
  const { max } = niceScale([0, ...values], 2)
  return { min: 0, max, ticks: [0, max] }
}

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

/** Whether the readout covers the axis position (all series at one date) or a single mark. */
export function readsAlongAxis(data: ChartData): boolean {
  return (
    data.kind === 'series' ||
    data.kind === 'candles' ||
    data.kind === 'curves' ||
    (data.kind === 'bars' && data.series.length > 1)
  )
}
