import { latestOf } from '../tiles/kpi'
import { dayOrWeek } from '../definition'
import type { TileContext } from '../definition'
import { cardHistory, figureAt, readPanel, totalOf } from '../panel'
import { lastOf } from '../../query/statistics'
import * as formats from '../../model/formats'
import type { Track } from '../tiles/kpi'
import type { OwnSeries } from '../tiles/series'
import type { Calculation } from '../tiles/tile'
import { shownRows } from '../calculations/span'

/** Open interest in dollars with its change at yesterday's prices: what positions did, price left out. */
export const openInterest: Calculation<Track> = {
  measure: 'trading.open_interest',
  asks: latestOf('trading.open_interest'),
  build: async (context) => {
    const [open, closes] = await Promise.all([
      readPanel(context, {
        measure: 'trading.open_interest',
        by: 'asset',
        range: cardHistory,
      }),
      readPanel(context, { measure: 'price.close', by: 'asset', range: { last: 2, unit: 'day' } }),
    ])
    const values = totalOf(open)
    const day = open.dates.at(-1) ?? ''
    const before = values.at(-2) ?? null
    const atOldPrices = open.keys.reduce((all, key) => {
      const [was, is] = closes.values[key] ?? []
      return all + (open.values[key]?.at(-1) ?? 0) * (was && is ? was / is : 1)
    }, 0)
    const value = lastOf(values)
    return {
      dates: open.dates,
      values,
      figures: value === null ? {} : { [figureAt(open.meaning, day)]: value },
      changes: [
        {
          value: before ? (atOldPrices / before - 1) * 100 : null,
          format: formats.percentChange,
          label: '1 d at constant prices',
          better: 'none',
        },
      ],
    }
  },
}

/** Open interest of the two largest underlyings in coins: price cannot move it. */
export const openInterestInCoins: Calculation<OwnSeries> = {
  measure: 'trading.open_interest',
  unit: 'Coins: dollars of open interest over the close. Left BTC, right ETH',
  definition: 'In coins a rise is new positions. In dollars a record can be price alone.',
  asks: {
    measures: ['trading.open_interest / price.close'],
    by: ['asset'],
    where: [{ field: 'asset', op: 'in', values: ['BTC', 'ETH'] }],
    grain: 'day',
  },
  build: async (context) => {
    const lines = await Promise.all((['BTC', 'ETH'] as const).map((asset) => coinsOf(context, asset)))
    const [left, right] = lines
    const rows = shownRows(context.range, left?.dates.length ?? 0)
    return {
      dates: (left?.dates ?? []).slice(-rows),
      grain: 'day',
      rightFormat: formats.coins('ETH'),
      series: [
        { key: 'BTC', label: 'BTC', colorKey: 'BTC', values: (left?.values ?? []).slice(-rows) },
        {
          key: 'ETH',
          label: 'ETH',
          colorKey: 'ETH',
          values: (right?.values ?? []).slice(-rows),
          axis: 'right',
        },
      ],
    }
  },
}

async function coinsOf(
  context: TileContext,
  asset: string,
): Promise<{ readonly dates: readonly string[]; readonly values: readonly (number | null)[] }> {
  const where = [{ field: 'asset', op: 'eq', values: [asset] }] as const
  const [open, close] = await Promise.all([
    readPanel(context, { measure: 'trading.open_interest', range: 'ALL', where }),
    readPanel(context, { measure: 'price.close', range: 'ALL', where }),
  ])
  const price = new Map(close.dates.map((day, row) => [day, close.values['']?.[row] ?? null]))
  const values = (open.values[''] ?? []).map((value, row) => {
    const at = price.get(open.dates[row] ?? '') ?? null
    return value === null || !at ? null : value / at
  })
  return { dates: open.dates, values }
}

/** Forced closures: longs above the axis, shorts below. */
export const longsAndShorts: Calculation<OwnSeries> = {
  measure: 'exchange_liquidations.amount',
  asks: (range) => ({
    measures: ['exchange_liquidations.amount'],
    by: ['side'],
    grain: dayOrWeek(range),
  }),
  build: async (context) => {
    const grain = dayOrWeek(context.range)
    const panel = await readPanel(context, {
      measure: 'exchange_liquidations.amount',
      by: 'side',
      grain,
      range: context.range,
    })
    const side = (key: string, sign: 1 | -1) => ({
      key,
      label: `${key}s liquidated`,
      colorKey: key,
      values: (panel.values[key] ?? []).map((value) => (value === null ? null : sign * value)),
    })
    return { dates: panel.dates, grain, series: [side('Long', 1), side('Short', -1)] }
  },
}
