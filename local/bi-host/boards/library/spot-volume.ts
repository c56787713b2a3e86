import type { BarsData, MatrixData } from '../../wire/board'
import * as formats from '../../model/formats'
import { weekdays } from '../../model/days'
import { barsSummary, sum } from '../calculations/breakdown'
import type { TileContext } from '../definition'
import { cardHistory, readPanel, totalOf } from '../panel'
import { known, lastOf, mean } from '../../query/statistics'
import { barsData, type Bar, type Calculation, type Made } from '../tiles/shapes'
import { latestOf, measureTrack, type Track } from '../tiles/kpi'
import { formatNumber } from '../../rendering/format'

export const spotOnly = [{ field: 'market_type', op: 'eq', values: ['Spot'] }] as const

/** Volume of the last day by asset, divided by the mean of the same weekday in the four weeks before. */
export const unusualVolume: Calculation<Made<BarsData>> = {
  measure: 'trading.volume',
  unit: 'Last UTC day over the mean of the same weekday in the 4 weeks before',
  definition:
    'Weekends are quieter, so a day is compared with its own weekday. Two times usual in a small coin can be one listing.',
  build: async (context) => {
    const panel = await readPanel(context, {
      measure: 'trading.volume',
      by: 'asset',
      where: spotOnly,
      range: { last: 29, unit: 'day' },
    })
    const bars = panel.keys
      .map((key): Bar => {
        const values = panel.values[key] ?? []
        const usual = mean(known([1, 2, 3, 4].map((week) => values.at(-1 - 7 * week) ?? null)))
        const last = lastOf(values)
        return {
          key,
          value: last === null || !usual ? null : last / usual,
          note: formatNumber(last, formats.usd),
        }
      })
      .sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
    return {
      data: barsData(bars, formats.ratio, { name: 'Times usual', guides: [{ value: 1, label: 'Usual' }] }),
      subtitle: `Last day over its usual weekday; highest: ${bars
        .slice(0, 5)
        .map(({ key }) => key)
        .join(', ')}`,
      summary: `Spot volume against its usual weekday: ${barsSummary(bars, formats.ratio)}.`,
    }
  },
}

/** The venue with the highest spot volume over 7 days, and its share. */
export const topVenue: Calculation<Track> = {
  measure: 'trading.volume',
  unit: 'Percent of spot volume, sums of 7 days',
  definition:
    'Share of the largest venue in reported spot volume of the venues tracked here. Reported volume differs in honesty between venues.',
  whole: 'trading.exchange',
  asks: { measures: ['share(trading.volume)'], by: ['exchange'], where: spotOnly, over: 7 },
  build: async (context) => {
    const days = 7
    const panel = await readPanel(context.whole('trading.exchange'), {
      measure: 'trading.volume',
      by: 'exchange',
      where: spotOnly,
      range: cardHistory,
    })
    const totals = totalOf(panel)
    const window = (list: readonly (number | null)[], end: number): number =>
      sum(list.slice(end - days + 1, end + 1)) ?? 0
    const end = panel.dates.length - 1
    const [leader = ''] = [...panel.keys].sort(
      (a, b) => window(panel.values[b] ?? [], end) - window(panel.values[a] ?? [], end),
    )
    const values = panel.dates.map((_, row) => {
      const all = window(totals, row)
      return row < days - 1 || all === 0 ? null : (100 * window(panel.values[leader] ?? [], row)) / all
    })
    return { dates: panel.dates, values, subject: leader, note: 'of spot volume' }
  },
}

export const spotDay: Calculation<Track> = {
  measure: 'trading.volume',
  asks: latestOf('trading.volume', spotOnly),
  build: (context) => measureTrack(context, { measure: 'trading.volume', where: spotOnly }),
}

/** Share of weekly volume by hour and weekday, over the last four complete weeks. */
export const intraday: Calculation<Made<MatrixData>> = {
  measure: 'hourly.volume',
  unit: 'Percent of the week, hours in UTC named by their start, last 28 days',
  definition:
    'When liquidity is there: the cells add up to 100. Eight assets only. Local time moves by an hour when clocks change, UTC does not.',
  asks: { measures: ['share(hourly.volume)'], by: ['weekday', 'hour'], over: 28, chart: 'heatmap' },
  build: async (context: TileContext) => {
    const { columns } = await context.run({
      source: 'hourly',
      measures: ['volume'],
      dims: ['weekday', 'hour'],
      range: { last: 28, unit: 'day' },
    })
    const cells = new Map(
      (columns['weekday'] ?? []).map((day, row) => [
        `${Number(day)}|${Number(columns['hour']?.[row])}`,
        Number(columns['volume']?.[row] ?? 0),
      ]),
    )
    const total = [...cells.values()].reduce((all, value) => all + value, 0)
    const share = (day: number, hour: number): number | null =>
      total === 0 ? null : (100 * (cells.get(`${day}|${hour}`) ?? 0)) / total
    const hours = Array.from({ length: 24 }, (_, hour) => hour)
    const values = weekdays.map((_, day) => hours.map((hour) => share(day + 1, hour)))
    const best = hours
      .map((hour) => ({ hour, value: values.reduce((all, row) => all + (row[hour] ?? 0), 0) }))
      .sort((a, b) => b.value - a.value)[0]
    return {
      data: {
        scale: 'sequential',
        rows: weekdays.map((key) => ({ key, label: key })),
        columns: hours.map((hour) => ({ key: String(hour), label: String(hour).padStart(2, '0') })),
        values,
        format: formats.percentFine,
        rowHeading: 'Weekday',
        columnHeading: 'Hour, UTC',
        labels: false,
      },
      summary: `The busiest hour is ${String(best?.hour ?? 0).padStart(2, '0')}:00 UTC with ${formatNumber(best?.value ?? null, formats.percent)} of the week.`,
    }
  },
}
