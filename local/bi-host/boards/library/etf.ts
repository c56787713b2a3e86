import { liveboards } from '../../wire/liveboards'
import * as formats from '../../model/formats'
import { latestBy } from '../calculations/breakdown'
import type { BoardDefinition } from '../definition'
import * as flows from './etf-flows'
import { lastOf } from '../../query/statistics'
import { series, seriesOf } from '../tiles/series'
import { bars, pivot, type Calculation } from '../tiles/shapes'
import { table, now, share, sumOver, words, type TableText, type ColumnSpec } from '../tiles/table'
import { cardHistory, figureAt, only, readPanel, totalOf } from '../panel'
import { ago, kpi, kpiOf, latestOf, measureTrack, prior, type Track, streak } from '../tiles/kpi'
import { formatNumber, formatShortDay } from '../../rendering/format'

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
    seriesOf('cumulative', 'Cumulative net flow', flows.cumulativeFlow, {
      subtitle: 'Since the first trading date, by coin',
      size: [22, 380],
      format: formats.usd,
      crossFilterField: 'etf.underlying',
    }),
    pivot('heat', 'Net flow by fund and date', flows.flowGrid, {
      subtitle: 'US dollars, ten New York trading dates, the newest first; an empty cell has not reported',
      size: [60, 604],
    }),
    seriesOf('flow-or-price', 'Change of ETF assets', flows.flowOrPrice, {
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
    seriesOf('share-of-supply', 'ETF share of supply', flows.shareOfSupply, {
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
