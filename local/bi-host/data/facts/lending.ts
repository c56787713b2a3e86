import type { Market } from '../market/market'
import { priceOf } from '../market/prices'
import { type Anchor, clamp, num, rounded, smoothPath, smoothed, meanReverting, stream } from '../random'
import { type Rows, rowsOf } from '../rows'
import {
  type LendingClass,
  lendingClasses,
  type LendingMarket,
  lendingMarkets,
  lendingProtocols,
} from '../universe/tokens'
import { type Frame, indexOf } from '../days'

function termsOf(kind: LendingClass): (typeof lendingClasses)[number] {
  const found = lendingClasses.find(({ name }) => name === kind)
  if (!found) throw new Error(`There are no lending terms for ${kind}.`)
  return found
}

/** Borrow rate on the two-slope curve, simple % per year. All arguments in %. */
function borrowRate(utilisation: number, kink: number, base: number, slope1: number, slope2: number): number {
  const below = base + (slope1 * Math.min(utilisation, kink)) / kink
  return utilisation <= kink ? below : below + (slope2 * (utilisation - kink)) / (100 - kink)
}

/** APY in % of a simple rate in %, compounded daily. */
const compounded = (apr: number): number => ((1 + apr / 36_500) ** 365 - 1) * 100

/** Share of deposits lent, %: depends on the cost of leverage, and sometimes jumps over the kink for days. */
function utilisations({ frame, mood, carry }: Market, item: LendingMarket, kink: number): Float64Array {
  const { usual } = termsOf(item.kind)
  const name = `${item.protocol}|${item.chain}|${item.asset}`
  const noise = meanReverting(frame.seed, `utilisation|${name}`, frame.length, {
    halfLife: 14,
    sd: item.kind === 'Dollar' ? 0.26 : 0.3,
  })
  const jumps = stream(frame.seed, `utilisation jump|${name}`)
  const pull = smoothed(carry.funding.get('BTC') ?? new Float64Array(frame.length), 8)
  // A lower kink lowers the typical utilization.
  const usualHere = usual - (termsOf(item.kind).kinkPct - kink) / 100
  const middle = Math.log(usualHere / (1 - usualHere))
  let jump = 0
  return noise.map((value, index) => {
    const draw = jumps.uniform()
    const chance = 0.014 + 0.25 * num(mood.aftermath, index) ** 2
    jump = draw < chance ? 0.9 + 1.9 * (draw / chance) ** 3 : 0.35 * jump
    const lean = item.kind === 'Dollar' ? clamp(0.28 * (num(pull, index) - 0.9), -0.3, 0.45) : 0
    const free =
      100 /
      (1 +
        Math.exp(
          -(
            middle +
            value +
            lean +
            (item.kind === 'Bitcoin' || item.kind === 'Staked ether' ? 0.3 : 1) * jump
          ),
        ))
    // Once the steep part of the curve applies, lenders return and borrowers repay.
    const pressed = free > kink && jump < 0.5 ? kink + 0.3 * (free - kink) : free
    return rounded(clamp(pressed, 1, 99.2), 4)
  })
}

interface Sized {
  readonly item: LendingMarket
  readonly since: number
  readonly supplied: Float64Array
  readonly utilisation: Float64Array
  readonly slope1: Float64Array
  readonly slope2: Float64Array
  readonly reserve: number
  readonly ltvShift: number
  readonly kink: number
}

/** Size relative to the last quarter's mean price: coin deposits move with the coin's price. */
function priceLean(market: Market, symbol: string | null): Float64Array {
  if (symbol === null) return new Float64Array(market.frame.length).fill(1)
  const { close } = priceOf(market.prices, symbol)
  const slow = smoothed(close, 40)
  return close.map((price, index) => (price / num(slow, index)) ** 0.85)
}

