import { millisecondsPerDay } from '../days'
import type { Activity } from '../market/activity'
import type { Market } from '../market/market'
import { type PricePath, priceOf } from '../market/prices'
import { num, significant, normals } from '../random'
import { type Rows, rowsOf } from '../rows'
import { assets } from '../universe/universe'

interface Range {
  readonly high: Float64Array
  readonly low: Float64Array
}

/** High and low of each day, from the hourly bars if there are any. */
function rangeOf(market: Market, path: PricePath): Range {
  const { frame } = market
  const bars = market.hourly.get(path.profile.symbol)
  const high = new Float64Array(frame.length)
  const low = new Float64Array(frame.length)
  const up = normals(frame.seed, `range up|${path.profile.id}`, frame.length)
  const down = normals(frame.seed, `range down|${path.profile.id}`, frame.length)
  const typical = Math.hypot(path.profile.market, path.profile.alt, path.profile.own) / 1911
  for (let index = frame.from; index < frame.to; index += 1) {
    if (bars) {
      const start = (index - frame.from) * 24
      high[index] = Math.max(...bars.high.subarray(start, start + 24))
      low[index] = Math.min(...bars.low.subarray(start, start + 24))
      continue
    }
    const open = openOf(path, index)
    const close = num(path.close, index)
    const reach = typical * num(market.mood.volatility, index) * 0.55
    high[index] = significant(Math.max(open, close) * Math.exp(reach * Math.abs(num(up, index))), 6)
    low[index] = significant(Math.min(open, close) * Math.exp(-reach * Math.abs(num(down, index))), 6)
  }
  return { high, low }
}

/** The previous day's close. On an asset's first day, its own close. */
const openOf = (path: PricePath, index: number): number =>
  num(path.close, index > path.listed ? index - 1 : index)

/** RSI by Wilder: a simple mean of the first 14 changes, then (13 x the previous mean + today) / 14. */
export function wilderRsi(closes: readonly number[]): readonly (number | null)[] {
  let gain = 0
  let loss = 0
  return closes.map((close, index) => {
    const change = index === 0 ? 0 : close - num(closes, index - 1)
    const weight = index <= 14 ? 1 / 14 : 1
    if (index <= 14) {
      gain += Math.max(0, change) * weight
      loss += Math.max(0, -change) * weight
    } else {
      gain = (13 * gain + Math.max(0, change)) / 14
      loss = (13 * loss + Math.max(0, -change)) / 14
    }
    if (index < 14) return null
    return loss === 0 ? 100 : 100 - 100 / (1 + gain / loss)
  })
}

export function dailyPrices(market: Market): Rows {
  const { frame } = market
  const rows = rowsOf('f_price_daily')
  const parts = assets.map(({ id, symbol }) => {
    const path = priceOf(market.prices, symbol)
    const start = Math.max(frame.from, path.listed)
    const rsi = wilderRsi(Array.from(path.close.subarray(start, frame.to)))
    return { id, symbol, path, start, rsi, range: rangeOf(market, path) }
  })
  for (let index = frame.from; index < frame.to; index += 1) {
    for (const { id, symbol, path, start, rsi, range } of parts) {
      if (index < path.listed) continue
      rows.add({
        date: frame.origin + index,
        entity_id: id,
        asset: symbol,
        open: openOf(path, index),
        high: num(range.high, index),
        low: num(range.low, index),
        close: num(path.close, index),
        supply: num(path.supply, index),
        market_cap_usd: num(path.marketCap, index),
        rsi_14: rsi[index - start] ?? null,
      })
    }
  }
  return rows.finish()
}

export function hourlyPrices(market: Market, activity: Activity): Rows {
  const { frame } = market
  const rows = rowsOf('f_price_hourly')
  const parts = [...market.hourly].flatMap(([symbol, bars]) => {
    const spot = activity.spot.filter((venue) => venue.symbol === symbol)
    const path = priceOf(market.prices, symbol)
    return [{ symbol, bars, spot, id: path.profile.id }]
  })
  for (let index = frame.from; index < frame.to; index += 1) {
    const volumes = parts.map(({ spot }) =>
      spot.reduce((sum, venue) => sum + (index >= venue.since ? num(venue.volumeUsd, index) : 0), 0),
    )
    for (let hour = 0; hour < 24; hour += 1) {
      const at = (index - frame.from) * 24 + hour
      parts.forEach(({ symbol, bars, id }, position) => {
        rows.add({
          ts: (frame.origin + index) * millisecondsPerDay + hour * 3_600_000,
          entity_id: id,
          asset: symbol,
          open: num(bars.open, at),
          high: num(bars.high, at),
          low: num(bars.low, at),
          close: num(bars.close, at),
          volume_usd: Math.round(num(volumes, position) * num(bars.volumeShare, at)),
        })
      })
    }
  }
  return rows.finish()
}
