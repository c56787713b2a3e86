import type { Series, SeriesData } from '../../wire/board'
import { withAlpha, drawnBack } from '../theme/variables'
import { drawnSeries, readoutAt } from '../readout'
import { axisText, dateAxis, guideSeries, plotGrid, valueAxis } from './axes'
import {
  type Drawing,
  type DrawContext,
  widest,
  type BarSeriesOption,
  type ChartSeries,
  type LineSeriesOption,
} from './drawing'
import { withEvents } from '../events'
import { eventSeries } from './events'
import { leftScale, rightScale, stackedShapes, type Scale } from './scales'

const barShapes: ReadonlySet<SeriesData['shape']> = new Set(['bars', 'stacked-bars', 'diverging-bars'])
const areaShapes: ReadonlySet<SeriesData['shape']> = new Set(['area', 'stacked-area', 'area-100'])

/** Values over time. A category axis of the dates, so trading days have no gaps. */
export function drawSeries(data: SeriesData, context: DrawContext): Drawing {
  const shown = drawnSeries(data, context.hidden)
  const bars = barShapes.has(data.shape) || shown.some((series) => series.as === 'bars')
  const fromZero = bars || areaShapes.has(data.shape)
  const drawn = shown.flatMap((series) => marksOf(series, data, context))
  const firstMark = drawn.findIndex(
    (series) => series.id !== undefined && !String(series.id).startsWith('band:'),
  )
  const left = leftScale(data, shown, context.height, fromZero)
  const right = shown.filter((series) => series.axis === 'right')
  const names = lineNames(data, shown, left, context)

  return {
    option: {
      grid: plotGrid({
        top: data.axisNotes ? 22 : 8,
        bottom: data.axisNotes ? 16 : 0,
        ...(names === null ? {} : { right: 10 + widest(shown.map(({ label }) => label)) }),
      }),
      xAxis: dateAxis(context, data.dates, data.grain, bars),
      yAxis: [
        valueAxis(context, data.shape === 'area-100' ? { kind: 'percent' } : data.format, left, {
          log: data.logScale ?? false,
        }),
        ...(right.length === 0
          ? []
          : [
              valueAxis(context, data.rightFormat ?? data.format, rightScale(data, right, left), {
                right: true,
              }),
            ]),
      ],
      graphic: axisNotes(data, context),
      series: [
        ...drawn.map((mark) => ({ ...mark, ...names?.get(String(mark.id)) })),
        ...guideSeries(context, data.guides, 'y', { lines: linesOf(data, shown), scale: left }),
        ...toDateMark(data, context, bars),
        ...eventSeries(context, data.dates, context.height),
      ],
    },
    readout: ({ dataIndex = -1 }) =>
      withEvents(readoutAt(data, dataIndex, context.hidden), context.events.get(dataIndex)),
    mark: (position) => ({ seriesIndex: Math.max(0, firstMark), dataIndex: position }),
    pick: (pointed) => {
      // A click on a line or area gives only its series index.
      const key = drawn[pointed.seriesIndex ?? -1]?.id
      const series = data.series.find((item) => item.key === key)
      return series ? { key: series.key, label: series.label } : null
    },
  }
}

function marksOf(series: Series, data: SeriesData, context: DrawContext): readonly ChartSeries[] {
  const { values } = series
  const kind =
    series.as ?? (barShapes.has(data.shape) ? 'bars' : areaShapes.has(data.shape) ? 'area' : 'line')
  const color = context.color(series.colorKey)
  const faded = context.selected !== null && context.selected !== series.key
  const shared = {
    id: series.key,
    name: series.label,
    data: [...values],
    yAxisIndex: series.axis === 'right' ? 1 : 0,
    emphasis: { disabled: true },
  }
  if (kind === 'bars') return [bar(series, data, shared, color, faded)]
  const stacked = series.as === undefined && stackedShapes.has(data.shape)
  const line: LineSeriesOption = {
    ...shared,
    type: 'line',
    ...dotsOf(values),
    triggerEvent: true,
    clip: data.shape !== 'area-100',
    ...(values.length > 1500 ? { sampling: 'lttb' as const } : {}),
    ...(stacked ? { stack: 'all' } : {}),
    z: stacked ? 2 : 3,
    itemStyle: { color },
    lineStyle: strokeOf(series, color, { stacked, faded: faded ? drawnBack : 1 }),
    ...(kind === 'area'
      ? {
          areaStyle: {
            color,
            opacity: (stacked ? 0.88 : hasZones(data) ? 0 : 0.13) * (faded ? drawnBack : 1),
          },
        }
      : {}),
  }
  return [...bandOf(series, context, color), line]
}

