import { liveboards } from '../../wire/liveboards'
import * as formats from '../../model/formats'
import { latestBy, sum, treemap } from '../calculations/breakdown'
import { type BoardDefinition, grainFor } from '../definition'
import { ago, kpi, kpiOf, latestOf, measureTrack, type Track } from '../tiles/kpi'
import { series, seriesOf, type OwnSeries, line } from '../tiles/series'
import { bars, parts, scatter, barsData, type Calculation, type Made } from '../tiles/shapes'
import { table, change, now, share, sumOver, trend, words, type TableText } from '../tiles/table'
import type { BarsData, ScatterData } from '../../wire/board'
import { readPanel, totalOf } from '../panel'
import { lastOf } from '../../query/statistics'
import { formatNumber } from '../../rendering/format'

const thirtyDays = [ago(30, 'percent', '30 d')]
const treasuryProducts = [{ field: 'asset_class', op: 'eq', values: ['Treasuries'] }] as const

const productColumns: TableText['columns'] = [
  now('rwa.value', 'Value'),
  share('rwa.value'),
  change('rwa.value', 30, 'percent', '30 d'),
  sumOver('rwa.net_subscriptions', 30, 'Net subs, 30 d', { kind: 'change' }),
  now('rwa.yield', 'Net APY'),
  now('rwa.fee', 'Fee'),
  now('rwa.holders', 'Holders'),
  now('rwa.defi_share', 'In DeFi'),
  trend('rwa.value', 90),
]

const termColumns: TableText['columns'] = [
  now('rwa.value', 'Value'),
  words('rwa.asset_class', 'Class'),
  words('rwa.access', 'Access'),
  now('rwa.minimum', 'Minimum'),
  words('rwa.redemption', 'Redemption'),
  words('rwa.nav_frequency', 'NAV struck'),
  words('rwa.nav_date', 'Last NAV'),
]

