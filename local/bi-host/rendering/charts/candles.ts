import type { CandlesData } from '../../wire/board'
import { withAlpha } from '../theme/variables'
import { readoutAt } from '../readout'
import { dateAxis, plotGrid, valueAxis } from './axes'
import { stepsIn, niceScale, type Scale, known } from './scales'
import type { Drawing, DrawContext } from './drawing'
import type { ChartSeries } from './engine'

/** Open, high, low, close with means over them and volume below. */
export function drawCandles(data: CandlesData, context: DrawContext): Drawing {
  const { palette } = context
  const volume = data.volume
  const volumeHeight = volume ? Math.round(context.height * 0.18) : 0
  const dates = dateAxis(context, data.dates, 'day', true)
  const rising = data.close.map((close, at) => close >= (data.open[at] ?? close))
  const overlays = data.overlays.filter((overlay) => !context.hidden.has(overlay.key))
  const prices = [...data.low, ...data.high, ...overlays.flatMap(({ values }) => known(values))]
  const priceHeight = context.height - (volume ? volumeHeight + 43 : 0)
  const priceAxis = valueAxis(context, data.format, niceScale(prices, stepsIn(priceHeight)))
  const series: ChartSeries[] = [
    {
      id: 'candles',
      type: 'candlestick',
      data: data.dates.map((_, at) => [
        data.open[at] ?? 0,
        data.close[at] ?? 0,
        data.low[at] ?? 0,
        data.high[at] ?? 0,
      ]),
      barMaxWidth: 9,
      itemStyle: {
        color: palette.green,
        borderColor: palette.green,
        color0: palette.red,
        borderColor0: palette.red,
        borderWidth: 1,
      },
      emphasis: { disabled: true },
    },
    ...overlays.map((overlay): ChartSeries => ({
      id: overlay.key,
      name: overlay.label,
      type: 'line',
      data: [...overlay.values],
      symbol: 'none',
      z: 4,
      itemStyle: { color: context.color(overlay.colorKey) },
      lineStyle: { color: context.color(overlay.colorKey), width: 1.5 },
      emphasis: { disabled: true },
    })),
    ...(volume
      ? [
          {
            id: 'volume',
            type: 'bar' as const,
            xAxisIndex: 1,
            yAxisIndex: 1,
            barMaxWidth: 9,
            data: volume.map((value, at) => ({
              value: value ?? '-',
              itemStyle: { color: withAlpha(rising[at] ? palette.green : palette.red, 0.55) },
            })),
            emphasis: { disabled: true },
          },
        ]
      : []),
  ]
  return {
    option: {
      grid: volume
        ? [
            { ...plotGrid({ bottom: volumeHeight + 40 }) },
            { ...plotGrid({ top: context.height - volumeHeight - 24, bottom: 0 }) },
          ]
        : plotGrid(),
      xAxis: volume
        ? [
            { ...dates, axisLabel: { show: false } },
            { ...dates, gridIndex: 1 },
          ]
        : dates,
      yAxis: volume
        ? [
            priceAxis,
            {
              ...valueAxis(context, { kind: 'usd' }, volumeScale(known(volume))),
              gridIndex: 1,
              splitLine: { show: false },
            },
          ]
        : priceAxis,
      ...(volume ? { axisPointer: { link: [{ xAxisIndex: 'all' as const }] } } : {}),
      series,
    },
    readout: (pointed) => readoutAt(data, pointed.dataIndex ?? -1),
    mark: (position) => ({ seriesIndex: 0, dataIndex: position }),
    pick: () => null,
  }
}

/** Low bars have room for one number above zero. */
function volumeScale(values: readonly number[]): Scale {
  const { max } = niceScale([0, ...values], 2)
  return { min: 0, max, ticks: [0, max] }
}
