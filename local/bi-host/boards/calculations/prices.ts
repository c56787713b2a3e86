import * as formats from '../../model/formats'
import type { TileContext } from '../definition'
import { readPanel, type Panel } from '../panel'
import {
  known,
  lastOf,
  percentileOfLast,
  realisedVolatility,
  correlation,
  deviation,
  logReturns,
  mean,
  movingMean,
  quantile,
  type Values,
} from '../../query/statistics'
import type { BarsData, Guide, MatrixData, ScatterData } from '../../wire/board'
import { barsData, type Calculation, type Made } from '../tiles/shapes'
import type { ColumnSpec } from '../tiles/table'
import { formatNumber, formatDay } from '../../rendering/format'
import { line, dailySeries, shownRows, type OwnSeries } from '../tiles/series'

/** Zones of the fear-and-greed index, as its vendor names them. */
export const moods: readonly Guide[] = [
  { value: 0, to: 25, label: 'Extreme fear', tone: 'red' },
  { value: 25, to: 45, label: 'Fear', tone: 'amber' },
  { value: 45, to: 55, label: 'Neutral', tone: 'neutral' },
  { value: 55, to: 75, label: 'Greed', tone: 'amber' },
  { value: 75, to: 100, label: 'Extreme greed', tone: 'red' },
]

const dailyMoves = (prices: Values): (number | null)[] =>
  prices.slice(1).map((price, row) => {
    const before = prices[row] ?? null
    return price === null || before === null || before <= 0 ? null : (price / before - 1) * 100
  })

export const volatilityColumn: ColumnSpec = {
  label: 'RV 30 d',
  measure: 'price.close',
  days: 32,
  kind: 'number',
  format: formats.percent,
  cell: (history) => lastOf(realisedVolatility(history)),
}

/** Rank of today's move among the asset's own moves of the last year. */
export const movePercentileColumn: ColumnSpec = {
  label: 'Move, P',
  measure: 'price.close',
  days: 367,
  kind: 'number',
  format: formats.index,
  cell: (history) => percentileOfLast(dailyMoves(history)),
}

/** How many percentage points each asset contributed to the 30-day change of the total market cap. */
export const contribution: Calculation<Made<BarsData>> = {
  measure: 'market_cap.cap',
  unit: 'Percentage points of the market cap 30 days ago',
  definition:
    '(cap now - cap 30 days ago) of each asset over all market cap 30 days ago; the bars add up to the change. Price makes most of it: what is new money is told apart below.',
  build: contributions,
}

async function contributions(context: TileContext): Promise<Made<BarsData>> {
  const days = 30
  const panel = await readPanel(context, {
    measure: 'market_cap.cap',
    by: 'asset',
    range: { last: days + 1, unit: 'day' },
  })
  const first = (key: string): number => panel.values[key]?.at(0) ?? 0
  const last = (key: string): number => lastOf(panel.values[key] ?? []) ?? 0
  const before = panel.keys.reduce((sum, key) => sum + first(key), 0)
  const all = panel.keys.map((key) => ({
    key,
    value: before === 0 ? null : ((last(key) - first(key)) / before) * 100,
  }))
  const bySize =
    known(all.map(({ value }) => value)).length === 0
      ? []
      : all.sort((a, b) => Math.abs(b.value ?? 0) - Math.abs(a.value ?? 0))
  const shown = bySize.slice(0, 11)
  const rest = bySize.slice(11).reduce((sum, { value }) => sum + (value ?? 0), 0)
  const bars = [
    ...shown.sort((a, b) => (b.value ?? 0) - (a.value ?? 0)),
    ...(bySize.length > 11 ? [{ key: 'Other', value: rest }] : []),
  ]
  const total = bars.reduce((sum, { value }) => sum + (value ?? 0), 0)
  const format = { ...formats.points, digits: 2 }
  return {
    data: barsData(bars, format, { shape: 'diverging-bars', sorted: false, name: 'Contribution' }),
    subtitle: `Points of the ${formatNumber(total, formats.percentChange)} change in market cap`,
    summary: `Market cap changed by ${formatNumber(total, formats.percentChange)} in 30 days; most from ${bySize
      .slice(0, 3)
      .map(({ key, value }) => `${key} ${formatNumber(value, format)}`)
      .join(', ')}.`,
  }
}

/** Closes of all assets, whatever the filter: statements about the market need all of them. The board's tiles share this query. */
export const allCloses = (context: TileContext): Promise<Panel> =>
  readPanel(context.whole('price.asset'), { measure: 'price.close', by: 'asset', range: 'ALL' })

async function largestAssets(context: TileContext, count: number): Promise<readonly string[]> {
  const cap = await readPanel(context, { measure: 'price.cap', by: 'asset', range: { last: 2, unit: 'day' } })
  return cap.keys.slice(0, count)
}

