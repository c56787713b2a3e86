import type { ScatterData } from '../../wire/board'
import { readoutAt } from '../readout'
import { axisLabels } from '../format'
import { axisText, plotGrid, valueAxis } from './axes'
import { stepsIn, logScale, niceScale, type Scale } from './scales'
import { type Drawing, type DrawContext, pickOf, widest, textWidth } from './drawing'
const right = 20
/** Space that the lower axis and its name take. */
const axisHeight = 60

/** Pixel positions of values on an axis. */
function positionsOf(
  values: readonly number[],
  { min, max }: Scale,
  pixels: number,
  logScaled = false,
): readonly number[] {
  const position = (value: number): number =>
    logScaled ? Math.log10(Math.max(value, Number.MIN_VALUE)) : value
  const low = position(min)
  const span = position(max) - low || 1
  return values.map((value) => ((position(value) - low) / span) * pixels)
}

/** Round axis ends with room for half a bubble, so that none covers an axis. Less in a tiny plot. */
function scaleFor(values: readonly number[], steps: number, wanted: number, logScaled = false): Scale {
  const share = Math.min(wanted, 0.5)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (logScaled && low > 0) {
    const room = (high / low) ** share
    const scale = logScale([low / room, high * room], steps + 2)
    if (scale) return scale
  }
  const room = (high - low) * share
  return niceScale(values.length === 0 ? [] : [low - room, high + room], steps)
}

function labelAt(side: LabelSide) {
  return side === 'none' ? { show: false } : { show: true, position: side }
}

/** Points by two measures. A third one sets their area. */
export function drawScatter(data: ScatterData, context: DrawContext): Drawing {
  const { palette } = context
  const largest = Math.max(0, ...data.points.map((point) => point.size ?? 0))
  const biggest = Math.min(44, Math.max(18, context.height / 7))
  const sizeOf = (size: number | undefined): number =>
    size === undefined || largest === 0 ? 10 : Math.max(6, Math.sqrt(Math.max(0, size) / largest) * biggest)
  const bubble = Math.max(...data.points.map((point) => sizeOf(point.size)), 0) / 2 + 2
  const xs = data.points.map(({ x }) => x)
  const ys = data.points.map(({ y }) => y)
  const xScale = scaleFor(xs, stepsIn(context.width, true), bubble / context.width, data.x.logScale)
  const yScale = scaleFor(ys, stepsIn(context.height), bubble / context.height, data.y.logScale)
  const width = context.width - right - 10 - widest(axisLabels(yScale.ticks, data.y.format))
  const across = positionsOf(xs, xScale, width, data.x.logScale)
  const up = positionsOf(ys, yScale, context.height - axisHeight, data.y.logScale)
  const sides = labelSides(
    data.points.map((point, at) => ({
      x: across[at] ?? 0,
      y: -(up[at] ?? 0),
      radius: sizeOf(point.size) / 2,
      label: point.label,
    })),
    width + right,
  )
  return {
    option: {
      grid: plotGrid({ top: 18, bottom: 20, right }),
      xAxis: valueAxis(context, data.x.format, xScale, {
        log: data.x.logScale ?? false,
        horizontal: true,
        name: data.x.label,
      }),
      yAxis: {
        ...valueAxis(context, data.y.format, yScale, { log: data.y.logScale ?? false }),
        name: data.y.label,
        nameLocation: 'end',
        nameGap: 7,
        nameTextStyle: {
          ...axisText(palette),
          color: palette.axisTitle,
          align: 'left',
          verticalAlign: 'bottom',
        },
      },
      series: [
        {
          id: 'points',
          type: 'scatter',
          data: data.points.map((point, at) => ({
            name: point.label,
            value: [point.x, point.y],
            label: labelAt(sides[at] ?? 'none'),
            symbolSize: sizeOf(point.size),
            itemStyle: {
              color: context.color(point.colorKey),
              opacity: context.selected !== null && context.selected !== point.key ? 0.2 : 0.85,
              borderColor: palette.card,
              borderWidth: 1,
            },
          })),
          label: { distance: 5, formatter: '{b}', ...axisText(palette), color: palette.muted },
          emphasis: { scale: false },
        },
      ],
    },
    readout: (pointed) => readoutAt(data, pointed.dataIndex ?? -1),
    mark: (position) => ({ seriesIndex: 0, dataIndex: position }),
    pick: (pointed) => pickOf(data.points[pointed.dataIndex ?? -1]),
  }
}

/** A point of a scatter plot, in pixels from the plot's corner. */
interface LabelledPoint {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly label: string
}

type LabelSide = (typeof sidesInOrder)[number] | 'none'

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const sidesInOrder = ['right', 'left', 'top', 'bottom'] as const
const halfLine = 7
const gap = 5
/** Gap between names. */
const apart = 4

/**
 * Which points have a label, and on which side. Outliers come first, because readers look for them. A label that would cover another label
 * or a point is left to the tooltip.
 */
export function labelSides(points: readonly LabelledPoint[], width: number): readonly LabelSide[] {
  const sides: LabelSide[] = points.map(() => 'none')
  const taken: Box[] = []
  const middle = { x: median(points.map(({ x }) => x)), y: median(points.map(({ y }) => y)) }
  const far = (at: number): number => {
    const point = points[at]
    return point ? Math.hypot(point.x - middle.x, point.y - middle.y) : 0
  }
  const order = points.map((_, at) => at).toSorted((left, right) => far(right) - far(left))
  for (const at of order) {
    const point = points[at]
    if (point === undefined) continue
    const free = sidesInOrder.find((side) => {
      const box = boxOf(point, side)
      if (box.left < 0 || box.right > width) return false
      return (
        taken.every((other) => !meet(box, other)) &&
        points.every((other) => other === point || !meet(box, dot(other)))
      )
    })
    if (free === undefined) continue
    sides[at] = free
    taken.push(boxOf(point, free))
  }
  return sides
}

function boxOf({ x, y, radius, label }: LabelledPoint, side: (typeof sidesInOrder)[number]): Box {
  const wide = textWidth(label)
  if (side === 'top' || side === 'bottom') {
    const centre = side === 'top' ? y - radius - gap - halfLine : y + radius + gap + halfLine
    return { left: x - wide / 2, right: x + wide / 2, top: centre - halfLine, bottom: centre + halfLine }
  }
  const left = side === 'right' ? x + radius + gap : x - radius - gap - wide
  return { left, right: left + wide, top: y - halfLine, bottom: y + halfLine }
}

function dot({ x, y, radius }: LabelledPoint): Box {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }
}

function meet(one: Box, other: Box): boolean {
  const aside = one.left >= other.right + apart || other.left >= one.right + apart
  return !aside && one.top < other.bottom && other.top < one.bottom
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
}
