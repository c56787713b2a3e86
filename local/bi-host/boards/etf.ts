import { liveboards } from '../wire/liveboards'
import * as formats from '../model/formats'
import { latestBy } from './calculations/breakdown'
import type { BoardDefinition } from './definition'
import { etfCards } from './etf/cards'
import * as flows from './etf/flows'
import { lastOf } from '../query/statistics'
import { now, share, sumOver, trend, words } from './tiles/columns'
import type { ColumnSpec } from './tiles/columns'
import { series, seriesOf } from './tiles/series'
import { bars, matrix, scatter } from './tiles/shapes'
import { table } from './tiles/table'
import type { TableText } from './tiles/table'

const premiumLines = [-100, -25, 25, 100].map((value) => ({
  value,
  label: `${value < 0 ? '\u2212' : '+'}${Math.abs(value)} bp`,
}))
const inBitcoin = [{ field: 'underlying', op: 'eq', values: ['BTC'] }] as const

/** Mean of the daily flow over assets of 20 trading days, times 20: what came in as a share of the fund. */
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
  trend('etf.aum', 60),
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
    seriesOf('cumulative', 'Since the beginning', flows.cumulativeFlow, {
      subtitle: 'Net flow added up, by coin, {range}',
      shape: 'line',
      size: [22, 380],
      format: formats.usd,
      crossFilterField: 'etf.underlying',
    }),
    matrix('heat', 'Who gains, who bleeds?', flows.flowHeat, {
      subtitle: 'Net flow by fund and week; the last week is to date',
      size: [60, 560],
    }),
    seriesOf('flow-or-price', 'Money or price?', flows.flowOrPrice, {
      subtitle: 'Change of assets by {grain}: net flow and price, {range}',
      shape: 'stacked-bars',
      format: formats.usdChange,
    }),
    series('assets', 'Assets by fund', 'etf.aum', {
      subtitle: 'At 16:00 New York, {range}',
      by: 'fund',
      top: 8,
      shape: 'stacked-area',
    }),
    seriesOf('share-of-supply', 'How much of the coin?', flows.shareOfSupply, {
      subtitle: 'Holdings as a share of circulating supply, {range}',
      shape: 'line',
      format: formats.percentFine,
      crossFilterField: 'etf.underlying',
    }),
    series('holdings', 'Bitcoin held by fund', 'etf.holdings', {
      subtitle: 'Coins after the day, {range}',
      where: inBitcoin,
      by: 'fund',
      top: 6,
      shape: 'stacked-area',
      format: formats.coins('BTC'),
    }),
    seriesOf('carry', 'Conviction or carry?', flows.convictionOrCarry, {
      subtitle: 'BTC fund flow by week, and the CME basis that pays for hedging it, {range}',
      shape: 'bars',
      size: [36, 360],
      format: formats.usdChange,
    }),
    scatter('flow-basis', 'Flow against basis', flows.flowAgainstBasis, {
      subtitle: '52 weeks',
      size: [24, 360],
    }),
    series('premium', 'Premium to NAV', 'etf.premium', {
      subtitle: 'Closing price over net asset value, weighted by assets, {range}',
      by: 'underlying',
      shape: 'line',
      guides: premiumLines.slice(1, 3),
      axisNotes: { above: 'premium', below: 'discount' },
      size: [20, 340],
    }),
    series('volume', 'Trading', 'etf.volume', {
      subtitle: 'Turnover of fund shares by day, {range}',
      by: 'fund',
      top: 5,
      shape: 'stacked-bars',
      size: [20, 340],
    }),
    bars('sponsors', 'Assets by sponsor', latestBy('etf.aum', { by: 'issuer' }), {
      subtitle: 'Share, and its change in 20 trading days',
      size: [20, 340],
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
