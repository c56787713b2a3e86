import type { BarsData } from '../../wire/board'
import * as formats from '../../model/formats'
import { histories, latestFigure, onDates, assetIs, chosenAsset, unlessChosen } from '../calculations/coin'
import type { TileContext } from '../definition'
import { cardHistory, figureAt, meaningOf, readPanel, totalOf } from '../panel'
import { lastOf } from '../../query/statistics'
import { measureTrack, type Track } from '../tiles/kpi'
import { type OwnSeries, line, dailySeries } from '../tiles/series'
import type { Calculation, Made } from '../tiles/shapes'
import { formatDay, expiryLabel, formatNumber, formatShortDay } from '../../rendering/format'
export const putCallCard: Calculation<Track> = {
  measure: 'options.put_call_oi',
  asks: { measures: ['options.put_call_oi'], over: 1, otherwise: unlessChosen },
  build: async (context) => {
    const asset = chosenAsset(context)
    return {
      ...(await measureTrack(context, { measure: 'options.put_call_oi', where: [assetIs(asset)] })),
      subject: asset,
    }
  },
}

/** Both ratios, because they disagree, and the disagreement is informative. */
export const putCallLines: Calculation<OwnSeries> = {
  measure: 'options.put_call_oi',
  asks: {
    measures: ['options.put_call_oi', 'options.put_call_volume'],
    grain: 'day',
    otherwise: unlessChosen,
  },
  build: async (context) => {
    const asset = chosenAsset(context)
    const [held, traded] = await histories(
      context,
      ['options.put_call_oi', 'options.put_call_volume'],
      [assetIs(asset)],
    )
    return {
      ...dailySeries(context, held.dates, [
        line('By open interest', held.values, { colorKey: asset }),
        line('By volume', onDates(held.dates, traded)),
      ]),
      subtitle: `${asset}, puts over calls, {range}`,
      figures: { ...latestFigure(held), ...latestFigure(traded) },
    }
  },
}

interface ExpiryRow {
  readonly expiry: string
  readonly type: string
  readonly value: number
}

async function byExpiry(
  context: TileContext,
): Promise<{ readonly asset: string; readonly rows: readonly ExpiryRow[] }> {
  const asset = chosenAsset(context)
  const { columns } = await context.run({
    source: 'options',
    measures: ['open_interest'],
    dims: ['expiry', 'option_type'],
    filters: [assetIs(asset)],
    range: '30D',
  })
  const rows = (columns['expiry'] ?? []).map((expiry, row) => ({
    expiry: String(expiry),
    type: String(columns['option_type']?.[row]),
    value: Number(columns['open_interest']?.[row] ?? 0),
  }))
  return { asset, rows }
}

/** The next large expiry: date, size and share of the total. The history is that of open interest. */
export const nextExpiry: Calculation<Track> = {
  measure: 'options.open_interest',
  unit: 'US dollars of notional (contracts x index) that expires next',
  definition:
    'The nearest expiry with at least 5% of open interest, at 08:00 UTC. Positions roll before they expire; the line is all open interest.',
  asks: { measures: ['options.open_interest'], over: 1, otherwise: unlessChosen },
  build: async (context) => {
    const { asset, rows } = await byExpiry(context)
    const panel = await readPanel(context, {
      measure: 'options.open_interest',
      where: [assetIs(asset)],
      range: cardHistory,
    })
    const history = totalOf(panel)
    const all = rows.reduce((sum, { value }) => sum + value, 0)
    const of = (expiry: string): number =>
      rows.filter((row) => row.expiry === expiry).reduce((sum, { value }) => sum + value, 0)
    const expiries = [...new Set(rows.map(({ expiry }) => expiry))].sort()
    const next = expiries.find((expiry) => of(expiry) >= 0.05 * all) ?? expiries[0] ?? ''
    const size = of(next)
    return {
      dates: panel.dates,
      values: history,
      subject: asset,
      note: `${next === '' ? '' : formatShortDay(next)}: ${formatNumber(size, formats.usd)}, ${formatNumber(all === 0 ? null : (100 * size) / all, { kind: 'percent', digits: 0 })}`,
      figures: { [figureAt(panel.meaning, panel.dates.at(-1) ?? '')]: lastOf(history) ?? 0 },
    }
  },
}

