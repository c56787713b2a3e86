import type { MatrixData } from '../../wire/board'
import { formatNumber } from '../format'
import { colorAt, rampOf, type Ramp } from '../theme/ramp'
import { groundOf, inkOn } from '../theme/variables'
import { readoutAt } from '../readout'
import { nameAxis, plotGrid, sideAxis } from './axes'
import { type Drawing, type DrawContext, fade, pickOf, widest } from './drawing'
import { known } from './scales'

function widestNumber(data: MatrixData): number {
  return widest(
    known(data.values.flat()).map((value) => formatNumber(value, data.format)),
    11,
  )
}

/** Heat map. Numbers are in the cells if there is room. */
export function drawMatrix(data: MatrixData, context: DrawContext): Drawing {
  const { palette } = context
  const ramp = rampOf(data, palette)
  const rowNames = data.rows.map((row) => row.label)
  const rowLabelWidth = Math.min(Math.max(110, context.width * 0.16), 10 + widest(rowNames))
  const cellWidth = (context.width - rowLabelWidth) / Math.max(1, data.columns.length)
  const cellHeight = (context.height - 24) / Math.max(1, data.rows.length)
  const labelled = data.labels && cellHeight >= 15 && cellWidth >= widestNumber(data) + 6
  const gap = cellWidth > 14 && cellHeight > 8 ? 2 : 0.5
  const columnAxis = nameAxis(
    context,
    data.columns.map((column) => column.label),
    cellWidth - 2,
  )

  return {
    option: {
      // An opaque background: otherwise the embedding page's logo would show through empty cells.
      grid: { ...plotGrid({ top: 4, right: 0 }), show: true, borderWidth: 0, backgroundColor: palette.card },
      xAxis: {
        ...columnAxis,
        position: 'top',
        axisLabel: {
          ...columnAxis.axisLabel,
          // Above a plot, labels also read upwards.
          ...(columnAxis.axisLabel.rotate === undefined ? {} : { rotate: -columnAxis.axisLabel.rotate }),
          color: palette.axis,
          margin: 6,
        },
      },
      yAxis: sideAxis(context, rowNames, rowLabelWidth - 8),
      // Cells are colored individually. The heat map only requires a scale to exist.
      visualMap: {
        show: false,
        min: ramp.min,
        max: ramp.max,
        inRange: { color: [...ramp.colors] },
        type: 'continuous',
      },
      series: [
        {
          id: 'cells',
          type: 'heatmap',
          data: cellsOf(data, ramp, context),
          label: {
            show: labelled,
            fontFamily: palette.axisFont,
            fontSize: 11,
            fontWeight: 600,
            formatter: ({ data: cell }) => {
              const value = (cell as { readonly value: readonly (number | string)[] }).value[2]
              return typeof value === 'number' ? formatNumber(value, data.format) : ''
            },
          },
          itemStyle: { borderColor: palette.card, borderWidth: gap, borderRadius: 3 },
          emphasis: { itemStyle: { borderColor: palette.text, borderWidth: 1 } },
        },
      ],
    },
    needsScale: data.labels && !labelled,
    readout: (pointed) => readoutAt(data, pointed.dataIndex ?? -1),
    mark: (position) => ({ seriesIndex: 0, dataIndex: position }),
    pick: (pointed) => pickOf(data.rows[Math.floor((pointed.dataIndex ?? -1) / data.columns.length)]),
  }
}

function cellsOf(data: MatrixData, ramp: Ramp, context: DrawContext) {
  const { palette } = context
  return data.rows.flatMap((row, rowIndex) =>
    data.columns.map((column, columnIndex) => {
      const value = data.values[rowIndex]?.[columnIndex] ?? null
      const opacity = fade(context, row.key, column.key)
      const ground = value === null ? null : groundOf(colorAt(ramp, value), palette.card, opacity < 1)
      return {
        value: [columnIndex, rowIndex, value ?? '-'] as (number | string)[],
        itemStyle: { opacity },
        // Otherwise the label would fade with its cell.
        label: { opacity: 1, color: ground === null ? palette.dim : inkOn(ground) },
      }
    }),
  )
}
