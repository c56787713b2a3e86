import { latestOf, type Track } from '../tiles/kpi'
import type { MatrixData, TableData } from '../../wire/board'
import * as formats from '../../model/formats'
import type { TileContext } from '../definition'
import { figureOver, readPanel, rolling } from '../panel'
import { assetIs } from '../calculations/coin'
import { known, lastOf, numberOf, quantile } from '../../query/statistics'
import { type OwnSeries, line, dailySeries, shownRows } from '../tiles/series'
import type { Calculation, Made } from '../tiles/shapes'
import { formatNumber } from '../../rendering/format'

const week = 7

/** Annualized funding by venue and asset, 7-day mean. Capped, so that one extreme value does not make the others look pale. */
export const fundingHeat: Calculation<Made<MatrixData>> = {
  measure: 'funding.funding_rate',
  unit: 'Percent a year, simple, mean of 7 days',
  definition:
    'Every cell is one venue and asset. Colors turn at the resting level and end at the 95th percentile of the distance from it, so that a single extreme does not bleach the rest; the number is not capped.',
  asks: { measures: ['funding.funding_rate'], by: ['exchange', 'asset'], over: week },
  build: async (context) => {
    const { columns } = await context.run({
      source: 'funding',
      measures: ['funding_rate'],
      dims: ['exchange', 'asset'],
      range: { last: week, unit: 'day' },
    })
    const value = new Map(
      (columns['exchange'] ?? []).map((exchange, row) => [
        `${exchange}|${columns['asset']?.[row]}`,
        columns['funding_rate']?.[row],
      ]),
    )
    const sizes = await context.run({
      source: 'trading',
      measures: ['open_interest'],
      dims: ['exchange', 'asset'],
      range: '30D',
      filters: [{ field: 'market_type', op: 'eq', values: ['Perpetual'] }],
    })
    const weight = (field: 'exchange' | 'asset', name: string): number =>
      (sizes.columns[field] ?? []).reduce<number>(
        (sum, key, row) => sum + (key === name ? Number(sizes.columns['open_interest']?.[row] ?? 0) : 0),
        0,
      )
    const named = (field: 'exchange' | 'asset'): string[] =>
      [...new Set((columns[field] ?? []).map(String))].sort((a, b) => weight(field, b) - weight(field, a))
    const [venues, assets] = [named('exchange'), named('asset')]
    const values = venues.map((venue) => assets.map((asset) => numberOf(value.get(`${venue}|${asset}`))))
    const { center = 0 } = context.model.measure(context.model.source('funding'), 'funding_rate').measure
    const arm =
      quantile(
        known(values.flat()).map((rate) => Math.abs(rate - center)),
        0.95,
      ) ?? 20
    const cells = venues.flatMap((venue, r) =>
      assets.map((asset, c) => ({ name: `${asset} on ${venue}`, value: values[r]?.[c] ?? null })),
    )
    const [extreme] = cells
      .filter((cell) => cell.value !== null)
      .sort((a, b) => Math.abs(b.value ?? 0) - Math.abs(a.value ?? 0))
    return {
      data: {
        scale: 'diverging',
        rows: venues.map((key) => ({ key, label: key })),
        columns: assets.map((key) => ({ key, label: key })),
        values,
        format: { ...formats.percent, digits: 0 },
        rowHeading: 'Exchange',
        columnHeading: 'Asset',
        labels: true,
        center,
        min: center - arm,
        max: center + arm,
      },
      subtitle: `Yearly funding, mean of 7 days, ${known(values.flat()).length} markets; gray is the resting level of ${center}%`,
      summary: extreme
        ? `Most extreme funding of 7 days: ${extreme.name} at ${formatNumber(extreme.value, formats.percent)} a year.`
        : 'No funding for this choice.',
    }
  },
}

/** Highest minus lowest venue, for the two largest assets, as 7-day means. */
export const dispersion: Calculation<OwnSeries> = {
  measure: 'funding.funding_rate',
  unit: 'Percentage points a year: highest less lowest venue, 7-day means',
  definition:
    'How far venues disagree. A wide gap is a position crowded on one venue, or one that cannot be moved quickly.',
  build: async (context) => {
    const of = async (asset: string) => {
      const panel = await readPanel(context.whole('funding.asset'), {
        measure: 'funding.funding_rate',
        by: 'exchange',
        where: [assetIs(asset)],
        range: 'ALL',
      })
      const means = panel.keys.map((key) => rolling(panel, key, week))
      return {
        panel,
        gap: panel.dates.map((_, row) => spread(known(means.map((list) => list[row] ?? null)))),
      }
    }
    const [btc, eth] = await Promise.all([of('BTC'), of('ETH')])
    return dailySeries(context, btc.panel.dates, [line('BTC', btc.gap), line('ETH', eth.gap)])
  },
}

const spread = (values: readonly number[]): number | null =>
  values.length < 2 ? null : Math.max(...values) - Math.min(...values)

const paidText = {
  measure: 'funding.rate',
  unit: 'Percent of notional, added up, weighted by open interest',
  definition:
    'What a long that was held all the time paid to shorts. Positive means paid by longs; prints every 8 hours are added up, not compounded.',
} as const