function sizedMarkets(market: Market): readonly Sized[] {
  const { frame } = market
  return lendingProtocols.flatMap((protocol) => {
    const items = lendingMarkets.filter((item) => item.protocol === protocol.name)
    const level = smoothPath(frame.origin, frame.length, protocol.supplied)
    const raw = items.map((item) => {
      const drift = meanReverting(
        frame.seed,
        `market size|${item.protocol}|${item.chain}|${item.asset}`,
        frame.length,
        { halfLife: 70, sd: 0.13 },
      )
      const lean = priceLean(market, item.priced)
      const since = item.since === undefined ? 0 : indexOf(frame, item.since)
      return drift.map((value, index) => {
        const grown = clamp((index - since + 1) / 60, 0, 1)
        return item.weight * Math.exp(value) * num(lean, index) * grown
      })
    })
    const total = items.reduce((sum, item) => sum + item.weight, 0)
    return items.map((item, position): Sized => {
      const { kinkPct, slope1, slope2 } = termsOf(item.kind)
      const kink = kinkPct - (protocol.name === 'Kamino' || protocol.name === 'Venus' ? 2 : 0)
      const factor = protocol.rateFactor * (item.asset === 'USDe' ? 1.15 : 1)
      return {
        item,
        since: item.since === undefined ? 0 : indexOf(frame, item.since),
        supplied: level.map((value, index) =>
          Math.round((value * 1e9 * num(raw[position] ?? [], index)) / total),
        ),
        utilisation: utilisations(market, item, kink),
        slope1: stepped(frame, slope1, factor),
        slope2: stepped(frame, slope2, 1),
        reserve: protocol.reservePct + (item.kind === 'Bitcoin' ? 10 : item.kind === 'Staked ether' ? 5 : 0),
        ltvShift: protocol.ltvShift,
        kink,
      }
    })
  })
}

/** Governance sets a value that stays until the next change. Rounded to a twentieth of a point. */
function stepped(frame: Frame, anchors: readonly Anchor[], factor: number): Float64Array {
  const values = new Float64Array(frame.length).fill(anchors[0]?.[1] ?? 0)
  for (const [iso, value] of anchors) values.fill(value, Math.max(0, indexOf(frame, iso)))
  return values.map((value) => Math.round(value * factor * 20) / 20)
}

export function lendingRows(market: Market): Rows {
  const { frame } = market
  const rows = rowsOf('f_lending_daily')
  const markets = sizedMarkets(market)
  for (let index = frame.from; index < frame.to; index += 1) {
    for (const sized of markets) {
      if (index < sized.since) continue
      const { item } = sized
      const slug = `${item.protocol}/${item.chain}/${item.asset}`.toLowerCase().replaceAll(' ', '-')
      rows.add({
        date: frame.origin + index,
        entity_id: `market:${slug}`,
        protocol: item.protocol,
        chain: item.chain,
        asset: item.asset,
        asset_class: item.kind,
        is_collateral_only: item.isCollateralOnly,
        supplied_usd: num(sized.supplied, index),
        ...(item.isCollateralOnly ? nothingLent : lent(sized, index)),
        ltv_pct: clamp(termsOf(item.kind).ltvPct + sized.ltvShift, 0, 90),
        liq_threshold_pct: clamp(termsOf(item.kind).thresholdPct + sized.ltvShift, 0, 91.5),
      })
    }
  }
  return rows.finish()
}

const nothingLent = {
  borrowed_usd: 0,
  utilisation_pct: null,
  borrow_apr_pct: null,
  supply_apr_pct: null,
  borrow_apy_pct: null,
  supply_apy_pct: null,
  u_opt_pct: null,
  base_rate_pct: null,
  slope1_pct: null,
  slope2_pct: null,
  reserve_factor_pct: null,
} as const

function lent(sized: Sized, index: number): Readonly<Record<keyof typeof nothingLent, number>> {
  const supplied = num(sized.supplied, index)
  const borrowed = Math.round((supplied * num(sized.utilisation, index)) / 100)
  const utilisation = supplied > 0 ? (borrowed / supplied) * 100 : 0
  const slope1 = num(sized.slope1, index)
  const slope2 = num(sized.slope2, index)
  const borrowApr = borrowRate(utilisation, sized.kink, 0, slope1, slope2)
  const supplyApr = borrowApr * (utilisation / 100) * (1 - sized.reserve / 100)
  return {
    borrowed_usd: borrowed,
    utilisation_pct: utilisation,
    borrow_apr_pct: borrowApr,
    supply_apr_pct: supplyApr,
    borrow_apy_pct: compounded(borrowApr),
    supply_apy_pct: compounded(supplyApr),
    u_opt_pct: sized.kink,
    base_rate_pct: 0,
    slope1_pct: slope1,
    slope2_pct: slope2,
    reserve_factor_pct: sized.reserve,
  }
}