/** Value of one transfer class, with the money that came in over 30 days. */
const valueOf = (transfer: 'Distributed' | 'Represented'): Calculation<Track> => ({
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

/** Treasuries, with their share of what the board shows. */
const treasuries: Calculation<Track> = {
  measure: 'rwa.value',
  definition:
    'Tokenized US Treasury funds: value at net asset value. Their share is of the transfer classes that are chosen.',
  asks: latestOf('rwa.value', [{ field: 'asset_class', op: 'eq', values: ['Treasuries'] }]),
  build: async (context) => {
    const whole = context.whole('rwa.asset_class')
    const [track, all] = await Promise.all([
      measureTrack(context, {
        measure: 'rwa.value',
        where: [{ field: 'asset_class', op: 'eq', values: ['Treasuries'] }],
      }),
      readPanel(whole, { measure: 'rwa.value', range: { last: 2, unit: 'day' } }),
    ])
    const [value, total] = [lastOf(track.values), lastOf(totalOf(all))]
    const classes = whole.filtersOf('rwa', []).find(({ field }) => field === 'transfer_class')?.values ?? []
    const named = classes.length === 1 ? String(classes[0]).toLowerCase() : 'all'
    return {
      ...track,
      note: `${formatNumber(value === null || !total ? null : (100 * value) / total, formats.percent)} of ${named} value`,
    }
  },
}

/** Growth split into new money and price. */
const moneyOrPrice: Calculation<OwnSeries> = {
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

const overTheBill: Calculation<Made<BarsData>> = {
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

const yieldAndSize: Calculation<Made<ScatterData>> = {
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

/** Concentration of each class among few holders: value per address. */
const valuePerHolder: Calculation<Made<BarsData>> = {
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

export const rwa: BoardDefinition = {
  id: liveboards.rwa.id,
  title: 'RWA',
  description:
    'Whether tokenized assets grow or gold just rose, what counts, yields against the bill, and who holds them.',
  range: '1Y',
  chips: [
    { field: 'rwa.transfer_class', multiple: true, label: 'Transfer' },
    { field: 'rwa.asset_class', multiple: true },
    { field: 'rwa.chain', multiple: true },
  ],
  // Record-keeping tokens would dwarf the transferable ones, so they are shown only on request.
  defaults: [{ field: 'rwa.transfer_class', op: 'in', values: ['Distributed'] }],
  tiles: [
    kpiOf('distributed', 'Distributed value', valueOf('Distributed'), {
      changes: [ago(1, 'percent', '1 d'), ...thirtyDays],
    }),
    kpiOf('represented', 'Represented value', valueOf('Represented'), {
      color: 'Other',
      changes: thirtyDays,
    }),
    kpiOf('treasuries', 'Treasuries', treasuries, { color: 'Treasuries', changes: thirtyDays }),
    kpi('yield', 'Net Treasury yield, 7 d', 'rwa.yield', {
      where: treasuryProducts,
      color: 'Treasuries',
      changes: [ago(30, 'basis-points', '30 d')],
      versus: { measure: 'rates.bill', label: 'over T-bill' },
    }),
    kpi('holders', 'Holders', 'rwa.holders', { changes: thirtyDays, note: () => 'addresses, not people' }),
    series('value', 'Value by class', 'rwa.value', {
      subtitle: 'At net asset value, {range}',
      by: 'asset_class',
      shape: 'stacked-area',
      size: [34, 400],
    }),
    seriesOf('growth', 'Change of RWA value', moneyOrPrice, {
      subtitle: 'Growing, or is gold up? New money and price, by {grain}, {range}',
      shape: 'stacked-bars',
      size: [26, 400],
      format: formats.usdChange,
    }),
    bars('over-the-bill', 'Treasury yields over the T-bill', overTheBill, {
      subtitle: 'Net yield of Treasury products over the 3-month bill',
      size: [26, 380],
      crossFilterField: 'rwa.product',
    }),
    parts(
      'products',
      'RWA value by class and product',
      treemap('rwa.value', { by: 'asset_class', within: 'product', totalLabel: 'all shown' }),
      {
        subtitle: 'What is tokenized? Value by class, then product',
        size: [34, 380],
        crossFilterField: 'rwa.asset_class',
      },
    ),
    series('flows', 'Net subscriptions by class', 'rwa.net_subscriptions', {
      subtitle: 'Where does money go? Net subscriptions by class and {grain}, {range}',
      by: 'asset_class',
      grain: 'month',
      shape: 'stacked-bars',
    }),
    series('chains', 'RWA value by chain', 'rwa.value', {
      subtitle: 'On which chain? Share of value, {range}',
      by: 'chain',
      top: 6,
      shape: 'area-100',
    }),
    bars('issuers', 'RWA value by issuer', latestBy('rwa.value', { by: 'issuer', top: 10 }), {
      subtitle: 'Who issues? Value by issuer, share and its change in 30 days',
      size: [20, 360],
      crossFilterField: 'rwa.issuer',
    }),
    series('used', 'RWA share used in DeFi', 'rwa.defi_share', {
      subtitle: 'Is it used? Share of value that works in DeFi, {range}',
      by: 'asset_class',
      size: [20, 360],
    }),
    series('holder-history', 'Holders', 'rwa.holders', {
      subtitle: 'Addresses that came or went since the first day shown, {range}',
      by: 'asset_class',
      shape: 'change',
      size: [20, 360],
    }),
    series('yields', 'Yield by product', 'rwa.yield', {
      subtitle: 'Treasuries, net 7-day APY, six largest, {range}',
      where: treasuryProducts,
      by: 'product',
      most: 6,
      rankBy: 'value',
      size: [60, 340],
    }),
    scatter('yield-size', 'Yield and size', yieldAndSize, {
      subtitle: 'Products that pay one, last day',
      size: [30, 340],
      crossFilterField: 'rwa.product',
    }),
    bars('per-holder', 'RWA value per address', valuePerHolder, {
      subtitle: 'Whom is it for? Value per address',
      size: [30, 340],
      crossFilterField: 'rwa.product',
    }),
    table('products-table', 'Products', 'rwa.product', {
      subtitle: 'Value, flows, yield, holders',
      heading: 'Product',
      columns: productColumns,
      size: [60, 620],
    }),
    table('terms', 'RWA redemption terms', 'rwa.product', {
      subtitle: 'Can I redeem? Who may hold it, from how much, and how to get out',
      heading: 'Product',
      columns: termColumns,
      size: [60, 620],
    }),
  ],
}
