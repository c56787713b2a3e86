import type { Market } from '../market/market'
import { priceOf } from '../market/prices'
import { along, num, shares, smoothPath } from '../paths'
import { normals } from '../random'
import { type Rows, rowsOf } from '../rows'
import { shocks } from '../universe/market'
import { lendingMarkets, lendingProtocols } from '../universe/tokens'
import { indexOf } from '../world'

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
      // A ratio of staked to plain ether rarely moves: its loops are seldom liquidated.
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
