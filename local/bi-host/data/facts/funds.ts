import { isNewYorkSummer, indexOf } from '../days'
import { isNyseOpen } from '../calendar'
import type { Market } from '../market/market'
import { type PricePath, priceOf } from '../market/prices'
import { clamp, num, rounded, smoothPath, meanReverting, type Stream, stream } from '../random'
import { type Rows, type RowWriter, rowsOf } from '../rows'
import { type Fund, funds } from '../universe/tokens'
/** Price at 16:00 New York, 20:00 or 21:00 UTC: the close of the hour before. */
function newYorkPrice(market: Market, symbol: string, index: number): number {
  const bars = market.hourly.get(symbol)
  if (!bars) throw new Error(`${symbol} has no hourly bars.`)
  const hour = isNewYorkSummer(market.frame.origin + index) ? 19 : 20
  return num(bars.close, (index - market.frame.from) * 24 + hour)
}

/**
 * Demand of fund buyers by underlying, as a share of assets per day: follows today's and yesterday's price, keeps its direction for days
 * (streaks), and turns to redemptions on the day after a shock.
 */
function appetite(market: Market, symbol: string): Float64Array {
  const { frame, mood } = market
  const { change } = priceOf(market.prices, symbol)
  const keeps = meanReverting(frame.seed, `fund flow|${symbol}`, frame.length, { halfLife: 1, sd: 0.0021 })
  const day = symbol === 'BTC' ? 0.024 : symbol === 'ETH' ? 0.034 : 0.045
  return keeps.map((value, index) => {
    const today = clamp(num(change, index) / day, -2.5, 2.5)
    const yesterday = clamp(num(change, Math.max(0, index - 1)) / day, -2.5, 2.5)
    const fear = num(mood.aftermath, Math.max(0, index - 1)) ** 3
    return clamp(value + 0.00125 * today + 0.0005 * yesterday - 0.0042 * fear, -0.011, 0.0125)
  })
}

/** How strongly funds follow that demand: low for funds with long-term holders. */
const flowSensitivity: Readonly<Record<string, number>> = {
  IBIT: 1.15,
  FBTC: 1.3,
  GBTC: 0.35,
  BTC: 0.5,
  ETHE: 0.4,
  ETH: 0.7,
  ETHA: 1.2,
}

interface FundBook {
  readonly fund: Fund
  readonly path: PricePath
  readonly target: Float64Array
  readonly appetite: Float64Array
  readonly random: Stream
  readonly premium: Float64Array
  readonly since: number
  holdings: number
  shares: number
}

function bookOf(market: Market, fund: Fund): FundBook {
  const { frame } = market
  const wide = fund.underlying === 'BTC' ? 5 : fund.underlying === 'ETH' ? 7 : 14
  return {
    fund,
    path: priceOf(market.prices, fund.underlying),
    target: smoothPath(frame.origin, frame.length, fund.holdings),
    appetite: appetite(market, fund.underlying),
    random: stream(frame.seed, `fund|${fund.ticker}`),
    premium: meanReverting(frame.seed, `fund premium|${fund.ticker}`, frame.length, {
      halfLife: 1,
      sd: wide * (1 + fund.quiet),
    }),
    since: indexOf(frame, fund.listedOn),
    holdings: 0,
    shares: 0,
  }
}

/** Coins created or redeemed today: whole units, none on quiet days. */
function flowCoins(
  book: FundBook,
  index: number,
  draws: { readonly quiet: number; readonly noise: number },
): number {
  const { fund, holdings } = book
  const unit = fund.unitShares * fund.coinsPerShare
  const isFirst = index === book.since
  const wanted = isFirst
    ? num(book.target, index) - holdings
    : 0.05 * (num(book.target, index) - holdings) +
      (num(book.target, index) - num(book.target, index - 1)) +
      holdings * (flowSensitivity[fund.ticker] ?? 0.8) * (num(book.appetite, index) + 0.0007 * draws.noise)
  if (!isFirst && draws.quiet < fund.quiet) return 0
  return Math.max(-0.2 * holdings, Math.round(wanted / unit) * unit)
}

function addDay(rows: RowWriter, market: Market, book: FundBook, index: number): void {
  const draws = { quiet: book.random.uniform(), noise: book.random.fatTailed(), busy: book.random.normal() }
  const { fund, since } = book
  if (index < since) return
  const spun =
    fund.spinOff && indexOf(market.frame, fund.spinOff.iso) === index ? fund.spinOff.thousands * 1000 : 0
  if (index === since && fund.isConverted) open(book, num(book.target, index) - spun)
  const coinsPerShare = book.shares > 0 ? book.holdings / book.shares : fund.coinsPerShare
  book.holdings += spun
  if (spun > 0) book.shares += spun / coinsPerShare
  const flow = index === since && (fund.isConverted || spun > 0) ? 0 : flowCoins(book, index, draws)
  const perShare = book.shares > 0 ? book.holdings / book.shares : fund.coinsPerShare
  book.holdings = rounded(book.holdings + flow, 6)
  book.shares += flow / perShare
  const price = newYorkPrice(market, fund.underlying, index)
  const move = 0.7 + 0.45 * clamp(Math.abs(num(book.path.change, index)) / 0.025, 0, 4)
  const turnover = (fund.ticker === 'IBIT' ? 0.038 : 0.019) * move * Math.exp(0.25 * draws.busy)
  const stress = 1 + 2.5 * num(market.mood.aftermath, index)
  rows.add({
    date: market.frame.origin + index,
    entity_id: `fund:${fund.ticker}`,
    fund: fund.label,
    ticker: fund.ticker,
    issuer: fund.issuer,
    underlying: fund.underlying,
    net_flow_usd: flow * price,
    flow_coins: flow,
    spin_off_coins: spun,
    holdings: book.holdings,
    nav_ref_price: price,
    aum_usd: book.holdings * price,
    shares: Math.round(book.shares),
    volume_usd: Math.round(book.holdings * price * turnover),
    premium_bps: rounded(clamp(num(book.premium, index) * stress, -95, 95), 1),
    fee_pct: fund.feePct,
  })
}

function open(book: FundBook, coins: number): void {
  book.holdings = coins
  book.shares = coins / book.fund.coinsPerShare
}

export function fundRows(market: Market): Rows {
  const { frame } = market
  const rows = rowsOf('f_etf_daily')
  const books = funds.map((fund) => bookOf(market, fund))
  for (let index = frame.from; index < frame.to; index += 1) {
    if (!isNyseOpen(frame.origin + index)) continue
    for (const book of books) addDay(rows, market, book, index)
  }
  return rows.finish()
}
