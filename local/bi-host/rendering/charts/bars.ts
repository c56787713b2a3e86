import type { BarsData } from '../../wire/board'
import { readoutAt } from '../readout'
import { isColoredByName } from '../theme/series-colors'
import { axisText, guideSeries, nameAxis, plotGrid, sideAxis, valueAxis } from './axes'
import { stepsIn, niceScale, labelledScale, niceStep, pixelsPerTick, type Scale, spanOfBars } from './scales'
import {
  type Drawing,
  type DrawContext,
  fade,
  pickOf,
  widest,
  textWidth,
  type BarSeriesOption,
  type ChartSeries,
} from './drawing'
import { formatNumber } from '../format'

/** Gap between names and plot, and on the other side. */
const besideNames = 18

/** Values by name. Bars of a single series share a color, unless all their names have a fixed one. */
export function drawBars(data: BarsData, context: DrawContext): Drawing {
  const horizontal = data.orientation === 'horizontal'
  const shown = data.series.filter((series) => !context.hidden.has(series.key))
  const names = data.categories.map((category) => category.label)
  const perBar = (horizontal ? context.height - 24 : context.width - 48) / Math.max(1, names.length)
  const nameWidth = Math.max(56, Math.min(150, context.width * 0.34))
  const plan = horizontal
    ? planBars(
        { ...data, series: shown },
        context.width - Math.min(nameWidth, widest(names)) - besideNames,
        shown.length === 1 && perBar >= 15,
      )
    : { scale: niceScale(spanOfBars(data, shown), stepsIn(context.height)), labels: null }
  const values = valueAxis(context, data.format, plan.scale, { horizontal })
  const marks =
    data.shape === 'range-bars'
      ? rangeBars(data, context, plan.labels)
      : shown.map((series) => barsOf(series, data, context, plan.labels))

  return {
    option: {
      grid: plotGrid({ top: horizontal && data.guides ? 18 : 8, right: 4 }),
      xAxis: horizontal ? values : nameAxis(context, names, perBar - 4),
      yAxis: horizontal ? sideAxis(context, names, nameWidth) : values,
      series: [...marks, ...guideSeries(context, data.guides, horizontal ? 'x' : 'y')],
    },
    readout: (pointed) => readoutAt(data, pointed.dataIndex ?? -1, context.hidden),
    mark: (position) => ({ seriesIndex: marks.length - 1, dataIndex: position }),
    pick: (pointed) => pickOf(data.categories[pointed.dataIndex ?? -1]),
  }
}

type BarLabels = BarPlan['labels']

function barsOf(
  series: BarsData['series'][number],
  data: BarsData,
  context: DrawContext,
  labels: BarLabels,
): ChartSeries {
  const single = data.series.length === 1
  const stacked = data.shape === 'stacked-bars' || (data.shape === 'diverging-bars' && !single)
  return {
    id: series.key,
    name: series.label,
    type: 'bar',
    // Numbers beside the bars are on top of a guide that crosses them.
    z: 3,
    ...(stacked && { stack: 'all' }),
    ...barSize(single),
    data: series.values.map((value, at) => {
      const category = data.categories[at]
      return {
        value: value ?? '-',
        itemStyle: {
          color: single
            ? colorOfOne(data, value, category?.colorKey ?? '', context)
            : context.color(series.colorKey),
          opacity: fade(context, category?.key),
          borderRadius: 1.5,
        },
        ...endLabel(labels?.[at], data, context),
      }
    }),
    emphasis: { disabled: true },
  }
}

/** Color in a single series: by sign, or the name's fixed color. Other names' colors would mean nothing. */
function colorOfOne(data: BarsData, value: number | null, colorKey: string, { color, palette }: DrawContext) {
  const hasSides = data.series[0]?.values.some((one) => (one ?? 0) < 0) ?? false
  if (data.shape === 'diverging-bars' || hasSides) return (value ?? 0) < 0 ? palette.mark : palette.green
  return isColoredByName(data) ? color(colorKey) : (palette.series[1] ?? palette.mark)
}

function endLabel(label: BarLabel | undefined, { guides }: BarsData, { palette }: DrawContext) {
  if (label === undefined) return {}
  const { value, note, side } = label
  return {
    label: {
      // A faded bar keeps its label readable.
      opacity: 1,
      show: true,
      position: side,
      distance: labelGap,
      formatter: note === '' ? value : `{value|${value}}  {note|${note}}`,
      ...axisText(palette),
      color: palette.muted,
      // A guide may cross it.
      ...(guides && { backgroundColor: palette.card, padding: [3, 2] }),
      rich: { value: { ...axisText(palette), color: palette.text }, note: { ...axisText(palette) } },
    },
  }
}

