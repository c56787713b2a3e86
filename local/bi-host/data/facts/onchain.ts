import { isWeekend } from '../days'
import type { Market } from '../market/market'
import { type PricePath, priceOf } from '../market/prices'
import { coinSupply } from '../market/supply'
import { smoothed } from '../market/trailing'
import { along, type Anchor, clamp, num, rounded, smoothPath } from '../paths'
import { meanReverting, normals } from '../random'
import { type Rows, rowsOf } from '../rows'

interface Profile {
  readonly symbol: 'BTC' | 'ETH'
  /** Realised cap, USD bn. */
  readonly realised: readonly Anchor[]
  readonly addresses: readonly Anchor[]
  readonly balance: readonly Anchor[]
  /** Base fees a day, USD m; null when they follow from what was burned. */
  readonly fees: readonly Anchor[] | null
  readonly hashRate: readonly Anchor[] | null
}

const profiles: readonly Profile[] = [
  {
    symbol: 'BTC',
    realised: along(`
      2023-11-21 430, 2024-03-13 545, 2024-07-05 588, 2024-10-10 625, 2024-11-21 694, 2024-12-20 760,
      2025-02-10 850, 2025-05-01 885, 2025-08-01 1015, 2025-10-10 1095, 2025-12-01 1120, 2026-02-15 1108,
      2026-06-20 1070, 2026-08-25 1066, 2026-11-20 1092, 2027-12-31 1180
    `),
    addresses: along(`
      2023-11-21 960e3, 2024-06-01 760e3, 2024-12-01 880e3, 2025-10-01 790e3, 2026-11-20 765e3
    `),
    balance: along(`
      2023-11-21 3.02e6, 2024-07-01 3.06e6, 2025-04-01 2.93e6, 2025-11-21 2.86e6, 2026-06-20 2.95e6,
      2026-11-20 2.9e6
    `),
    fees: along(`
      2023-11-21 8, 2023-12-17 17, 2024-02-15 2.6, 2024-04-18 6, 2024-04-21 26, 2024-06-15 2.4,
      2024-12-01 1.6, 2025-06-01 0.5, 2025-11-21 0.3, 2026-11-20 0.28
    `),
    hashRate: along(`
      2023-11-21 485, 2024-04-20 630, 2024-07-05 575, 2025-01-01 785, 2025-06-01 905, 2025-10-15 1105,
      2026-02-10 965, 2026-06-20 1010, 2026-11-20 1085
    `),
  },
  {
    symbol: 'ETH',
    realised: along(`
      2023-11-21 195, 2024-03-13 240, 2024-07-05 252, 2024-10-10 244, 2024-12-20 285, 2025-02-10 292,
      2025-05-01 248, 2025-08-25 305, 2025-10-10 338, 2025-12-01 320, 2026-03-15 292, 2026-06-20 268,
      2026-11-20 258, 2027-12-31 290
    `),
    addresses: along(`
      2023-11-21 425e3, 2024-06-01 455e3, 2025-06-01 480e3, 2025-11-21 560e3, 2026-11-20 690e3
    `),
    balance: along(`
      2023-11-21 17.6e6, 2024-11-21 16.4e6, 2025-08-25 13.9e6, 2026-06-20 13.2e6, 2026-11-20 12.9e6
    `),
    fees: null,
    hashRate: null,
  },
]

interface Chain {
  readonly profile: Profile
  readonly path: PricePath
  readonly supply: ReturnType<typeof coinSupply>
  readonly series: Readonly<Record<'realised' | 'addresses' | 'balance' | 'fees' | 'hashRate', Float64Array>>
  readonly noise: Readonly<Record<'spent' | 'revision' | 'count', Float64Array>>
}

function chainOf(market: Market, profile: Profile): Chain {
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
  // Coins that move at other prices than the anchors' drag the cost basis after them.
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
  const parts = profiles.map((profile) => chainOf(market, profile))
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
