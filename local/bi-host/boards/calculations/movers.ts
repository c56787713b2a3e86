import * as formats from '../../model/formats'
import type { TileContext } from '../definition'
import { readPanel } from '../panel'
import { known, lastOf, percentileOfLast, realisedVolatility, type Values } from '../../query/statistics'
import type { BarsData, Guide } from '../../wire/board'
import { barsData, type Calculation, type Made } from '../tiles/shapes'
import type { ColumnSpec } from '../tiles/table'
import { formatNumber } from '../../rendering/format'

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
