import { type Day, isWeekend } from '../days'
import { daysToExpiry, expiriesAfter, type Expiry, monthlyExpiriesAfter } from '../expiries'
import { cmeTradeDate, isCmeOpen } from '../market-calendar'
import { along, type Anchor, clamp, num, rounded, shares, smoothPath } from '../paths'
import { meanReverting, normals } from '../random'
import { datedSince, type Venue, venues } from '../universe/venues'
import { type Frame, indexOf } from '../world'
import { deleveraging } from './activity'
import { basisAt } from './carry'
import type { Market } from './market'
import { priceOf } from './prices'

/** One dated future at the end of one day. */
export interface TermRow {
  readonly day: Day
  readonly tradeDate: Day
  readonly venue: Venue
  readonly symbol: string
  readonly expiry: Expiry
  readonly daysLeft: number
  readonly basis: number
  readonly coins: number
  readonly volumeUsd: number
}

/** Open dated futures in coins: CME, and all offshore venues together. */
const levels: Readonly<
  Record<string, { readonly cme: readonly Anchor[]; readonly offshore: readonly Anchor[] }>
> = {
  BTC: {
    cme: along(`
      2023-11-21 112e3, 2024-03-20 148e3, 2024-08-01 140e3, 2024-12-01 186e3, 2025-04-15 138e3,
      2025-10-01 146e3, 2026-06-01 128e3, 2026-11-20 140e3
    `),
    offshore: along('2023-11-21 40e3, 2024-12-01 38e3, 2026-11-20 31e3'),
  },
  ETH: {
    cme: along(`
      2023-11-21 0.34e6, 2024-06-01 0.42e6, 2024-12-01 0.75e6, 2025-08-20 2.1e6, 2026-02-01 1.7e6,
      2026-11-20 1.85e6
    `),
    offshore: along('2023-11-21 0.46e6, 2026-11-20 0.42e6'),
  },
  SOL: {
    cme: along('2025-03-17 0.6e6, 2025-09-01 9.2e6, 2026-11-20 8.6e6'),
    offshore: along('2025-03-17 1, 2026-11-20 1'),
  },
  XRP: {
    cme: along('2025-05-19 12e6, 2025-10-01 380e6, 2026-11-20 330e6'),
    offshore: along('2025-05-19 1, 2026-11-20 1'),
  },
}

/** Traders leave a contract during its last days. */
const rolled = (daysLeft: number, from: number): number => clamp((daysLeft - 0.5) / from, 0.04, 1)

/** Days before expiry on which an offshore quarterly opens. */
const quarterlyListing = (venue: Venue): number =>
  venue.name === 'Deribit' || venue.name === 'OKX' ? 280 : 190

function contracts(day: Day, venue: Venue, isCme: boolean): readonly Expiry[] {
  if (isCme) return monthlyExpiriesAfter(day, 6)
  const soon = expiriesAfter(day, quarterlyListing(venue))
  return soon.filter(
    ({ kind }, position) =>
      kind === 'Quarterly' ||
      (venue.name !== 'Binance' && (position < 2 || (kind === 'Monthly' && position < 9))),
  )
}

function weightOf(venue: Venue, expiry: Expiry, daysLeft: number): number {
  if (venue.name === 'CME') return Math.exp(-daysLeft / 34) * rolled(daysLeft, 8) + 0.004
  const ofKind = { Quarterly: 1, Monthly: 0.28, Weekly: 0.08 }[expiry.kind]
  const fade = { Quarterly: 130, Monthly: 45, Weekly: 12 }[expiry.kind]
  const opens = { Quarterly: quarterlyListing(venue), Monthly: 63, Weekly: 14 }[expiry.kind]
  const filled = clamp((opens - daysLeft + 1) / (0.15 * opens), 0.03, 1)
  return ofKind * Math.exp(-daysLeft / fade) * rolled(daysLeft, 5) * filled
}

