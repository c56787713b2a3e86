import type { BarsData, MatrixData } from '../../wire/board'
import * as formats from '../../model/formats'
import { history, latestFigure, onDates } from '../calculations/coin'
import { dayOrWeek, type TileContext, type BoardDefinition } from '../definition'
import { figureOver, readPanel, totalOf } from '../panel'
import { known, lastOf, quantile } from '../../query/statistics'
import { type Track, latestOf, measureTrack, ago, kpi, kpiOf, prior } from '../tiles/kpi'
import { type OwnSeries, line, dailySeries, series, seriesOf } from '../tiles/series'
import { barsData, type Calculation, type Made, bars, matrix, parts } from '../tiles/shapes'
import { formatNumber } from '../../rendering/format'
import { liveboards } from '../../wire/liveboards'
import { latestBy, sum, treemap } from '../calculations/breakdown'
import { table, change, now, type TableText } from '../tiles/table'

const dollars = [{ field: 'asset_class', op: 'eq', values: ['Dollar'] }] as const
const lent = [
  { field: 'asset_class', op: 'in', values: ['Dollar', 'Ether', 'Bitcoin', 'Staked ether', 'Other'] },
] as const

/** The cost of dollars: weighted mean, median market, and dispersion between markets. */
const costOfDollars: Calculation<OwnSeries> = {
  measure: 'lending.borrow_apy',
  unit: 'Percent a year, compounded; band: 5th to 95th percentile of dollar markets',
  asks: { measures: ['lending.borrow_apy', 'rates.bill'], where: dollars, grain: 'day' },
  build: async (context) => {
    const [markets, mean, bill] = await Promise.all([
      readPanel(context, {
        measure: 'lending.borrow_apy',
        by: 'market',
        where: dollars,
        range: context.range,
      }),
      history(context, 'lending.borrow_apy', dollars),
      history(context, 'rates.bill', []),
    ])
    const at = (share: number): (number | null)[] =>
      markets.dates.map((_, row) =>
        quantile(known(markets.keys.map((key) => markets.values[key]?.[row] ?? null)), share),
      )
    return {
      dates: markets.dates,
      grain: 'day',
      series: [
        line('Weighted by loans', onDates(markets.dates, mean), { colorKey: 'USDC' }),
        line('Middle market', at(0.5), { band: { low: at(0.05), high: at(0.95) } }),
        line('T-bill rate', onDates(markets.dates, bill)),
      ],
      figures: latestFigure(mean),
    }
  },
}

const dollarRate: Calculation<Track> = {
  measure: 'lending.borrow_apy',
  asks: latestOf('lending.borrow_apy', dollars),
  build: (context) =>
    measureTrack(context, {
      measure: 'lending.borrow_apy',
      where: dollars,
      versus: { measure: 'rates.bill', label: 'over T-bill' },
    }),
}

/** Card of deposits, with the part that is lent or lendable. The rest is collateral that is not lent. */
const supplied: Calculation<Track> = {
  measure: 'lending.supplied',
  drill: { where: [], by: [], over: 1 },
  asks: latestOf('lending.supplied'),
  build: async (context) => {
    const [track, lendable] = await Promise.all([
      measureTrack(context, { measure: 'lending.supplied' }),
      lendableNow(context),
    ])
    return { ...track, note: `${formatNumber(lendable, formats.usd)} lendable` }
  },
}

/** Borrowed plus idle on the last day: the denominator of utilization. */
async function lendableNow(context: TileContext): Promise<number | null> {
  const range = { last: 2, unit: 'day' } as const
  const [loans, idle] = await Promise.all(
    ['lending.borrowed', 'lending.idle'].map((measure) => readPanel(context, { measure, range })),
  )
  const [out, left] = [loans, idle].map((panel) => (panel ? lastOf(totalOf(panel)) : null))
  return out === null || out === undefined || left === null || left === undefined ? null : out + left
}

/** Card of utilization, with its denominator. */
const utilisation: Calculation<Track> = {
  measure: 'lending.utilisation',
  asks: latestOf('lending.utilisation'),
  build: async (context) => {
    const [track, lendable] = await Promise.all([
      measureTrack(context, { measure: 'lending.utilisation' }),
      lendableNow(context),
    ])
    return { ...track, note: `of ${formatNumber(lendable, formats.usd)} lendable` }
  },
}

