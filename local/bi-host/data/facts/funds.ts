import { isNewYorkSummer, indexOf, millisecondsPerDay, type Day } from '../days'
import { isNyseOpen, funds, referencePrices, products, type Fund, type Product } from '../universe/universe'
import type { Market } from '../market/market'
import { priceOf, type PricePath } from '../market/prices'
import { clamp, num, rounded, smoothPath, meanReverting, stream, type Stream } from '../random'
import { rowsOf, type Rows, type RowWriter } from '../rows'
import type { Rates } from './rates-and-sentiment'

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

/** A traded price that is flat on days without a US market: anchors plus daily noise. */
function traded({ frame }: Market, name: 'gold' | 'shares', sd: number): Float64Array {
  const anchors = referencePrices.find((reference) => reference.name === name)?.prices ?? []
  const noise = meanReverting(frame.seed, `traded|${name}`, frame.length, { halfLife: 25, sd })
  let carried = 0
  return smoothPath(frame.origin, frame.length, anchors).map((level, index) => {
    if (carried === 0 || isNyseOpen(frame.origin + index))
      carried = rounded(level * Math.exp(num(noise, index)), 2)
    return carried
  })
}

interface ChainUnits {
  readonly chain: string
  readonly since: number
  readonly weight: Float64Array
  units: number
  nav: number
}

interface ProductSeries {
  readonly product: Product
  readonly since: number
  readonly value: Float64Array
  readonly nav: Float64Array
  /** Net yield, % per year. Null if the product has none. */
  readonly apy: Float64Array | null
  readonly holders: Float64Array
  readonly random: Stream
  readonly chains: readonly ChainUnits[]
}

function navOf(
  market: Market,
  product: Product,
  since: number,
  apy: Float64Array | null,
  reference: { readonly gold: Float64Array; readonly shares: Float64Array },
): Float64Array {
  const { frame } = market
  if (product.navRule === 'gold') {
    const premium = meanReverting(frame.seed, `gold premium|${product.id}`, frame.length, {
      halfLife: 3,
      sd: 0.0012,
    })
    return reference.gold.map((price, index) => rounded(price * (1 + num(premium, index)), 2))
  }
  if (product.navRule === 'shares') {
    const start = num(reference.shares, since)
    return reference.shares.map((level) => rounded((product.navStart * level) / start, 4))
  }
  let nav = product.navStart
  return Float64Array.from({ length: frame.length }, (_, index) => {
    if (product.navRule === 'accruing' && index > Math.max(since, frame.from))
      nav *= 1 + num(apy ?? [], index) / 36_500
    return rounded(nav, 6)
  })
}

function seriesOf(
  market: Market,
  rates: Rates,
  product: Product,
  reference: { readonly gold: Float64Array; readonly shares: Float64Array },
): ProductSeries {
  const { frame } = market
  const since = product.launched === undefined ? 0 : indexOf(frame, product.launched)
  const breath = meanReverting(frame.seed, `product value|${product.id}`, frame.length, {
    halfLife: 18,
    sd: product.navFrequency === 'Monthly' ? 0.002 : 0.022,
  })
  const wobble = meanReverting(frame.seed, `product yield|${product.id}`, frame.length, {
    halfLife: 9,
    sd: product.assetClass === 'Treasuries' ? 0.035 : 0.22,
  })
  const { spread } = product
  const apy =
    spread === null ? null : rates.bill.map((bill, index) => rounded(bill + spread + num(wobble, index), 3))
  return {
    product,
    since,
    value: smoothPath(frame.origin, frame.length, product.value).map(
      (billions, index) => billions * 1e9 * Math.exp(num(breath, index)),
    ),
    nav: navOf(market, product, since, apy, reference),
    apy,
    holders: smoothPath(frame.origin, frame.length, product.holders),
    random: stream(frame.seed, `product|${product.id}`),
    chains: product.chains.map(([chain, weight, iso]) => {
      const opens = iso === undefined ? since : Math.max(since, indexOf(frame, iso))
      const drift = meanReverting(frame.seed, `product chain|${product.id}|${chain}`, frame.length, {
        halfLife: 60,
        sd: 0.08,
      })
      return {
        chain,
        since: opens,
        weight: drift.map((value, index) =>
          index < opens ? 0 : weight * Math.exp(value) * clamp((index - opens + 1) / 90, 0.02, 1),
        ),
        units: 0,
        nav: 0,
      }
    }),
  }
}

/** Last day for which the NAV was computed. */
function navDate(product: Product, day: Day): Day {
  if (product.navFrequency === 'Continuous') return day
  if (product.navFrequency === 'Monthly') {
    const date = new Date(day * millisecondsPerDay)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / millisecondsPerDay - 1
  }
  let struck = day
  while (!isNyseOpen(struck)) struck -= 1
  return struck
}

function addDayOfProducts(rows: RowWriter, market: Market, series: ProductSeries, index: number): void {
  const { product, chains } = series
  const day = market.frame.origin + index
  // Institutions subscribe and redeem occasionally. On other days the tokens do not change.
  const [draw, size] = [series.random.uniform(), series.random.uniform()]
  if (index < series.since) return
  const isOpen = product.navFrequency === 'Continuous' || product.navRule === 'shares' || isNyseOpen(day)
  const pace = isOpen && draw < 0.45 ? 0.15 + 0.7 * size : 0
  const weights = chains.reduce((sum, chain) => sum + num(chain.weight, index), 0)
  const nav = num(series.nav, index)
  const live = chains.filter(({ since }) => index >= since)
  for (const chain of live) {
    const wanted = (num(series.value, index) * num(chain.weight, index)) / weights / nav
    const isFirst = chain.nav === 0
    const units = isFirst ? rounded(wanted, 2) : rounded(chain.units + pace * (wanted - chain.units), 2)
    const share = num(chain.weight, index) / weights
    // Tokens that exist when the history starts are not a subscription on its first day.
    const came =
      isFirst && index === market.frame.from && product.launched === undefined ? 0 : units - chain.units
    rows.add({
      date: day,
      entity_id: product.id,
      product: product.product,
      issuer: product.issuer,
      asset_class: product.assetClass,
      transfer_class: product.transferClass,
      chain: chain.chain,
      supply_units: units,
      nav,
      nav_date: navDate(product, day),
      value_usd: units * nav,
      net_subscription_usd: came * nav,
      price_effect_usd: isFirst ? 0 : chain.units * (nav - chain.nav),
      holders: Math.max(1, Math.round(num(series.holders, index) * share)),
      defi_active_usd: Math.round((units * nav * product.defiPct) / 100),
      yield_pct: series.apy ? num(series.apy, index) : null,
    })
    chain.units = units
    chain.nav = nav
  }
}

export function productRows(market: Market, rates: Rates): Rows {
  const { frame } = market
  const rows = rowsOf('f_rwa_daily')
  const reference = { gold: traded(market, 'gold', 0.022), shares: traded(market, 'shares', 0.02) }
  const all = products.map((product) => seriesOf(market, rates, product, reference))
  for (let index = frame.from; index < frame.to; index += 1) {
    for (const series of all) addDayOfProducts(rows, market, series, index)
  }
  return rows.finish()
}
