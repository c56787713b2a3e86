import type { CurvesData, NumberFormat, TileData, CandlesData } from '../../wire/board'
import { formatNumber } from '../format'
import { curvePoint, readoutAt, type Readout } from '../readout'
import { guideSeries, plotGrid, valueAxis, dateAxis } from './axes'
import { stepsIn, logScale, niceScale, known, type Scale } from './scales'
import {
  fade,
  pickOf,
  type Drawing,
  type DrawContext,
  type ChartSeries,
  type PartRoom,
  type ChartOption,
  type EChartsType,
} from './drawing'
import { drawBars } from './bars'
import { drawMatrix } from './matrix'
import { drawParts } from './parts'
import { drawScatter } from './scatter'
import { drawSeries } from './series'
import { withAlpha } from '../theme/variables'
import { withEvents } from '../events'
import { eventSeries } from './events'

/** y over a number: term structures, smiles, cones. */
function drawCurves(data: CurvesData, context: DrawContext): Drawing {
  const { palette } = context
  const shown = data.curves.filter((curve) => !context.hidden.has(curve.key))
  const xs = [...new Set(shown.flatMap((curve) => curve.points.map(([x]) => x)))].sort((a, b) => a - b)
  const ticks = new Map((data.x.ticks ?? []).map((tick) => [tick.value, tick.label]))
  const base = valueAxis(context, bare(data.x.format), alongCurves(data, xs, context.width), {
    log: data.x.logScale ?? false,
    horizontal: true,
    name: data.x.label,
  })
  const ys = shown.flatMap((curve) => curve.points.map(([, y]) => y))
  return {
    option: {
      grid: plotGrid({ top: 8, bottom: 20, right: 12 }),
      xAxis: {
        ...base,
        splitLine: { show: false },
        axisLabel: {
          ...base.axisLabel,
          ...(ticks.size === 0
            ? {}
            : {
                customValues: [...ticks.keys()],
                formatter: (value: number) => ticks.get(value) ?? formatNumber(value, data.x.format),
              }),
        },
        axisPointer: {
          show: true,
          type: 'line',
          snap: true,
          lineStyle: { color: palette.dim, width: 1, type: 'solid' },
          label: { show: false },
        },
      },
      yAxis: valueAxis(context, data.y.format, niceScale(ys, stepsIn(context.height))),
      series: [...shown.map((curve) => curveOf(curve, context)), ...guideSeries(context, data.guides)],
    },
    readout: (pointed) => {
      const x = xOf(pointed.data)
      return x === null ? null : readoutAtX(data, x, context.hidden)
    },
    mark: (position) => {
      const [curve, , , point] = curvePoint({ ...data, curves: shown }, position)
      const seriesIndex = shown.findIndex((item) => item === curve)
      return { seriesIndex: Math.max(0, seriesIndex), dataIndex: Math.max(0, point) }
    },
    position: (pointed) => {
      const pressed = shown[pointed.seriesIndex ?? -1]
      const before = data.curves.slice(0, pressed ? data.curves.indexOf(pressed) : 0)
      return before.reduce((sum, { points }) => sum + points.length, pointed.dataIndex ?? 0)
    },
    pick: (pointed) => pickOf(shown[pointed.seriesIndex ?? -1]),
  }
}

function curveOf(
  { key, label, colorKey, points, dashed }: CurvesData['curves'][number],
  context: DrawContext,
): ChartSeries {
  const look = { color: context.color(colorKey), opacity: fade(context, key) }
  return {
    id: key,
    name: label,
    type: 'line',
    data: points.map(([x, y]) => [x, y]),
    symbol: 'circle',
    symbolSize: points.length > 24 ? 0 : 5,
    triggerEvent: true,
    itemStyle: look,
    lineStyle: { ...look, width: 1.75, ...(dashed && { type: [5, 4] }) },
    emphasis: { disabled: true },
  }
}

/** The axis ends with the curves, and only round numbers in between are labeled. */
function alongCurves(data: CurvesData, xs: readonly number[], width: number): Scale {
  const [min, max] = [xs[0] ?? 0, xs.at(-1) ?? 1]
  const round = data.x.logScale ? logScale(xs, stepsIn(width, true) + 2) : niceScale(xs, stepsIn(width, true))
  return { min, max, ticks: (round?.ticks ?? []).filter((tick) => tick >= min && tick <= max) }
}

/** The axis name already has the unit. */
function bare(format: NumberFormat): NumberFormat {
  return format.kind === 'days' ? { kind: 'number' } : format
}

function xOf(point: unknown): number | null {
  const x: unknown = Array.isArray(point) ? point[0] : null
  return typeof x === 'number' ? x : null
}

function readoutAtX(data: CurvesData, x: number, hidden: ReadonlySet<string>): Readout {
  const tick = data.x.ticks?.find((item) => item.value === x)
  return {
    heading: `${data.x.label}: ${tick?.label ?? formatNumber(x, data.x.format)}`,
    rows: data.curves
      .filter((curve) => !hidden.has(curve.key))
      .flatMap((curve) => {
        const point = curve.points.find(([at]) => at === x)
        return point
          ? [{ colorKey: curve.colorKey, label: curve.label, text: formatNumber(point[1], data.y.format) }]
          : []
      }),
  }
}

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
