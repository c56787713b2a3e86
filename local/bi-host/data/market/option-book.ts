import { isWeekend, monthOf, type Day } from '../days'
import { daysToExpiry, expiriesAfter, venues, type Expiry, type Venue } from '../universe/universe'
import { along, type Anchor, clamp, num, rounded, smoothPath, meanReverting, normals } from '../random'
import { tenors, type Implied, type Market } from './market'
import { type PricePath, priceOf } from './prices'

/** Open options of one venue, coin, type and expiry at the end of a day. */
export interface OptionRow {
  readonly day: Day
  readonly venue: Venue
  readonly symbol: string
  readonly type: 'Call' | 'Put'
  readonly expiry: Expiry
  readonly daysLeft: number
  readonly coins: number
  readonly volumeCoins: number
  readonly premiumShare: number
}

/** Open options of all venues, coins, when the calendar is half full. */
const levels: Readonly<Record<string, readonly Anchor[]>> = {
  BTC: along(`
    2023-11-21 372e3, 2024-06-01 400e3, 2025-01-01 462e3, 2025-10-15 520e3, 2026-03-01 570e3,
    2026-11-20 590e3
  `),
  ETH: along('2023-11-21 2.5e6, 2024-12-01 2.6e6, 2025-09-01 3.1e6, 2026-11-20 2.9e6'),
}

/** Size at expiry, speed of filling in days, and days before expiry on which it opens, by kind. */
const kinds = {
  Quarterly: { size: 0.45, pace: 110, opens: 372 },
  Monthly: { size: 0.22, pace: 32, opens: 98 },
  Weekly: { size: 0.055, pace: 8, opens: 21 },
} as const

function wanted(venue: Venue, expiry: Expiry, daysLeft: number): number {
  const kind = kinds[expiry.kind]
  const opens = venue.name === 'Deribit' ? kind.opens : kind.opens * 0.62
  if (daysLeft > opens) return 0
  const year = expiry.kind === 'Quarterly' && monthOf(expiry.day) === 12 ? 1.55 : 1
  const filled = clamp((opens - daysLeft + 1) / (0.12 * opens), 0.04, 1)
  return kind.size * year * Math.exp(-daysLeft / kind.pace) * filled
}

/** Implied volatility at any time to expiry: total variance is linear between tenors. */
function impliedAt(implied: Implied, index: number, days: number): number {
  const variance = (position: number): number =>
    num(implied.atTheMoney[position] ?? [], index) ** 2 * num(tenors, position)
  const after = tenors.findIndex((tenor) => tenor >= days)
  if (after <= 0)
    return Math.sqrt(
      variance(after === 0 ? 0 : tenors.length - 1) / num(tenors, after === 0 ? 0 : tenors.length - 1),
    )
  const before = after - 1
  const part = (days - num(tenors, before)) / (num(tenors, after) - num(tenors, before))
  return Math.sqrt((variance(before) * (1 - part) + variance(after) * part) / days)
}

interface Book {
  readonly venue: Venue
  readonly symbol: 'BTC' | 'ETH'
  readonly path: PricePath
  readonly implied: Implied
  readonly level: Float64Array
  /** Puts per call in open interest. */
  readonly ratio: Float64Array
  readonly turnover: Float64Array
  readonly putFlow: Float64Array
  readonly open: Map<string, number>
}

