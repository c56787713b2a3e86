import { liveboards } from '../../wire/liveboards'
import * as formats from '../../model/formats'
import type { BoardDefinition } from '../definition'
import * as carry from './futures-carry'
import * as funding from './futures-funding'
import { longsAndShorts } from './global-market'
import { fundingLines, restingFunding } from '../calculations/leverage'
import { ago, kpi, kpiOf, sameWeekday, latestOf, type Track } from '../tiles/kpi'
import { series, seriesOf, type OwnSeries, line, dailySeries } from '../tiles/series'
import { bars, curves, matrix, rows, scatter, type Calculation, type Made } from '../tiles/shapes'
import type { BarsData, ScatterData } from '../../wire/board'
import { histories, history, onDates, assetIs } from '../calculations/coin'
import { cardHistory, figureAt, only, readPanel, totalOf } from '../panel'
import { lastOf, percentChange, quotients } from '../../query/statistics'
import { expiryLabel, formatDay, formatNumber, formatShortDay } from '../../rendering/format'

const futuresOnly = [{ field: 'market_type', op: 'in', values: ['Perpetual', 'Dated future'] }] as const

const openInterestCard: Calculation<Track> = {
  measure: 'trading.open_interest',
  asks: latestOf('trading.open_interest'),
  build: async (context) => {
    // Coins of several assets cannot be added, so these are of the selected asset, or of Bitcoin by default.
    const chosen = context.filtersOf('trading', []).find(({ field }) => field === 'asset')
    const [coin = '', ...others] = (chosen?.values ?? ['BTC']).map(String)
    const [open, held, close] = await Promise.all([
      readPanel(context, { measure: 'trading.open_interest', range: cardHistory }),
      history(context, 'trading.open_interest', [assetIs(coin)]),
      history(context, 'price.close', [assetIs(coin)]),
    ])
    const values = only(open)
    const coins = quotients(held.values, onDates(held.dates, close))
    const change = {
      value: percentChange(lastOf(coins), coins.at(-31)),
      format: formats.percentChange,
      label: `30 d in ${coin} coins`,
      better: 'none',
    } as const
    return {
      dates: open.dates,
      values,
      figures: { [figureAt(open.meaning, open.dates.at(-1) ?? '')]: lastOf(values) ?? 0 },
      ...(others.length === 0 && {
        changes: [change],
        note: `${coin}: ${formatNumber(lastOf(coins), formats.coins(coin))}`,
      }),
    }
  },
}

/** Days on which price and positions moved together or apart, over 30 days. */
const quadrant: Calculation<Made<ScatterData>> = {
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
      subtitle: `BTC, 30 days; orange, the last day: ${where}`,
      summary: `Last day: price ${formatNumber(today?.x, formats.percentChange)}, open interest in coins ${formatNumber(today?.y, formats.percentChange)}: ${where}.`,
    }
  },
}