async function paid(
  context: TileContext,
  asset: string,
): Promise<{
  readonly dates: readonly string[]
  readonly daily: readonly (number | null)[]
  readonly meaning: string
}> {
  const panel = await readPanel(context, { measure: 'funding.rate', where: [assetIs(asset)], range: 'ALL' })
  return {
    dates: panel.dates,
    daily: (panel.values[''] ?? []).map((rate) => (rate === null ? null : (3 * rate) / 100)),
    meaning: panel.meaning,
  }
}

/** What a long position paid over 30 days, in percent of notional. */
export const paidCard: Calculation<Track> = {
  ...paidText,
  unit: 'Percent of notional paid by a long over 30 days',
  asks: latestOf('3 * moving_sum(funding.rate, 30) / 100', [assetIs('BTC')]),
  build: async (context) => {
    const { dates, daily, meaning } = await paid(context, 'BTC')
    const values = daily.map((_, end) =>
      end < 29 ? null : known(daily.slice(end - 29, end + 1)).reduce((sum, value) => sum + value, 0),
    )
    const value = lastOf(values)
    return {
      dates,
      values,
      note:
        value === null
          ? ''
          : `a long ${value >= 0 ? 'paid' : 'received'} ${formatNumber(Math.abs(value), formats.percentFine)}`,
      figures:
        value === null
          ? {}
          : { [figureOver(`${meaning} paid`, dates.at(-30) ?? '', dates.at(-1) ?? '')]: value },
    }
  },
}

/** The same, accumulated over the board's range. */
export const paidLines: Calculation<OwnSeries> = {
  ...paidText,
  asks: {
    measures: ['3 * cumulative(funding.rate) / 100'],
    by: ['asset'],
    where: [{ field: 'asset', op: 'in', values: ['BTC', 'ETH'] }],
    grain: 'day',
  },
  build: async (context) => {
    const both = context.whole('funding.asset')
    const [btc, eth] = await Promise.all([paid(both, 'BTC'), paid(both, 'ETH')])
    const rows = shownRows(context, btc.dates)
    const dates = btc.dates.slice(-rows)
    const added = (daily: readonly (number | null)[]): number[] => {
      let total = 0
      return daily.slice(-rows).map((value) => (total += value ?? 0))
    }
    const lines = [line('BTC', added(btc.daily)), line('ETH', added(eth.daily))] as const
    const name = figureOver(`${btc.meaning} paid`, dates[0] ?? '', dates.at(-1) ?? '')
    return { dates, grain: 'day', series: lines, figures: { [name]: lines[0].values.at(-1) ?? 0 } }
  },
}

/** Perpetual venues: rate, settlement interval, open interest. */
export const venueTable: Calculation<Made<TableData>> = {
  measure: 'funding.funding_rate',
  unit: 'Percent a year, mean of 7 days; hours; US dollars',
  asks: {
    measures: ['funding.funding_rate', 'funding.rate', 'funding.interval'],
    by: ['exchange'],
    over: week,
  },
  build: async (context) => {
    const range = { last: week, unit: 'day' } as const
    const perpetual = [{ field: 'market_type', op: 'eq', values: ['Perpetual'] }] as const
    const [rates, open, volume] = await Promise.all([
      context.run({
        source: 'funding',
        measures: ['funding_rate', 'rate', 'interval'],
        dims: ['exchange'],
        range,
      }),
      context.run({
        source: 'trading',
        measures: ['open_interest'],
        dims: ['exchange'],
        range,
        filters: perpetual,
      }),
      context.run({ source: 'trading', measures: ['volume'], dims: ['exchange'], range, filters: perpetual }),
    ])
    const names = (rates.columns['exchange'] ?? []).map(String)
    const at = (result: typeof open, measure: string, name: string): number | null =>
      numberOf(result.columns[measure]?.[(result.columns['exchange'] ?? []).indexOf(name)])
    const order = [...names].sort(
      (a, b) => (at(open, 'open_interest', b) ?? 0) - (at(open, 'open_interest', a) ?? 0),
    )
    return {
      data: {
        columns: [
          { key: 'exchange', label: 'Exchange', kind: 'text' },
          { key: 'rate', label: 'Funding a year', kind: 'number', format: formats.percent },
          { key: 'raw', label: 'Per 8 h', kind: 'number', format: { kind: 'bps', digits: 2, signed: true } },
          {
            key: 'interval',
            label: 'Settles every',
            kind: 'number',
            format: { kind: 'number', digits: 0, suffix: 'h' },
          },
          { key: 'open', label: 'Open interest', kind: 'number', format: formats.usd },
          { key: 'volume', label: 'Volume, 7 d', kind: 'number', format: formats.usd },
        ],
        cells: [
          order,
          order.map((name) => at(rates, 'funding_rate', name)),
          order.map((name) => at(rates, 'rate', name)),
          order.map((name) => at(rates, 'interval', name)),
          order.map((name) => at(open, 'open_interest', name)),
          order.map((name) => at(volume, 'volume', name)),
        ],
        rowColors: order,
        sort: { column: 4, descending: true },
      },
      summary: `Perpetual venues by open interest: ${order
        .slice(0, 3)
        .map(
          (name) =>
            `${name} ${formatNumber(at(open, 'open_interest', name), formats.usd)} at ${formatNumber(at(rates, 'funding_rate', name), formats.percent)}`,
        )
        .join(', ')}.`,
    }
  },
}
