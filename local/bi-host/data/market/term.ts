import { isWeekend, indexOf, type Day, type Frame } from '../days'
import {
  cmeTradeDate,
  isCmeOpen,
  daysToExpiry,
  expiriesAfter,
  monthlyExpiriesAfter,
  datedFutures,
  venues,
  type Expiry,
  type Venue,
} from '../universe/universe'
import { clamp, num, rounded, shares, smoothPath, meanReverting, normals } from '../random'
import { deleveraging } from './activity'
import { basisAt, type Market } from './market'
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

/** Traders roll out of a contract during its last days. */
const rolled = (daysLeft: number, from: number): number => clamp((daysLeft - 0.5) / from, 0.04, 1)

/** Days before expiry when an offshore quarterly is listed. */
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
  /** Open coins of each contract on the last written day. */
  readonly open: Map<Day, number>
}

function bookOf({ frame }: Market, venue: Venue, symbol: string): Book {
  const isCme = venue.name === 'CME'
  const name = `${venue.id}|${symbol}`
  const levels = datedFutures.find((one) => one.symbol === symbol)
  const path = smoothPath(frame.origin, frame.length, levels?.[isCme ? 'cme' : 'offshore'] ?? [])
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
    since: indexOf(frame, venue.datedSince?.[symbol] ?? '2023-07-24'),
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

/** All dated futures, day by day. CME has no rows for days when it is closed. */
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

/** Books start a few days early, so that the first day's change is a single day's. */
const firstIndex = (frame: Frame): number => frame.from - 7