const regulatedShare: Calculation<OwnSeries> = {
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

const rolls: Calculation<Made<BarsData>> = {
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

export const futures: BoardDefinition = {
  id: liveboards.futures.id,
  title: 'Futures',
  description:
    'Funding, carry against the bill, who holds the leverage, and whether it builds or is flushed.',
  range: '90D',
  chips: [
    { field: 'trading.exchange', multiple: true },
    { field: 'trading.asset', multiple: true },
  ],
  tabs: [
    {
      id: 'funding-and-carry',
      label: 'Funding and carry',
      tiles: [
        'funding',
        'basis',
        'paid',
        'are-longs-paying',
        'carry',
        'extremes',
        'curves',
        'dispersion',
        'rolls',
        'paid-history',
      ],
    },
    {
      id: 'positions',
      label: 'Positions',
      tiles: [
        'open-interest',
        'volume',
        'quadrant',
        'liquidations',
        'open-interest-history',
        'volume-history',
        'regulated',
        'venues',
        'contracts',
      ],
    },
  ],
  tiles: [
    kpi('funding', 'Funding, 7-day mean', 'funding.funding_rate', {
      subtitle: 'Weighted by open interest',
      over: 7,
      color: 'Perpetual',
      changes: [ago(7, 'points', '7 d')],
      versus: { measure: 'rates.bill', label: 'over T-bill' },
    }),
    kpiOf('basis', 'BTC basis, 90 d', carry.basisCard, {
      color: 'BTC',
      changes: [ago(30, 'points', '30 d')],
      better: 'none',
    }),
    kpiOf('open-interest', 'Futures open interest', openInterestCard, {
      changes: [ago(30, 'percent', '30 d')],
    }),
    kpi('volume', 'Futures volume, 1 d', 'trading.volume', {
      where: futuresOnly,
      changes: [sameWeekday(4, 'percent')],
    }),
    kpiOf('paid', 'BTC funding paid, 30 d', funding.paidCard, {
      color: 'BTC',
      format: { ...formats.percentFine, signed: true },
      changes: [ago(30, 'points', 'vs prior 30 d')],
      better: 'none',
    }),
    seriesOf('are-longs-paying', 'BTC and ETH funding', fundingLines, {
      subtitle: 'Are longs paying up? Funding, 7-day mean weighted by open interest, {range}',
      guides: [restingFunding],
      axisNotes: { above: 'longs pay', below: 'shorts pay' },
      crossFilterField: 'funding.asset',
    }),
    seriesOf('carry', 'BTC carry, 90 days', carry.carryAndHurdle, {
      subtitle: 'Is it worth it? Basis against the T-bill plus fees, {range}',
    }),
    matrix('extremes', 'Funding by exchange and asset', funding.fundingHeat, {
      subtitle: 'Where is it extreme? Yearly funding, mean of 7 days',
      size: [60, 380],
    }),
    curves('curves', 'BTC basis by venue and expiry', carry.venueCurves, {
      subtitle: 'What shape has the curve? Last day, CME dashed',
      size: [30, 340],
    }),
    seriesOf('dispersion', 'Funding dispersion', funding.dispersion, {
      subtitle: 'Do venues disagree? Highest less lowest funding, 7-day means, {range}',
      size: [30, 340],
      format: { kind: 'pp', digits: 1 },
    }),
    scatter('quadrant', 'Price against open interest', quadrant, {
      subtitle: 'Built or flushed? Price and positions',
      size: [24, 380],
    }),
    seriesOf('liquidations', 'Exchange liquidations', longsAndShorts, {
      subtitle: 'Who was closed? Exchange liquidations by {grain}: a floor, {range}',
      shape: 'diverging-bars',
      axisNotes: { above: 'longs closed', below: 'shorts closed' },
      format: formats.usdSides,
      size: [36, 380],
    }),
    series('open-interest-history', 'Open interest by exchange', 'trading.open_interest', {
      subtitle: 'Change since the first day shown, CME carried over weekends, {range}',
      by: 'exchange',
      top: 7,
      shape: 'change',
    }),
    series('volume-history', 'Volume by exchange', 'trading.volume', {
      subtitle: 'Perpetual and dated, reported, by {grain}, {range}',
      where: futuresOnly,
      by: 'exchange',
      grain: 'day',
      top: 7,
      shape: 'stacked-bars',
    }),
    seriesOf('regulated', 'CME share of BTC open interest', regulatedShare, {
      subtitle: 'Who leads? CME in BTC open interest, {range}',
      size: [60, 280],
      format: formats.percent,
    }),
    bars('rolls', 'Dated open interest by expiry', rolls, {
      subtitle: 'When does it roll? Dated futures by expiry, last day',
      size: [26, 320],
    }),
    seriesOf('paid-history', 'Cumulative funding', funding.paidLines, {
      subtitle: 'What did a long pay? Funding added up, percent of notional, {range}',
      size: [34, 320],
      format: { ...formats.percentFine, signed: true },
    }),
    rows('venues', 'Perpetual venues', funding.venueTable, {
      subtitle: 'Funding of 7 days, settlement interval, size',
      size: [26, 540],
      crossFilterField: 'funding.exchange',
    }),
    rows('contracts', 'Dated contracts', carry.contracts, {
      subtitle: 'The twelve largest; basis under 7 days is left out',
      size: [34, 540],
    }),
  ],
}
