import { isWeekend, indexOf } from '../days'
import type { Market } from '../market/market'
import { priceOf } from '../market/prices'
import type { StableSupply } from '../market/stable-supply'
import { clamp, num, rounded, groupedBy, meanReverting, stream } from '../random'
import { type Rows, rowsOf } from '../rows'
import { depegs, stablecoins, type Stablecoin } from '../universe/universe'
export function stableSupplyRows(supply: StableSupply): Rows {
  const rows = rowsOf('f_stable_supply')
  for (const row of supply.chains.toSorted((one, other) => one.day - other.day)) {
    rows.add({
      date: row.day,
      entity_id: row.token.id,
      token: row.token.token,
      issuer_group: row.token.group,
      chain: row.chain,
      circulating_usd: row.circulating,
      minted_usd: row.issued + row.bridgedIn,
      burned_usd: row.redeemed + row.bridgedOut,
      issued_usd: row.issued,
      redeemed_usd: row.redeemed,
      bridged_in_usd: row.bridgedIn,
      bridged_out_usd: row.bridgedOut,
    })
  }
  return rows.finish()
}

export function stableBridgeRows(supply: StableSupply): Rows {
  const rows = rowsOf('f_stable_bridge')
  for (const row of supply.transfers.toSorted((one, other) => one.day - other.day)) {
    rows.add({
      date: row.day,
      entity_id: row.token.id,
      token: row.token.token,
      from_chain: row.from,
      to_chain: row.to,
      amount_usd: row.amount,
      transfers: row.transfers,
    })
  }
  return rows.finish()
}

const pegVenues = ['Binance', 'Kraken', 'Coinbase', 'Bybit', 'OKX', 'Uniswap'] as const

interface Peg {
  readonly price: number
  readonly low: number
  readonly high: number
  readonly venue: string
}

/** Prices of one token: noise around par that widens after shocks, plus the depegs of the event table. */
function pegPath({ frame, mood }: Market, token: Stablecoin): readonly Peg[] {
  const noise = meanReverting(frame.seed, `peg|${token.id}`, frame.length, {
    halfLife: 1.3,
    sd: token.pegNoise,
  })
  const random = stream(frame.seed, `peg range|${token.id}`)
  const events = new Map(
    depegs.filter((event) => event.token === token.token).map((event) => [indexOf(frame, event.iso), event]),
  )
  return Array.from(noise, (value, index) => {
    const [down, up, pick] = [Math.abs(random.fatTailed()), Math.abs(random.fatTailed()), random.uniform()]
    const stress = 1 + 2.2 * num(mood.aftermath, index)
    const event = events.get(index)
    const close = event ? event.closeBps : clamp(token.pegLean + value * stress, -24, 24)
    const reach = token.pegNoise * (0.7 + 0.9 * stress)
    const low = event ? event.lowBps : close - clamp(reach * down, 0.4, 45)
    const high = close + clamp(reach * 0.8 * up, 0.3, 40)
    const venue = event?.venue ?? pegVenues[Math.floor(pick * pegVenues.length)] ?? 'Kraken'
    return {
      price: rounded(1 + close / 1e4, 6),
      low: rounded(1 + low / 1e4, 6),
      high: rounded(1 + high / 1e4, 6),
      venue,
    }
  })
}

export function stablePriceRows(market: Market, supply: StableSupply): Rows {
  const { frame } = market
  const rows = rowsOf('f_stable_price')
  const held = groupedBy(supply.chains, ({ token, day }) => `${token.id}|${day}`)
  const bitcoin = priceOf(market.prices, 'BTC')
  const parts = stablecoins.map((token) => ({
    token,
    pegs: pegPath(market, token),
    busy: meanReverting(frame.seed, `stable volume|${token.id}`, frame.length, { halfLife: 5, sd: 0.18 }),
    since: token.launched === undefined ? frame.from : Math.max(frame.from, indexOf(frame, token.launched)),
  }))
  for (let index = frame.from; index < frame.to; index += 1) {
    const move = 0.7 + 0.4 * clamp(Math.abs(num(bitcoin.change, index)) / 0.022, 0, 4)
    for (const { token, pegs, busy, since } of parts) {
      const peg = pegs[index]
      if (!peg || index < since) continue
      const total = (held.get(`${token.id}|${frame.origin + index}`) ?? []).reduce(
        (sum, row) => sum + row.circulating,
        0,
      )
      const weekend = isWeekend(frame.origin + index) ? 0.66 : 1.06
      rows.add({
        date: frame.origin + index,
        entity_id: token.id,
        token: token.token,
        price: peg.price,
        low: peg.low,
        high: peg.high,
        low_venue: peg.venue,
        volume_usd: Math.round(total * token.turnover * move * weekend * Math.exp(num(busy, index))),
      })
    }
  }
  return rows.finish()
}
