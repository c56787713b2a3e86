import type { Activity, VenueActivity } from '../market/activity'
import type { Market } from '../market/market'
import { priceOf } from '../market/prices'
import type { TermRow } from '../market/term'
import { num, clamp, rounded, groupedBy, type Stream, stream } from '../random'
import { type Rows, type RowWriter, rowsOf } from '../rows'
import { millisecondsPerDay } from '../days'
import { assetNamed } from '../universe/market'

/** Venues with stored funding. Deribit and Kraken list few or small coins: six large venues and Kraken remain. */
const fundingVenues = new Set(['Binance', 'OKX', 'Bybit', 'Bitget', 'Hyperliquid', 'Deribit', 'Kraken'])

/** Limits of the dead band in which interest of 1 bp keeps the print at exactly 1.00 bp. */
const band = { from: 0.72, to: 1.74 } as const

/**
 * What a venue prints for a target rate. Venues with an interest term print it unless the premium is far away, so a third to a half of
 * their prints are exactly 1.00 bp. The others follow the premium.
 */
function printed(wanted: number, rule: 'banded' | 'continuous'): number {
  if (rule === 'continuous') return 0.38 + 0.68 * wanted
  if (wanted < band.from) return 1 - 0.68 * (band.from - wanted)
  return wanted <= band.to ? 1 : 1 + (wanted - band.to) * 1.25
}

interface Printer {
  readonly series: VenueActivity
  readonly random: Stream
  readonly rule: 'banded' | 'continuous'
  readonly hours: number
  venueNoise: number
}

/** In stress, a venue shortens its interval to four hours for coins other than Bitcoin and Ether. */
function intervalOf(printer: Printer, wanted: number): number {
  const isMajor = printer.series.symbol === 'BTC' || printer.series.symbol === 'ETH'
  return printer.hours === 8 && !isMajor && Math.abs(wanted) > 4.5 ? 4 : printer.hours
}

export function fundingRows(market: Market, activity: Activity): Rows {
  const { frame } = market
  const rows = rowsOf('f_funding_8h')
  const printers = activity.perpetual
    .filter(({ venue, symbol }) => fundingVenues.has(venue.name) && assetNamed(symbol).hasFunding)
    .map((series): Printer => ({
      series,
      random: stream(frame.seed, `funding print|${series.venue.id}|${series.symbol}`),
      rule: series.venue.fundingRule ?? 'banded',
      hours: series.venue.fundingHours ?? 8,
      venueNoise: 0,
    }))
  for (let index = frame.from; index < frame.to; index += 1) {
    for (let settlement = 0; settlement < 3; settlement += 1) {
      for (const printer of printers) {
        printer.venueNoise = 0.8 * printer.venueNoise + 0.25 * printer.random.normal()
        const jitter = 0.24 * printer.random.normal()
        const { series } = printer
        if (index < series.since) continue
        const pull = market.carry.funding.get(series.symbol) ?? new Float64Array(0)
        const part = (settlement + 0.5) / 3
        const wanted =
          num(pull, index - 1) * (1 - part) + num(pull, index) * part + printer.venueNoise + jitter
        const path = priceOf(market.prices, series.symbol)
        rows.add({
          ts: (frame.origin + index) * millisecondsPerDay + settlement * 28_800_000,
          date: frame.origin + index,
          exchange: series.venue.name,
          entity_id: path.profile.id,
          asset: series.symbol,
          interval_h: intervalOf(printer, wanted),
          rate_bps: rounded(clamp(printed(wanted, printer.rule), -30, 40), 4),
          weight_oi_usd: num(series.openInterestCoins ?? [], index) * num(path.close, index),
        })
      }
    }
  }
  return rows.finish()
}

interface DatedTotal {
  readonly first: TermRow
  coins: number
  usd: number
  volume: number
}

/** Dated rows of one day, summed over expiries: the term table is the only source of dated open interest. */
function datedTotals(market: Market, rows: readonly TermRow[]): readonly DatedTotal[] {
  const totals = new Map<string, DatedTotal>()
  for (const row of rows) {
    const name = `${row.venue.name}|${row.symbol}`
    const total = totals.get(name) ?? { first: row, coins: 0, usd: 0, volume: 0 }
    total.coins += row.coins
    total.usd += row.coins * num(priceOf(market.prices, row.symbol).close, row.day - market.frame.origin)
    total.volume += row.volumeUsd
    totals.set(name, total)
  }
  return [...totals.values()]
}

export function tradingRows(market: Market, activity: Activity, term: readonly TermRow[]): Rows {
  const { frame } = market
  const rows = rowsOf('f_cex_daily')
  const termByDay = groupedBy(term, (row) => row.day)
  for (let index = frame.from; index < frame.to; index += 1) {
    const day = frame.origin + index
    for (const series of activity.spot) addVenue(rows, market, series, 'Spot', index)
    for (const series of activity.perpetual) addVenue(rows, market, series, 'Perpetual', index)
    for (const { first, coins, usd, volume } of datedTotals(market, termByDay.get(day) ?? [])) {
      rows.add({
        date: day,
        trade_date: first.tradeDate,
        exchange: first.venue.name,
        venue_kind: first.venue.kind,
        entity_id: priceOf(market.prices, first.symbol).profile.id,
        asset: first.symbol,
        market_type: 'Dated future',
        volume_usd: volume,
        open_interest_usd: usd,
        open_interest_coins: coins,
      })
    }
  }
  return rows.finish()
}

function addVenue(
  rows: RowWriter,
  market: Market,
  series: VenueActivity,
  marketType: string,
  index: number,
): void {
  if (index < series.since) return
  const path = priceOf(market.prices, series.symbol)
  const coins = series.openInterestCoins ? num(series.openInterestCoins, index) : null
  rows.add({
    date: market.frame.origin + index,
    trade_date: market.frame.origin + index,
    exchange: series.venue.name,
    venue_kind: series.venue.kind,
    entity_id: path.profile.id,
    asset: series.symbol,
    market_type: marketType,
    volume_usd: num(series.volumeUsd, index),
    open_interest_usd: coins === null ? null : coins * num(path.close, index),
    open_interest_coins: coins,
  })
}

export function futuresTerm(market: Market, term: readonly TermRow[]): Rows {
  const rows = rowsOf('f_futures_term')
  for (const row of term) {
    const path = priceOf(market.prices, row.symbol)
    const index = num(path.close, row.day - market.frame.origin)
    const premium = (row.basis * row.daysLeft) / 365
    rows.add({
      date: row.day,
      trade_date: row.tradeDate,
      exchange: row.venue.name,
      entity_id: path.profile.id,
      asset: row.symbol,
      expiry: row.expiry.day,
      expiry_kind: row.expiry.kind,
      days_to_expiry: row.daysLeft,
      index_price: index,
      mark_price: index * (1 + premium / 100),
      basis_ann_pct: row.basis,
      premium_pct: premium,
      open_interest_usd: row.coins * index,
      open_interest_coins: row.coins,
      volume_usd: row.volumeUsd,
    })
  }
  return rows.finish()
}
