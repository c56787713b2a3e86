import type { Activity } from '../market/activity'
import type { Market } from '../market/market'
import { priceOf } from '../market/prices'
import { clamp, num, shares } from '../paths'
import { normals } from '../random'
import { type Rows, rowsOf } from '../rows'
import { assetNamed, shocks } from '../universe/market'
import { indexOf } from '../world'

/** Share of a coin in liquidations against its share in volume: smaller coins are run with more leverage. */
const leverage = (symbol: string): number => (symbol === 'BTC' ? 0.85 : symbol === 'ETH' ? 1.1 : 1.3)

/** Both sides of all coins and venues on each day, USD: quiet days 150 to 400 million, shocks from the event table. */
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
