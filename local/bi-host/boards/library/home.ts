import type { NumberFormat, TableData, BarsData } from '../../wire/board'
import * as formats from '../../model/formats'
import type { QueryFilter } from '../../model/source'
import type { TileContext, BoardDefinition } from '../definition'
import { cardHistory, only, readPanel, totalOf } from '../panel'
import { portalPages, agenda, type PortalPage } from './home-agenda'
import { known, robustScore, lastOf } from '../../query/statistics'
import { bars, rows, barsData, type Calculation, type Made } from '../tiles/shapes'
import { formatNumber } from '../../rendering/format'
import { liveboards } from '../../wire/liveboards'
import { leverageRatio, fundingLines, newMoney, restingFunding } from '../calculations/leverage'
import { contribution, movePercentileColumn, volatilityColumn, moods } from '../calculations/prices'
import { ago, fromPeak, kpi, prior, streak } from '../tiles/kpi'
import { series, seriesOf } from '../tiles/series'
import { table, change, now, trend, type TableText } from '../tiles/table'

/** A series from another board that Home monitors. */
interface Watched {
  readonly name: string
  readonly measure: string
  readonly where: readonly QueryFilter[]
  readonly board: PortalPage
  /** Prices and balances are judged by percent change, rates and flows by difference. */
  readonly by: 'percent' | 'difference'
}

const fieldIs = (field: string, value: string | number): QueryFilter => ({ field, op: 'eq', values: [value] })

const watching =
  (by: Watched['by']) =>
  (name: string, measure: string, board: PortalPage, ...where: readonly QueryFilter[]): Watched => ({
    name,
    measure,
    where,
    board,
    by,
  })
const percent = watching('percent')
const difference = watching('difference')

const watched: readonly Watched[] = [
  percent('Bitcoin price', 'price.close', 'bitcoin', fieldIs('asset', 'BTC')),
  percent('Ether price', 'price.close', 'ethereum', fieldIs('asset', 'ETH')),
  percent('Stablecoin supply', 'stable_supply.supply', 'stablecoins'),
  difference('Stablecoin issuance', 'stable_supply.net_issuance', 'stablecoins'),
  percent('Bridged stablecoins', 'stable_bridge.bridged', 'stablecoins'),
  difference('USDT to par', 'stable_price.deviation', 'stablecoins', fieldIs('token', 'USDT')),
  difference('USDe to par', 'stable_price.deviation', 'stablecoins', fieldIs('token', 'USDe')),
  percent('Trading volume', 'trading.volume', 'globalCryptoMarket'),
  percent('Open interest', 'trading.open_interest', 'globalCryptoMarket'),
  difference('Exchange liquidations', 'exchange_liquidations.amount', 'futures'),
  difference('BTC funding', 'funding.funding_rate', 'futures', fieldIs('asset', 'BTC')),
  difference('ETF net flow', 'etf.net_flow', 'etf'),
  difference(
    'BTC implied volatility, 30 d',
    'option_surface.atm',
    'derivatives',
    fieldIs('asset', 'BTC'),
    fieldIs('tenor', 30),
  ),
  difference(
    'BTC put skew, 30 d',
    'option_surface.put_skew',
    'derivatives',
    fieldIs('asset', 'BTC'),
    fieldIs('tenor', 30),
  ),
  percent('Option volume', 'options.volume', 'derivatives'),
  difference('Dollar borrow APY', 'lending.borrow_apy', 'lending', fieldIs('asset_class', 'Dollar')),
  difference('Lending utilization', 'lending.utilisation', 'lending'),
  difference('On-chain liquidations', 'liquidations.amount', 'lending'),
  difference('ETH staking APR', 'staking.apr', 'staking', fieldIs('network', 'Ethereum')),
  percent('Tokenized assets', 'rwa.value', 'rwa'),
  percent('Ether fees', 'onchain.fees', 'ethereum', fieldIs('asset', 'ETH')),
  percent('BTC on exchanges', 'onchain.exchange_balance', 'bitcoin', fieldIs('asset', 'BTC')),
  difference('Fear and greed', 'fear_greed.fear_greed', 'spotAnalytics'),
]

interface Finding {
  readonly name: string
  readonly value: string
  readonly change: string
  readonly score: number
  readonly board: PortalPage
}

const minRows = 8

/** The monitored series whose last change is farthest from its own last 90 days: all beyond two robust deviations. */
const outliers: Calculation<Made<TableData>> = {
  measure: 'market_cap.cap',
  together: [...new Set(watched.map(({ measure }) => measure.split('.')[0] ?? ''))],
  unit: 'Robust deviations of the 1-day change from the 90 before',
  definition:
    'The last change against the median and the median absolute deviation of the 90 before. One series in twenty does this by chance: look at why before acting.',
  build: findOutliers,
}

async function findOutliers(context: TileContext): Promise<Made<TableData>> {
  const ranked = (await Promise.all(watched.map((series) => judge(context, series))))
    .filter((finding): finding is Finding => finding !== null)
    .sort((a, b) => Math.abs(b.score) - Math.abs(a.score))
  const unusual = ranked.filter(({ score }) => Math.abs(score) >= 2)
  // On a quiet day, the next ones are listed to show how far from unusual they are.
  const findings = ranked.slice(0, Math.max(minRows, unusual.length))
  return {
    data: {
      columns: [
        { key: 'series', label: 'Series', kind: 'text' },
        { key: 'value', label: 'Latest', kind: 'text' },
        { key: 'change', label: '1-day change', kind: 'text' },
        {
          key: 'score',
          label: 'Deviations',
          kind: 'number',
          format: { kind: 'number', digits: 1, signed: true },
        },
      ],
      cells: [
        findings.map(({ name }) => name),
        findings.map(({ value }) => value),
        findings.map(({ change }) => change),
        findings.map(({ score }) => score),
      ],
      rowLinks: findings.map(({ board }) => portalPages[board]),
    },
    subtitle: `In own deviations: ${unusual.length} of ${watched.length} series moved by 2 or more`,
    summary:
      unusual.length === 0
        ? 'Nothing unusual today: no watched series moved by two of its own deviations.'
        : `Unusual today: ${unusual
            .slice(0, 4)
            .map(({ name, change }) => `${name} ${change}`)
            .join(', ')}.`,
  }
}

async function judge(context: TileContext, series: Watched): Promise<Finding | null> {
  const panel = await readPanel(context, { measure: series.measure, range: cardHistory, where: series.where })
  const values = known(panel.measure.kind === 'ratio' ? only(panel) : totalOf(panel)).slice(-92)
  const last = values.at(-1)
  const changes = values.slice(1).map((value, row) => {
    const before = values[row] ?? 0
    return series.by === 'percent' && before > 0 ? (value / before - 1) * 100 : value - before
  })
  const change = changes.at(-1)
  const score = robustScore(changes)
  if (last === undefined || change === undefined || score === null) return null
  const { format } = panel.measure
  // A count of coins names the coin.
  const [coin] = series.where.filter(({ field }) => field === 'asset').flatMap(({ values: names }) => names)
  return {
    name: series.name,
    value: formatNumber(last, format.kind === 'coins' ? { ...format, suffix: String(coin) } : format),
    change: series.by === 'percent' ? formatNumber(change, formats.percentChange) : moved(change, format),
    score,
    board: series.board,
  }
}

function moved(change: number, format: NumberFormat): string {
  if (format.kind !== 'percent') return formatNumber(change, { ...format, signed: true })
  const { value, format: unit } = formats.gap(change, format)
  return formatNumber(value, unit)
}

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