function rangeBars(data: BarsData, context: DrawContext, labels: BarLabels): BarSeriesOption[] {
  const to = data.series[0]?.values ?? []
  const from = data.from ?? []
  const bars = {
    type: 'bar',
    stack: 'range',
    stackStrategy: 'all',
    ...barSize(true),
    emphasis: { disabled: true },
  } as const
  return [
    {
      ...bars,
      id: 'range:base',
      silent: true,
      itemStyle: { color: 'transparent' },
      data: data.categories.map((_, at) => Math.min(from[at] ?? 0, to[at] ?? 0)),
    },
    {
      ...bars,
      id: data.series[0]?.key ?? 'range',
      data: data.categories.map(({ key, colorKey }, at) => {
        const [start = null, end = null] = [from[at], to[at]]
        const itemStyle = {
          color: colorOfOne(data, end, colorKey, context),
          opacity: fade(context, key),
          borderRadius: 2,
        }
        if (start === null || end === null) return { value: '-', itemStyle }
        return { value: Math.abs(end - start), itemStyle, ...endLabel(labels?.[at], data, context) }
      }),
    },
  ]
}

function barSize(single: boolean) {
  return { barMaxWidth: single ? 14 : 22, barCategoryGap: '34%' }
}

/** Label at the end of a bar. */
interface BarLabel {
  readonly value: string
  readonly note: string
  /** The bar's side of zero. Values that round to zero are on the right. */
  readonly side: 'left' | 'right'
}

/** The axis of horizontal bars, and the labels that fit beside the longest one. */
interface BarPlan {
  readonly scale: Scale
  readonly labels: readonly BarLabel[] | null
}

/** Between a bar and its label, and between label and edge. */
const labelGap = 6
const edge = 4
/** Minimum share of the plot for bars: below it, notes are dropped first, then numbers. */
const minShareForNotes = 0.28
const minShareForNumbers = 0.25

/** Lays out one series of horizontal bars in a width in px, with labels if they leave enough room for the bars. */
export function planBars(data: BarsData, pixels: number, labelled: boolean): BarPlan {
  const labels = labelled ? labelsOf(data) : []
  const bare = labels.map((label) => ({ ...label, note: '' }))
  const plain = niceScale(spanOfBars(data), stepsIn(pixels, true))
  const fitting = [
    { labels, least: minShareForNotes },
    { labels: bare, least: minShareForNumbers },
  ]
  for (const { labels: tried, least } of labelled ? fitting : []) {
    const scale =
      data.shape === 'range-bars' ? besideRanges(data, tried, pixels) : besideBars(data, tried, pixels, least)
    if (scale) return { scale, labels: tried }
  }
  return { scale: plain, labels: null }
}

function labelsOf(data: BarsData): readonly BarLabel[] {
  return data.categories.map((_, at) => {
    const to = formatNumber(data.series[0]?.values[at] ?? null, data.format)
    const value =
      data.shape === 'range-bars' ? `${formatNumber(data.from?.[at] ?? null, data.format)} to ${to}` : to
    const left = data.shape !== 'range-bars' && to.startsWith('\u2212')
    const note = data.shape === 'range-bars' ? '' : (data.notes?.[at] ?? '')
    return { value, note, side: left ? 'left' : 'right' }
  })
}

export function labelWidth({ value, note }: BarLabel): number {
  return labelGap + textWidth(value) + (note === '' ? 0 : textWidth(`  ${note}`)) + edge
}

function besideBars(
  data: BarsData,
  labels: readonly BarLabel[],
  pixels: number,
  least: number,
): Scale | null {
  const bars = labels.map((label, at) => {
    const value = data.series[0]?.values[at] ?? 0
    return { value: label.side === 'left' ? value : Math.max(0, value), label: labelWidth(label) }
  })
  return labelledScale(bars, pixels, least)
}

/** Ranges start anywhere, so the axis starts at the round number before the first. */
function besideRanges(data: BarsData, labels: readonly BarLabel[], pixels: number): Scale | null {
  const span = spanOfBars(data)
  const room = Math.max(...labels.map(labelWidth))
  const step = niceStep(
    (Math.max(...span) - Math.min(...span)) / Math.max(1, Math.round((pixels - room) / pixelsPerTick)),
  )
  const min = Math.floor(Math.min(...span) / step) * step
  const ends = labels.map((label, at) => ({
    value: Math.max(data.from?.[at] ?? min, data.series[0]?.values[at] ?? min) - min,
    label: labelWidth(label),
  }))
  const fitted = labelledScale(ends, pixels, minShareForNumbers)
  if (!fitted) return null
  const max = min + fitted.max
  const ticks = niceScale([min, Math.max(...span)], (Math.max(...span) - min) / step).ticks
  return { min, max, ticks: ticks.filter((tick) => tick >= min && tick <= max) }
}
