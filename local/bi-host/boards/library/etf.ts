import type { PivotData } from '../../wire/board'
import * as formats from '../../model/formats'
import { sum, latestBy } from '../calculations/breakdown'
import { grainFor, type BoardDefinition } from '../definition'
import { readPanel, cardHistory, figureAt, only, totalOf } from '../panel'
import { known, lastOf } from '../../query/statistics'
import { type OwnSeries, line, shownRows, series, seriesOf } from '../tiles/series'
import { type Calculation, type Made, bars, pivot } from '../tiles/shapes'
import { formatNumber, formatShortDay } from '../../rendering/format'
import { liveboards } from '../../wire/liveboards'
import { table, now, share, sumOver, words, type TableText, type ColumnSpec } from '../tiles/table'
import { ago, kpi, kpiOf, latestOf, measureTrack, prior, type Track, streak } from '../tiles/kpi'

const cumulativeFlow: Calculation<OwnSeries> = {
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
const flowOrPrice: Calculation<OwnSeries> = {
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
const flowGrid: Calculation<Made<PivotData>> = {
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
const shareOfSupply: Calculation<OwnSeries> = {
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

/** Assets, with the part of the last change that was new money. The rest was price. */
const assets: Calculation<Track> = {
  measure: 'etf.aum',
  asks: latestOf('etf.aum'),
  build: async (context) => {
    const range = cardHistory
    const [aum, flow] = await Promise.all([
      readPanel(context, { measure: 'etf.aum', range }),
      readPanel(context, { measure: 'etf.net_flow', range: { last: 8, unit: 'day' } }),
    ])
    const values = totalOf(aum)
    const money = only(flow)
    const at = money.findLastIndex((value) => value !== null)
    const value = lastOf(values)
    return {
      dates: aum.dates,
      values,
      figures: value === null ? {} : { [figureAt(aum.meaning, aum.dates.at(-1) ?? '')]: value },
      ...(at >= 0 && {
        note: `flow on ${formatShortDay(flow.dates[at] ?? '')} ${formatNumber(money[at], formats.usdChange)}`,
      }),
    }
  },
}

/** Flow of the last trading date, with the number of funds that have reported. */
const lastFlow: Calculation<Track> = {
  measure: 'etf.net_flow',
  asks: latestOf('etf.net_flow'),
  build: async (context) => {
    const range = { last: 8, unit: 'day' } as const
    const [track, byFund, aum] = await Promise.all([
      measureTrack(context, { measure: 'etf.net_flow' }),
      readPanel(context, { measure: 'etf.net_flow', by: 'fund', range }),
      readPanel(context, { measure: 'etf.aum', range }),
    ])
    const reported = byFund.keys.filter((fund) => lastOf(byFund.values[fund] ?? []) !== null).length
    const whole = lastOf(totalOf(aum))
    const flow = lastOf(track.values)
    return {
      ...track,
      note: `${reported} of ${byFund.keys.length} funds`,
      changes: [
        {
          value: flow === null || !whole ? null : (100 * flow) / whole,
          format: { ...formats.percentChange, digits: 2 },
          label: 'of assets',
          better: 'up',
        },
      ],
    }
  },
}

/** Coins held, with their share of supply. Two underlyings are never added together. */
function holdings(asset: string): Calculation<Track> {
  return {
    measure: 'etf.holdings',
    asks: latestOf('etf.holdings', [{ field: 'underlying', op: 'eq', values: [asset] }]),
    build: async (context) => {
      const [track, supply] = await Promise.all([
        measureTrack(context, {
          measure: 'etf.holdings',
          where: [{ field: 'underlying', op: 'eq', values: [asset] }],
        }),
        readPanel(context, {
          measure: 'price.supply',
          where: [{ field: 'asset', op: 'eq', values: [asset] }],
          range: { last: 2, unit: 'day' },
        }),
      ])
      const coins = lastOf(track.values)
      const all = lastOf(only(supply))
      return {
        ...track,
        note: `${formatNumber(coins === null || !all ? null : (100 * coins) / all, formats.percentFine)} of supply`,
      }
    },
  }
}

const twentyDays = ago(20, 'absolute', '20 d')

const etfCards = [
  kpiOf('aum', 'Assets', assets, {
    color: 'ETF',
    year: 252,
    changes: [ago(1, 'percent', '1 d'), ago(20, 'percent', '20 d')],
  }),
  kpiOf('flow', 'Net flow, last date', lastFlow, {
    color: 'ETF',
    year: 252,
    changes: [ago(1, 'absolute', 'vs day before')],
  }),
  kpi('flow-20', 'Net flow, 20 dates', 'etf.net_flow', {
    over: 20,
    color: 'ETF',
    year: 252,
    changes: [prior(20, 'absolute', 'vs prior 20')],
    note: streak,
  }),
  kpiOf('btc-holdings', 'BTC held', holdings('BTC'), {
    color: 'BTC',
    year: 252,
    format: formats.coins('BTC'),
    changes: [twentyDays],
  }),
  kpiOf('eth-holdings', 'ETH held', holdings('ETH'), {
    color: 'ETH',
    year: 252,
    format: formats.coins('ETH'),
    changes: [twentyDays],
  }),
]

const premiumLines = [-100, -25, 25, 100].map((value) => ({
  value,
  label: `${value < 0 ? '\u2212' : '+'}${Math.abs(value)} bp`,
}))
const inBitcoin = [{ field: 'underlying', op: 'eq', values: ['BTC'] }] as const

/** Mean of daily flow over assets for 20 trading days, times 20: net inflow as a share of the fund. */
const flowShare: ColumnSpec = {
  label: 'Of assets',
  measure: 'etf.flow_to_assets',
  days: 20,
  kind: 'change',
  format: { ...formats.percentChange, digits: 1 },
  cell: (history) => history.slice(-20).reduce<number>((all, value) => all + (value ?? 0), 0),
}

const fundColumns: TableText['columns'] = [
  now('etf.aum', 'Assets'),
  share('etf.aum', 'Share', 'number'),
  now('etf.net_flow', 'Flow, 1 d', { kind: 'change', figure: { over: 1 }, cell: lastOf }),
  sumOver('etf.net_flow', 20, 'Flow, 20 d', { kind: 'change' }),
  flowShare,
  now('etf.premium', 'To NAV'),
  now('etf.fee', 'Fee'),
  words('etf.underlying', 'Holds'),
  words('etf.staking', 'Stakes'),
]

export const etf: BoardDefinition = {
  id: liveboards.etf.id,
  title: 'ETF',
  description: 'Flows, assets, holdings and trading of US spot funds, on New York trading dates.',
  range: '90D',
  chips: [
    { field: 'etf.underlying', multiple: true },
    { field: 'etf.issuer', multiple: true },
  ],
  tiles: [
    ...etfCards,
    series('flows', 'Net flow by day', 'etf.net_flow', {
      subtitle: 'Creations less redemptions by sponsor, New York trading dates, {range}',
      by: 'issuer',
      top: 7,
      shape: 'stacked-bars',
      size: [38, 380],
    }),
    seriesOf('cumulative', 'Cumulative net flow', cumulativeFlow, {
      subtitle: 'Since the first trading date, by coin',
      size: [22, 380],
      format: formats.usd,
      crossFilterField: 'etf.underlying',
    }),
    pivot('heat', 'Net flow by fund and date', flowGrid, {
      subtitle: 'US dollars, ten New York trading dates, the newest first; an empty cell has not reported',
      size: [60, 604],
    }),
    seriesOf('flow-or-price', 'Change of ETF assets', flowOrPrice, {
      subtitle: 'Money or price? Change of assets by {grain}: net flow and price, {range}',
      shape: 'stacked-bars',
      format: formats.usdChange,
    }),
    series('assets', 'Assets by fund', 'etf.aum', {
      subtitle: 'Change since the first date shown, at 16:00 New York, {range}',
      by: 'fund',
      top: 7,
      shape: 'change',
    }),
    seriesOf('share-of-supply', 'ETF share of supply', shareOfSupply, {
      subtitle: 'How much of the coin? Holdings as a share of circulating supply, {range}',
      format: formats.percentFine,
      crossFilterField: 'etf.underlying',
    }),
    series('holdings', 'Bitcoin held by fund', 'etf.holdings', {
      subtitle: 'Coins that came or went since the first date shown, {range}',
      where: inBitcoin,
      by: 'fund',
      top: 6,
      shape: 'change',
      format: formats.coins('BTC'),
    }),
    series('premium', 'Premium to NAV', 'etf.premium', {
      subtitle: 'Closing price over net asset value, weighted by assets, {range}',
      by: 'underlying',
      guides: premiumLines.slice(1, 3),
      axisNotes: { above: 'premium', below: 'discount' },
      size: [60, 300],
    }),
    series('volume', 'ETF turnover', 'etf.volume', {
      subtitle: 'Turnover of fund shares by day, {range}',
      by: 'fund',
      top: 5,
      shape: 'stacked-bars',
      size: [30, 340],
    }),
    bars('sponsors', 'Assets by sponsor', latestBy('etf.aum', { by: 'issuer' }), {
      subtitle: 'Share, and its change in 20 trading days',
      size: [30, 340],
      crossFilterField: 'etf.issuer',
    }),
    table('funds', 'Funds', 'etf.fund', {
      subtitle: 'Assets, flows, premium, trading, fee; flow is published with a delay and revised',
      heading: 'Fund',
      columns: fundColumns,
      size: [60, 640],
    }),
  ],
}
