import type { NumberFormat, TableData } from '../../wire/board'
import * as formats from '../../model/formats'
import type { QueryFilter } from '../../model/source'
import type { TileContext } from '../definition'
import { cardHistory, only, readPanel, totalOf } from '../panel'
import { portalPages, type PortalPage } from './home-agenda'
import { known, robustScore } from '../../query/statistics'
import type { Calculation, Made } from '../tiles/shapes'
import { formatNumber } from '../../rendering/format'

/** A series that Home watches on behalf of another board. */
interface Watched {
  readonly name: string
  readonly measure: string
  readonly where?: readonly QueryFilter[]
  readonly board: PortalPage
  /** Prices and balances are judged by percent change, rates and flows by difference. */
  readonly by: 'percent' | 'difference'
}

const is = (field: string, value: string | number): QueryFilter => ({ field, op: 'eq', values: [value] })

const watched: readonly Watched[] = [
  {
    name: 'Bitcoin price',
    measure: 'price.close',
    where: [is('asset', 'BTC')],
    board: 'bitcoin',
    by: 'percent',
  },
  {
    name: 'Ether price',
    measure: 'price.close',
    where: [is('asset', 'ETH')],
    board: 'ethereum',
    by: 'percent',
  },
  { name: 'Stablecoin supply', measure: 'stable_supply.supply', board: 'stablecoins', by: 'percent' },
  {
    name: 'Stablecoin issuance',
    measure: 'stable_supply.net_issuance',
    board: 'stablecoins',
    by: 'difference',
  },
  { name: 'Bridged stablecoins', measure: 'stable_bridge.bridged', board: 'stablecoins', by: 'percent' },
  {
    name: 'USDT to par',
    measure: 'stable_price.deviation',
    where: [is('token', 'USDT')],
    board: 'stablecoins',
    by: 'difference',
  },
  {
    name: 'USDe to par',
    measure: 'stable_price.deviation',
    where: [is('token', 'USDe')],
    board: 'stablecoins',
    by: 'difference',
  },
  { name: 'Trading volume', measure: 'trading.volume', board: 'globalCryptoMarket', by: 'percent' },
  { name: 'Open interest', measure: 'trading.open_interest', board: 'globalCryptoMarket', by: 'percent' },
  {
    name: 'Exchange liquidations',
    measure: 'exchange_liquidations.amount',
    board: 'futures',
    by: 'difference',
  },
  {
    name: 'BTC funding',
    measure: 'funding.funding_rate',
    where: [is('asset', 'BTC')],
    board: 'futures',
    by: 'difference',
  },
  { name: 'ETF net flow', measure: 'etf.net_flow', board: 'etf', by: 'difference' },
  {
    name: 'BTC implied volatility, 30 d',
    measure: 'option_surface.atm',
    where: [is('asset', 'BTC'), is('tenor', 30)],
    board: 'derivatives',
    by: 'difference',
  },
  {
    name: 'BTC put skew, 30 d',
    measure: 'option_surface.put_skew',
    where: [is('asset', 'BTC'), is('tenor', 30)],
    board: 'derivatives',
    by: 'difference',
  },
  { name: 'Option volume', measure: 'options.volume', board: 'derivatives', by: 'percent' },
  {
    name: 'Dollar borrow APY',
    measure: 'lending.borrow_apy',
    where: [is('asset_class', 'Dollar')],
    board: 'lending',
    by: 'difference',
  },
  { name: 'Lending utilization', measure: 'lending.utilisation', board: 'lending', by: 'difference' },
  { name: 'On-chain liquidations', measure: 'liquidations.amount', board: 'lending', by: 'difference' },
  {
    name: 'ETH staking APR',
    measure: 'staking.apr',
    where: [is('network', 'Ethereum')],
    board: 'staking',
    by: 'difference',
  },
  { name: 'Tokenized assets', measure: 'rwa.value', board: 'rwa', by: 'percent' },
  {
    name: 'Ether fees',
    measure: 'onchain.fees',
    where: [is('asset', 'ETH')],
    board: 'ethereum',
    by: 'percent',
  },
  {
    name: 'BTC on exchanges',
    measure: 'onchain.exchange_balance',
    where: [is('asset', 'BTC')],
    board: 'bitcoin',
    by: 'percent',
  },
  { name: 'Fear and greed', measure: 'fear_greed.fear_greed', board: 'spotAnalytics', by: 'difference' },
]

interface Finding {
  readonly name: string
  readonly value: string
  readonly change: string
  readonly score: number
  readonly board: PortalPage
}

const leastRows = 8

/** The watched series whose last change stands farthest from its own last 90 days: all beyond two robust deviations. */
export const outliers: Calculation<Made<TableData>> = {
  measure: 'market_cap.cap',
  unit: 'Robust deviations of the 1-day change from the 90 before',
  definition:
    'The last change against the median and the median absolute deviation of the 90 before. One series in twenty does this by chance: look at why before acting.',
  build: findOutliers,
}

async function findOutliers(context: TileContext): Promise<Made<TableData>> {
  const judged = (await Promise.all(watched.map((series) => judge(context, series))))
    .filter((finding): finding is Finding => finding !== null)
    .sort((a, b) => Math.abs(b.score) - Math.abs(a.score))
  const unusual = judged.filter(({ score }) => Math.abs(score) >= 2)
  // On a quiet day the next ones show how far from unusual it is.
  const findings = judged.slice(0, Math.max(leastRows, unusual.length))
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
    subtitle: `${unusual.length} of ${watched.length} series moved by 2 or more of their own deviations`,
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
  const panel = await readPanel(context, {
    measure: series.measure,
    range: cardHistory,
    ...(series.where ? { where: series.where } : {}),
  })
  const values = known(panel.measure.kind === 'ratio' ? only(panel) : totalOf(panel)).slice(-92)
  const last = values.at(-1)
  const changes = values.slice(1).map((value, row) => {
    const before = values[row] ?? 0
    return series.by === 'percent' && before > 0 ? (value / before - 1) * 100 : value - before
  })
  const change = changes.at(-1)
  const score = robustScore(changes)
  if (last === undefined || change === undefined || score === null) return null
  return {
    name: series.name,
    value: formatNumber(last, panel.measure.format),
    change: formatNumber(
      change,
      series.by === 'percent' ? formats.percentChange : differenceFormat(panel.measure.format),
    ),
    score,
    board: series.board,
  }
}

const differenceFormat = (format: NumberFormat): NumberFormat =>
  format.kind === 'percent' ? formats.pointsFine : { ...format, signed: true }
