import { millisecondsPerDay } from '../days'
import type { Activity, VenueActivity } from '../market/activity'
import type { Market } from '../market/market'
import { priceOf } from '../market/prices'
import { clamp, num, rounded } from '../paths'
import { type Stream, stream } from '../random'
import { type Rows, rowsOf } from '../rows'
import { assetNamed } from '../universe/market'

/** Venues whose funding is stored. Deribit and Kraken list few coins or little: six large venues and Kraken stay. */
const fundingVenues = new Set(['Binance', 'OKX', 'Bybit', 'Bitget', 'Hyperliquid', 'Deribit', 'Kraken'])

/** Half width of the band in which interest of 1 bp holds the print at exactly 1.00 bp. */
const band = { from: 0.72, to: 1.74 } as const

/**
 * What a venue prints for a wanted rate. Venues with an interest term pay it unless the premium is far away, so that a
 * third to a half of their prints are exactly 1.00 bp; the others follow the premium.
 */
export function printed(wanted: number, rule: 'banded' | 'continuous'): number {
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

/** In stress a venue shortens its interval to four hours for coins other than Bitcoin and Ether. */
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
