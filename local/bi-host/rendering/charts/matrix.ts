import type { MatrixData } from '../../wire/board'
import { formatNumber } from '../format'
import { mix, groundOf, inkOn, type Palette } from '../theme/variables'
import { readoutAt } from '../readout'
import { nameAxis, plotGrid, sideAxis } from './axes'
import { type Drawing, type DrawContext, fade, pickOf, widest } from './drawing'
import { known } from './scales'
export interface Ramp {
  readonly min: number
  readonly max: number
  /** Colors from `min` to `max`, evenly spaced. */
  readonly colors: readonly string[]
}

/**
 * Color scale of a matrix: symmetric around its center if diverging (grey is the center, green more, orange less, as in bars), else from
 * the smallest to the largest value.
 */
export function rampOf(data: MatrixData, palette: Palette): Ramp {
  const values = data.values
    .flat()
    .filter((value): value is number => value !== null && Number.isFinite(value))
  if (data.scale === 'diverging') {
    const { center = 0 } = data
    const ends = [data.min, data.max].filter((end) => end !== undefined)
    const arm = Math.max(...(ends.length > 0 ? ends : values).map((value) => Math.abs(value - center)), 1e-12)
    return { min: center - arm, max: center + arm, colors: [palette.mark, palette.neutral, palette.green] }
  }
  const low = data.min ?? Math.min(...values)
  const high = data.max ?? Math.max(...values)
  return { min: low, max: high > low ? high : low + 1, colors: [palette.rampLow, palette.rampHigh] }
}

export function colorAt(ramp: Ramp, value: number): string {
  const share = Math.min(1, Math.max(0, (value - ramp.min) / (ramp.max - ramp.min)))
  const steps = ramp.colors.length - 1
  const step = Math.min(steps - 1, Math.floor(share * steps))
  return mix(ramp.colors[step] ?? '', ramp.colors[step + 1] ?? '', share * steps - step)
}

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
