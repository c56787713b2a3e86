import type { MatrixData, PivotData, Series } from '../../wire/board'
import { weekdayOf, weekdays } from '../../model/days'
import * as formats from '../../model/formats'
import { isShort, dayOrWeek, type TileContext, type BoardDefinition } from '../definition'
import { readPanel, rolling, totalOf, cardHistory, figureAt, figureOver } from '../panel'
import { mean, known, movingMean, percentChange, quantile, shares, lastOf } from '../../query/statistics'
import { sum, shareChangeBy, treemap } from '../calculations/breakdown'
import { line, dailySeries, shownRows, series, seriesOf, type OwnSeries } from '../tiles/series'
import { bars, matrix, parts, pivot, type Calculation, type Made } from '../tiles/shapes'
import { formatNumber } from '../../rendering/format'
import { liveboards } from '../../wire/liveboards'
import { leverageRatio, leverageShare } from '../calculations/leverage'
import { breadth, monthlyReturns, rebased } from '../calculations/prices'
import { ago, kpi, kpiOf, meanOf, sameWeekday, latestOf, type Track } from '../tiles/kpi'

/** Weekly volume by market type, with its 13-week mean. */
const volumeByType: Calculation<OwnSeries> = {
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

const perpetualToSpot: Calculation<OwnSeries> = {
  measure: 'trading.perp_to_spot',
  unit: 'Perpetual over spot volume, sums of 7 days',
  build: async (context) => {
    const panel = await readPanel(context, { measure: 'trading.perp_to_spot', range: 'ALL' })
    const values = rolling(panel, '', 7)
    const last = lastOf(values)
    const [from = '', to = ''] = [panel.dates.at(-7), panel.dates.at(-1)]
    return {
      ...dailySeries(context, panel.dates, [
        line('Perpetual to spot', values, { key: 'ratio', colorKey: 'Perpetual' }),
      ]),
      figures: last === null ? {} : { [figureOver(panel.meaning, from, to)]: last },
    }
  },
}

/** Share of on-chain venues in spot and perpetual volume, as 7-day sums. */
const onChainShare: Calculation<OwnSeries> = {
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
const weekdayPattern: Calculation<Made<MatrixData>> = {
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
const venuePivot: Calculation<Made<PivotData>> = {
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

/** Open interest in dollars, with its change at yesterday's prices, which leaves out the effect of price. */
const openInterest: Calculation<Track> = {
  measure: 'trading.open_interest',
  asks: latestOf('trading.open_interest'),
  build: async (context) => {
    const [open, closes] = await Promise.all([
      readPanel(context, { measure: 'trading.open_interest', by: 'asset', range: cardHistory }),
      readPanel(context, { measure: 'price.close', by: 'asset', range: { last: 2, unit: 'day' } }),
    ])
    const values = totalOf(open)
    const day = open.dates.at(-1) ?? ''
    const before = values.at(-2) ?? null
    const atOldPrices = open.keys.reduce((all, key) => {
      const [was, is] = closes.values[key] ?? []
      return all + (open.values[key]?.at(-1) ?? 0) * (was && is ? was / is : 1)
    }, 0)
    const value = lastOf(values)
    return {
      dates: open.dates,
      values,
      figures: value === null ? {} : { [figureAt(open.meaning, day)]: value },
      changes: [
        {
          value: before ? (atOldPrices / before - 1) * 100 : null,
          format: formats.percentChange,
          label: '1 d at constant prices',
          better: 'none',
        },
      ],
    }
  },
}

/** Open interest of the two largest underlyings in coins, which price cannot move. */
const openInterestInCoins: Calculation<OwnSeries> = {
  measure: 'trading.open_interest',
  unit: 'Index: coins of open interest, the first day shown as 100',
  definition: 'In coins a rise is new positions. In dollars a record can be price alone.',
  build: async (context) => {
    const both = context.whole('trading.asset')
    const lines = await Promise.all(['BTC', 'ETH'].map((asset) => coinsOf(both, asset)))
    const shown = dailySeries(context, lines[0]?.dates ?? [], [
      line('BTC', lines[0]?.values ?? []),
      line('ETH', lines[1]?.values ?? []),
    ])
    return { ...shown, series: shown.series.map((one) => ({ ...one, values: rebasedTo100(one.values) })) }
  },
}

function rebasedTo100(values: Series['values']): Series['values'] {
  const first = values.find((value) => value !== null) ?? null
  return values.map((value) => (value === null || first === null ? null : (value / first) * 100))
}

async function coinsOf(
  context: TileContext,
  asset: string,
): Promise<{ readonly dates: readonly string[]; readonly values: readonly (number | null)[] }> {
  const where = [{ field: 'asset', op: 'eq', values: [asset] }] as const
  const [open, close] = await Promise.all([
    readPanel(context, { measure: 'trading.open_interest', range: 'ALL', where }),
    readPanel(context, { measure: 'price.close', range: 'ALL', where }),
  ])
  const price = new Map(close.dates.map((day, row) => [day, close.values['']?.[row] ?? null]))
  const values = (open.values[''] ?? []).map((value, row) => {
    const at = price.get(open.dates[row] ?? '') ?? null
    return value === null || !at ? null : value / at
  })
  return { dates: open.dates, values }
}

export const longsAndShorts: Calculation<OwnSeries> = {
  measure: 'exchange_liquidations.amount',
  asks: (range) => ({ measures: ['exchange_liquidations.amount'], by: ['side'], grain: dayOrWeek(range) }),
  build: async (context) => {
    const grain = dayOrWeek(context.range)
    const panel = await readPanel(context, {
      measure: 'exchange_liquidations.amount',
      by: 'side',
      grain,
      range: context.range,
    })
    const side = (key: string, sign: 1 | -1) => ({
      key,
      label: `${key}s liquidated`,
      colorKey: key,
      values: (panel.values[key] ?? []).map((value) => (value === null ? null : sign * value)),
    })
    return { dates: panel.dates, grain, series: [side('Long', 1), side('Short', -1)] }
  },
}

const calmAndSpeculative = [
  { value: 2, label: 'Calm below 2' },
  { value: 5, label: 'Speculative above 5', tone: 'amber' },
] as const

export const globalCryptoMarket: BoardDefinition = {
  id: liveboards.globalCryptoMarket.id,
  title: 'Global Crypto Market',
  description:
    'Volume, leverage, venue shares and returns across centralised, regulated and on-chain venues.',
  range: '1Y',
  chips: [
    { field: 'trading.exchange', multiple: true },
    { field: 'trading.asset', multiple: true },
  ],
  tiles: [
    kpi('volume', 'Volume, last UTC day', 'trading.volume', {
      span: 15,
      changes: [sameWeekday(4, 'percent')],
    }),
    kpiOf('open-interest', 'Open interest', openInterest, { span: 15, changes: [ago(1, 'percent', '1 d')] }),
    kpi('perp-to-spot', 'Perpetual to spot, 7 days', 'trading.perp_to_spot', {
      span: 15,
      over: 7,
      color: 'Perpetual',
      changes: [meanOf(90, 'absolute')],
    }),
    kpiOf('leverage', 'Open interest to market cap', leverageShare, {
      span: 15,
      color: 'Open interest',
      format: formats.percentFine,
      changes: [ago(30, 'points', '30 d')],
    }),
    seriesOf('volume-by-type', 'Volume by market type', volumeByType, {
      subtitle: 'Reported notional, by {grain}, {range}',
      shape: 'stacked-bars',
      crossFilterField: 'trading.market_type',
      size: [38, 360],
    }),
    seriesOf('cash-or-leverage', 'Perpetual to spot volume', perpetualToSpot, {
      subtitle: 'Cash or leverage? Perpetual over spot volume, 7 days, {range}',
      guides: calmAndSpeculative,
      size: [22, 360],
    }),
    series('venue-share', 'Volume share by exchange', 'trading.volume', {
      subtitle: 'Who has the volume? Share of volume by exchange and {grain}, {range}',
      by: 'exchange',
      grain: 'week',
      top: 8,
      shape: 'area-100',
    }),
    bars(
      'share-change',
      'Change of volume share',
      shareChangeBy('trading.volume', { by: 'exchange', over: 30 }),
      {
        subtitle: 'Who gains share? Share of 30-day volume against the 30 days before, points',
        crossFilterField: 'trading.exchange',
      },
    ),
    series('open-interest-by-exchange', 'Open interest by exchange', 'trading.open_interest', {
      subtitle: 'Change since the first day shown, CME carried over weekends, {range}',
      by: 'exchange',
      top: 7,
      shape: 'change',
    }),
    series('open-interest-by-asset', 'Open interest by underlying', 'trading.open_interest', {
      subtitle: 'Change since the first day shown, US dollars: price moves it too, {range}',
      by: 'asset',
      top: 6,
      shape: 'change',
    }),
    seriesOf('open-interest-coins', 'Open interest in coins', openInterestInCoins, {
      subtitle: 'Price left out: the first day is 100, {range}',
      format: formats.whole,
      size: [20, 320],
    }),
    seriesOf('leverage-ratio', 'Open interest to market cap', leverageRatio, {
      subtitle: 'Futures open interest over the market cap of the same assets, {range}',
      format: formats.percentFine,
      size: [20, 320],
    }),
    seriesOf('liquidations', 'Exchange liquidations', longsAndShorts, {
      subtitle: 'Was there stress? By {grain}, a floor, {range}',
      shape: 'diverging-bars',
      format: formats.usdSides,
      axisNotes: { above: 'longs closed', below: 'shorts closed' },
      size: [20, 320],
    }),
    seriesOf('breadth', 'Market breadth', breadth, {
      subtitle: 'How many take part? Assets above their 50-day mean and at a 30-day high, {range}',
      format: { ...formats.percent, digits: 0 },
      guides: [
        { value: 20, label: '20%' },
        { value: 80, label: '80%' },
      ],
    }),
    seriesOf('rebased', 'Cumulative return', rebased(8), {
      subtitle: 'Prices as 100 on the first day, {range}',
      format: formats.index,
      logScale: true,
      crossFilterField: 'price.asset',
    }),
    matrix('monthly-returns', 'Returns by month', monthlyReturns, {
      subtitle: 'Close to close; the last column is the month so far',
      size: [38, 520],
    }),
    matrix('weekdays', 'Volume by weekday', weekdayPattern, {
      subtitle: 'When is it traded? Mean day of each venue = 100, last 26 weeks',
      size: [22, 520],
    }),
    seriesOf('on-chain-share', 'On-chain share', onChainShare, {
      subtitle: 'On-chain venues in spot and perpetual volume of 7 days, {range}',
      format: formats.percent,
    }),
    parts(
      'treemap',
      'Volume by exchange and asset',
      treemap('trading.volume', { by: 'exchange', within: 'asset', totalLabel: '30 days' }),
      {
        subtitle: 'Where does it trade? Volume of 30 days by exchange, then asset',
        crossFilterField: 'trading.exchange',
      },
    ),
    pivot('venues', 'Venues', venuePivot, {
      subtitle: 'Volume of 30 days, its change against the 30 before, open interest',
      size: [60, 520],
    }),
  ],
}
