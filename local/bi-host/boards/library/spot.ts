import type { BarsData, MatrixData, TableData } from '../../wire/board'
import * as formats from '../../model/formats'
import { weekdays } from '../../model/days'
import { barsSummary, sum, treemap } from '../calculations/breakdown'
import type { TileContext, BoardDefinition } from '../definition'
import { cardHistory, readPanel, totalOf, lastFigure, type Panel } from '../panel'
import { known, lastOf, mean, median, type Values } from '../../query/statistics'
import {
  barsData,
  type Bar,
  type Calculation,
  type Made,
  bars,
  matrix,
  parts,
  rows,
  scatter,
} from '../tiles/shapes'
import { latestOf, measureTrack, type Track, ago, kpiOf, sameWeekday } from '../tiles/kpi'
import { formatNumber } from '../../rendering/format'
import { liveboards } from '../../wire/liveboards'
import {
  correlations,
  rebased,
  riskAndReturn,
  allCloses,
  breadthShares,
  meanCorrelation,
  volatilityColumn,
  moods,
} from '../calculations/prices'
import { series, seriesOf, type OwnSeries, line, dailySeries, shownRows } from '../tiles/series'
import { table, change, now, share, sumOver, trend, type TableText } from '../tiles/table'

const spotOnly = [{ field: 'market_type', op: 'eq', values: ['Spot'] }] as const

