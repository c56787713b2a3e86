import type { MatrixData, PivotData } from '../../wire/board'
import { weekdayOf, weekdays } from '../../model/days'
import * as formats from '../../model/formats'
import { isShort, type TileContext } from '../definition'
import { readPanel, rolling, totalOf } from '../panel'
import { mean, known, movingMean, percentChange, quantile, shares } from '../../query/statistics'
import { sum } from '../calculations/breakdown'
import { type OwnSeries, line, dailySeries, shownRows } from '../tiles/series'
import type { Calculation, Made } from '../tiles/shapes'
import { formatNumber } from '../../rendering/format'

/** Weekly volume by market type, with its 13-week mean. */
export const volumeByType: Calculation<OwnSeries> = {
  measure: 'trading.volume',
  asks: { measures: ['trading.volume'], by: ['market_type'], grain: 'week' },
  build: async (context) => {
    const weekly = !isShort(context.range)
    const grain = weekly ? 'week' : 'day'
    const length = weekly ? 13 : 90
    const panel = await readPanel(context, {
      measure: 'trading.volume',
      by: 'market_type',
      grain,
      range: 'ALL',
    })
    const rows = shownRows(context, panel.dates, grain)
    const trend = movingMean(totalOf(panel), length)
    // Leave out the incomplete week, which would pull the mean down.
    const whole = weekly
      ? trend.map((value, row) => (row === trend.length - 1 ? (trend[row - 1] ?? null) : value))
      : trend
    return {
      dates: panel.dates.slice(-rows),
      grain,
      series: [
        ...panel.keys.map((key) => line(key, (panel.values[key] ?? []).slice(-rows))),
        line(weekly ? '13-week mean' : '90-day mean', whole.slice(-rows), {
          key: 'mean',
          colorKey: 'Mean',
          as: 'line',
        }),
      ],
    }
  },
}

export const perpetualToSpot: Calculation<OwnSeries> = {
  measure: 'trading.perp_to_spot',
  unit: 'Perpetual over spot volume, sums of 7 days',
  build: async (context) => {
    const panel = await readPanel(context, { measure: 'trading.perp_to_spot', range: 'ALL' })
    return dailySeries(context, panel.dates, [
      line('Perpetual to spot', rolling(panel, '', 7), { key: 'ratio', colorKey: 'Perpetual' }),
    ])
  },
}

/** Share of on-chain venues in spot and perpetual volume, as 7-day sums. */
export const onChainShare: Calculation<OwnSeries> = {
  measure: 'trading.volume',
  unit: 'Percent of volume on venues of the kind DEX, sums of 7 days',
  definition:
    'On-chain venues over all venues on this dashboard. Long-tail tokens that trade on-chain only are not in it.',
  build: async (context) => {
    const read = (type: string) =>
      readPanel(context.whole('trading.exchange'), {
        measure: 'trading.volume',
        by: 'venue_kind',
        range: 'ALL',
        where: [{ field: 'market_type', op: 'eq', values: [type] }],
      })
    const [spot, perpetual] = await Promise.all([read('Spot'), read('Perpetual')])
    const rows = shownRows(context, spot.dates)
    const share = (panel: typeof spot): (number | null)[] => {
      const all = rolling({ ...panel, top: { '': totalOf(panel) } }, '', 7)
      return shares(rolling(panel, 'DEX', 7), all).slice(-rows)
    }
    return {
      dates: spot.dates.slice(-rows),
      grain: 'day',
      series: [line('Perpetual', share(perpetual)), line('Spot', share(spot))].filter(
        ({ values }) => known(values).length > 0,
      ),
    }
  },
}

