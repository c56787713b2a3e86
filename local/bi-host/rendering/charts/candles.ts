import type { CandlesData } from '../../wire/board'
import { withAlpha } from '../theme/variables'
import { readoutAt } from '../readout'
import { dateAxis, plotGrid, valueAxis } from './axes'
import { stepsIn, niceScale, type Scale, known } from './scales'
import type { Drawing, DrawContext } from './drawing'
import type { ChartSeries } from './engine'
import { eventSeries, withEvents } from './events'

/** Open, high, low, close with means over them and volume below. */
export function drawCandles(data: CandlesData, context: DrawContext): Drawing {
  const { volume } = data
  const volumeHeight = volume ? Math.round(context.height * 0.18) : 0
  const dates = dateAxis(context, data.dates, 'day', true)
  const overlays = data.overlays.filter((overlay) => !context.hidden.has(overlay.key))
  const prices = [...data.low, ...data.high, ...overlays.flatMap(({ values }) => known(values))]
  const priceHeight = context.height - (volume ? volumeHeight + 43 : 0)
  const priceAxis = valueAxis(context, data.format, niceScale(prices, stepsIn(priceHeight)))
  const series = [
    candlesOf(data, context),
    ...overlays.map((overlay) => overlayOf(overlay, context)),
    ...eventSeries(context, data.dates, priceHeight),
  ]
  return {
    option: volume
      ? {
          grid: [
            plotGrid({ bottom: volumeHeight + 40 }),
            plotGrid({ top: context.height - volumeHeight - 24, bottom: 0 }),
          ],
          xAxis: [
            { ...dates, axisLabel: { show: false } },
            { ...dates, gridIndex: 1 },
          ],
          yAxis: [
            priceAxis,
            {
              ...valueAxis(context, { kind: 'usd' }, volumeScale(known(volume))),
              gridIndex: 1,
              splitLine: { show: false },
            },
          ],
          axisPointer: { link: [{ xAxisIndex: 'all' }] },
          series: [...series, volumeOf(volume, data, context)],
        }
      : { grid: plotGrid(), xAxis: dates, yAxis: priceAxis, series },
    readout: ({ dataIndex = -1 }) => withEvents(readoutAt(data, dataIndex), context.events.get(dataIndex)),
    mark: (position) => ({ seriesIndex: 0, dataIndex: position }),
    pick: () => null,
  }
}

function candlesOf({ dates, open, close, low, high }: CandlesData, { palette }: DrawContext): ChartSeries {
  const { green, red } = palette
  return {
    id: 'candles',
    type: 'candlestick',
    data: dates.map((_, at) => [open[at] ?? 0, close[at] ?? 0, low[at] ?? 0, high[at] ?? 0]),
    barMaxWidth: 9,
    itemStyle: { color: green, borderColor: green, color0: red, borderColor0: red, borderWidth: 1 },
    emphasis: { disabled: true },
  }
}

function overlayOf(overlay: CandlesData['overlays'][number], context: DrawContext): ChartSeries {
  const color = context.color(overlay.colorKey)
  return {
    id: overlay.key,
    name: overlay.label,
    type: 'line',
    data: [...overlay.values],
    symbol: 'none',
    z: 4,
    itemStyle: { color },
    lineStyle: { color, width: 1.5 },
    emphasis: { disabled: true },
  }
}

/** In the colour of the day's candle. */
function volumeOf(
  volume: readonly (number | null)[],
  { open, close }: CandlesData,
  { palette }: DrawContext,
): ChartSeries {
  const rising = close.map((last, at) => last >= (open[at] ?? last))
  return {
    id: 'volume',
    type: 'bar',
    xAxisIndex: 1,
    yAxisIndex: 1,
    barMaxWidth: 9,
    data: volume.map((value, at) => ({
      value: value ?? '-',
      itemStyle: { color: withAlpha(rising[at] ? palette.green : palette.red, 0.55) },
    })),
    emphasis: { disabled: true },
  }
}

/** Low bars have room for one number above zero. */
function volumeScale(values: readonly number[]): Scale {
  const { max } = niceScale([0, ...values], 2)
  return { min: 0, max, ticks: [0, max] }
}
