import type { BarsData } from '../../contract'
import { formatNumber } from '../format'
import { withAlpha } from '../theme/color'
import { readoutAt } from '../tiles/readout'
import { axisText, guideSeries, nameAxis, plotGrid, valueAxis } from './axes'
import type { Drawing, DrawContext } from './drawing'
import type { BarSeriesOption, ChartSeries } from './engine'
import { barScale } from './scales'

/** Values over names. Bars of one series wear the colour of their name, those that cross zero the colour of their sign. */
export function drawBars(data: BarsData, context: DrawContext): Drawing {
  const { palette } = context
  const horizontal = data.orientation === 'horizontal'
  const shown = data.series.filter((series) => !context.hidden.has(series.key))
  const labels = data.categories.map((category) => category.label)
  const perBar = (horizontal ? context.height - 24 : context.width) / Math.max(1, labels.length)
  const names = nameAxis(context, labels, {
    inverse: horizontal,
    width: horizontal ? Math.max(56, Math.min(150, context.width * 0.34)) : Math.max(24, perBar - 4),
  })
  const only = shown.length === 1 ? shown[0] : undefined
  const labelled = horizontal && shown.length === 1 && perBar >= 15 && context.width >= 240
  const crossing = data.shape === 'diverging-bars' && only !== undefined
  const values = valueAxis(context, data.format, {
    fromZero: data.shape !== 'range-bars',
    horizontal,
    // Labels of bars to the left must not run into the names.
    scale: crossing
      ? barScale(
          known(only.values),
          horizontal ? context.width / 110 : context.height / 60,
          labelled ? labelRoom(data) / (context.width * 0.6) : 0.02,
        )
      : null,
  })
  const marks =
    data.shape === 'range-bars'
      ? rangeBars(data, context, labelled)
      : shown.map((series) => barsOf(series, data, context, labelled))

  return {
    option: {
      grid: plotGrid({
        top: horizontal && data.guides ? 18 : 4,
        right: labelled && !crossing ? labelRoom(data) : 8,
      }),
      xAxis: horizontal
        ? { ...values, splitNumber: Math.max(2, Math.min(5, Math.round(context.width / 110))) }
        : names,
      yAxis: horizontal
        ? {
            ...names,
            axisLine: { show: false },
          }
        : values,
      series: [...marks, ...guideSeries(context, data.guides, horizontal ? 'x' : 'y')],
    },
    readout: (pointed) => readoutAt(data, pointed.dataIndex ?? -1, context.hidden),
    mark: (place) => ({ seriesIndex: marks.length - 1, dataIndex: place }),
    pick: (pointed) => {
      const category = data.categories[pointed.dataIndex ?? -1]
      return category ? { key: category.key, label: category.label } : null
    },
  }

  function barsOf(
    series: BarsData['series'][number],
    tile: BarsData,
    draw: DrawContext,
    withLabels: boolean,
  ): ChartSeries {
    const single = tile.series.length === 1
    return {
      id: series.key,
      name: series.label,
      type: 'bar',
      // Figures beside the bars stand above a guide that crosses them.
      z: 3,
      ...(tile.shape === 'stacked-bars' || (tile.shape === 'diverging-bars' && !single)
        ? { stack: 'all' }
        : {}),
      ...barSize(single),
      data: series.values.map((value, at) => {
        const category = tile.categories[at]
        return {
          value: value ?? '-',
          itemStyle: {
            color: single ? singleColor(tile, value, category?.colorKey ?? '') : draw.color(series.colorKey),
            opacity: fade(category?.key),
            borderRadius: 1.5,
          },
          ...(withLabels ? { label: endLabel(value, tile.notes?.[at]) } : {}),
        }
      }),
      emphasis: { disabled: true },
    }
  }

  function singleColor(tile: BarsData, value: number | null, colorKey: string): string {
    if (tile.shape !== 'diverging-bars') return context.color(colorKey)
    return (value ?? 0) < 0 ? palette.mark : palette.green
  }

  function fade(key: string | undefined): number {
    return context.selected !== null && context.selected !== key ? 0.25 : 1
  }

  function endLabel(value: number | null, note: string | undefined) {
    return {
      show: true,
      position: (value ?? 0) < 0 ? ('left' as const) : ('right' as const),
      distance: 6,
      formatter: note
        ? `{value|${formatNumber(value, data.format)}}  {note|${note}}`
        : formatNumber(value, data.format),
      ...axisText(palette),
      color: palette.muted,
      // A guide may cross it.
      ...(data.guides ? { backgroundColor: withAlpha(palette.card, 0.8) } : {}),
      rich: { value: { ...axisText(palette), color: palette.text }, note: { ...axisText(palette) } },
    }
  }

  function rangeBars(tile: BarsData, draw: DrawContext, withLabels: boolean): BarSeriesOption[] {
    const to = tile.series[0]?.values ?? []
    const from = tile.from ?? []
    const low = tile.categories.map((_, at) => Math.min(from[at] ?? 0, to[at] ?? 0))
    return [
      {
        id: 'range:base',
        type: 'bar',
        stack: 'range',
        stackStrategy: 'all',
        silent: true,
        ...barSize(true),
        itemStyle: { color: 'transparent' },
        data: low,
        emphasis: { disabled: true },
      },
      {
        id: tile.series[0]?.key ?? 'range',
        type: 'bar',
        stack: 'range',
        stackStrategy: 'all',
        ...barSize(true),
        data: tile.categories.map((category, at) => {
          const start = from[at]
          const end = to[at]
          const known = start !== null && start !== undefined && end !== null && end !== undefined
          return {
            value: known ? Math.abs(end - start) : '-',
            itemStyle: { color: draw.color(category.colorKey), opacity: fade(category.key), borderRadius: 2 },
            ...(withLabels && known
              ? {
                  label: {
                    ...endLabel(1, tile.notes?.[at]),
                    formatter: `${formatNumber(start, tile.format)} to ${formatNumber(end, tile.format)}`,
                  },
                }
              : {}),
          }
        }),
        emphasis: { disabled: true },
      },
    ]
  }
}

function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value): value is number => value !== null)
}

function barSize(single: boolean) {
  return { barMaxWidth: single ? 14 : 22, barCategoryGap: '34%' }
}

/** Labels stand outside the plot, which leaves them this much room. */
function labelRoom(data: BarsData): number {
  const longest = Math.max(
    0,
    ...data.categories.map((_, at) => {
      const to = formatNumber(data.series[0]?.values[at] ?? null, data.format)
      const range =
        data.shape === 'range-bars' ? `${formatNumber(data.from?.[at] ?? null, data.format)} to ${to}` : to
      return range.length + (data.notes?.[at]?.length ?? 0) + (data.notes ? 2 : 0)
    }),
  )
  return Math.min(130, 10 + longest * 6.2)
}