/** The fullest market of each protocol and asset: a mean would hide the market that cannot be exited. */
const worstUtilisation: Calculation<Made<MatrixData>> = {
  measure: 'lending.utilisation',
  unit: 'Percent of lendable deposits borrowed, fullest market of each cell',
  definition:
    'Of several chains the fullest market is shown. Rates rise steeply above the kink (dollars about 90 to 92%): there lenders wait for loans to be repaid.',
  asks: { measures: ['lending.utilisation'], by: ['protocol', 'asset', 'chain'], where: lent, over: 1 },
  build: async (context) => {
    const { columns } = await context.run({
      source: 'lending',
      measures: ['utilisation', 'borrowed'],
      dims: ['protocol', 'asset', 'chain'],
      filters: [...lent],
      range: '30D',
    })
    const worst = new Map<string, number>()
    const size = new Map<string, number>()
    for (const [row, protocol] of (columns['protocol'] ?? []).entries()) {
      const asset = String(columns['asset']?.[row])
      const value = columns['utilisation']?.[row]
      const loans = Number(columns['borrowed']?.[row] ?? 0)
      for (const name of [String(protocol), asset]) size.set(name, (size.get(name) ?? 0) + loans)
      const key = `${protocol}|${asset}`
      if (typeof value === 'number') worst.set(key, Math.max(worst.get(key) ?? 0, value))
    }
    const named = (column: 'protocol' | 'asset'): string[] =>
      [...new Set((columns[column] ?? []).map(String))]
        .filter((name) => [...worst.keys()].some((key) => key.split('|').includes(name)))
        .sort((a, b) => (size.get(b) ?? 0) - (size.get(a) ?? 0))
    const [protocols, assets] = [named('protocol'), named('asset')]
    const [fullest] = [...worst].sort(([, a], [, b]) => b - a)
    return {
      data: {
        scale: 'sequential',
        rows: protocols.map((key) => ({ key, label: key })),
        columns: assets.map((key) => ({ key, label: key })),
        values: protocols.map((protocol) => assets.map((asset) => worst.get(`${protocol}|${asset}`) ?? null)),
        format: { ...formats.percent, digits: 0 },
        rowHeading: 'Protocol',
        columnHeading: 'Asset',
        labels: true,
        min: 0,
        max: 100,
      },
      summary: fullest
        ? `Fullest market: ${fullest[0].replace('|', ' ')} at ${formatNumber(fullest[1], formats.percent)}.`
        : 'No lending market for this choice.',
    }
  },
}

/** From what dollar lenders earn to what borrowers pay, by protocol. */
const rateSpread: Calculation<Made<BarsData>> = {
  measure: 'lending.borrow_apy',
  unit: 'Percent a year, compounded, dollar markets: from supply to borrow APY',
  definition:
    'The bar runs from what lenders earn to what borrowers pay. The gap is idle money and what the protocol keeps, not a margin that somebody earns.',
  asks: { measures: ['lending.supply_apy', 'lending.borrow_apy'], by: ['protocol'], where: dollars, over: 1 },
  build: async (context) => {
    const range = { last: 2, unit: 'day' } as const
    const [pay, earn] = await Promise.all([
      readPanel(context, { measure: 'lending.borrow_apy', by: 'protocol', where: dollars, range }),
      readPanel(context, { measure: 'lending.supply_apy', by: 'protocol', where: dollars, range }),
    ])
    const ends = ['Supply APY', 'Borrow APY'] as const
    const bars = pay.keys.map((key) => {
      const [value, from] = [lastOf(pay.values[key] ?? []), lastOf(earn.values[key] ?? [])]
      const [low, high] = [from, value].map((rate) => formatNumber(rate, formats.percentFine))
      return { key, value, from, text: `${key} ${low} to ${high}` }
    })
    const name = 'Supply to borrow APY'
    return {
      data: barsData(bars, formats.percentFine, { shape: 'range-bars', name, ends }),
      summary: `${name} of dollars: ${bars.map(({ text }) => text).join(', ')}.`,
    }
  },
}

const systemSize: Calculation<OwnSeries> = {
  measure: 'lending.supplied',
  unit: 'US dollars, end of the UTC day',
  definition: 'Gross deposits and loans. The net line is what other sites call TVL: supplied less borrowed.',
  asks: {
    measures: ['lending.supplied', 'lending.borrowed', 'lending.supplied - lending.borrowed'],
    grain: 'day',
  },
  build: async (context) => {
    const [supplied, borrowed] = await Promise.all([
      readPanel(context, { measure: 'lending.supplied', range: 'ALL' }),
      readPanel(context, { measure: 'lending.borrowed', range: 'ALL' }),
    ])
    const [all, loans] = [totalOf(supplied), totalOf(borrowed)]
    return {
      ...dailySeries(context, supplied.dates, [
        line('Supplied', all),
        line('Borrowed', loans),
        line(
          'Net (TVL elsewhere)',
          all.map((value, row) => (value === null ? null : value - (loans[row] ?? 0))),
        ),
      ]),
      figures: {
        [`${supplied.meaning} at ${supplied.dates.at(-1) ?? ''}`]: lastOf(all) ?? 0,
        [`${borrowed.meaning} at ${borrowed.dates.at(-1) ?? ''}`]: lastOf(loans) ?? 0,
      },
    }
  },
}

const liquidations: Calculation<OwnSeries> = {
  measure: 'liquidations.amount',
  asks: (range) => ({
    measures: ['liquidations.amount'],
    by: ['collateral'],
    grain: dayOrWeek(range),
    top: { count: 5, other: true },
  }),
  build: async (context) => {
    const grain = dayOrWeek(context.range)
    const panel = await readPanel(context, {
      measure: 'liquidations.amount',
      by: 'collateral',
      grain,
      range: context.range,
      top: { count: 5, other: true },
    })
    const [first = '', last] = [panel.dates[0], context.facts('liquidations').lastDay]
    return {
      dates: panel.dates,
      grain,
      series: panel.keys.map((key) => line(key, panel.values[key] ?? [])),
      figures: { [figureOver(panel.meaning, first, last)]: sum(totalOf(panel)) ?? 0 },
    }
  },
}

