import type { BarsData, ScatterData } from '../../wire/board'
import * as formats from '../../model/formats'
import { sum } from '../calculations/breakdown'
import { grainFor } from '../definition'
import { readPanel, totalOf } from '../panel'
import { lastOf } from '../../query/statistics'
import { barsData, type Calculation, type Made } from '../tiles/shapes'
import { latestOf, measureTrack, type Track } from '../tiles/kpi'
import { type OwnSeries, line } from '../tiles/series'
import { formatNumber } from '../../rendering/format'

/** Value of one transfer class with the money that came in 30 days. */
export const valueOf = (transfer: 'Distributed' | 'Represented'): Calculation<Track> => ({
  measure: 'rwa.value',
  definition:
    transfer === 'Distributed'
      ? 'Tokens that can leave the platform and move from person to person. Represented assets are kept apart: there the token is a record.'
      : 'Tokens that only record who owns what on a platform. Adding them to transferable tokens would multiply the market several times over.',
  asks: latestOf('rwa.value', [{ field: 'transfer_class', op: 'eq', values: [transfer] }]),
  build: async (context) => {
    const where = [{ field: 'transfer_class', op: 'eq', values: [transfer] }] as const
    const [track, flow] = await Promise.all([
      measureTrack(context, { measure: 'rwa.value', where }),
      readPanel(context, { measure: 'rwa.net_subscriptions', where, range: { last: 30, unit: 'day' } }),
    ])
    return { ...track, note: `30 d net subs ${formatNumber(sum(totalOf(flow)), formats.usdChange)}` }
  },
})

/** Treasuries with their share of what the board shows. */
export const treasuries: Calculation<Track> = {
  measure: 'rwa.value',
  definition:
    'Tokenized US Treasury funds: value at net asset value. Their share is of the transfer class shown on this dashboard.',
  asks: latestOf('rwa.value', [{ field: 'asset_class', op: 'eq', values: ['Treasuries'] }]),
  build: async (context) => {
    const [track, all] = await Promise.all([
      measureTrack(context, {
        measure: 'rwa.value',
        where: [{ field: 'asset_class', op: 'eq', values: ['Treasuries'] }],
      }),
      readPanel(context.whole('rwa.asset_class'), { measure: 'rwa.value', range: { last: 2, unit: 'day' } }),
    ])
    const [value, whole] = [lastOf(track.values), lastOf(totalOf(all))]
    return {
      ...track,
      note: `${formatNumber(value === null || !whole ? null : (100 * value) / whole, formats.percent)} of its transfer class`,
    }
  },
}

/** Growth told apart: new money and price. */
export const moneyOrPrice: Calculation<OwnSeries> = {
  measure: 'rwa.net_subscriptions',
  unit: 'US dollars, summed over the interval',
  definition:
    'Change of value is new money plus change of price. Gold tokens can grow without a single new token.',
  asks: { measures: ['rwa.net_subscriptions', 'rwa.price_effect'], grain: 'month', chart: 'stacked-bars' },
  build: async (context) => {
    const grain = grainFor('month', context.range)
    const [money, price] = await Promise.all([
      readPanel(context, { measure: 'rwa.net_subscriptions', grain, range: context.range }),
      readPanel(context, { measure: 'rwa.price_effect', grain, range: context.range }),
    ])
    return {
      dates: money.dates,
      grain,
      series: [
        line('Net subscriptions', money.values[''] ?? [], { colorKey: 'Issued' }),
        line('Price effect', price.values[''] ?? [], { colorKey: 'Price' }),
      ],
    }
  },
}

const treasuryOnly = [{ field: 'asset_class', op: 'eq', values: ['Treasuries'] }] as const