function bookOf(market: Market, venue: Venue, symbol: 'BTC' | 'ETH'): Book {
  const { frame, mood } = market
  const name = `${venue.id}|${symbol}`
  const path = smoothPath(frame.origin, frame.length, levels[symbol] ?? [])
  const breath = meanReverting(frame.seed, `option interest|${symbol}`, frame.length, {
    halfLife: 40,
    sd: 0.06,
  })
  const share = meanReverting(frame.seed, `option share|${name}`, frame.length, {
    halfLife: 90,
    sd: venue.name === 'Deribit' ? 0.02 : 0.14,
  })
  const lean = meanReverting(frame.seed, `put call|${symbol}`, frame.length, { halfLife: 45, sd: 0.15 })
  const busy = meanReverting(frame.seed, `option volume|${name}`, frame.length, { halfLife: 2, sd: 0.2 })
  const puts = normals(frame.seed, `put flow|${name}`, frame.length)
  let fear = 0
  return {
    venue,
    symbol,
    path: priceOf(market.prices, symbol),
    implied: implied(market, symbol),
    level: path.map(
      (coins, index) => coins * venue.options * Math.exp(num(breath, index) + num(share, index)),
    ),
    ratio: lean.map((value, index) => {
      fear += 0.04 * (-0.16 * num(mood.regime, index) - fear)
      return clamp((symbol === 'BTC' ? 0.56 : 0.5) * Math.exp(value + fear), 0.3, 1.1)
    }),
    turnover: busy.map((value) => Math.exp(value) / 13),
    putFlow: puts.map((value) => Math.exp(0.15 * value)),
    open: new Map(),
  }
}

function implied(market: Market, symbol: string): Implied {
  const found = market.implied.get(symbol)
  if (!found) throw new Error(`There is no volatility surface of ${symbol}.`)
  return found
}

function dayOfBook(market: Market, book: Book, index: number): readonly OptionRow[] {
  const day = market.frame.origin + index
  const horizon = book.venue.name === 'Deribit' ? 372 : 232
  const listed = expiriesAfter(day, horizon).flatMap((expiry) => {
    const daysLeft = daysToExpiry(day, expiry.day)
    const weight = wanted(book.venue, expiry, daysLeft)
    return weight > 0 ? [{ expiry, daysLeft, coins: weight * num(book.level, index) }] : []
  })
  const total = listed.reduce((sum, { coins }) => sum + coins, 0)
  const pull = listed.map(({ coins, daysLeft }) => coins ** 0.7 * Math.exp(-daysLeft / 70))
  const pulls = pull.reduce((sum, value) => sum + value, 0)
  const move = 0.72 + 0.4 * clamp(Math.abs(num(book.path.change, index)) / 0.024, 0, 4)
  const traded = total * num(book.turnover, index) * move * (isWeekend(day) ? 0.55 : 1.08)
  const puts = num(book.ratio, index) / (1 + num(book.ratio, index))
  return listed.flatMap(({ expiry, daysLeft, coins }, position) => {
    const putPart = clamp(puts * (1 + 0.12 * Math.exp(-daysLeft / 40)), 0.12, 0.7)
    const putTrade = clamp(putPart * num(book.putFlow, index) * 1.04, 0.1, 0.8)
    const volatility = impliedAt(book.implied, index, Math.max(1, daysLeft)) / 100
    return (['Call', 'Put'] as const).map((type) => {
      const name = `${type}|${expiry.day}`
      const open = rounded(coins * (type === 'Put' ? putPart : 1 - putPart), 1)
      const before = book.open.get(name) ?? 0
      book.open.set(name, open)
      const share = (num(pull, position) / pulls) * (type === 'Put' ? putTrade : 1 - putTrade)
      const volumeCoins = rounded(Math.max(traded * share, 1.12 * Math.abs(open - before)), 1)
      const premiumShare = 0.15 * volatility * Math.sqrt(Math.max(0.7, daysLeft) / 365)
      return {
        day,
        venue: book.venue,
        symbol: book.symbol,
        type,
        expiry,
        daysLeft,
        coins: open,
        volumeCoins,
        premiumShare,
      }
    })
  })
}

export function optionRows(market: Market): readonly OptionRow[] {
  const { frame } = market
  const books = (['BTC', 'ETH'] as const).flatMap((symbol) =>
    venues.filter((venue) => venue.options > 0).map((venue) => bookOf(market, venue, symbol)),
  )
  const rows: OptionRow[] = []
  for (let index = frame.from - 7; index < frame.to; index += 1) {
    for (const book of books) {
      const made = dayOfBook(market, book, index)
      if (index >= frame.from) rows.push(...made)
    }
  }
  return rows
}
