import { latestOf, type Track } from '../tiles/kpi'
import type { BarsData, ScatterData } from '../../wire/board'
import * as formats from '../../model/formats'
import { histories, history, onDates, assetIs } from '../calculations/coin-history'
import { cardHistory, figureAt, figureOver, only, readPanel, totalOf } from '../panel'
import { lastOf, percentChange, quotients } from '../../query/statistics'
import { type OwnSeries, line, dailySeries } from '../tiles/series'
import type { Calculation, Made } from '../tiles/shapes'
import { expiryLabel, formatDay, formatNumber, formatShortDay } from '../../rendering/format'

const futures = [{ field: 'market_type', op: 'in', values: ['Perpetual', 'Dated future'] }] as const

export const volumeCard: Calculation<Track> = {
  measure: 'trading.volume',
  asks: latestOf('trading.volume', futures),
  build: async (context) => {
    const panel = await readPanel(context, { measure: 'trading.volume', where: futures, range: cardHistory })
    const values = only(panel)
    const day = panel.dates.at(-1) ?? ''
    return {
      dates: panel.dates,
      values,
      figures: { [figureOver(panel.meaning, day, day)]: lastOf(values) ?? 0 },
    }
  },
}

export const openInterestCard: Calculation<Track> = {
  measure: 'trading.open_interest',
  asks: latestOf('trading.open_interest'),
  build: async (context) => {
    const [open, bitcoin, close] = await Promise.all([
      readPanel(context, { measure: 'trading.open_interest', range: cardHistory }),
      history(context, 'trading.open_interest', [assetIs('BTC')]),
      history(context, 'price.close', [assetIs('BTC')]),
    ])
    const values = only(open)
    const prices = onDates(bitcoin.dates, close)
    const coins = quotients(bitcoin.values, prices)
    return {
      dates: open.dates,
      values,
      figures: { [figureAt(open.meaning, open.dates.at(-1) ?? '')]: lastOf(values) ?? 0 },
      changes: [
        {
          value: percentChange(lastOf(coins), coins.at(-31)),
          format: formats.percentChange,
          label: '30 d in BTC coins',
          better: 'none',
        },
      ],
      note: `BTC: ${formatNumber(lastOf(coins), formats.coins('BTC'))}`,
    }
  },
}

/** Where price and positions went together, day by day over 30 days. */
export const quadrant: Calculation<Made<ScatterData>> = {
  measure: 'trading.open_interest',
  unit: 'Percent a day: change of price, change of open interest in coins',
  definition:
    'Up and right: new longs drive price. Up and left: new shorts. Down and left: longs flushed. Down and right: shorts covered. Coins, so that price does not move both axes.',
  build: async (context) => {
    const [open, close] = await histories(context, ['trading.open_interest', 'price.close'], [assetIs('BTC')])
    const prices = onDates(open.dates, close)
    const coins = quotients(open.values, prices)
    const first = open.dates.length - 30
    const points = open.dates.slice(-30).flatMap((day, at) => {
      const row = first + at
      const x = percentChange(prices[row], prices[row - 1])
      const y = percentChange(coins[row], coins[row - 1])
      return x === null || y === null
        ? []
        : [{ key: day, label: formatShortDay(day), colorKey: at === 29 ? 'BTC' : 'Earlier days', x, y }]
    })
    const today = points.at(-1)
    const where = !today
      ? ''
      : today.y >= 0
        ? today.x >= 0
          ? 'new longs'
          : 'new shorts'
        : today.x >= 0
          ? 'shorts covered'
          : 'longs flushed'
    return {
      data: {
        x: { label: 'BTC price, 1 d', format: formats.percentChange },
        y: { label: 'Open interest in coins, 1 d', format: formats.percentChange },
        points,
      },
      subtitle: `BTC, 30 days; the last day: ${where}`,
      summary: `Last day: price ${formatNumber(today?.x, formats.percentChange)}, open interest in coins ${formatNumber(today?.y, formats.percentChange)}: ${where}.`,
    }
  },
}

export const regulatedShare: Calculation<OwnSeries> = {
  measure: 'trading.open_interest',
  unit: 'Percent of BTC futures open interest, CME carried over weekends',
  definition:
    'Share of CME in open interest on BTC: how much of the leverage is regulated and margined in dollars. Offshore venues report their own figures.',
  whole: 'trading.exchange',
  asks: {
    measures: ['share(trading.open_interest)'],
    by: ['exchange'],
    where: [assetIs('BTC')],
    grain: 'day',
  },
  build: async (context) => {
    const panel = await readPanel(context.whole('trading.exchange'), {
      measure: 'trading.open_interest',
      by: 'exchange',
      where: [assetIs('BTC')],
      range: 'ALL',
    })
    const all = totalOf(panel)
    const share = panel.dates.map((_, row) => {
      const own = panel.values['CME']?.[row] ?? null
      const whole = all[row] ?? null
      return own === null || !whole ? null : (100 * own) / whole
    })
    return dailySeries(context, panel.dates, [line('CME', share)])
  },
}

export const rolls: Calculation<Made<BarsData>> = {
  measure: 'futures_term.open_interest',
  asks: { measures: ['futures_term.open_interest'], by: ['expiry', 'asset'], over: 1, chart: 'stacked-bars' },
  build: async (context) => {
    const { columns } = await context.run({
      source: 'futures_term',
      measures: ['open_interest'],
      dims: ['expiry', 'asset'],
      range: '30D',
    })
    const cells = new Map(
      (columns['expiry'] ?? []).map((expiry, row) => [
        `${expiry}|${columns['asset']?.[row]}`,
        Number(columns['open_interest']?.[row] ?? 0),
      ]),
    )
    const names = [...new Set((columns['expiry'] ?? []).map(String))].sort()
    const assets = [...new Set((columns['asset'] ?? []).map(String))].sort()
    const total = (name: string): number =>
      assets.reduce((sum, asset) => sum + (cells.get(`${name}|${asset}`) ?? 0), 0)
    const [largest = ''] = [...names].sort((a, b) => total(b) - total(a))
    return {
      data: {
        shape: 'stacked-bars',
        orientation: 'vertical',
        categories: names.map((key) => ({ key, label: expiryLabel(key, context.asOf), colorKey: key })),
        series: assets.map((asset) => ({
          key: asset,
          label: asset,
          colorKey: asset,
          values: names.map((name) => cells.get(`${name}|${asset}`) ?? 0),
        })),
        format: formats.usd,
      },
      summary: `Dated futures by expiry: largest ${formatDay(largest)} with ${formatNumber(total(largest), formats.usd)}.`,
    }
  },
}