/** Volume by weekday and venue. Every week has equal weight, so that growth does not look like a pattern. */
export const weekdayPattern: Calculation<Made<MatrixData>> = {
  measure: 'trading.volume',
  unit: 'Index, mean day of each week = 100, mean of the last 26 whole weeks',
  definition:
    'Each week is indexed to its own mean before weeks are averaged. CME is closed on weekends; its other days look larger for that.',
  build: async (context) => {
    const panel = await readPanel(context, {
      measure: 'trading.volume',
      by: 'exchange',
      range: { last: 27, unit: 'week' },
    })
    const monday = panel.dates.findIndex((day) => weekdayOf(day) === 0)
    const weeks = Math.min(26, Math.floor((panel.dates.length - monday) / 7))
    const index = (key: string, day: number): number | null =>
      mean(
        Array.from({ length: weeks }, (_, week) => {
          const days = (panel.values[key] ?? []).slice(monday + 7 * week, monday + 7 * week + 7)
          const level = (sum(days) ?? 0) / 7
          return level === 0 ? null : (100 * (days[day] ?? 0)) / level
        }).filter((value) => value !== null),
      )
    const values = panel.keys.map((key) => weekdays.map((_, day) => index(key, day)))
    return {
      data: {
        scale: 'diverging',
        center: 100,
        // A venue that is closed on weekends would make the others look pale.
        max:
          100 +
          Math.ceil(
            quantile(
              known(values.flat()).map((value) => Math.abs(value - 100)),
              0.9,
            ) ?? 100,
          ),
        rows: panel.keys.map((key) => ({ key, label: key })),
        columns: weekdays.map((key) => ({ key, label: key })),
        values,
        format: formats.index,
        rowHeading: 'Exchange',
        columnHeading: 'Weekday',
        labels: true,
      },
      summary: `Weekday pattern of ${panel.keys.length} venues; ${panel.keys[0] ?? ''} trades ${formatNumber(values[0]?.[6] ?? null, formats.index)} on Sundays against 100 on a mean day.`,
    }
  },
}

/** Exchange by market type: 30-day volume, its change, and open interest. */
export const venuePivot: Calculation<Made<PivotData>> = {
  measure: 'trading.volume',
  unit: 'US dollars: volume of the last 30 days and open interest on the last day',
  asks: { measures: ['trading.volume'], by: ['exchange', 'market_type'], over: 30 },
  build: venueTable,
}

async function venueTable(context: TileContext): Promise<Made<PivotData>> {
  const types = ['Spot', 'Perpetual', 'Dated future'] as const
  const read = (measure: string, type: string, days: number) =>
    readPanel(context, {
      measure,
      by: 'exchange',
      range: { last: days, unit: 'day' },
      where: [{ field: 'market_type', op: 'eq', values: [type] }],
    })
  const volumes = await Promise.all(types.map((type) => read('trading.volume', type, 60)))
  const interests = await Promise.all(types.slice(1).map((type) => read('trading.open_interest', type, 2)))
  const venues = [...new Set(volumes.flatMap(({ keys }) => keys))]
  const halves = (at: number, venue: string): readonly [number | null, number | null] => {
    const values = volumes[at]?.values[venue]
    return values ? [sum(values.slice(-30)), sum(values.slice(0, -30))] : [null, null]
  }
  const total = (venue: string): number => types.reduce((all, _, at) => all + (halves(at, venue)[0] ?? 0), 0)
  const order = venues.sort((a, b) => total(b) - total(a))
  const rowOf = (venue: string): (number | null)[] =>
    types.flatMap((_, at) => {
      const [now, before] = halves(at, venue)
      const open = at === 0 ? [] : [interests[at - 1]?.values[venue]?.at(-1) ?? null]
      return [now, percentChange(now, before), ...open]
    })
  const values = order.map(rowOf)
  const totals = (values[0] ?? []).map((_, column) =>
    column % 3 === 1 && column < 2 ? null : sum(values.map((row) => row[column] ?? null)),
  )
  const isChange = (column: number): boolean => [1, 3, 6].includes(column)
  return {
    data: {
      rowHeading: 'Exchange',
      rows: order,
      groups: types.map((type, at) => ({
        label: type,
        measures: [
          { label: 'Volume, 30 d', format: formats.usd },
          { label: 'vs prior', format: formats.percentChange, change: true },
          ...(at === 0 ? [] : [{ label: 'Open interest', format: formats.usd }]),
        ],
      })),
      values,
      totals: totals.map((value, column) => (isChange(column) ? null : value)),
    },
    summary: `Volume of 30 days by exchange: ${order
      .slice(0, 3)
      .map((venue) => `${venue} ${formatNumber(total(venue), formats.usd)}`)
      .join(', ')}.`,
  }
}
