import { type Day, millisecondsPerDay, indexOf } from '../days'
import type { Market } from '../market/market'
import { isNyseOpen } from '../calendar'
import { clamp, num, rounded, smoothPath, meanReverting, type Stream, stream } from '../random'
import { type Rows, type RowWriter, rowsOf } from '../rows'
import { referencePrices } from '../universe/market'
import { type Product, products } from '../universe/tokens'
import type { Rates } from './rates-and-sentiment'

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

function addDay(rows: RowWriter, market: Market, series: ProductSeries, index: number): void {
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
    for (const series of all) addDay(rows, market, series, index)
  }
  return rows.finish()
}
