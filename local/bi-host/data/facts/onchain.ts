import { isWeekend } from '../days'
import type { Market } from '../market/market'
import { type PricePath, priceOf, coinSupply } from '../market/prices'
import { along, type Anchor, clamp, num, rounded, smoothPath, smoothed } from '../paths'
import { meanReverting, normals } from '../random'
import { type Rows, rowsOf } from '../rows'
import { type OnchainProfile, onchainProfiles } from '../universe/market'

interface Chain {
  readonly profile: OnchainProfile
  readonly path: PricePath
  readonly supply: ReturnType<typeof coinSupply>
  readonly series: Readonly<Record<'realised' | 'addresses' | 'balance' | 'fees' | 'hashRate', Float64Array>>
  readonly noise: Readonly<Record<'spent' | 'revision' | 'count', Float64Array>>
}

function chainOf(market: Market, profile: OnchainProfile): Chain {
  const { frame } = market
  const path = priceOf(market.prices, profile.symbol)
  const wavy = (name: string, anchors: readonly Anchor[], halfLife: number, sd: number): Float64Array => {
    const noise = meanReverting(frame.seed, `on-chain ${name}|${profile.symbol}`, frame.length, {
      halfLife,
      sd,
    })
    return smoothPath(frame.origin, frame.length, anchors).map(
      (level, index) => level * Math.exp(num(noise, index)),
    )
  }
  // Coins that move at prices away from the anchors shift the cost basis.
  const anchored = smoothPath(frame.origin, frame.length, path.profile.prices)
  const dragged = smoothed(
    path.close.map((close, index) => Math.log(close / num(anchored, index))),
    40,
  ).map((gap) => Math.exp(0.4 * gap))
  const one: readonly Anchor[] = along('2023-11-21 1, 2026-11-20 1')
  return {
    profile,
    path,
    supply: coinSupply(frame, path.profile),
    series: {
      realised: wavy('realised cap', profile.realised, 25, 0.0024).map(
        (level, index) => level * num(dragged, index),
      ),
      addresses: wavy('addresses', profile.addresses, 12, 0.04),
      balance: wavy('exchange balance', profile.balance, 30, 0.006),
      fees: wavy('fees', profile.fees ?? one, 3, 0.3),
      hashRate: wavy('hash rate', profile.hashRate ?? one, 9, 0.035),
    },
    noise: {
      spent: normals(frame.seed, `on-chain sopr|${profile.symbol}`, frame.length),
      revision: normals(frame.seed, `on-chain revision|${profile.symbol}`, frame.length),
      count: normals(frame.seed, `on-chain count|${profile.symbol}`, frame.length),
    },
  }
}

export function onchainRows(market: Market): Rows {
  const { frame } = market
  const rows = rowsOf('f_onchain_daily')
  const parts = onchainProfiles.map((profile) => chainOf(market, profile))
  for (let index = frame.from; index < frame.to; index += 1) {
    for (const { profile, path, supply, series, noise } of parts) {
      const realised = Math.round(num(series.realised, index) * 1e9)
      const mvrv = num(path.marketCap, index) / realised
      const spent =
        1 + 0.016 * (mvrv - 1.15) + 0.22 * num(path.change, index) + 0.005 * num(noise.spent, index)
      const balance = Math.round(num(series.balance, index))
      const weekend = isWeekend(frame.origin + index) ? 0.85 : 1.03
      const burnedFees = (num(supply.burned, index) / 0.78) * num(path.close, index)
      rows.add({
        date: frame.origin + index,
        entity_id: path.profile.id,
        asset: profile.symbol,
        realised_cap_usd: realised,
        realised_price: realised / num(path.supply, index),
        mvrv,
        nupl: 1 - 1 / mvrv,
        sopr: rounded(clamp(spent, 0.94, 1.07), 5),
        supply_coins: num(path.supply, index),
        issuance_coins: num(supply.issued, index),
        burned_coins: num(supply.burned, index),
        active_addresses: Math.round(
          num(series.addresses, index) * weekend * Math.exp(0.025 * num(noise.count, index)),
        ),
        exchange_balance: balance,
        exchange_balance_pit: Math.round(balance * (1 + 0.004 + 0.0025 * num(noise.revision, index))),
        fees_usd: Math.round(profile.fees ? num(series.fees, index) * 1e6 : burnedFees),
        hash_rate_ehs: profile.hashRate
          ? rounded(num(series.hashRate, index) * Math.exp(0.02 * num(noise.count, index)), 1)
          : null,
      })
    }
  }
  return rows.finish()
}
