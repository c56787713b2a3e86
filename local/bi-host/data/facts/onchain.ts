import type { Market } from '../market/market'
import { priceOf, coinSupply, type PricePath } from '../market/prices'
import {
  clamp,
  num,
  rounded,
  smoothPath,
  smoothed,
  meanReverting,
  stream,
  trailingMean,
  type Anchor,
} from '../random'
import { rowsOf, type Rows, type RowWriter } from '../rows'
import {
  lendingClasses,
  lendingMarkets,
  lendingProtocols,
  restaking,
  stakingNetworks,
  stakingProtocols,
  type LendingClass,
  type LendingMarket,
  type StakingNetwork,
} from '../universe/universe'
import { indexOf, type Frame } from '../days'

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

const feeOf = (protocol: string): number =>
  stakingProtocols.find(({ name }) => name === protocol)?.feePct ?? 0

interface NetworkSeries {
  readonly network: StakingNetwork
  readonly path: PricePath
  readonly supply: Float64Array
  readonly staked: Float64Array
  readonly apr: Float64Array
  readonly feeApr: Float64Array
  readonly issuance: Float64Array
  readonly validators: Float64Array
  readonly exitDays: Float64Array
  readonly entryDays: Float64Array
  readonly protocols: readonly {
    readonly name: string
    readonly since: number
    readonly share: Float64Array
    readonly premium: Float64Array | null
  }[]
}

function seriesOf(market: Market, network: StakingNetwork): NetworkSeries {
  const { frame, mood } = market
  const path = priceOf(market.prices, network.symbol)
  const smooth = (anchors: StakingNetwork['apr']): Float64Array =>
    smoothPath(frame.origin, frame.length, anchors)
  const wavy = (name: string, halfLife: number, sd: number): Float64Array =>
    meanReverting(frame.seed, `staking ${name}|${network.id}`, frame.length, { halfLife, sd })
  const supply = network.supply
    ? smooth(network.supply).map((millions) => Math.round(millions * 1e6))
    : path.supply
  const stakedNoise = wavy('staked', 50, 0.006)
  const staked = smooth(network.stakedPct).map((pct, index) =>
    Math.round((pct / 100) * num(supply, index) * Math.exp(num(stakedNoise, index))),
  )
  const aprNoise = wavy('apr', 8, 0.012)
  const feeNoise = wavy('fees', 4, 0.3)
  const apr = smooth(network.apr)
  const queue = wavy('queue', 10, network.symbol === 'ETH' ? 0.18 : 0.04)
  return {
    network,
    path,
    supply,
    staked,
    apr: apr.map((level, index) => level * (1 - network.feePart) * Math.exp(num(aprNoise, index))),
    feeApr: apr.map((level, index) => level * network.feePart * Math.exp(num(feeNoise, index))),
    issuance: network.issuance ? growth(smooth, network.issuance) : etherGrowth(frame, path),
    validators: smooth(network.validators).map(Math.round),
    exitDays: steady(smooth, network.exitDays).map((days, index) =>
      rounded(days * Math.exp(num(queue, index)), 1),
    ),
    entryDays: steady(smooth, network.entryDays).map((days, index) =>
      rounded(days * Math.exp(-num(queue, index)), 1),
    ),
    protocols: network.protocols.map(({ protocol, sharePct, since, hasToken }) => {
      const drift = meanReverting(frame.seed, `staking share|${network.id}|${protocol}`, frame.length, {
        halfLife: 50,
        sd: 0.012,
      })
      const discount = meanReverting(frame.seed, `lst premium|${network.id}|${protocol}`, frame.length, {
        halfLife: 4,
        sd: 5,
      })
      return {
        name: protocol,
        since: since === undefined ? 0 : indexOf(frame, since),
        share: smooth(sharePct).map((pct, index) => (pct / 100) * Math.exp(num(drift, index))),
        premium: hasToken
          ? discount.map((value, index) =>
              rounded(clamp(-5 + value - 45 * num(mood.aftermath, index), -120, 25), 1),
            )
          : null,
      }
    }),
  }
}

