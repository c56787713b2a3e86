import { liveboards } from '../../wire/liveboards'
import * as formats from '../../model/formats'
import { lastOf } from '../../query/statistics'
import { leverageRatio, fundingLines, newMoney, restingFunding } from '../calculations/leverage'
import type { BoardDefinition, TileContext } from '../definition'
import { agenda } from './home-agenda'
import { contribution, movePercentileColumn, volatilityColumn, moods } from '../calculations/movers'
import { outliers } from './home-outliers'
import { ago, fromPeak, kpi, prior, streak } from '../tiles/kpi'
import { series, seriesOf } from '../tiles/series'
import { bars, rows, barsData, type Calculation, type Made } from '../tiles/shapes'
import { table, change, now, trend, type TableText } from '../tiles/table'
import { formatNumber } from '../../rendering/format'
import type { BarsData } from '../../wire/board'
import type { QueryFilter } from '../../model/source'
import { only, readPanel } from '../panel'

/** A simple annual rate paid daily, as the annual yield with reinvestment. */
export const compounded = (apr: number): number => ((1 + apr / 100 / 365) ** 365 - 1) * 100

interface Yield {
  readonly name: string
  readonly measure: string
  readonly where: readonly QueryFilter[]
  readonly isSimple?: boolean
}

const compared: readonly Yield[] = [
  {
    name: 'SOL staking',
    measure: 'staking.apr',
    where: [{ field: 'network', op: 'eq', values: ['Solana'] }],
    isSimple: true,
  },
  {
    name: 'ETH staking',
    measure: 'staking.apr',
    where: [{ field: 'network', op: 'eq', values: ['Ethereum'] }],
    isSimple: true,
  },
  {
    name: 'Lending dollars',
    measure: 'lending.supply_apy',
    where: [{ field: 'asset_class', op: 'eq', values: ['Dollar'] }],
  },
  {
    name: 'Lending ether',
    measure: 'lending.supply_apy',
    where: [{ field: 'asset_class', op: 'eq', values: ['Ether'] }],
  },
  {
    name: 'Tokenized Treasuries',
    measure: 'rwa.yield',
    where: [{ field: 'asset_class', op: 'eq', values: ['Treasuries'] }],
  },
]

/** Current yields: all compounded and after fees, without incentive rewards, beside the T-bill rate. */
const yieldsCompared: Calculation<Made<BarsData>> = {
  measure: 'rates.bill',
  together: ['rates', 'staking', 'lending', 'rwa'],
  unit: 'Percent a year, compounded, after fees',
  definition:
    'Every rate as a yearly yield after protocol or management fee, incentives left out. What lies under the T-bill line pays less than lending to the US government; what lies above carries a risk.',
  build: compareYields,
}

async function compareYields(context: TileContext): Promise<Made<BarsData>> {
  const range = { last: 10, unit: 'day' } as const
  const [bill, ...panels] = await Promise.all([
    readPanel(context, { measure: 'rates.bill', range }),
    ...compared.map(({ measure, where }) => readPanel(context, { measure, where, range })),
  ])
  const rate = lastOf(only(bill))
  const bars = compared.map(({ name, isSimple }, row) => {
    const panel = panels[row]
    const value = panel ? lastOf(only(panel)) : null
    return { key: name, value: value !== null && isSimple ? compounded(value) : value }
  })
  return {
    data: barsData(bars, formats.percentFine, {
      name: 'APY',
      ...(rate !== null && {
        guides: [{ value: rate, label: `T-bill ${formatNumber(rate, formats.percentFine)}` }],
      }),
    }),
    summary: `Yields compared, net and compounded: ${bars.map(({ key, value }) => `${key} ${formatNumber(value, formats.percentFine)}`).join(', ')}; T-bill ${formatNumber(rate, formats.percentFine)}.`,
  }
}

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
    kpi('market-cap', 'Market cap', 'market_cap.cap', { span: 10, changes: oneAndThirtyDays }),
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
    table('movers', 'Prices and moves', 'price.asset', {
      subtitle: 'Closes in UTC; percentile of the 1-day move among the moves of the last year',
      heading: 'Asset',
      orderBy: 'market_cap.cap',
      size: [38, 790],
      columns: movers,
    }),
    bars('contribution', 'Contributions to the 30-day change', contribution, {
      size: [22, 790],
      crossFilterField: 'market_cap.asset',
    }),
    seriesOf('new-money', 'ETF flow and stablecoin issuance', newMoney, {
      subtitle: 'Is there new money? Flows, not price, by {grain}, {range}',
      shape: 'stacked-bars',
    }),
    seriesOf('funding', 'BTC and ETH funding', fundingLines, {
      subtitle: 'Is leverage building? Funding, 7-day mean weighted by open interest, {range}',
      guides: [restingFunding],
      axisNotes: { above: 'longs pay', below: 'shorts pay' },
      crossFilterField: 'funding.asset',
    }),
    seriesOf('leverage-ratio', 'Open interest to market cap', leverageRatio, {
      subtitle: 'Futures open interest over the market cap of the same assets, {range}',
      size: [20, 300],
      format: formats.percentFine,
    }),
    bars('yields', 'Yields compared', yieldsCompared, {
      subtitle: 'What pays? Net yields, compounded, rewards left out',
      size: [20, 300],
    }),
    series('fear-greed', 'Fear and greed', 'fear_greed.fear_greed', {
      subtitle: 'One index for the whole market, {range}',
      size: [20, 300],
      guides: moods,
    }),
    rows('outliers', 'Largest 1-day moves', outliers, { subtitle: 'In own deviations', size: [30, 380] }),
    rows('agenda', 'Next 7 days', agenda, {
      subtitle: 'Expiries, holidays, scheduled events',
      size: [30, 380],
    }),
    series('market-cap-by-asset', 'Market cap by asset', 'market_cap.cap', {
      subtitle: 'Change since the first day shown, the 6 largest and the rest, {range}',
      by: 'asset',
      top: 6,
      shape: 'change',
      size: [60, 300],
    }),
  ],
}