/** Prices indexed to 100 on the first visible day. Assets listed later are left out. */
export function rebased(count: number): Calculation<OwnSeries> {
  return {
    measure: 'price.close',
    unit: 'Index, 100 at the close of the first day shown, logarithmic axis',
    definition:
      'Every price divided by its close on the first day shown. The result depends on that day: try another time range before comparing leaders.',
    asks: { measures: ['rebase(price.close)'], by: ['asset'], grain: 'day' },
    build: async (context) => {
      const [closes, assets] = await Promise.all([allCloses(context), largestAssets(context, count)])
      const rows = shownRows(context, closes.dates)
      const dates = closes.dates.slice(-rows)
      const series = assets.flatMap((asset) => {
        const values = (closes.values[asset] ?? []).slice(-rows)
        const first = values[0] ?? null
        const index = values.map((value) => (value === null || first === null ? null : (100 * value) / first))
        return first === null ? [] : [line(asset, index)]
      })
      return { dates, grain: 'day', series, subtitle: `100 on ${formatDay(dates[0] ?? '')}, logarithmic` }
    },
  }
}

/** Returns by calendar month, compounded from closes. An incomplete month is labeled as such. */
export const monthlyReturns: Calculation<Made<MatrixData>> = {
  measure: 'price.close',
  unit: 'Percent change from the close of one month to the close of the next',
  definition:
    'Simple returns between month-end closes in UTC. The last column is the month so far and not comparable with whole months.',
  asks: {
    measures: ['growth(price.close)'],
    by: ['asset'],
    grain: 'month',
    range: { last: 12, unit: 'month' },
    chart: 'heatmap',
  },
  build: async (context) => {
    const [panel, assets] = await Promise.all([
      readPanel(context, {
        measure: 'price.close',
        by: 'asset',
        grain: 'month',
        range: { last: 13, unit: 'month' },
      }),
      largestAssets(context, 18),
    ])
    const months = panel.dates.slice(1)
    const values = assets.map((asset) =>
      months.map((_, row) => {
        const now = panel.values[asset]?.[row + 1] ?? null
        const before = panel.values[asset]?.[row] ?? null
        return now === null || before === null ? null : (now / before - 1) * 100
      }),
    )
    const last = values.map((row) => row.at(-1) ?? null)
    const sizes = known(values.flat()).map(Math.abs)
    return {
      data: {
        scale: 'diverging',
        // Limits the color scale, because one strong month would make the others look pale.
        max: Math.ceil(quantile(sizes, 0.9) ?? 100),
        rows: assets.map((key) => ({ key, label: key })),
        columns: months.map((month, at) => ({
          key: month,
          label: at === months.length - 1 ? `${monthName(month)} to date` : monthName(month),
        })),
        values,
        format: { ...formats.percentChange, digits: 0 },
        rowHeading: 'Asset',
        columnHeading: 'Month',
        labels: true,
      },
      summary: `Month to date: ${assets
        .slice(0, 4)
        .map((asset, row) => `${asset} ${formatNumber(last[row] ?? null, formats.percentChange)}`)
        .join(', ')}.`,
    }
  },
}

const monthName = (day: string): string => formatDay(day).replace(/^\d+ (\w+) 20(\d\d)$/, '$1 $2')

/** Share of assets above their 50-day mean, and share that closed at a 30-day high. */
export const breadth: Calculation<OwnSeries> = {
  measure: 'price.close',
  unit: 'Percent of tracked assets',
  definition:
    'How many assets take part. A rising market cap with falling breadth is carried by a few. Under 20 or above 80 the market is stretched.',
  build: async (context) => {
    const closes = await allCloses(context)
    const shares = breadthShares(closes)
    return dailySeries(context, closes.dates, [
      line('Above 50-day mean', shares.above, { key: 'above' }),
      line('At a 30-day high', shares.high, { key: 'high' }),
    ])
  },
}

export function breadthShares(closes: Panel): {
  readonly above: (number | null)[]
  readonly high: (number | null)[]
} {
  const means = new Map(closes.keys.map((key) => [key, movingMean(closes.values[key] ?? [], 50)]))
  const share = (judge: (key: string, row: number, close: number) => boolean | null) =>
    closes.dates.map((_, row) => {
      const verdicts = closes.keys.flatMap((key) => {
        const close = closes.values[key]?.[row] ?? null
        const verdict = close === null ? null : judge(key, row, close)
        return verdict === null ? [] : [verdict]
      })
      return verdicts.length < 3 ? null : (100 * verdicts.filter(Boolean).length) / verdicts.length
    })
  return {
    above: share((key, row, close) => {
      const level = means.get(key)?.[row] ?? null
      return level === null ? null : close > level
    }),
    high: share((key, row, close) =>
      row < 29 ? null : close >= Math.max(...known((closes.values[key] ?? []).slice(row - 29, row + 1))),
    ),
  }
}

