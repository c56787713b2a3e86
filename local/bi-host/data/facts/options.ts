import type { Day } from '../days'
import { deltas, optionSymbols, smileAt, tenors } from '../market/implied'
import type { Market } from '../market/market'
import type { OptionRow } from '../market/option-book'
import { type PricePath, priceOf } from '../market/prices'
import { num, rounded, shares, groupedBy } from '../random'
import { type Rows, type RowWriter, rowsOf } from '../rows'

export function optionSurface(market: Market): Rows {
  const { frame } = market
  const rows = rowsOf('f_option_surface')
  for (let index = frame.from; index < frame.to; index += 1) {
    for (const symbol of optionSymbols) {
      const implied = market.implied.get(symbol)
      if (!implied) continue
      tenors.forEach((tenor, tenorPosition) => {
        deltas.forEach((delta, deltaPosition) => {
          rows.add({
            date: frame.origin + index,
            entity_id: priceOf(market.prices, symbol).profile.id,
            asset: symbol,
            tenor_days: tenor,
            delta,
            iv_pct: rounded(smileAt(implied, index, tenorPosition, deltaPosition), 3),
          })
        })
      })
    }
  }
  return rows.finish()
}

function bucketOf(days: number): string {
  if (days <= 7) return 'Up to 7 d'
  if (days <= 30) return '8-30 d'
  if (days <= 90) return '31-90 d'
  return days <= 180 ? '91-180 d' : 'Over 180 d'
}

export function optionInterest(market: Market, book: readonly OptionRow[]): Rows {
  const rows = rowsOf('f_option_daily')
  for (const row of book) {
    const path = priceOf(market.prices, row.symbol)
    const price = num(path.close, row.day - market.frame.origin)
    rows.add({
      date: row.day,
      exchange: row.venue.name,
      entity_id: path.profile.id,
      asset: row.symbol,
      option_type: row.type,
      expiry: row.expiry.day,
      expiry_kind: row.expiry.kind,
      expiry_bucket: bucketOf(row.daysLeft),
      days_to_expiry: row.daysLeft,
      volume_usd: row.volumeCoins * price,
      open_interest_usd: row.coins * price,
      open_interest_coins: row.coins,
      premium_usd: Math.round(row.volumeCoins * price * row.premiumShare),
    })
  }
  return rows.finish()
}

/** Strikes of an expiry are fixed when it opens: multiples of a round step around the price at that time. */
function strikesOf(path: PricePath, market: Market, expiry: Day): readonly number[] {
  const opened = Math.max(0, expiry - 185 - market.frame.origin)
  const price = num(path.close, opened)
  const power = 10 ** Math.floor(Math.log10(price / 8))
  const step = [1, 2, 5, 10].map((multiple) => multiple * power).find((size) => size >= price / 9) ?? price
  const first = Math.ceil((0.4 * price) / step)
  const last = Math.floor((2.1 * price) / step)
  return Array.from({ length: last - first + 1 }, (_, position) => (first + position) * step)
}

export function optionStrikes(market: Market, book: readonly OptionRow[]): Rows {
  const rows = rowsOf('f_option_strike')
  const quarterly = book.filter(
    ({ venue, expiry }) => venue.name === 'Deribit' && expiry.kind === 'Quarterly',
  )
  for (const day of groupedBy(quarterly, (row) => row.day).values()) {
    const nearest = Math.min(...day.map(({ expiry }) => expiry.day))
    for (const row of day.filter(({ expiry }) => expiry.day === nearest)) addStrikes(rows, market, row)
  }
  return rows.finish()
}

/** Calls cluster above the price and puts below, both at round numbers. The last strike takes the rounding error. */
function addStrikes(rows: RowWriter, market: Market, row: OptionRow): void {
  const path = priceOf(market.prices, row.symbol)
  const price = num(path.close, row.day - market.frame.origin)
  const strikes = strikesOf(path, market, row.expiry.day)
  const centre = row.type === 'Call' ? 1.18 : 0.84
  const weights = shares(
    strikes.map((strike, position) => {
      const distance = Math.log(strike / (price * centre)) / (row.type === 'Call' ? 0.3 : 0.26)
      return (
        (0.02 + Math.exp(-0.5 * distance * distance)) *
        (position % 2 === 0 ? 1.35 : 1) *
        (strike % 100_000 === 0 ? 1.8 : 1)
      )
    }),
  )
  let rest = row.coins
  strikes.forEach((strike, position) => {
    const isLast = position === strikes.length - 1
    const coins = isLast ? rounded(rest, 1) : rounded(row.coins * num(weights, position), 1)
    rest -= coins
    rows.add({
      date: row.day,
      entity_id: path.profile.id,
      asset: row.symbol,
      expiry: row.expiry.day,
      option_type: row.type,
      strike,
      open_interest_coins: Math.max(0, coins),
      open_interest_usd: Math.max(0, coins) * price,
    })
  })
}
