import type { Activity, VenueActivity } from '../market/activity'
import { deltas, optionSymbols, smileAt, tenors, type Market } from '../market/market'
import { priceOf, type PricePath } from '../market/prices'
import type { TermRow } from '../market/term'
import {
  num,
  clamp,
  rounded,
  groupedBy,
  stream,
  along,
  shares,
  smoothPath,
  normals,
  type Stream,
} from '../random'
import { rowsOf, type Rows, type RowWriter } from '../rows'
import { millisecondsPerDay, indexOf, type Day } from '../days'
import { assetNamed, shocks, lendingMarkets, lendingProtocols } from '../universe/universe'
import type { OptionRow } from '../market/option-book'

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

/** A coin's share in liquidations relative to its share in volume: smaller coins have more leverage. */
const leverage = (symbol: string): number => (symbol === 'BTC' ? 0.85 : symbol === 'ETH' ? 1.1 : 1.3)

/** Daily total of both sides over all coins and venues, USD: 150 to 400 million on quiet days, shocks from the event table. */
function totals(market: Market): Float64Array {
  const { frame } = market
  const bitcoin = priceOf(market.prices, 'BTC')
  const ether = priceOf(market.prices, 'ETH')
  const noise = normals(frame.seed, 'exchange liquidations|market', frame.length)
  const shockOn = new Map(shocks.map((shock) => [indexOf(frame, shock.iso), shock.liquidations * 1e9]))
  return noise.map((value, index) => {
    const move = 0.6 * Math.abs(num(bitcoin.change, index)) + 0.4 * Math.abs(num(ether.change, index))
    const level =
      105e6 * Math.exp(clamp(32 * move, 0, 2.6) + 0.3 * value) * (num(bitcoin.close, index) / 80_000) ** 0.35
    return shockOn.get(index) ?? level
  })
}

export function exchangeLiquidations(market: Market, activity: Activity): Rows {
  const { frame } = market
  const rows = rowsOf('f_liq_cex')
  const all = totals(market)
  const series = activity.perpetual.filter(
    ({ venue, symbol }) => assetNamed(symbol).hasLiquidations && venue.name !== 'Deribit',
  )
  const noise = series.map(({ venue, symbol }) => ({
    size: normals(frame.seed, `exchange liquidations|${venue.id}|${symbol}`, frame.length),
    side: normals(frame.seed, `exchange liquidations side|${venue.id}|${symbol}`, frame.length),
  }))
  for (let index = frame.from; index < frame.to; index += 1) {
    const weights = shares(
      series.map(({ symbol, volumeUsd, since }, position) =>
        index < since
          ? 0
          : num(volumeUsd, index) *
            leverage(symbol) *
            Math.exp(0.35 * num(noise[position]?.size ?? [], index)),
      ),
    )
    series.forEach(({ venue, symbol, since }, position) => {
      if (index < since) return
      const path = priceOf(market.prices, symbol)
      const pull = -55 * num(path.change, index) + 0.25 + 0.35 * num(noise[position]?.side ?? [], index)
      const long = clamp(1 / (1 + Math.exp(-pull)), 0.04, 0.96)
      for (const [side, share] of [
        ['Long', long],
        ['Short', 1 - long],
      ] as const) {
        rows.add({
          date: frame.origin + index,
          exchange: venue.name,
          entity_id: path.profile.id,
          asset: symbol,
          side,
          amount_usd: Math.round(num(all, index) * num(weights, position) * share),
        })
      }
    })
  }
  return rows.finish()
}

/** On-chain liquidations: a few million on most days, far more when collateral falls fast. */
export function liquidationRows(market: Market): Rows {
  const { frame } = market
  const rows = rowsOf('f_liquidations')
  const ether = priceOf(market.prices, 'ETH')
  const noise = normals(frame.seed, 'liquidations|market', frame.length)
  const shock = new Map(shocks.map(({ iso, seizures }) => [indexOf(frame, iso), seizures * 1e6]))
  const level = smoothPath(
    frame.origin,
    frame.length,
    along('2023-11-21 0.8, 2024-11-21 1.4, 2025-10-01 2, 2026-11-20 1.7'),
  )
  const items = lendingMarkets.filter((item) => item.kind !== 'Dollar')
  const parts = items.map((item) => {
    const protocol = lendingProtocols.find(({ name }) => name === item.protocol)
    return {
      item,
      size: smoothPath(frame.origin, frame.length, protocol?.supplied ?? []),
      draw: normals(frame.seed, `liquidations|${item.protocol}|${item.chain}|${item.asset}`, frame.length),
      since: item.since === undefined ? 0 : indexOf(frame, item.since),
      // The ratio of staked to plain ether rarely moves, so its loops are seldom liquidated.
      risk: item.kind === 'Staked ether' ? 0.35 : 1,
    }
  })
  for (let index = frame.from; index < frame.to; index += 1) {
    const fall = Math.max(0, -num(ether.change, index) - 0.01)
    const total =
      shock.get(index) ??
      Math.min(88e6, num(level, index) * 1e6 * Math.exp(0.75 * num(noise, index) + 38 * fall))
    const weights = shares(
      parts.map(({ item, size, draw, since, risk }) =>
        index < since ? 0 : item.weight * num(size, index) * risk * Math.exp(0.9 * num(draw, index)),
      ),
    )
    parts.forEach(({ item, since, draw }, position) => {
      if (index < since) return
      const amount = Math.round(total * num(weights, position))
      const isQuiet = amount < 1_500
      rows.add({
        date: frame.origin + index,
        protocol: item.protocol,
        chain: item.chain,
        collateral: item.asset,
        amount_usd: isQuiet ? 0 : amount,
        positions: isQuiet
          ? 0
          : Math.max(1, Math.round(amount / (9_000 * Math.exp(0.3 * num(draw, index)) + amount / 60))),
      })
    })
  }
  return rows.finish()
}

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