/** Volume of the last day by asset, divided by the mean of the same weekday in the four weeks before. */
const unusualVolume: Calculation<Made<BarsData>> = {
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
const topVenue: Calculation<Track> = {
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

const spotDay: Calculation<Track> = {
  measure: 'trading.volume',
  asks: latestOf('trading.volume', spotOnly),
  build: (context) => measureTrack(context, { measure: 'trading.volume', where: spotOnly }),
}

/** Share of weekly volume by hour and weekday, over the last four complete weeks. */
const intraday: Calculation<Made<MatrixData>> = {
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

const breadthCard: Calculation<Track> = {
  measure: 'price.close',
  unit: 'Percent of tracked assets that closed above their 50-day mean',
  definition: 'How many assets take part in a move. Under 20 or above 80 the market is stretched.',
  build: async (context) => {
    const closes = await allCloses(context)
    const { above } = breadthShares(closes)
    return { dates: closes.dates, values: above, note: `of ${closes.keys.length} tracked assets` }
  },
}

const correlationText = {
  measure: 'price.close',
  unit: 'Mean Pearson correlation of all pairs, daily log returns of 30 days',
  definition: 'How much everything moves together. It rises in falls, when diversification is wanted most.',
} as const

const correlationFigure = ({ meaning, dates }: Panel, values: Values): Readonly<Record<string, number>> =>
  lastFigure(`correlation of ${meaning}`, { dates, values })

const correlationCard: Calculation<Track> = {
  ...correlationText,
  build: async (context) => {
    const closes = await allCloses(context)
    const rows = Math.min(400, closes.dates.length)
    const values = meanCorrelation(closes, 30, rows)
    return { dates: closes.dates.slice(-rows), values, figures: correlationFigure(closes, values) }
  },
}

const correlationHistory: Calculation<OwnSeries> = {
  ...correlationText,
  build: async (context) => {
    const closes = await allCloses(context)
    const values = meanCorrelation(closes, 30, shownRows(context, closes.dates))
    return {
      ...dailySeries(context, closes.dates, [
        line('Mean of the pairs, 30 d', values, { colorKey: 'Correlation' }),
      ]),
      figures: correlationFigure(closes, values),
    }
  },
}

const moveOver = (values: readonly (number | null)[], row: number, days: number): number | null => {
  const now = values[row] ?? null
  const before = values[row - days] ?? null
  return now === null || before === null || before <= 0 ? null : (now / before - 1) * 100
}

/** The median asset's move of the day: a mean would follow one outlier. */
const medianMove: Calculation<Track> = {
  measure: 'price.close',
  unit: 'Percent, median of the 1-day changes of all tracked assets',
  definition:
    'Half of the assets moved less, half more. A mean would follow one outlier, a cap-weighted index would follow Bitcoin.',
  build: async (context) => {
    const closes = await allCloses(context)
    return {
      dates: closes.dates,
      values: closes.dates.map((_, row) =>
        median(known(closes.keys.map((key) => moveOver(closes.values[key] ?? [], row, 1)))),
      ),
    }
  },
}

/** Return relative to bitcoin's, over fixed windows. */
const relativeStrength: Calculation<Made<TableData>> = {
  measure: 'price.close',
  unit: 'Percentage points of return over that of BTC',
  definition:
    'Fixed windows, so that the start date cannot be chosen to please. Above zero the asset did better than bitcoin.',
  build: async (context) => {
    const closes = await allCloses(context)
    const last = closes.dates.length - 1
    const windows = [7, 30, 90] as const
    const over = (key: string, days: number): number | null => {
      const own = moveOver(closes.values[key] ?? [], last, days)
      const bitcoin = moveOver(closes.values['BTC'] ?? [], last, days)
      return own === null || bitcoin === null ? null : own - bitcoin
    }
    const assets = closes.keys
      .filter((key) => key !== 'BTC')
      .sort((a, b) => (over(b, 30) ?? -1e9) - (over(a, 30) ?? -1e9))
    const [best = ''] = assets
    const shown = assets.length <= 10 ? assets : [...assets.slice(0, 5), ...assets.slice(-5)]
    return {
      data: {
        columns: [
          { key: 'asset', label: 'Asset', kind: 'text' },
          ...windows.map((days) => ({
            key: `d${days}`,
            label: `${days} d`,
            kind: 'change' as const,
            format: formats.points,
            better: 'up' as const,
          })),
        ],
        cells: [shown, ...windows.map((days) => shown.map((key) => over(key, days)))],
        rowColors: shown,
        sort: { column: 2, descending: true },
      },
      summary: `Strongest against bitcoin over 30 days: ${best} with ${formatNumber(over(best, 30), formats.points)}.`,
    }
  },
}

const largeCoins = [{ field: 'asset', op: 'in', values: ['BTC', 'ETH', 'SOL'] }] as const
const twoDigits = { ...formats.percentChange, digits: 2 }

const assetColumns: TableText['columns'] = [
  sumOver('trading.volume', 7, 'Spot volume, 7 d'),
  share('trading.volume', 'Share, 7 d', 'share', 7),
  now('price.close', 'Price'),
  change('price.close', 1, 'percent', '1 d'),
  change('price.close', 7, 'percent', '7 d'),
  change('price.close', 30, 'percent', '30 d'),
  volatilityColumn,
  now('sentiment.long_short', 'Long/short'),
  trend('price.close', 90),
]

export const spotAnalytics: BoardDefinition = {
  id: liveboards.spotAnalytics.id,
  title: 'Spot Analytics',
  description: 'Unusual volume, venues, leaders and laggards, correlation, and when liquidity is there.',
  range: '90D',
  chips: [
    { field: 'trading.exchange', multiple: true },
    { field: 'price.asset', multiple: true },
  ],
  tiles: [
    kpiOf('volume', 'Spot volume, 1 d', spotDay, { changes: [sameWeekday(4, 'percent')] }),
    kpiOf('top-venue', 'Top venue, 7 d', topVenue, {
      color: 'Binance',
      format: formats.percent,
      changes: [ago(30, 'points', '30 d')],
      better: 'none',
    }),
    kpiOf('breadth', 'Above 50-day mean', breadthCard, {
      format: { ...formats.percent, digits: 0 },
      changes: [ago(7, 'points', '7 d')],
      better: 'none',
    }),
    kpiOf('correlation', 'Mean correlation, 30 d', correlationCard, {
      format: formats.ratio,
      changes: [ago(30, 'absolute', '30 d')],
      better: 'none',
    }),
    kpiOf('median-move', 'Median move, 1 d', medianMove, {
      format: twoDigits,
      changes: [ago(1, 'points', 'vs day before')],
    }),
    bars('unusual', 'Volume against its mean', unusualVolume, {
      size: [24, 460],
      crossFilterField: 'trading.asset',
    }),
    series('by-venue', 'Spot volume by exchange', 'trading.volume', {
      subtitle: 'Which venue? Reported spot volume by exchange and {grain}, {range}',
      where: spotOnly,
      by: 'exchange',
      grain: 'week',
      top: 7,
      shape: 'stacked-bars',
      size: [36, 460],
    }),
    seriesOf('rebased', 'Cumulative return', rebased(8), {
      subtitle: 'Prices as 100 on the first day, {range}',
      size: [36, 400],
      format: formats.index,
      logScale: true,
      crossFilterField: 'price.asset',
    }),
    rows('strength', 'Return over that of bitcoin', relativeStrength, {
      subtitle: 'The five strongest and weakest over 30 days',
      size: [24, 400],
      crossFilterField: 'price.asset',
    }),
    matrix('correlations', 'Correlations', correlations, {
      subtitle: 'What moves together? 90 days, like beside like',
      size: [36, 480],
    }),
    scatter('risk', 'Return and volatility', riskAndReturn, {
      subtitle: 'Was risk paid? 90 days: return over realized volatility; dots by market cap',
      size: [24, 480],
      crossFilterField: 'price.asset',
    }),
    seriesOf('correlation-history', 'Correlation through time', correlationHistory, {
      subtitle: 'Mean of the pairs, 30 days, {range}',
      format: formats.ratio,
    }),
    matrix('intraday', 'Volume by hour and weekday', intraday, {
      subtitle: 'When is liquidity there? Share of the week by hour (UTC) and weekday, last 28 days',
    }),
    series('crowd', 'Long/short accounts', 'sentiment.long_short', {
      subtitle: 'Where stands the crowd? Accounts long over accounts short, {range}',
      where: largeCoins,
      by: 'asset',
      size: [20, 320],
      guides: [{ value: 1, label: 'Even' }],
    }),
    series('mood', 'Fear and greed', 'fear_greed.fear_greed', {
      subtitle: 'One index for the whole market, {range}',
      size: [20, 320],
      guides: moods,
    }),
    parts(
      'by-asset',
      'Spot volume by asset',
      treemap('trading.volume', { by: 'asset', where: spotOnly, totalLabel: '30 days' }),
      {
        subtitle: 'What is traded? Spot volume of 30 days by asset',
        size: [20, 320],
        crossFilterField: 'trading.asset',
      },
    ),
    table('assets', 'Assets', 'trading.asset', {
      subtitle: 'Spot volume, price and its changes, realized volatility, accounts long over short',
      heading: 'Asset',
      where: spotOnly,
      columns: assetColumns,
      size: [60, 640],
    }),
  ],
}
