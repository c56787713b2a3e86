import { liveboards } from '../../wire/liveboards'
import * as formats from '../../model/formats'
import { latestBy } from '../calculations/breakdown'
import { treemap } from '../calculations/whole'
import type { BoardDefinition } from '../definition'
import * as rates from './lending-rates'
import { ago, kpi, kpiOf, prior } from '../tiles/kpi'
import { series, seriesOf } from '../tiles/series'
import { bars, matrix, parts } from '../tiles/shapes'
import { table, change, now, type TableText } from '../tiles/table'

const marketColumns: TableText['columns'] = [
  now('lending.borrowed', 'Borrowed'),
  now('lending.utilisation', 'Utilization'),
  now('lending.kink', 'Kink'),
  now('lending.idle', 'Idle'),
  now('lending.borrow_apy', 'Borrow APY'),
  change('lending.borrow_apy', 30, 'basis-points', '30 d'),
  now('lending.supply_apy', 'Supply APY'),
  now('lending.reserve_factor', 'Reserve'),
  now('lending.loan_to_value', 'LTV'),
  now('lending.threshold', 'Liq. at'),
]

const thirtyDays = [ago(30, 'percent', '30 d')]

export const lending: BoardDefinition = {
  id: liveboards.lending.id,
  title: 'Lending',
  description:
    'What dollar leverage costs on-chain, whether lenders can leave, who borrows what, and liquidations.',
  range: '90D',
  chips: [
    { field: 'lending.protocol', multiple: true },
    { field: 'lending.chain', multiple: true },
  ],
  tiles: [
    kpiOf('supplied', 'Supplied', rates.supplied, { span: 10, changes: thirtyDays }),
    kpi('borrowed', 'Borrowed', 'lending.borrowed', { span: 10, changes: thirtyDays }),
    kpiOf('utilisation', 'Utilization', rates.utilisation, {
      span: 10,
      changes: [ago(30, 'points', '30 d')],
    }),
    kpi('idle', 'Idle liquidity', 'lending.idle', { span: 10, changes: [ago(30, 'absolute', '30 d')] }),
    kpiOf('dollar-rate', 'Dollar borrow APY', rates.dollarRate, {
      span: 10,
      color: 'USDC',
      changes: [ago(30, 'basis-points', 'vs 30 d ago')],
    }),
    kpi('liquidations', 'Liquidations, 30 d', 'liquidations.amount', {
      span: 10,
      over: 30,
      changes: [prior(30, 'absolute')],
      note: rates.largestDay,
    }),
    seriesOf('cost-of-dollars', 'Dollar borrow APY', rates.costOfDollars, {
      subtitle: 'What does dollar leverage cost? Band: 5th to 95th percentile of markets, {range}',
      size: [60, 340],
    }),
    matrix('full-markets', 'Utilization by protocol and asset', rates.worstUtilisation, {
      subtitle: 'Can lenders leave? Utilization, fullest market of each protocol and asset',
      size: [36, 380],
    }),
    bars('spread', 'Dollar supply and borrow APY', rates.rateSpread, {
      subtitle: 'From what lenders get to what borrowers pay',
      size: [24, 380],
      crossFilterField: 'lending.protocol',
    }),
    series('borrow-by-asset', 'Borrow APY by asset', 'lending.borrow_apy', {
      subtitle: 'Weighted by loans, rewards left out, {range}',
      by: 'asset',
      most: 6,
      rankBy: 'borrowed',
    }),
    series('supply-by-asset', 'Supply APY by asset', 'lending.supply_apy', {
      subtitle: 'High often means full: see utilization, {range}',
      by: 'asset',
      most: 6,
      rankBy: 'borrowed',
    }),
    seriesOf('size', 'Deposits and loans', rates.systemSize, {
      subtitle: 'How large is it? Gross deposits, loans and the net, {range}',
      size: [20, 340],
    }),
    series('by-protocol', 'Borrowed by protocol', 'lending.borrowed', {
      subtitle: 'Change since the first day shown, {range}',
      by: 'protocol',
      top: 4,
      shape: 'change',
      size: [20, 340],
    }),
    bars('by-chain', 'Supplied by chain', latestBy('lending.supplied', { by: 'chain' }), {
      subtitle: 'Share, and its change in 30 days',
      size: [20, 340],
      crossFilterField: 'lending.chain',
    }),
    seriesOf('liquidation-history', 'Liquidations', rates.liquidations, {
      subtitle: 'By collateral and {grain}, {range}',
      shape: 'stacked-bars',
      format: formats.usd,
    }),
    parts(
      'collateral',
      'Deposits by asset and protocol',
      treemap('lending.supplied', { by: 'asset', within: 'protocol', totalLabel: 'supplied' }),
      { subtitle: 'What lies there? Deposits by asset, then protocol', crossFilterField: 'lending.asset' },
    ),
    table('markets', 'Markets', 'lending.market', {
      subtitle: 'Rates, how full, and terms; sorted by loans',
      heading: 'Market',
      plain: true,
      columns: marketColumns,
      size: [60, 640],
    }),
  ],
}
