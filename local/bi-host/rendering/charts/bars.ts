import type { BarsData } from '../../wire/board'
import { drawnBack } from '../theme/ink'
import { readoutAt } from '../readout'
import { axisText, guideSeries, nameAxis, plotGrid, sideAxis, stepsIn, valueAxis } from './axes'
import { labelGap, planBars } from './bar-labels'
import type { Drawing, DrawContext } from './drawing'
import type { BarSeriesOption, ChartSeries } from './engine'
import { niceScale } from './scales'
import { spanOfBars } from './spans'
import { widest } from './text-width'

/** Between the names and the plot, and at its other side. */
const besideNames = 18

/** Values over names. Bars of one series wear the colour of their name, those that cross zero the colour of their sign. */
export function drawBars(data: BarsData, context: DrawContext): Drawing {
  const { palette } = context
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
      ? rangeBars(data, context)
      : shown.map((series) => barsOf(series, data, context))

  return {
    option: {
      grid: plotGrid({ top: horizontal && data.guides ? 18 : 8, right: 4 }),
      xAxis: horizontal ? values : nameAxis(context, names, perBar - 4),
      yAxis: horizontal ? sideAxis(context, names, nameWidth) : values,
      series: [...marks, ...guideSeries(context, data.guides, horizontal ? 'x' : 'y')],
    },
    readout: (pointed) => readoutAt(data, pointed.dataIndex ?? -1, context.hidden),
    mark: (place) => ({ seriesIndex: marks.length - 1, dataIndex: place }),
    pick: (pointed) => {
      const category = data.categories[pointed.dataIndex ?? -1]
      return category ? { key: category.key, label: category.label } : null
    },
  }

  function barsOf(series: BarsData['series'][number], tile: BarsData, draw: DrawContext): ChartSeries {
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
          ...endLabel(at),
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
    return context.selected !== null && context.selected !== key ? drawnBack : 1
  }

  function endLabel(at: number) {
    const label = plan.labels?.[at]
    if (label === undefined) return {}
    return {
      label: {
        // A bar that is drawn back keeps its words.
        opacity: 1,
        show: true,
        position: label.side,
        distance: labelGap,
        formatter: label.note === '' ? label.value : `{value|${label.value}}  {note|${label.note}}`,
        ...axisText(palette),
        color: palette.muted,
        // A guide may cross it.
        ...(data.guides ? { backgroundColor: palette.card, padding: [3, 2] } : {}),
        rich: { value: { ...axisText(palette), color: palette.text }, note: { ...axisText(palette) } },
      },
    }
  }

  function rangeBars(tile: BarsData, draw: DrawContext): BarSeriesOption[] {
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
            ...(known ? endLabel(at) : {}),
          }
        }),
        emphasis: { disabled: true },
      },
    ]
  }
}

function barSize(single: boolean) {
  return { barMaxWidth: single ? 14 : 22, barCategoryGap: '34%' }
}
