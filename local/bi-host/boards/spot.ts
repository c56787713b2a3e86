import { liveboards } from '../wire/liveboards'
import * as formats from '../model/formats'
import { correlations, rebased, riskAndReturn } from './calculations/prices'
import { treemap } from './calculations/whole'
import type { BoardDefinition } from './definition'
import { volatilityColumn } from './home/movers'
import { moods } from './moods'
import * as market from './spot/market'
import { intraday, spotDay, spotOnly, topVenue, unusualVolume } from './spot/volume'
import { change, now, share, sumOver, trend } from './tiles/columns'
import { ago, kpiOf, sameWeekday } from './tiles/kpi'
import { series, seriesOf } from './tiles/series'
import { bars, matrix, parts, rows, scatter } from './tiles/shapes'
import { table } from './tiles/table'
import type { TableText } from './tiles/table'

const largeCoins = [{ field: 'asset', op: 'in', values: ['BTC', 'ETH', 'SOL'] }] as const
const twoDigits = { ...formats.percentChange, digits: 2 }

const assetColumns: TableText['columns'] = [
  sumOver('trading.volume', 7, 'Spot volume, 7 d'),
  share('trading.volume', 'Share, 1 d'),
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
    kpiOf('volume', 'Spot volume, 1 d', spotDay, {
      changes: [sameWeekday(4, 'percent')],
    }),
    kpiOf('top-venue', 'Top venue', topVenue, {
      color: 'Binance',
      format: formats.percent,
      changes: [ago(30, 'points', '30 d')],
      better: 'none',
    }),
    kpiOf('breadth', 'Breadth', market.breadthCard, {
      format: { ...formats.percent, digits: 0 },
      changes: [ago(7, 'points', '7 d')],
      better: 'none',
    }),
    kpiOf('correlation', 'Mean correlation, 30 d', market.correlationCard, {
      format: formats.ratio,
      changes: [ago(30, 'absolute', '30 d')],
      better: 'none',
    }),
    kpiOf('median-move', 'Median move, 1 d', market.medianMove, {
      format: twoDigits,
      changes: [ago(1, 'points', 'vs day before')],
    }),
    bars('unusual', 'Unusual volume?', unusualVolume, {
      size: [24, 460],
      crossFilterField: 'trading.asset',
    }),
    series('by-venue', 'Which venue?', 'trading.volume', {
      subtitle: 'Reported spot volume by exchange and {grain}, {range}',
      where: spotOnly,
      by: 'exchange',
      grain: 'week',
      top: 7,
      shape: 'stacked-bars',
      size: [36, 460],
    }),
    seriesOf('rebased', 'Leaders and laggards', rebased(8), {
      subtitle: 'Prices as 100 on the first day, {range}',
      shape: 'line',
      size: [36, 400],
      format: formats.index,
      logScale: true,
      crossFilterField: 'price.asset',
    }),
    rows('strength', 'Strength against bitcoin', market.relativeStrength, {
      subtitle: 'The five strongest and weakest over 30 days, return over that of BTC',
      size: [24, 400],
      crossFilterField: 'price.asset',
    }),
    matrix('correlations', 'What moves together?', correlations, {
      subtitle: '90 days, like beside like',
      size: [36, 480],
    }),
    scatter('risk', 'Was risk paid?', riskAndReturn, {
      subtitle: '90 days: return over realised volatility',
      size: [24, 480],
      crossFilterField: 'price.asset',
    }),
    seriesOf('correlation-history', 'Correlation through time', market.correlationHistory, {
      subtitle: 'Mean of all pairs, 30 days, {range}',
      shape: 'line',
      format: formats.ratio,
    }),
    matrix('intraday', 'When is liquidity there?', intraday, {
      subtitle: 'Share of the week by hour (UTC) and weekday, last 28 days',
    }),
    series('crowd', 'Where stands the crowd?', 'sentiment.long_short', {
      subtitle: 'Accounts long over accounts short, {range}',
      where: largeCoins,
      by: 'asset',
      shape: 'line',
      size: [20, 320],
      guides: [{ value: 1, label: 'Even' }],
    }),
    series('mood', 'Fear and greed', 'fear_greed.fear_greed', {
      subtitle: 'One index for the whole market, {range}',
      shape: 'line',
      size: [20, 320],
      guides: moods,
    }),
    parts(
      'by-asset',
      'What is traded?',
      treemap('trading.volume', { by: 'asset', where: spotOnly, totalLabel: '30 days' }),
      {
        subtitle: 'Spot volume of 30 days by asset',
        size: [20, 320],
        crossFilterField: 'trading.asset',
      },
    ),
    table('assets', 'Assets', 'trading.asset', {
      subtitle: 'Spot volume, price and its changes, realised volatility, accounts long over short',
      heading: 'Asset',
      where: spotOnly,
      columns: assetColumns,
      size: [60, 640],
    }),
  ],
}
