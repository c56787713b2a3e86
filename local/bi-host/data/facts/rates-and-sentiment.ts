import { isWeekend, indexOf, type Frame } from '../days'
import { isNyseOpen, onchainProfiles, assets, plainEvents, type OnchainProfile } from '../universe/universe'
import type { Market } from '../market/market'
import { type PricePath, priceOf, coinSupply } from '../market/prices'
import {
  along,
  type Anchor,
  clamp,
  num,
  rounded,
  smoothPath,
  smoothed,
  meanReverting,
  normals,
  trailingSum,
} from '../random'
import { type Rows, rowsOf } from '../rows'

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

export interface Rates {
  /** 3-month bill, % per year, carried over days without a market. */
  readonly bill: Float64Array
  /** Middle of the policy target range, %. */
  readonly policy: Float64Array
}

/** The policy rate steps at its decisions. Bills anticipate it by six weeks. */
export function ratesOf(frame: Frame): Rates {
  const policy = new Float64Array(frame.length).fill(5.375)
  for (const { kind, iso, size } of plainEvents) {
    if (kind === 'policy' && size !== undefined) policy.fill(size, indexOf(frame, iso) + 1)
  }
  const noise = meanReverting(frame.seed, 'rates|bill', frame.length, { halfLife: 15, sd: 0.025 })
  let carried = 5.3
  const bill = policy.map((rate, index) => {
    if (!isNyseOpen(frame.origin + index)) return carried
    const ahead = num(policy, Math.min(frame.length - 1, index + 45))
    carried = rounded(0.45 * rate + 0.55 * ahead - 0.05 + num(noise, index), 2)
    return carried
  })
  return { bill, policy }
}

export function rateRows(frame: Frame, rates: Rates): Rows {
  const rows = rowsOf('f_rates')
  for (let index = frame.from; index < frame.to; index += 1) {
    rows.add({
      date: frame.origin + index,
      bill_3m_pct: num(rates.bill, index),
      policy_pct: num(rates.policy, index),
    })
  }
  return rows.finish()
}

const posts: Readonly<Record<string, number>> = {
  BTC: 92_000,
  ETH: 41_000,
  XRP: 24_000,
  SOL: 27_000,
  DOGE: 15_000,
  BNB: 9_000,
  HYPE: 8_500,
  ADA: 8_000,
}

export function crowdRows(market: Market): Rows {
  const { frame } = market
  const rows = rowsOf('f_sentiment_daily')
  const parts = assets.map(({ symbol, id }) => {
    const path = priceOf(market.prices, symbol)
    return {
      symbol,
      id,
      path,
      week: smoothed(path.change, 4),
      chatter: meanReverting(frame.seed, `posts|${id}`, frame.length, { halfLife: 6, sd: 0.22 }),
      lean: meanReverting(frame.seed, `long short|${id}`, frame.length, { halfLife: 7, sd: 0.14 }),
    }
  })
  for (let index = frame.from; index < frame.to; index += 1) {
    for (const { symbol, id, path, week, chatter, lean } of parts) {
      if (index < path.listed) continue
      const move = 0.75 + 0.45 * clamp(Math.abs(num(path.change, index)) / 0.03, 0, 4)
      const weekend = isWeekend(frame.origin + index) ? 0.78 : 1.05
      rows.add({
        date: frame.origin + index,
        entity_id: id,
        asset: symbol,
        social_volume: Math.round((posts[symbol] ?? 4_200) * move * weekend * Math.exp(num(chatter, index))),
        // Retail accounts buy dips: more accounts are long when the price has fallen.
        long_short_ratio: rounded(
          clamp(1.55 * Math.exp(num(lean, index) - 9 * num(week, index)), 0.45, 4.5),
          3,
        ),
      })
    }
  }
  return rows.finish()
}

const classes = [
  [25, 'Extreme fear'],
  [45, 'Fear'],
  [55, 'Neutral'],
  [75, 'Greed'],
  [101, 'Extreme greed'],
] as const

export function fearGreedRows(market: Market): Rows {
  const { frame, mood } = market
  const rows = rowsOf('f_fear_greed_daily')
  const { change } = priceOf(market.prices, 'BTC')
  const month = trailingSum(change, 30)
  const week = trailingSum(change, 7)
  const noise = meanReverting(frame.seed, 'fear and greed', frame.length, { halfLife: 2.5, sd: 6.5 })
  const wanted = month.map(
    (value, index) =>
      47 + 62 * value + 70 * num(week, index) + 9 * num(mood.regime, index) - 12 * num(mood.aftermath, index),
  )
  const slow = smoothed(wanted, 2)
  for (let index = frame.from; index < frame.to; index += 1) {
    const value = Math.round(clamp(num(slow, index) + num(noise, index), 5, 95))
    rows.add({
      date: frame.origin + index,
      fear_greed: value,
      classification: classes.find(([below]) => value < below)?.[1] ?? 'Extreme greed',
    })
  }
  return rows.finish()
}