function bar(
  series: Series,
  data: SeriesData,
  shared: Pick<BarSeriesOption, 'id' | 'name' | 'yAxisIndex'> & { readonly data: readonly (number | null)[] },
  color: string,
  faded: boolean,
): BarSeriesOption {
  const from = data.partialFrom ?? Number.POSITIVE_INFINITY
  return {
    ...shared,
    type: 'bar',
    ...(stackedShapes.has(data.shape) && series.as === undefined ? { stack: 'all' } : {}),
    barMaxWidth: 26,
    barCategoryGap: shared.data.length > 90 ? '12%' : '28%',
    itemStyle: { color, opacity: faded ? drawnBack : 1 },
    data: shared.data.map((value, at) =>
      at < from
        ? value
        : {
            value: value ?? '-',
            itemStyle: { opacity: faded ? drawnBack : 0.8, decal: hatch(color) },
          },
    ),
    emphasis: { disabled: true },
  }
}

/** Hatching for a bar whose interval is incomplete. */
function hatch(color: string) {
  return {
    symbol: 'rect' as const,
    color: 'rgba(0, 0, 0, 0.38)',
    backgroundColor: color,
    dashArrayX: [1, 0] as [number, number],
    dashArrayY: [2, 4] as [number, number],
    rotation: -Math.PI / 4,
  }
}

/** A band from low to high around a line: an invisible base with the difference stacked on it. */
function bandOf(series: Series, context: DrawContext, color: string): readonly LineSeriesOption[] {
  const { band } = series
  if (!band) return []
  const base: LineSeriesOption = {
    type: 'line',
    stack: `band:${series.key}`,
    stackStrategy: 'all',
    symbol: 'none',
    silent: true,
    lineStyle: { width: 0 },
    tooltip: { show: false },
    emphasis: { disabled: true },
    yAxisIndex: series.axis === 'right' ? 1 : 0,
  }
  return [
    { ...base, id: `band:${series.key}:low`, data: [...band.low] },
    {
      ...base,
      id: `band:${series.key}:high`,
      data: band.high.map((high, at) => {
        const low = band.low[at]
        return high === null || low === null || low === undefined ? '-' : high - low
      }),
      areaStyle: { color: withAlpha(color, context.palette.tone === 'dark' ? 0.2 : 0.16), opacity: 1 },
    },
  ]
}

const nameHeight = 14
const widestName = 84
/** Above this number, only the legend names the lines. */
const maxNames = 10

/** Names at the ends of lines, without overlap. `null` if there is no room, or a legend works better. */
function lineNames(data: SeriesData, shown: readonly Series[], scale: Scale | null, context: DrawContext) {
  const plain =
    (data.shape === 'line' || data.shape === 'change') && shown.every(({ as, axis }) => !as && !axis)
  const height = context.height - (data.axisNotes ? 62 : 34)
  const fits = context.width >= 420
  if (!plain || !fits || scale === null || shown.length < 2 || shown.length > maxNames) return null
  if (widest(shown.map(({ label }) => label)) > widestName) return null
  const ends = shown.flatMap((series) => {
    const value = series.values.findLast((one) => one !== null)
    const on = (one: number): number => (data.logScale === true ? Math.log(one) : one)
    const y =
      value === undefined || value === null
        ? null
        : (on(scale.max) - on(value)) / (on(scale.max) - on(scale.min))
    return y === null ? [] : [{ series, y: y * height }]
  })
  // A name is at the end of its line or left out: farther away, it would suggest another value. The legend has all names.
  const taken: number[] = []
  const named = ends.flatMap(({ series, y }) => {
    const top = [0, -nameHeight / 2, nameHeight / 2, -nameHeight, nameHeight]
      .map((off) => y + off)
      .find((one) => one >= 0 && one <= height && taken.every((other) => Math.abs(other - one) >= nameHeight))
    if (top === undefined) return []
    taken.push(top)
    return [{ series, offset: top - y }]
  })
  return new Map(
    named.map(({ series, offset }) => [
      series.key,
      {
        endLabel: {
          ...axisText(context.palette),
          show: true,
          formatter: () => series.label,
          color: context.color(series.colorKey),
          offset: [0, offset],
          distance: 6,
        },
      },
    ]),
  )
}

