import { dayOf, isoOf, isWeekend, firstDay, type Frame } from '../days'
import {
  calendarRange,
  cmeTradeDate,
  isCmeOpen,
  isNyseEarlyClose,
  isNyseOpen,
  nyseHolidays,
  expiriesAfter,
  assets,
  depegs,
  plainEvents,
  symbolPeriods,
  shocks,
  chains,
  funds,
  products,
  stablecoins,
} from '../universe/universe'
import { type Row, type Rows, rowsOf } from '../rows'
const listedOn = (iso: string | undefined): number =>
  Math.max(firstDay, iso === undefined ? firstDay : dayOf(iso))

function* dates(frame: Frame): Iterable<Row> {
  for (let date = frame.origin + frame.from; date < frame.origin + frame.to; date += 1) {
    yield {
      date,
      is_us_trading_day: isNyseOpen(date),
      is_cme_day: isCmeOpen(date),
      cme_trade_date: cmeTradeDate(date),
    }
  }
}

function* calendar(): Iterable<Row> {
  for (let date = calendarRange.first; date <= calendarRange.last; date += 1) {
    const holiday = nyseHolidays.get(date) ?? null
    yield { date, market: 'NYSE', is_open: isNyseOpen(date), is_early_close: isNyseEarlyClose(date), holiday }
    const isClosedForHoliday = !isCmeOpen(date) && !isWeekend(date)
    yield {
      date,
      market: 'CME',
      is_open: isCmeOpen(date),
      is_early_close: false,
      holiday: isClosedForHoliday ? holiday : null,
    }
  }
}

function* symbolHistory(): Iterable<Row> {
  const renamed = new Set(symbolPeriods.map(({ entity }) => entity))
  for (const { id, symbol, name, listedOn: listed } of assets) {
    if (renamed.has(id)) continue
    yield {
      entity_id: id,
      symbol,
      name,
      valid_from: listedOn(listed),
      valid_to: null,
      event: 'listing',
      ratio: 1,
      link: null,
    }
  }
  for (const { entity, symbol, name, from, to, event, ratio, link } of symbolPeriods) {
    yield {
      entity_id: entity,
      symbol,
      name,
      valid_from: dayOf(from),
      valid_to: to === undefined ? null : dayOf(to),
      event,
      ratio,
      link: link ?? null,
    }
  }
}

/** Events up to the as-of date, and scheduled quarterly expiries after it. */
function* events(frame: Frame): Iterable<Row> {
  const last = frame.origin + frame.to - 1
  const known: Row[] = [
    ...shocks.map(({ iso, id, title, bitcoin }) => ({
      date: dayOf(iso),
      event_id: id,
      kind: 'shock',
      subject: 'market',
      title,
      size: bitcoin,
    })),
    ...depegs.map(({ iso, token, title, closeBps }) => ({
      date: dayOf(iso),
      event_id: `depeg-${token.toLowerCase()}-${iso}`,
      kind: 'depeg',
      subject: `token:${token.toLowerCase()}`,
      title,
      size: closeBps,
    })),
    ...plainEvents.map(({ iso, id, kind, subject, title, size }) => ({
      date: dayOf(iso),
      event_id: id,
      kind,
      subject,
      title,
      size: size ?? null,
    })),
  ]
  const quarterly = expiriesAfter(frame.origin + frame.from - 1, frame.to - frame.from + 372)
    .filter(({ kind }) => kind === 'Quarterly')
    .map(({ day }) => ({
      date: day,
      event_id: `expiry-${isoOf(day)}`,
      kind: 'expiry',
      subject: 'market',
      title: 'Quarterly expiry of futures and options',
      size: null,
    }))
  const all = [...known.filter(({ date }) => Number(date) <= last), ...quarterly]
  yield* all.toSorted((one, other) => Number(one.date) - Number(other.date))
}

const tables: Readonly<Record<string, (frame: Frame) => Iterable<Row>>> = {
  dim_date: dates,
  dim_calendar: calendar,
  dim_asset: () =>
    assets.map(({ id, symbol, sector, listedOn: listed }) => ({
      entity_id: id,
      asset: symbol,
      sector,
      listed_on: listedOn(listed),
    })),
  dim_symbol_history: symbolHistory,
  dim_stablecoin: () =>
    stablecoins.map(({ id, group, backing, launched, attested, isBasket }) => ({
      entity_id: id,
      issuer_group: group,
      backing,
      launched: listedOn(launched),
      attestation_date: attested === undefined ? null : dayOf(attested),
      is_basket: isBasket,
    })),
  dim_chain: () =>
    chains.map(({ id, name, layer, launched }) => ({
      entity_id: id,
      chain: name,
      layer,
      launched: listedOn(launched),
    })),
  dim_fund: () =>
    funds.map(({ ticker, label, isStaking, listedOn: listed }) => ({
      entity_id: `fund:${ticker}`,
      ticker,
      fund: label,
      is_staking: isStaking,
      listed_on: dayOf(listed),
    })),
  dim_product: () =>
    products.map((product) => ({
      entity_id: product.id,
      access: product.access,
      minimum_usd: product.minimumUsd,
      redemption_window: product.redemption,
      nav_frequency: product.navFrequency,
      fee_pct: product.feePct,
      is_wrapper_of: null,
      launched: listedOn(product.launched),
    })),
  f_event: events,
}

export function dimensionRows(frame: Frame): readonly Rows[] {
  return Object.entries(tables).map(([table, rowsIn]) => {
    const writer = rowsOf(table)
    for (const row of rowsIn(frame)) writer.add(row)
    return writer.finish()
  })
}
