import type { PivotData } from '../../wire/board'
import * as formats from '../../model/formats'
import { sum } from '../calculations/breakdown'
import { grainFor } from '../definition'
import { readPanel } from '../panel'
import { known } from '../../query/statistics'
import { type OwnSeries, line, shownRows } from '../tiles/series'
import type { Calculation, Made } from '../tiles/shapes'
import { formatNumber, formatShortDay } from '../../rendering/format'

export const cumulativeFlow: Calculation<OwnSeries> = {
  measure: 'etf.net_flow',
  unit: 'US dollars, added up since the first trading date',
  definition:
    'Creations less redemptions at the price of their day. It is what came in, not what it is worth today.',
  asks: { measures: ['cumulative(etf.net_flow)'], by: ['underlying'], grain: 'day', range: 'ALL' },
  build: async (context) => {
    const panel = await readPanel(context, { measure: 'etf.net_flow', by: 'underlying', range: 'ALL' })
    const lines = panel.keys.map((key) => {
      let total = 0
      return line(
        key,
        (panel.values[key] ?? []).map((value) => (total += value ?? 0)),
      )
    })
    return { dates: panel.dates, grain: 'day', series: lines, tradingDays: true }
  },
}

/** Weekly change of assets, split into new money and price moves. */
export const flowOrPrice: Calculation<OwnSeries> = {
  measure: 'etf.aum',
  unit: 'US dollars, change of assets over the interval',
  definition:
    'Change of assets less net flow is what price did (and fees). Spin-offs between two funds of one sponsor cancel out here.',
  build: async (context) => {
    const grain = grainFor('week', context.range)
    const [assets, flow] = await Promise.all([
      readPanel(context, { measure: 'etf.aum', grain, range: 'ALL' }),
      readPanel(context, { measure: 'etf.net_flow', grain, range: context.range }),
    ])
    const row = new Map(assets.dates.map((day, at) => [day, at]))
    const values = flow.values[''] ?? []
    const price = flow.dates.map((day, at) => {
      const here = row.get(day) ?? 0
      const now = assets.values['']?.[here] ?? null
      const before = assets.values['']?.[here - 1] ?? null
      return now === null || before === null ? null : now - before - (values[at] ?? 0)
    })
    return {
      dates: flow.dates,
      grain,
      tradingDays: grain === 'day',
      series: [line('Net flow', values, { colorKey: 'ETF' }), line('Price', price, { colorKey: 'Price' })],
    }
  },
}

/** Net flow of the last ten trading dates by fund, with totals both ways. A fund without a report is blank, which differs from zero. */
export const flowGrid: Calculation<Made<PivotData>> = {
  measure: 'etf.net_flow',
  unit: 'US dollars a trading date, New York',
  build: async (context) => {
    const range = { last: 20, unit: 'day' } as const
    const panel = await readPanel(context, { measure: 'etf.net_flow', by: 'fund', range })
    // Newest first, because phones show only the first columns.
    const dates = panel.dates.slice(-10).toReversed()
    const rows = panel.keys.map((key) => (panel.values[key] ?? []).slice(-10).toReversed())
    const days = dates.map((_, at) => sum(rows.map((row) => row[at] ?? null)))
    const format = formats.usdChange
    return {
      data: {
        rowHeading: 'Fund',
        rows: panel.keys,
        groups: [
          {
            label: 'Trading date',
            measures: dates.map((day) => ({ label: formatShortDay(day), format, change: true })),
          },
          { label: `${dates.length} dates`, measures: [{ label: 'Total', format, change: true }] },
        ],
        values: rows.map((row) => [...row, sum(row)]),
        totals: [...days, sum(days)],
      },
      summary: `Net flow of ${panel.keys.length} funds over ${dates.length} trading dates: ${formatNumber(sum(days), format)}; on the last one ${formatNumber(days[0] ?? null, format)}.`,
    }
  },
}

/** Share of the circulating supply that the funds hold, for each underlying. */
export const shareOfSupply: Calculation<OwnSeries> = {
  measure: 'etf.holdings',
  unit: 'Percent of circulating supply',
  definition:
    'Coins held by US spot funds over circulating supply. Coins in funds can come back at any redemption: they are not locked.',
  asks: { measures: ['100 * etf.holdings / price.supply'], by: ['underlying'], grain: 'day' },
  build: async (context) => {
    const [held, supply] = await Promise.all([
      readPanel(context, { measure: 'etf.holdings', by: 'underlying', range: 'ALL' }),
      readPanel(context, { measure: 'price.supply', by: 'asset', range: 'ALL' }),
    ])
    const rows = shownRows(context, held.dates)
    const dates = held.dates.slice(-rows)
    const row = new Map(supply.dates.map((day, at) => [day, at]))
    const share = (asset: string): (number | null)[] =>
      held.dates
        .map((day, at) =>
          shareOf(held.values[asset]?.[at] ?? null, supply.values[asset]?.[row.get(day) ?? -1] ?? null),
        )
        .slice(-rows)
    return {
      dates,
      grain: 'day',
      tradingDays: true,
      series: held.keys
        .map((asset) => line(asset, share(asset)))
        .filter(({ values }) => known(values).length > 0)
        .toSorted((one, other) => (known(other.values).at(-1) ?? 0) - (known(one.values).at(-1) ?? 0)),
    }
  },
}

const shareOf = (part: number | null, whole: number | null): number | null =>
  part === null || !whole ? null : (100 * part) / whole