/** The largest single day of a dated list, for a note. */
const largestDay = ({ daily = [] }: Track): string => {
  const last = known(daily.slice(-30))
  return `largest day ${formatNumber(last.length === 0 ? null : Math.max(...last), formats.usd)}`
}

const marketColumns: TableText['columns'] = [
  now('lending.borrowed', 'Borrowed'),
  now('lending.utilisation', 'Utilization'),
  now('lending.kink', 'Kink'),
  now('lending.idle', 'Idle'),
  now('lending.borrow_apy', 'Borrow APY'),
  change('lending.borrow_apy', 30, 'basis-points', '30 d'),
  now('lending.supply_apy', 'Supply APY'),
  now('lending.reserve_factor', 'Reserve'),
  now('lending.loan_to_value', 'LTV'),
  now('lending.threshold', 'Liq. at'),
]

const thirtyDays = [ago(30, 'percent', '30 d')]

export const lending: BoardDefinition = {
  id: liveboards.lending.id,
  title: 'Lending',
  description:
    'What dollar leverage costs on-chain, whether lenders can leave, who borrows what, and liquidations.',
  range: '90D',
  chips: [
    { field: 'lending.protocol', multiple: true },
    { field: 'lending.chain', multiple: true },
  ],
  tiles: [
    kpiOf('supplied', 'Supplied', supplied, { span: 10, changes: thirtyDays }),
    kpi('borrowed', 'Borrowed', 'lending.borrowed', { span: 10, changes: thirtyDays }),
    kpiOf('utilisation', 'Utilization', utilisation, {
      span: 10,
      changes: [ago(30, 'points', '30 d')],
    }),
    kpi('idle', 'Idle liquidity', 'lending.idle', { span: 10, changes: [ago(30, 'absolute', '30 d')] }),
    kpiOf('dollar-rate', 'Dollar borrow APY', dollarRate, {
      span: 10,
      color: 'USDC',
      changes: [ago(30, 'basis-points', 'vs 30 d ago')],
    }),
    kpi('liquidations', 'Liquidations, 30 d', 'liquidations.amount', {
      span: 10,
      over: 30,
      changes: [prior(30, 'absolute')],
      note: largestDay,
    }),
    seriesOf('cost-of-dollars', 'Dollar borrow APY', costOfDollars, {
      subtitle: 'What does dollar leverage cost? Band: 5th to 95th percentile of markets, {range}',
      size: [60, 340],
    }),
    matrix('full-markets', 'Utilization by protocol and asset', worstUtilisation, {
      subtitle: 'Can lenders leave? Utilization, fullest market of each protocol and asset',
      size: [36, 380],
    }),
    bars('spread', 'Dollar supply and borrow APY', rateSpread, {
      subtitle: 'From what lenders get to what borrowers pay',
      size: [24, 380],
      crossFilterField: 'lending.protocol',
    }),
    series('borrow-by-asset', 'Borrow APY by asset', 'lending.borrow_apy', {
      subtitle: 'Weighted by loans, rewards left out, {range}',
      by: 'asset',
      most: 6,
      rankBy: 'borrowed',
    }),
    series('supply-by-asset', 'Supply APY by asset', 'lending.supply_apy', {
      subtitle: 'High often means full: see utilization, {range}',
      by: 'asset',
      most: 6,
      rankBy: 'borrowed',
    }),
    seriesOf('size', 'Deposits and loans', systemSize, {
      subtitle: 'How large is it? Gross deposits, loans and the net, {range}',
      size: [20, 340],
    }),
    series('by-protocol', 'Borrowed by protocol', 'lending.borrowed', {
      subtitle: 'Change since the first day shown, {range}',
      by: 'protocol',
      top: 4,
      shape: 'change',
      size: [20, 340],
    }),
    bars('by-chain', 'Supplied by chain', latestBy('lending.supplied', { by: 'chain' }), {
      subtitle: 'Share, and its change in 30 days',
      size: [20, 340],
      crossFilterField: 'lending.chain',
    }),
    seriesOf('liquidation-history', 'Liquidations', liquidations, {
      subtitle: 'By collateral and {grain}, {range}',
      shape: 'stacked-bars',
      format: formats.usd,
    }),
    parts(
      'collateral',
      'Deposits by asset and protocol',
      treemap('lending.supplied', { by: 'asset', within: 'protocol', totalLabel: 'supplied' }),
      { subtitle: 'What lies there? Deposits by asset, then protocol', crossFilterField: 'lending.asset' },
    ),
    table('markets', 'Markets', 'lending.market', {
      subtitle: 'Rates, how full, and terms; sorted by loans',
      heading: 'Market',
      plain: true,
      columns: marketColumns,
      size: [60, 640],
    }),
  ],
}
