import type { Market } from '../market/market'
import { priceOf } from '../market/prices'
import { along, num, shares, smoothPath, clamp, normals } from '../random'
import { type Rows, rowsOf } from '../rows'
import { shocks, assetNamed } from '../universe/market'
import { lendingMarkets, lendingProtocols } from '../universe/tokens'
import { indexOf } from '../days'
import type { Activity } from '../market/activity'

/** A coin's share in liquidations relative to its share in volume: smaller coins have more leverage. */
const leverage = (symbol: string): number => (symbol === 'BTC' ? 0.85 : symbol === 'ETH' ? 1.1 : 1.3)

/** Daily total of both sides over all coins and venues, USD: 150 to 400 million on quiet days, shocks from the event table. */
function totals(market: Market): Float64Array {
  const { frame } = market
  const bitcoin = priceOf(market.prices, 'BTC')
  const ether = priceOf(market.prices, 'ETH')
  const noise = normals(frame.seed, 'exchange liquidations|market', frame.length)
  const shockOn = new Map(shocks.map((shock) => [indexOf(frame, shock.iso), shock.liquidations * 1e9]))
  return noise.map((value, index) => {
    const move = 0.6 * Math.abs(num(bitcoin.change, index)) + 0.4 * Math.abs(num(ether.change, index))
    const level =
      105e6 * Math.exp(clamp(32 * move, 0, 2.6) + 0.3 * value) * (num(bitcoin.close, index) / 80_000) ** 0.35
    return shockOn.get(index) ?? level
  })
}

export function exchangeLiquidations(market: Market, activity: Activity): Rows {
  const { frame } = market
  const rows = rowsOf('f_liq_cex')
  const all = totals(market)
  const series = activity.perpetual.filter(
    ({ venue, symbol }) => assetNamed(symbol).hasLiquidations && venue.name !== 'Deribit',
  )
  const noise = series.map(({ venue, symbol }) => ({
    size: normals(frame.seed, `exchange liquidations|${venue.id}|${symbol}`, frame.length),
    side: normals(frame.seed, `exchange liquidations side|${venue.id}|${symbol}`, frame.length),
  }))
  for (let index = frame.from; index < frame.to; index += 1) {
    const weights = shares(
      series.map(({ symbol, volumeUsd, since }, position) =>
        index < since
          ? 0
          : num(volumeUsd, index) *
            leverage(symbol) *
            Math.exp(0.35 * num(noise[position]?.size ?? [], index)),
      ),
    )
    series.forEach(({ venue, symbol, since }, position) => {
      if (index < since) return
      const path = priceOf(market.prices, symbol)
      const pull = -55 * num(path.change, index) + 0.25 + 0.35 * num(noise[position]?.side ?? [], index)
      const long = clamp(1 / (1 + Math.exp(-pull)), 0.04, 0.96)
      for (const [side, share] of [
        ['Long', long],
        ['Short', 1 - long],
      ] as const) {
        rows.add({
          date: frame.origin + index,
          exchange: venue.name,
          entity_id: path.profile.id,
          asset: symbol,
          side,
          amount_usd: Math.round(num(all, index) * num(weights, position) * share),
        })
      }
    })
  }
  return rows.finish()
}

/** On-chain liquidations: a few million on most days, far more when collateral falls fast. */
export function liquidationRows(market: Market): Rows {
  const { frame } = market
  const rows = rowsOf('f_liquidations')
  const ether = priceOf(market.prices, 'ETH')
  const noise = normals(frame.seed, 'liquidations|market', frame.length)
  const shock = new Map(shocks.map(({ iso, seizures }) => [indexOf(frame, iso), seizures * 1e6]))
  const level = smoothPath(
    frame.origin,
    frame.length,
    along('2023-11-21 0.8, 2024-11-21 1.4, 2025-10-01 2, 2026-11-20 1.7'),
  )
  const items = lendingMarkets.filter((item) => item.kind !== 'Dollar')
  const parts = items.map((item) => {
    const protocol = lendingProtocols.find(({ name }) => name === item.protocol)
    return {
      item,
      size: smoothPath(frame.origin, frame.length, protocol?.supplied ?? []),
      draw: normals(frame.seed, `liquidations|${item.protocol}|${item.chain}|${item.asset}`, frame.length),
      since: item.since === undefined ? 0 : indexOf(frame, item.since),
      // The ratio of staked to plain ether rarely moves, so its loops are seldom liquidated.
      risk: item.kind === 'Staked ether' ? 0.35 : 1,
    }
  })
  for (let index = frame.from; index < frame.to; index += 1) {
    const fall = Math.max(0, -num(ether.change, index) - 0.01)
    const total =
      shock.get(index) ??
      Math.min(88e6, num(level, index) * 1e6 * Math.exp(0.75 * num(noise, index) + 38 * fall))
    const weights = shares(
      parts.map(({ item, size, draw, since, risk }) =>
        index < since ? 0 : item.weight * num(size, index) * risk * Math.exp(0.9 * num(draw, index)),
      ),
    )
    parts.forEach(({ item, since, draw }, position) => {
      if (index < since) return
      const amount = Math.round(total * num(weights, position))
      const isQuiet = amount < 1_500
      rows.add({
        date: frame.origin + index,
        protocol: item.protocol,
        chain: item.chain,
        collateral: item.asset,
        amount_usd: isQuiet ? 0 : amount,
        positions: isQuiet
          ? 0
          : Math.max(1, Math.round(amount / (9_000 * Math.exp(0.3 * num(draw, index)) + amount / 60))),
      })
    })
  }
  return rows.finish()
}