function hasZones(data: SeriesData): boolean {
  return data.guides?.some((guide) => guide.to !== undefined) ?? false
}

/** What a guide's label could cover: lines on the left axis. Not lines on the right axis, and not stacks. */
function linesOf(data: SeriesData, shown: readonly Series[]): readonly Series['values'][] {
  if (stackedShapes.has(data.shape) || barShapes.has(data.shape)) return []
  return shown.filter((series) => series.axis !== 'right').map((series) => series.values)
}

/** Lines and areas cannot be hatched, so the incomplete interval is shaded and labeled. */
function toDateMark(data: SeriesData, context: DrawContext, bars: boolean): readonly LineSeriesOption[] {
  if (data.partialFrom === undefined || data.partialFrom >= data.dates.length || bars) return []
  const from = data.dates[Math.max(0, data.partialFrom - 1)]
  return [
    {
      id: 'to-date',
      type: 'line',
      data: [],
      silent: true,
      markArea: {
        z: 6,
        silent: true,
        itemStyle: { color: withAlpha(context.palette.card, 0.4) },
        label: {
          ...axisText(context.palette),
          position: 'insideTopRight',
          formatter: 'to date',
          color: context.palette.text,
          backgroundColor: withAlpha(context.palette.card, 0.72),
          padding: [1, 4],
          borderRadius: 2,
        },
        data: [[{ xAxis: from ?? '' }, { xAxis: data.dates.at(-1) ?? '' }]],
      },
    },
  ]
}

function axisNotes(data: SeriesData, context: DrawContext) {
  if (!data.axisNotes) return []
  const style = { fill: context.palette.dim, font: `400 11px ${context.palette.axisFont}` }
  return [
    {
      type: 'text' as const,
      right: 4,
      top: 2,
      silent: true,
      style: { ...style, text: `\u2191 ${data.axisNotes.above}` },
    },
    {
      type: 'text' as const,
      right: 4,
      bottom: 3,
      silent: true,
      style: { ...style, text: `\u2193 ${data.axisNotes.below}` },
    },
  ]
}

/** A point without neighbors would be invisible as a line, so it gets a dot. */
export function dotsOf(values: readonly (number | null)[]): {
  readonly symbol: 'circle'
  readonly symbolSize: number | ((value: unknown, point: { readonly dataIndex: number }) => number)
  readonly showSymbol: boolean
  readonly showAllSymbol?: true
} {
  const alone = (at: number): boolean =>
    values[at] !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null
  const some = values.some((_, at) => alone(at))
  return {
    symbol: 'circle',
    symbolSize: some ? (_value, { dataIndex }) => (alone(dataIndex) ? 5 : 0) : 6,
    showSymbol: some,
    ...(some ? { showAllSymbol: true } : {}),
  }
}

/** Line style. Comparison lines are dashed and quieter. */
function strokeOf(
  { dashed = false }: Pick<Series, 'dashed'>,
  color: string,
  { stacked, faded }: { readonly stacked: boolean; readonly faded: number },
): NonNullable<LineSeriesOption['lineStyle']> {
  const strong = dashed ? 0.7 : 1
  return {
    color,
    join: 'round',
    width: stacked ? 0.5 : dashed ? 1.25 : 1.75,
    opacity: faded * strong,
    ...(dashed ? { type: [4, 4] } : {}),
  }
}