const stacked = (
  names: readonly string[],
  label: (name: string) => string,
  value: (name: string, type: string) => number,
): Omit<BarsData, 'kind'> => ({
  shape: 'stacked-bars',
  orientation: 'vertical',
  categories: names.map((key) => ({ key, label: label(key), colorKey: key })),
  series: ['Call', 'Put'].map((type) => ({
    key: type,
    label: type,
    colorKey: type,
    values: names.map((name) => value(name, type)),
  })),
  format: formats.usd,
})

/** Open interest by actual expiry date: buckets would hide the end of the quarter. */
export const expiryBars: Calculation<Made<BarsData>> = {
  measure: 'options.open_interest',
  asks: {
    measures: ['options.open_interest'],
    by: ['expiry', 'option_type'],
    over: 1,
    otherwise: unlessChosen,
    chart: 'stacked-bars',
  },
  build: async (context) => {
    const { asset, rows } = await byExpiry(context)
    const names = [...new Set(rows.map(({ expiry }) => expiry))].sort()
    const value = (expiry: string, type: string): number =>
      rows
        .filter((row) => row.expiry === expiry && row.type === type)
        .reduce((sum, row) => sum + row.value, 0)
    const total = rows.reduce((sum, row) => sum + row.value, 0)
    const largest =
      [...names].sort((a, b) => value(b, 'Call') + value(b, 'Put') - value(a, 'Call') - value(a, 'Put'))[0] ??
      ''
    const filters = context.filtersOf('options', [assetIs(asset)])
    const meaning = meaningOf('options.open_interest', [assetIs(asset), ...filters])
    return {
      data: stacked(names, (name) => expiryLabel(name, context.asOf), value),
      subtitle: `${asset}, by expiry date, last day`,
      summary: `Option open interest of ${asset} by expiry: largest on ${formatDay(largest)} with ${formatNumber(value(largest, 'Call') + value(largest, 'Put'), formats.usd)}.`,
      figures: { [figureAt(meaning, context.facts('options').lastDay)]: total },
    }
  },
}

/** `$70K`: strikes are round numbers. */
const strikeLabel = (strike: number): string =>
  formatNumber(strike, { ...formats.price, compact: true }).replace(/\.0+(?=K$)/, '')

export const strikeBars: Calculation<Made<BarsData>> = {
  measure: 'option_strikes.open_interest',
  asks: {
    measures: ['option_strikes.open_interest'],
    by: ['strike', 'option_type'],
    over: 1,
    otherwise: unlessChosen,
    chart: 'stacked-bars',
  },
  build: async (context) => {
    const asset = chosenAsset(context)
    const { columns } = await context.run({
      source: 'option_strikes',
      measures: ['open_interest'],
      dims: ['strike', 'option_type', 'expiry'],
      filters: [assetIs(asset)],
      range: '30D',
    })
    const cells = new Map(
      (columns['strike'] ?? []).map((strike, row) => [
        `${Number(strike)}|${columns['option_type']?.[row]}`,
        Number(columns['open_interest']?.[row] ?? 0),
      ]),
    )
    const strikes = [...new Set((columns['strike'] ?? []).map(Number))].sort((a, b) => a - b)
    const total = (strike: number): number =>
      (cells.get(`${strike}|Call`) ?? 0) + (cells.get(`${strike}|Put`) ?? 0)
    const largest = [...strikes].sort((a, b) => total(b) - total(a)).slice(0, 24)
    const names = strikes.filter((strike) => largest.includes(strike)).map(String)
    const expiry = String(columns['expiry']?.[0] ?? '')
    return {
      data: stacked(
        names,
        (name) => strikeLabel(Number(name)),
        (name, type) => cells.get(`${name}|${type}`) ?? 0,
      ),
      subtitle: `${asset}, Deribit, expiry ${formatDay(expiry)}: ${
        strikes.length > largest.length ? `the ${largest.length} largest strikes` : 'each strike'
      }`,
      summary: `Largest strikes of ${asset} for ${formatDay(expiry)}: ${largest
        .slice(0, 3)
        .map((strike) => `${formatNumber(strike, formats.price)} ${formatNumber(total(strike), formats.usd)}`)
        .join(', ')}.`,
    }
  },
}
