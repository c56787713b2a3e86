import type { Market } from '../market/market'
import { type PricePath, priceOf, coinSupply } from '../market/prices'
import { clamp, num, rounded, smoothPath, trailingMean, meanReverting } from '../random'
import { type Rows, type RowWriter, rowsOf } from '../rows'
import { restaking, type StakingNetwork, stakingNetworks, stakingProtocols } from '../universe/tokens'
import { type Frame, indexOf } from '../days'

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