/** Correlation of daily log returns over the last 90 days; fixed scale from -1 to 1. */
export const correlations: Calculation<Made<MatrixData>> = {
  measure: 'price.close',
  unit: 'Pearson correlation of daily log returns, last 90 days',
  definition:
    'Over the same UTC closes; pairs with fewer than 60 common days are left empty. Correlations rise together in falls, when diversification is wanted most.',
  build: async (context) => {
    const [closes, assets] = await Promise.all([
      allCloses(context),
      largestAssets(context.whole('price.asset'), 14),
    ])
    const returns = new Map(
      assets.map((asset) => [asset, logReturns((closes.values[asset] ?? []).slice(-91))]),
    )
    const order = bySimilarity(assets, returns)
    const values = order.map((a) => order.map((b) => correlation(returns.get(a) ?? [], returns.get(b) ?? [])))
    const pairs = values.flatMap((row, r) => row.filter((_, c) => c > r))
    const average = mean(known(pairs))
    return {
      data: {
        scale: 'sequential',
        rows: order.map((key) => ({ key, label: key })),
        columns: order.map((key) => ({ key, label: key })),
        values,
        format: formats.ratio,
        rowHeading: 'Asset',
        columnHeading: 'Asset',
        labels: true,
        max: 1,
      },
      subtitle: `Daily log returns, n = 90, mean of pairs ${formatNumber(average, formats.ratio)}`,
      summary: `Correlation of ${order.length} assets over 90 days, on average ${formatNumber(average, formats.ratio)}.`,
    }
  },
}

/** Starts with the first asset, then always adds the one most similar to the last. */
function bySimilarity(
  assets: readonly string[],
  returns: ReadonlyMap<string, readonly (number | null)[]>,
): readonly string[] {
  const left = [...assets]
  const order = left.splice(0, 1)
  while (left.length > 0) {
    const last = returns.get(order.at(-1) ?? '') ?? []
    const likeness = left.map((asset) => correlation(last, returns.get(asset) ?? []) ?? -1)
    order.push(...left.splice(likeness.indexOf(Math.max(...likeness)), 1))
  }
  return order
}

/** Mean correlation of all pairs over the `days` before each day. */
export function meanCorrelation(closes: Panel, days: number, rows: number): (number | null)[] {
  const returns = closes.keys.map((key) => [null, ...logReturns(closes.values[key] ?? [])])
  const first = closes.dates.length - rows
  return Array.from({ length: rows }, (_, at) => {
    const end = first + at + 1
    if (end < days) return null
    // The squared mean of z-scored returns covers all pairs at once, which is far cheaper than pair by pair.
    const scored = returns.flatMap((list) => {
      const window = known(list.slice(end - days, end))
      const centre = mean(window)
      const spread = deviation(window)
      return window.length < days || centre === null || !spread
        ? []
        : [window.map((value) => (value - centre) / spread)]
    })
    const count = scored.length
    if (count < 2) return null
    let squares = 0
    for (let day = 0; day < days; day += 1)
      squares += scored.reduce((sum, list) => sum + (list[day] ?? 0), 0) ** 2
    return (squares / (days - 1) - count) / (count * (count - 1))
  })
}

export const riskAndReturn: Calculation<Made<ScatterData>> = {
  measure: 'price.close',
  unit: 'Percent: realized volatility a year against return over 90 days',
  definition:
    'Right is riskier, up paid more. Ninety days of return say little about the next ninety; the size of a dot is market cap.',
  build: async (context) => {
    const [closes, cap] = await Promise.all([
      allCloses(context),
      readPanel(context, { measure: 'price.cap', by: 'asset', range: { last: 2, unit: 'day' } }),
    ])
    const points = cap.keys.flatMap((key) => {
      const values = (closes.values[key] ?? []).slice(-91)
      const [first] = values
      const last = values.at(-1)
      const spread = deviation(known(logReturns(values)))
      if (!first || !last || spread === null || values.length < 91) return []
      return [
        {
          key,
          label: key,
          colorKey: key,
          x: spread * Math.sqrt(365) * 100,
          y: (last / first - 1) * 100,
          size: cap.values[key]?.at(-1) ?? 0,
        },
      ]
    })
    const best = [...points].sort((a, b) => b.y / b.x - a.y / a.x)[0]
    return {
      data: {
        x: { label: 'Realized volatility, % a year', format: { ...formats.percent, digits: 0 } },
        y: { label: 'Return, 90 days', format: { ...formats.percentChange, digits: 0 } },
        points,
        sizeLabel: 'Market cap',
        sizeFormat: formats.usd,
      },
      summary: best
        ? `${points.length} assets; best paid for its risk over 90 days: ${best.label} with ${formatNumber(best.y, formats.percentChange)} at ${formatNumber(best.x, formats.percent)} volatility.`
        : 'No asset has 90 days of prices.',
    }
  },
}