export const overTheBill: Calculation<Made<BarsData>> = {
  measure: 'rwa.yield',
  unit: 'Basis points of net 7-day APY over the 3-month bill',
  definition:
    'What is left after the fee against the bill itself. Most lie below zero: the difference is what moving around the clock costs.',
  asks: { measures: ['100 * (rwa.yield - rates.bill)'], by: ['product'], where: treasuryOnly, over: 1 },
  build: async (context) => {
    const range = { last: 5, unit: 'day' } as const
    const [yields, fees, bill] = await Promise.all([
      readPanel(context, { measure: 'rwa.yield', by: 'product', where: treasuryOnly, range }),
      readPanel(context, { measure: 'rwa.fee', by: 'product', where: treasuryOnly, range }),
      readPanel(context, { measure: 'rates.bill', range }),
    ])
    const rate = lastOf(bill.values[''] ?? [])
    const bars = yields.keys.flatMap((key) => {
      const own = lastOf(yields.values[key] ?? [])
      if (own === null || rate === null) return []
      return [
        {
          key,
          value: (own - rate) * 100,
          note: `${formatNumber(own, formats.percentFine)}, fee ${formatNumber(lastOf(fees.values[key] ?? []), formats.percentFine)}`,
        },
      ]
    })
    return {
      data: barsData(bars, formats.basisPointsChange, { shape: 'diverging-bars', name: 'Over the bill' }),
      summary: `Net yield over the bill of ${formatNumber(rate, formats.percentFine)}: ${bars.map(({ key, value }) => `${key} ${formatNumber(value, formats.basisPointsChange)}`).join(', ')}.`,
    }
  },
}

export const yieldAndSize: Calculation<Made<ScatterData>> = {
  measure: 'rwa.yield',
  unit: 'Percent a year (net 7-day APY) over US dollars of value',
  asks: { measures: ['rwa.value', 'rwa.yield'], by: ['product'], over: 1 },
  build: async (context) => {
    const range = { last: 5, unit: 'day' } as const
    const [yields, value] = await Promise.all([
      readPanel(context, { measure: 'rwa.yield', by: 'product', range }),
      readPanel(context, { measure: 'rwa.value', by: 'product', range }),
    ])
    const points = value.keys.flatMap((key) => {
      const [x, y] = [lastOf(value.values[key] ?? []), lastOf(yields.values[key] ?? [])]
      return x === null || y === null ? [] : [{ key, label: key, colorKey: key, x, y }]
    })
    return {
      data: {
        x: { label: 'Value', format: formats.usd, logScale: true },
        y: { label: 'Net APY', format: formats.percent },
        points,
      },
      summary: `Yield and size of ${points.length} products; largest ${points[0]?.label ?? ''} at ${formatNumber(points[0]?.y, formats.percentFine)}.`,
    }
  },
}

/** How concentrated each class's value is among few holders: value per address. */
export const valuePerHolder: Calculation<Made<BarsData>> = {
  measure: 'rwa.holders',
  unit: 'US dollars of value per address',
  definition:
    'Value over addresses. Institutional funds have tens to hundreds of holders, gold tokens tens of thousands: the mean says who the product is for.',
  asks: { measures: ['rwa.value / rwa.holders'], by: ['product'], over: 1 },
  build: async (context) => {
    const range = { last: 5, unit: 'day' } as const
    const [holders, value] = await Promise.all([
      readPanel(context, { measure: 'rwa.holders', by: 'product', range }),
      readPanel(context, { measure: 'rwa.value', by: 'product', range }),
    ])
    const bars = value.keys.flatMap((key) => {
      const [whole, count] = [lastOf(value.values[key] ?? []), lastOf(holders.values[key] ?? [])]
      return whole === null || !count
        ? []
        : [{ key, value: whole / count, note: `${formatNumber(count, formats.whole)} addresses` }]
    })
    return {
      data: barsData(bars, formats.usd, { name: 'Value per address' }),
      summary: `Value per address: ${[...bars]
        .sort((a, b) => b.value - a.value)
        .slice(0, 4)
        .map(({ key, value: each, note }) => `${key} ${formatNumber(each, formats.usd)} (${note})`)
        .join(', ')}.`,
    }
  },
}