interface Book {
  readonly venue: Venue
  readonly symbol: string
  readonly since: number
  readonly level: Float64Array
  readonly offset: Float64Array
  readonly busy: Float64Array
  /** Open coins of each contract on the last day that was written. */
  readonly open: Map<Day, number>
}

function bookOf(market: Market, venue: Venue, symbol: string): Book {
  const { frame } = market
  const isCme = venue.name === 'CME'
  const name = `${venue.id}|${symbol}`
  const path = smoothPath(
    frame.origin,
    frame.length,
    (isCme ? levels[symbol]?.cme : levels[symbol]?.offshore) ?? [],
  )
  const breath = meanReverting(frame.seed, `dated|${name}`, frame.length, {
    halfLife: 40,
    sd: isCme ? 0.07 : 0.1,
  })
  const cut = deleveraging(frame, isCme ? 0.45 : 0.8)
  const offset = meanReverting(frame.seed, `dated basis|${name}`, frame.length, {
    halfLife: 15,
    sd: isCme ? 0.55 : 0.3,
  })
  const share = isCme ? 1 : venue.dated
  return {
    venue,
    symbol,
    since: indexOf(frame, datedSince[symbol] ?? '2023-07-24'),
    level: path.map((level, index) => level * share * Math.exp(num(breath, index)) * num(cut, index)),
    offset: offset.map((value) => value + (isCme ? 0.5 : 0)),
    busy: normals(frame.seed, `dated volume|${name}`, frame.length),
    open: new Map(),
  }
}

function dayOfBook(market: Market, book: Book, index: number): readonly TermRow[] {
  const day = market.frame.origin + index
  const isCme = book.venue.name === 'CME'
  const path = priceOf(market.prices, book.symbol)
  const price = num(path.close, index)
  const listed = contracts(day, book.venue, isCme)
  const left = listed.map((expiry) => daysToExpiry(day, expiry.day, isCme))
  const weights = shares(listed.map((expiry, position) => weightOf(book.venue, expiry, num(left, position))))
  const move = 0.7 + 0.4 * clamp(Math.abs(num(path.change, index)) / 0.024, 0, 4)
  const turnover =
    (isCme ? 0.36 : 0.62) *
    move *
    (isWeekend(day) ? (isCme ? 0.12 : 0.55) : 1) *
    Math.exp(0.14 * num(book.busy, index))
  return listed.map((expiry, position) => {
    const daysLeft = num(left, position)
    const coins = rounded(num(book.level, index) * num(weights, position), 3)
    const before = book.open.get(expiry.day) ?? 0
    const traded = Math.max(coins * turnover, 1.15 * Math.abs(coins - before))
    book.open.set(expiry.day, coins)
    return {
      day,
      tradeDate: isCme ? cmeTradeDate(day) : day,
      venue: book.venue,
      symbol: book.symbol,
      expiry,
      daysLeft,
      basis: rounded(basisAt(market.carry, book.symbol, index, daysLeft) + num(book.offset, index), 4),
      coins,
      volumeUsd: Math.round(traded * price),
    }
  })
}

/** All dated futures, day by day. CME has no rows on days on which it is closed. */
export function termRows(market: Market): readonly TermRow[] {
  const { frame } = market
  const books = venues.flatMap((venue) =>
    (venue.datedCoins ?? []).map((symbol) => bookOf(market, venue, symbol)),
  )
  const rows: TermRow[] = []
  for (let index = firstIndex(frame); index < frame.to; index += 1) {
    for (const book of books) {
      const isOpen = book.venue.name !== 'CME' || isCmeOpen(frame.origin + index)
      if (!isOpen || index < book.since) continue
      const made = dayOfBook(market, book, index)
      if (index >= frame.from) rows.push(...made)
    }
  }
  return rows
}

/** Books are opened a few days early, so that the first day's change is a day's change. */
const firstIndex = (frame: Frame): number => frame.from - 7
