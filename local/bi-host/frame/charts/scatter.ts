import type { ScatterData } from '../../contract'
import { readoutAt } from '../tiles/readout'
import { axisText, plotGrid, valueAxis } from './axes'
import type { Drawing, DrawContext } from './drawing'

/** Points on two measures; a third one is their area. */
export function drawScatter(data: ScatterData, context: DrawContext): Drawing {
  const { palette } = context
  const largest = Math.max(0, ...data.points.map((point) => point.size ?? 0))
  const biggest = Math.min(44, Math.max(18, context.height / 7))
  const sizeOf = (size: number | undefined): number =>
    size === undefined || largest === 0 ? 10 : Math.max(6, Math.sqrt(Math.max(0, size) / largest) * biggest)
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
          data: data.points.map((point) => ({
            name: point.label,
            value: [point.x, point.y],
            symbolSize: sizeOf(point.size),
            itemStyle: {
              color: context.color(point.colorKey),
              opacity: context.selected !== null && context.selected !== point.key ? 0.2 : 0.85,
              borderColor: palette.card,
              borderWidth: 1,
            },
          })),
          label: {
            show: true,
            position: 'right',
            distance: 5,
            formatter: '{b}',
            ...axisText(palette),
            color: palette.muted,
          },
          labelLayout: { hideOverlap: true },
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
