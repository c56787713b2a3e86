import type { BarsData } from '../../wire/board'
import { formatNumber } from '../format'
import { stepsIn } from './axes'
import { labelledScale, niceScale, niceStep, pixelsPerTick, type Scale } from './scales'
import { spanOfBars } from './spans'
import { textWidth } from './text-width'

/** What stands at the end of a bar. */
export interface BarLabel {
  readonly value: string
  readonly note: string
  /** On the side of zero that the bar is on; what rounds to nothing is on the right. */
  readonly side: 'left' | 'right'
}

/** The axis of lying bars, and the words at their ends that have room beside the longest of them. */
export interface BarPlan {
  readonly scale: Scale
  readonly labels: readonly BarLabel[] | null
}

/** Between a bar and its words, and between those and the edge. */
export const labelGap = 6
const edge = 4
/** Bars that get less of the plot than this say too little: their notes go first, then their numbers. */
const leastForNotes = 0.28
const leastForNumbers = 0.25

/** One series of lying bars over so many pixels, with words at the ends where those leave enough of a bar. */
export function planBars(data: BarsData, pixels: number, labelled: boolean): BarPlan {
  const labels = labelled ? labelsOf(data) : []
  const bare = labels.map((label) => ({ ...label, note: '' }))
  const plain = niceScale(spanOfBars(data), stepsIn(pixels, true))
  const fitting = [
    { labels, least: leastForNotes },
    { labels: bare, least: leastForNumbers },
  ]
  for (const { labels: tried, least } of labelled ? fitting : []) {
    const scale =
      data.shape === 'range-bars' ? besideRanges(data, tried, pixels) : besideBars(data, tried, pixels, least)
    if (scale) return { scale, labels: tried }
  }
  return { scale: plain, labels: null }
}

export function labelsOf(data: BarsData): readonly BarLabel[] {
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

/** Ranges begin anywhere: the axis starts at the round number before the first of them. */
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
  const fitted = labelledScale(ends, pixels, leastForNumbers)
  if (!fitted) return null
  const max = min + fitted.max
  const ticks = niceScale([min, Math.max(...span)], (Math.max(...span) - min) / step).ticks
  return { min, max, ticks: ticks.filter((tick) => tick >= min && tick <= max) }
}
