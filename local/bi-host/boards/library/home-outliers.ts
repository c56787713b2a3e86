import type { NumberFormat, TableData } from '../../wire/board'
import * as formats from '../../model/formats'
import type { QueryFilter } from '../../model/source'
import type { TileContext } from '../definition'
import { cardHistory, only, readPanel, totalOf } from '../panel'
import { portalPages, type PortalPage } from './home-agenda'
import { known, robustScore } from '../../query/statistics'
import type { Calculation, Made } from '../tiles/shapes'
import { formatNumber } from '../../rendering/format'

/** A series from another board that Home monitors. */
interface Watched {
  readonly name: string
  readonly measure: string
  readonly where: readonly QueryFilter[]
  readonly board: PortalPage
  /** Prices and balances are judged by percent change, rates and flows by difference. */
  readonly by: 'percent' | 'difference'
}

const is = (field: string, value: string | number): QueryFilter => ({ field, op: 'eq', values: [value] })

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
  percent('Bitcoin price', 'price.close', 'bitcoin', is('asset', 'BTC')),
  percent('Ether price', 'price.close', 'ethereum', is('asset', 'ETH')),
  percent('Stablecoin supply', 'stable_supply.supply', 'stablecoins'),
  difference('Stablecoin issuance', 'stable_supply.net_issuance', 'stablecoins'),
  percent('Bridged stablecoins', 'stable_bridge.bridged', 'stablecoins'),
  difference('USDT to par', 'stable_price.deviation', 'stablecoins', is('token', 'USDT')),
  difference('USDe to par', 'stable_price.deviation', 'stablecoins', is('token', 'USDe')),
  percent('Trading volume', 'trading.volume', 'globalCryptoMarket'),
  percent('Open interest', 'trading.open_interest', 'globalCryptoMarket'),
  difference('Exchange liquidations', 'exchange_liquidations.amount', 'futures'),
  difference('BTC funding', 'funding.funding_rate', 'futures', is('asset', 'BTC')),
  difference('ETF net flow', 'etf.net_flow', 'etf'),
  difference(
    'BTC implied volatility, 30 d',
    'option_surface.atm',
    'derivatives',
    is('asset', 'BTC'),
    is('tenor', 30),
  ),
  difference(
    'BTC put skew, 30 d',
    'option_surface.put_skew',
    'derivatives',
    is('asset', 'BTC'),
    is('tenor', 30),
  ),
  percent('Option volume', 'options.volume', 'derivatives'),
  difference('Dollar borrow APY', 'lending.borrow_apy', 'lending', is('asset_class', 'Dollar')),
  difference('Lending utilization', 'lending.utilisation', 'lending'),
  difference('On-chain liquidations', 'liquidations.amount', 'lending'),
  difference('ETH staking APR', 'staking.apr', 'staking', is('network', 'Ethereum')),
  percent('Tokenized assets', 'rwa.value', 'rwa'),
  percent('Ether fees', 'onchain.fees', 'ethereum', is('asset', 'ETH')),
  percent('BTC on exchanges', 'onchain.exchange_balance', 'bitcoin', is('asset', 'BTC')),
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
export const outliers: Calculation<Made<TableData>> = {
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
