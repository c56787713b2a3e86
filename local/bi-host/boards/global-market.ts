import { liveboards } from '../wire/liveboards'
import * as formats from '../model/formats'
import { shareChangeBy } from './calculations/breakdown'
import { leverageRatio, leverageShare } from './calculations/leverage'
import { breadth, monthlyReturns, rebased } from './calculations/prices'
import { treemap } from './calculations/whole'
import type { BoardDefinition } from './definition'
import { longsAndShorts, openInterest, openInterestInCoins } from './global-market/positions'
import {
  onChainShare,
  perpetualToSpot,
  venuePivot,
  volumeByType,
  weekdayPattern,
} from './global-market/volume'
import { ago, kpi, kpiOf, meanOf, sameWeekday } from './tiles/kpi'
import { series, seriesOf } from './tiles/series'
import { bars, matrix, parts, pivot } from './tiles/shapes'

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
    kpiOf('open-interest', 'Open interest', openInterest, {
      span: 15,
      changes: [ago(1, 'percent', '1 d')],
    }),
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
    seriesOf('cash-or-leverage', 'Cash or leverage?', perpetualToSpot, {
      subtitle: 'Perpetual over spot volume, 7 days, {range}',
      shape: 'line',
      guides: calmAndSpeculative,
      size: [22, 360],
    }),
    series('venue-share', 'Who has the volume?', 'trading.volume', {
      subtitle: 'Share of volume by exchange and {grain}, {range}',
      by: 'exchange',
      grain: 'week',
      top: 8,
      shape: 'area-100',
    }),
    bars('share-change', 'Who gains share?', shareChangeBy('trading.volume', { by: 'exchange', over: 30 }), {
      subtitle: 'Share of 30-day volume against the 30 days before, points',
      crossFilterField: 'trading.exchange',
    }),
    series('open-interest-by-exchange', 'Open interest by exchange', 'trading.open_interest', {
      subtitle: 'End of the UTC day, CME carried over weekends, {range}',
      by: 'exchange',
      top: 7,
      shape: 'stacked-area',
    }),
    series('open-interest-by-asset', 'Open interest by underlying', 'trading.open_interest', {
      subtitle: 'US dollars: price moves it too, {range}',
      by: 'asset',
      top: 6,
      shape: 'stacked-area',
    }),
    seriesOf('open-interest-coins', 'Open interest in coins', openInterestInCoins, {
      subtitle: 'Price left out: BTC left, ETH right, {range}',
      shape: 'line',
      format: formats.coins('BTC'),
      size: [20, 320],
    }),
    seriesOf('leverage-ratio', 'Leverage level', leverageRatio, {
      subtitle: 'Open interest over market cap, {range}',
      shape: 'line',
      format: formats.percentFine,
      size: [20, 320],
    }),
    seriesOf('liquidations', 'Stress', longsAndShorts, {
      subtitle: 'Exchange liquidations by {grain}: a floor, {range}',
      shape: 'diverging-bars',
      axisNotes: { above: 'longs closed', below: 'shorts closed' },
      size: [20, 320],
    }),
    seriesOf('breadth', 'How many take part?', breadth, {
      subtitle: 'Assets above their 50-day mean and at a 30-day high, {range}',
      shape: 'line',
      format: { ...formats.percent, digits: 0 },
      guides: [
        { value: 20, label: '20%' },
        { value: 80, label: '80%' },
      ],
    }),
    seriesOf('rebased', 'Cumulative return', rebased(8), {
      subtitle: 'Prices as 100 on the first day, {range}',
      shape: 'line',
      format: formats.index,
      logScale: true,
      crossFilterField: 'price.asset',
    }),
    matrix('monthly-returns', 'Returns by month', monthlyReturns, {
      subtitle: 'Close to close; the last column is the month so far',
      size: [38, 520],
    }),
    matrix('weekdays', 'When is it traded?', weekdayPattern, {
      subtitle: 'Volume by weekday, each week = 100',
      size: [22, 520],
    }),
    seriesOf('on-chain-share', 'On-chain share', onChainShare, {
      subtitle: 'On-chain venues in spot and perpetual volume, {range}',
      shape: 'line',
      format: formats.percent,
    }),
    parts(
      'treemap',
      'Where does it trade?',
      treemap('trading.volume', { by: 'exchange', within: 'asset', totalLabel: '30 days' }),
      {
        subtitle: 'Volume of 30 days by exchange, then asset',
        crossFilterField: 'trading.exchange',
      },
    ),
    pivot('venues', 'Venues', venuePivot, {
      subtitle: 'Volume of 30 days, its change against the 30 before, open interest',
      size: [60, 520],
    }),
  ],
}
