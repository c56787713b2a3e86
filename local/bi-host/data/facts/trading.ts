import { groupedBy } from '../grouping'
import type { Activity, VenueActivity } from '../market/activity'
import type { Market } from '../market/market'
import { priceOf } from '../market/prices'
import type { TermRow } from '../market/term'
import { num } from '../paths'
import { type Rows, type RowWriter, rowsOf } from '../rows'

interface DatedTotal {
  readonly first: TermRow
  coins: number
  usd: number
  volume: number
}

/** Dated rows of one day, summed over expiries: the term table is the one source of dated open interest. */
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