/** A log path cannot contain zero: paths that touch it, or go below, are shifted by three first. */
function growth(
  smooth: (anchors: StakingNetwork['apr']) => Float64Array,
  anchors: StakingNetwork['apr'],
): Float64Array {
  return smooth(anchors.map(([iso, level]) => [iso, level + 3])).map((value) => rounded(value - 3, 3))
}

function steady(
  smooth: (anchors: StakingNetwork['apr']) => Float64Array,
  anchors: StakingNetwork['apr'],
): Float64Array {
  return smooth(anchors.map(([iso, level]) => [iso, level + 1])).map((value) => Math.max(0, value - 1))
}

/** Issuance minus burn over the last 30 days, % per year. */
function etherGrowth(frame: Frame, path: PricePath): Float64Array {
  const { issued, burned, supply } = coinSupply(frame, path.profile)
  const net = trailingMean(
    issued.map((coins, index) => coins - num(burned, index)),
    30,
  )
  return net.map((coins, index) => rounded(((coins * 365) / num(supply, index)) * 100, 4))
}

function addRow(
  rows: RowWriter,
  frame: Frame,
  series: NetworkSeries,
  index: number,
  part: { readonly name: string; readonly coins: number; readonly premium: number | null },
): void {
  const { network } = series
  const consensus = num(series.apr, index)
  const fees = num(series.feeApr, index)
  rows.add({
    date: frame.origin + index,
    entity_id: network.id,
    network: network.network,
    asset: network.symbol,
    protocol: part.name,
    staked_coins: part.coins,
    staked_usd: part.coins * num(series.path.close, index),
    supply_coins: num(series.supply, index),
    apr_pct: rounded((consensus + fees) * (1 - feeOf(part.name) / 100), 4),
    apr_consensus_pct: rounded(consensus, 4),
    apr_fees_pct: rounded(fees, 4),
    issuance_rate_pct: num(series.issuance, index),
    exit_days: Math.max(network.unbondingDays, num(series.exitDays, index)),
    entry_days: num(series.entryDays, index),
    validators: part.name === 'Native' ? num(series.validators, index) : null,
    lst_premium_bps: part.premium,
  })
}

export function stakingRows(market: Market): Rows {
  const { frame } = market
  const rows = rowsOf('f_staking_daily')
  const networks = stakingNetworks.map((network) => seriesOf(market, network))
  for (let index = frame.from; index < frame.to; index += 1) {
    for (const series of networks) {
      let rest = num(series.staked, index)
      for (const { name, since, share, premium } of series.protocols) {
        if (index < since) continue
        const coins = Math.round(num(series.staked, index) * num(share, index))
        rest -= coins
        addRow(rows, frame, series, index, { name, coins, premium: premium ? num(premium, index) : null })
      }
      addRow(rows, frame, series, index, { name: 'Native', coins: rest, premium: null })
    }
  }
  return rows.finish()
}

export function restakingRows(market: Market): Rows {
  const { frame } = market
  const rows = rowsOf('f_restaking_daily')
  const parts = restaking.map((item) => ({
    item,
    id: stakingProtocols.find(({ name }) => name === item.protocol)?.id ?? item.protocol,
    path: priceOf(market.prices, item.symbol),
    since: item.since === undefined ? 0 : indexOf(frame, item.since),
    level: smoothPath(frame.origin, frame.length, item.coins),
    apr: smoothPath(frame.origin, frame.length, item.apr),
    noise: meanReverting(frame.seed, `restaking|${item.protocol}`, frame.length, { halfLife: 20, sd: 0.03 }),
  }))
  for (let index = frame.from; index < frame.to; index += 1) {
    for (const { item, id, path, since, level, apr, noise } of parts) {
      if (index < since) continue
      const coins = Math.round(num(level, index) * 1e6 * Math.exp(num(noise, index)))
      rows.add({
        date: frame.origin + index,
        entity_id: id,
        protocol: item.protocol,
        network: item.network,
        restaked_usd: coins * num(path.close, index),
        apr_pct: rounded(num(apr, index) * Math.exp(num(noise, index)), 4),
      })
    }
  }
  return rows.finish()
}
