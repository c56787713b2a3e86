import type { ScatterData } from '../../contract'
import { readoutAt } from '../tiles/readout'
import { axisText, plotGrid, valueAxis } from './axes'
import type { Drawing, DrawContext } from './drawing'
import { labelSides, type LabelSide } from './point-labels'

/** What the axes and their names take of the picture, near enough for where a name has room. */
const axisWidth = 60
const axisHeight = 60

/** Where values lie on an axis of so many pixels. */
function placesOf(values: readonly number[], pixels: number, logScale = false): readonly number[] {
  const places = logScale ? values.map((value) => Math.log10(Math.max(value, Number.MIN_VALUE))) : values
  const low = Math.min(...places)
  const span = Math.max(...places) - low || 1
  return places.map((place) => ((place - low) / span) * pixels)
}

function labelAt(side: LabelSide) {
  return side === 'none' ? { show: false } : { show: true, position: side }
}

/** Points on two measures; a third one is their area. */
export function drawScatter(data: ScatterData, context: DrawContext): Drawing {
  const { palette } = context
  const largest = Math.max(0, ...data.points.map((point) => point.size ?? 0))
  const biggest = Math.min(44, Math.max(18, context.height / 7))
  const sizeOf = (size: number | undefined): number =>
    size === undefined || largest === 0 ? 10 : Math.max(6, Math.sqrt(Math.max(0, size) / largest) * biggest)
  const across = placesOf(
    data.points.map(({ x }) => x),
    context.width - axisWidth,
    data.x.logScale,
  )
  const up = placesOf(
    data.points.map(({ y }) => y),
    context.height - axisHeight,
    data.y.logScale,
  )
  const sides = labelSides(
    data.points.map((point, at) => ({
      x: across[at] ?? 0,
      y: -(up[at] ?? 0),
      radius: sizeOf(point.size) / 2,
      label: point.label,
    })),
    context.width - axisWidth,
  )
  return {
    option: {
      grid: plotGrid({ top: 12, bottom: 20, right: 20 }),
      xAxis: valueAxis(context, data.x.format, {
        log: data.x.logScale ?? false,
        horizontal: true,
        name: data.x.label,
      }),
      yAxis: {
        ...valueAxis(context, data.y.format, { log: data.y.logScale ?? false }),
        name: data.y.label,
        nameLocation: 'end',
        nameGap: 4,
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
          label: {
            distance: 5,
            formatter: '{b}',
            ...axisText(palette),
            color: palette.muted,
          },
          emphasis: { scale: false },
        },
      ],
    },
    readout: (pointed) => readoutAt(data, pointed.dataIndex ?? -1),
    mark: (place) => ({ seriesIndex: 0, dataIndex: place }),
    pick: (pointed) => {
      const point = data.points[pointed.dataIndex ?? -1]
      return point ? { key: point.key, label: point.label } : null
    },
  }
}
