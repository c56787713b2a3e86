import { liveboards } from '../wire/liveboards'
import * as formats from '../model/formats'
import { drawdown, lastOf } from '../query/statistics'
import { leverageRatio } from './calculations/leverage'
import type { BoardDefinition } from './definition'
import { agenda } from './home/agenda'
import { fundingLines, newMoney, restingFunding } from './home/leverage'
import { contribution, movePercentileColumn, volatilityColumn } from './home/movers'
import { outliers } from './home/outliers'
import { yieldsCompared } from './home/yields'
import { moods } from './moods'
import { streak } from './streak'
import { ago, kpi, prior } from './tiles/kpi'
import type { Track } from './tiles/kpi'
import { series, seriesOf } from './tiles/series'
import { bars, rows } from './tiles/shapes'
import { change, now, trend } from './tiles/columns'
import { table } from './tiles/table'
import type { TableText } from './tiles/table'
import { inWords } from '../rendering/wording'

const oneAndThirtyDays = [ago(1, 'percent', '1 d'), ago(30, 'percent', '30 d')]
const is = (asset: string) => [{ field: 'asset', op: 'eq' as const, values: [asset] }]
const priceChanges = [1, 7, 30].map((days) => change('price.close', days, 'percent', `${days} d`))
const movers: TableText['columns'] = [
  now('price.close', 'Price'),
  ...priceChanges,
  volatilityColumn,
  movePercentileColumn,
  trend('price.close', 30),
]
const fromPeak = ({ values }: Track): string =>
  `drawdown ${inWords(lastOf(drawdown(values)), formats.percent)}`

export const home: BoardDefinition = {
  id: liveboards.home.id,
  title: 'Home',
  description: 'What moved in digital assets, who drove it, what is unusual and what is due.',
  range: '90D',
  chips: [
    { field: 'price.asset', multiple: true },
    { field: 'stable_supply.token', multiple: true },
  ],
  tiles: [
    kpi('market-cap', 'Market cap', 'market_cap.cap', {
      subtitle: '18 assets and all stablecoins',
      span: 10,
      changes: oneAndThirtyDays,
    }),
    kpi('btc', 'Bitcoin', 'price.close', {
      where: is('BTC'),
      span: 10,
      whole: true,
      color: 'BTC',
      changes: oneAndThirtyDays,
      note: fromPeak,
    }),
    kpi('eth', 'Ether', 'price.close', {
      where: is('ETH'),
      span: 10,
      whole: true,
      color: 'ETH',
      changes: oneAndThirtyDays,
      note: fromPeak,
    }),
    kpi('stablecoin-supply', 'Stablecoins', 'stable_supply.supply', {
      span: 10,
      color: 'Stablecoins',
      changes: [ago(30, 'absolute', '30 d'), ago(30, 'percent', '30 d')],
    }),
    kpi('etf-flow', 'ETF flow, 5 days', 'etf.net_flow', {
      span: 10,
      over: 5,
      year: 252,
      color: 'ETF',
      changes: [prior(5, 'absolute', 'vs prior 5')],
      note: streak,
    }),
    kpi('funding-btc', 'BTC funding, 7 d', 'funding.funding_rate', {
      where: is('BTC'),
      span: 10,
      over: 7,
      color: 'BTC',
      changes: [ago(30, 'points', 'vs 30 d ago')],
      versus: { measure: 'rates.bill', label: 'over T-bill' },
    }),
    table('movers', 'What moved', 'price.asset', {
      subtitle: 'Closes in UTC; percentile of the 1-day move among the moves of the last year',
      heading: 'Asset',
      orderBy: 'market_cap.cap',
      size: [38, 790],
      columns: movers,
    }),
    bars('contribution', 'Who drove the 30-day change', contribution, {
      size: [22, 790],
      crossFilterField: 'market_cap.asset',
    }),
    seriesOf('new-money', 'New money', newMoney, {
      subtitle: 'Flows, not price: fund creations and new stablecoins, by {grain}, {range}',
      shape: 'stacked-bars',
    }),
    seriesOf('funding', 'Is leverage building?', fundingLines, {
      subtitle: 'Funding, 7-day mean weighted by open interest, {range}',
      shape: 'line',
      guides: [restingFunding],
      axisNotes: { above: 'longs pay', below: 'shorts pay' },
      crossFilterField: 'funding.asset',
    }),
    seriesOf('leverage-ratio', 'Open interest to market cap', leverageRatio, {
      subtitle: 'Futures open interest over the market cap of the same assets, {range}',
      shape: 'line',
      size: [20, 300],
      format: formats.percentFine,
    }),
    bars('yields', 'What pays?', yieldsCompared, {
      subtitle: 'Net yields, compounded, rewards left out',
      size: [20, 300],
    }),
    series('fear-greed', 'Fear and greed', 'fear_greed.fear_greed', {
      subtitle: 'One index for the whole market, {range}',
      shape: 'line',
      size: [20, 300],
      guides: moods,
    }),
    rows('outliers', 'Outliers', outliers, {
      subtitle: 'Changes of 2 or more own deviations',
      size: [30, 380],
    }),
    rows('agenda', 'Next 7 days', agenda, {
      subtitle: 'Expiries, holidays, scheduled events',
      size: [30, 380],
    }),
    series('market-cap-by-asset', 'Market cap by asset', 'market_cap.cap', {
      subtitle: 'The 8 largest and the rest, {range}',
      by: 'asset',
      top: 8,
      shape: 'stacked-area',
      size: [60, 280],
    }),
  ],
}
