import type { BarsData, Guide, TableData } from '../../wire/board'
import { grainFor, type TileContext, type BoardDefinition } from '../definition'
import {
  readPanel,
  aligned,
  rolling,
  totalOf,
  figureAt,
  figureOver,
  lastFigure,
  meaningOf,
  type Panel,
} from '../panel'
import { known, lastOf } from '../../query/statistics'
import { barsData, bars, matrix, rows, type Calculation, type Made } from '../tiles/shapes'
import { ago, kpi, kpiOf, prior, type Track } from '../tiles/kpi'
import { line, shownRows, series, seriesOf, type OwnSeries } from '../tiles/series'
import { formatDay, formatNumber } from '../../rendering/format'
import * as formats from '../../model/formats'
import { liveboards } from '../../wire/liveboards'
import { latestBy, sumBy, sum, grid } from '../calculations/breakdown'
import { table, change, now, share, sumOver, trend, words, type TableText } from '../tiles/table'

/** Share of the largest stablecoin, and of the two largest. */
const concentration: Calculation<OwnSeries> = {
  measure: 'stable_supply.supply',
  unit: 'Percent of supply',
  definition: 'Two issuers under one rule can still fail together.',
  build: async (context) => {
    const grain = grainFor('week', context.range)
    const all = context.whole('stable_supply.token')
    const panel = await readPanel(all, {
      measure: 'stable_supply.supply',
      by: 'token',
      grain,
      range: context.range,
    })
    const shares = panel.dates.map((_, row) => sharesAt(panel, row))
    const two = shares.map((list) => (list[0] ?? 0) + (list[1] ?? 0))
    const meaning = meaningOf('stable_supply.dollar_share', all.filtersOf('stable_supply', []))
    return {
      dates: panel.dates,
      grain,
      series: [
        line(
          'Largest',
          shares.map((list) => list[0] ?? 0),
        ),
        line('Two largest', two, { colorKey: 'Total' }),
      ],
      // On a single chain, two others can be the largest.
      figures: ['USDT', 'USDC'].every((token) => panel.keys.slice(0, 2).includes(token))
        ? { [figureAt(meaning, context.facts('stable_supply').lastDay)]: two.at(-1) ?? 0 }
        : {},
    }
  },
}

function sharesAt(panel: Panel, row: number): readonly number[] {
  const values = panel.keys.map((key) => panel.values[key]?.[row] ?? 0)
  const all = values.reduce((sum, value) => sum + value, 0)
  return values.map((value) => (all === 0 ? 0 : (100 * value) / all)).sort((a, b) => b - a)
}

/** Trading volume of 30 days over supply, for the largest stablecoins and for all. */
const turnover: Calculation<OwnSeries> = {
  measure: 'stable_price.volume',
  together: ['stable_price', 'stable_supply'],
  unit: 'Times supply traded in 30 days, on all chains',
  definition:
    'Reported volume of 30 days over supply: how often a token changed hands. High turnover is trading use; a held reserve turns over little. Wash trading inflates it.',
  asks: {
    measures: ['moving_sum(stable_price.volume, 30) / stable_supply.supply'],
    by: ['token'],
    grain: 'day',
  },
  build: async (context) => {
    const days = 30
    const [volume, supply] = await Promise.all([
      readPanel(context, { measure: 'stable_price.volume', by: 'token', range: 'ALL' }),
      readPanel(context, { measure: 'stable_supply.supply', by: 'token', range: 'ALL' }),
    ])
    // The first days have no full 30-day sum.
    const length = Math.max(0, Math.min(shownRows(context, volume.dates), volume.dates.length - days + 1))
    const tokens = supply.keys.filter((key) => key in volume.values).slice(0, 3)
    const ratio = (traded: readonly (number | null)[], held: readonly (number | null)[]): (number | null)[] =>
      traded.map((value, row) => (value === null || !held[row] ? null : value / held[row])).slice(-length)
    const all = rolling({ ...volume, top: { '': totalOf(volume) }, bottom: null }, '', days)
    const whole = { ...supply, values: { '': totalOf(supply) } }
    return {
      dates: volume.dates.slice(-length),
      grain: 'day',
      series: [
        line('Together', ratio(all, aligned(volume.dates, whole)), { key: 'all', colorKey: 'Total' }),
        ...tokens.map((token) =>
          line(token, ratio(rolling(volume, token, days), aligned(volume.dates, supply, token))),
        ),
      ],
    }
  },
}

/** Largest one-day net redemption of each stablecoin in a year, as a share of supply the day before. */
const worstRedemption: Calculation<Made<BarsData>> = {
  measure: 'stable_supply.redeemed',
  unit: 'Percent of supply the day before, largest single day of the last 365',
  definition:
    'What a run has looked like so far: redeemed less issued on the worst day over supply. It says nothing about how fast reserves can be sold.',
  build: async (context) => {
    const range = { last: 366, unit: 'day' } as const
    const [issuance, supply] = await Promise.all([
      readPanel(context, { measure: 'stable_supply.net_issuance', by: 'token', range }),
      readPanel(context, { measure: 'stable_supply.supply', by: 'token', range }),
    ])
    const bars = supply.keys.map((key) => {
      let worst = { share: 0, day: '' }
      for (const [row, day] of issuance.dates.entries()) {
        const before = row === 0 ? 0 : (supply.values[key]?.[row - 1] ?? 0)
        const net = issuance.values[key]?.[row] ?? 0
        const share = before > 0 ? (-100 * net) / before : 0
        if (share > worst.share) worst = { share, day }
      }
      return { key, value: worst.share, note: worst.day === '' ? '' : formatDay(worst.day) }
    })
    bars.sort((a, b) => b.value - a.value)
    return {
      data: barsData(bars, formats.percentFine, { name: 'Largest 1-day net redemption' }),
      summary: `Largest 1-day net redemption in a year: ${bars.map(({ key, value }) => `${key} ${formatNumber(value, formats.percentFine)}`).join(', ')}.`,
    }
  },
}

const bigEnoughUsd = 5e8
const pegDays = { last: 90, unit: 'day' } as const
const bp = { kind: 'bps', digits: 0, signed: true } as const

const pegLines: readonly Guide[] = [
  { value: 100, label: '+100 bp', tone: 'red' },
  { value: 50, label: '+50 bp', tone: 'amber' },
  { value: 25, label: '+25 bp', tone: 'amber' },
  { value: 10, label: '+10 bp', tone: 'neutral' },
  { value: -10, label: '\u221210 bp', tone: 'neutral' },
  { value: -25, label: '\u221225 bp', tone: 'amber' },
  { value: -50, label: '\u221250 bp', tone: 'amber' },
  { value: -100, label: '\u2212100 bp', tone: 'red' },
]

/** The stablecoin above half a billion that is farthest from one dollar today. */
const worstPeg: Calculation<Track> = {
  measure: 'stable_price.deviation',
  together: ['stable_price', 'stable_supply'],
  definition:
    'The close farthest from one dollar among stablecoins above 500 million in supply. Amber from 25 bp, red from 100. The close may have recovered from a worse low: see the band below.',
  asks: { measures: ['stable_price.deviation'], by: ['token'], over: 1 },
  build: async (context) => {
    const [prices, supply] = await Promise.all([
      readPanel(context, {
        measure: 'stable_price.deviation',
        by: 'token',
        range: { last: 400, unit: 'day' },
      }),
      readPanel(context, { measure: 'stable_supply.supply', by: 'token', range: { last: 5, unit: 'day' } }),
    ])
    const [worst] = prices.keys
      .filter((token) => (lastOf(supply.values[token] ?? []) ?? 0) > bigEnoughUsd)
      .sort((a, b) => size(prices.values[b]) - size(prices.values[a]))
    if (worst === undefined) return { dates: prices.dates, values: [] }
    const track = { dates: prices.dates, values: prices.values[worst] ?? [] }
    return { ...track, subject: worst, figures: lastFigure(prices.meaningOf(worst), track) }
  },
}

const size = (values: readonly (number | null)[] | undefined): number => Math.abs(lastOf(values ?? []) ?? 0)

/** Daily closes of the largest stablecoins, with the band from the worst low to the highest high. */
const pegBands: Calculation<OwnSeries> = {
  measure: 'stable_price.deviation',
  together: ['stable_price', 'stable_supply'],
  unit: 'Basis points from one dollar; line: daily close, band: lowest to highest price on any venue',
  asks: { measures: ['stable_price.deviation'], by: ['token'], grain: 'day', range: pegDays },
  build: async (context) => {
    const tokens = await largest(context, 4)
    const [close, low, high] = await Promise.all(
      (['deviation', 'deviation_low', 'deviation_high'] as const).map((measure) =>
        readPanel(context, { measure: `stable_price.${measure}`, by: 'token', range: pegDays }),
      ),
    )
    if (!close || !low || !high) return { dates: [], series: [], grain: 'day' }
    const present = tokens.filter((token) => token in close.values)
    const reach = Math.max(
      12,
      ...present.flatMap((token) =>
        known([...(low.values[token] ?? []), ...(high.values[token] ?? [])]).map(Math.abs),
      ),
    )
    return {
      dates: close.dates,
      grain: 'day',
      // Guides far outside the data would flatten it.
      guides: pegLines.filter(({ value }) => Math.abs(value) <= reach * 1.15),
      series: present.map((token) =>
        line(token, close.values[token] ?? [], {
          band: { low: low.values[token] ?? [], high: high.values[token] ?? [] },
        }),
      ),
    }
  },
}

async function largest(context: TileContext, count: number): Promise<readonly string[]> {
  const supply = await readPanel(context, {
    measure: 'stable_supply.supply',
    by: 'token',
    range: { last: 5, unit: 'day' },
  })
  return supply.keys.filter((token) => token !== 'Other').slice(0, count)
}

/** For each stablecoin, the days of the last 90 on which a venue traded more than 25 bp from one dollar. */
const daysOffPeg: Calculation<Made<BarsData>> = {
  measure: 'stable_price.deviation_low',
  unit: 'Days of the last 90 with a low or high beyond 25 bp',
  definition:
    'Counts days on which the lowest or highest price of any venue lay more than 25 bp from one dollar. A mean would hide them: one day can be enough for a liquidation.',
  build: async (context) => {
    const [low, high] = await Promise.all([
      readPanel(context, { measure: 'stable_price.deviation_low', by: 'token', range: pegDays }),
      readPanel(context, { measure: 'stable_price.deviation_high', by: 'token', range: pegDays }),
    ])
    const bars = low.keys.map((key) => {
      const worst = low.dates.map((_, row) =>
        farther(low.values[key]?.[row] ?? null, high.values[key]?.[row] ?? null),
      )
      const extreme = known(worst).reduce(
        (found, value) => (Math.abs(value) > Math.abs(found) ? value : found),
        0,
      )
      return {
        key,
        value: known(worst).filter((value) => Math.abs(value) > 25).length,
        note: `worst ${formatNumber(extreme, bp)}`,
      }
    })
    bars.sort((a, b) => b.value - a.value)
    return {
      data: barsData(bars, { kind: 'number', digits: 0 }, { name: 'Days beyond 25 bp' }),
      summary: `Days beyond 25 bp in 90: ${bars.map(({ key, value, note }) => `${key} ${value} (${note})`).join(', ')}.`,
    }
  },
}

const farther = (low: number | null, high: number | null): number | null =>
  low === null ? high : high === null || Math.abs(low) >= Math.abs(high) ? low : high

const causes = [
  { measure: 'stable_supply.issued', label: 'Issued', sign: 1 },
  { measure: 'stable_supply.redeemed', label: 'Redeemed', sign: -1 },
  { measure: 'stable_supply.bridged_in', label: 'Bridged in', sign: 1 },
  { measure: 'stable_supply.bridged_out', label: 'Bridged out', sign: -1 },
] as const

/** By chain, the four causes of change, and the 30-day change of supply that they add up to. */
const whySupplyChanged: Calculation<Made<TableData>> = {
  measure: 'stable_supply.net_issuance',
  unit: 'Tokens at one dollar each, last 30 days',
  definition:
    'Issued less redeemed plus bridged in less bridged out is the change of supply on the chain. An inflow to Tron is mostly movement: it does not mean that new dollars were issued there.',
  asks: { measures: causes.map(({ measure }) => measure), by: ['chain'], over: 30 },
  build: async (context) => {
    const range = { last: 30, unit: 'day' } as const
    const [net, ...panels] = await Promise.all([
      readPanel(context, { measure: 'stable_supply.net_issuance', by: 'chain', range }),
      ...causes.map(({ measure }) => readPanel(context, { measure, by: 'chain', range })),
    ])
    const value = (cause: number, chain: string): number =>
      (causes[cause]?.sign ?? 1) * (sum(panels[cause]?.values[chain] ?? []) ?? 0)
    const change = (chain: string): number => causes.reduce((all, _, cause) => all + value(cause, chain), 0)
    const chains = [...net.keys].sort((a, b) => change(b) - change(a))
    const issuance = chains.reduce((all, chain) => all + value(0, chain) + value(1, chain), 0)
    const format = formats.usdChange
    return {
      data: {
        columns: [
          { key: 'chain', label: 'Chain', kind: 'text' },
          { key: 'change', label: 'Change', kind: 'change', format },
          ...causes.map(({ label }) => ({ key: label, label, kind: 'number' as const, format })),
        ],
        cells: [
          chains,
          chains.map(change),
          ...causes.map((_, cause) => chains.map((chain) => value(cause, chain))),
        ],
        rowColors: chains,
        sort: { column: 1, descending: true },
      },
      summary: `Change of supply in 30 days: ${chains
        .slice(0, 2)
        .concat(chains.slice(-2))
        .map((chain) => `${chain} ${formatNumber(change(chain), format)}`)
        .join(', ')}.`,
      // For a selection of chains, the change includes transfers to and from the others, so it is not the issuance figure.
      figures: context.filtersOf('stable_supply', []).some(({ field }) => field === 'chain')
        ? {}
        : { [figureOver(net.meaning, net.dates[0] ?? '', net.dates.at(-1) ?? '')]: issuance },
    }
  },
}

const supply = 'stable_supply.supply'
const byChain = { by: 'chain', top: 10 }
const movement = {
  rows: 'from_chain',
  columns: 'to_chain',
  rowHeading: 'From',
  columnHeading: 'To',
  range: '30D',
  most: 12,
} as const

const issuerColors = { Tether: 'USDT', Circle: 'USDC', Ethena: 'USDe', Sky: 'USDS', Paxos: 'PYUSD' }
const detail: TableText['columns'] = [
  now(supply, 'Supply'),
  share(supply),
  change(supply, 7, 'percent', '7 d'),
  change(supply, 30, 'percent', '30 d'),
  sumOver('stable_supply.net_issuance', 30, '30-day issuance'),
  now('stable_price.deviation', 'To par'),
  words('stable_supply.attestation', 'Reserve report'),
  trend(supply),
]

export const stablecoins: BoardDefinition = {
  id: liveboards.stablecoins.id,
  title: 'Stablecoins',
  description:
    'Who issues dollars, where they sit, whether they moved or were issued, and whether they hold their price.',
  range: '1Y',
  chips: [
    { field: 'stable_supply.token', multiple: true },
    { field: 'stable_supply.chain', multiple: true },
  ],
  tiles: [
    kpi('total-supply', 'Total supply', supply, {
      color: 'Stablecoins',
      changes: [ago(30, 'absolute', '30 d'), ago(30, 'percent', '30 d')],
    }),
    kpi('net-issuance', 'Net issuance, 30 days', 'stable_supply.net_issuance', {
      over: 30,
      color: 'Issued',
      changes: [prior(30, 'absolute')],
    }),
    kpiOf('worst-peg', 'Worst peg', worstPeg, {
      color: 'USDe',
      format: formats.basisPoints,
      changes: [ago(1, 'absolute', '1 d')],
      tone: (value) => (Math.abs(value) >= 100 ? 'red' : Math.abs(value) >= 25 ? 'amber' : 'neutral'),
    }),
    kpi('two-largest', 'USDT + USDC share', 'stable_supply.dollar_share', {
      color: 'USDT',
      of: 'stable_supply.token',
      picks: ['token', 'issuer'],
      changes: [ago(30, 'points', '30 d')],
    }),
    kpi('bridged', 'Bridged, 7 days', 'stable_bridge.bridged', {
      over: 7,
      color: 'Bridged in',
      changes: [prior(7, 'percent')],
      note: () => 'gross, both legs once',
    }),
    series('supply-by-token', 'Supply by stablecoin', supply, {
      subtitle: 'Tokens that came or went since the first day shown, {range}',
      by: 'token',
      top: 6,
      shape: 'change',
      size: [38, 380],
    }),
    bars('where', 'Where it circulates', latestBy(supply, byChain), {
      subtitle: 'Supply by chain, share and its change in 30 days',
      size: [22, 380],
      crossFilterField: 'stable_supply.chain',
    }),
    series('issuance', 'Net issuance', 'stable_supply.net_issuance', {
      subtitle: 'Issued less redeemed by {grain}; DAI and USDS together as Sky, {range}',
      by: 'issuer',
      colors: issuerColors,
      grain: 'week',
      top: 6,
      shape: 'stacked-bars',
    }),
    rows('identity', 'Change of supply by chain', whySupplyChanged, {
      subtitle: 'Issued or moved? Its four causes over the last 30 days',
      crossFilterField: 'stable_supply.chain',
    }),
    matrix('movement', 'Movement between chains', grid('stable_bridge.bridged', movement), {
      subtitle: 'Bridge and burn-and-mint transfers of the last 30 days, from row to column',
      size: [38, 420],
    }),
    bars(
      'net-movement',
      'Net movement by chain',
      sumBy('stable_supply.net_bridged', { by: 'chain', days: 30, shape: 'diverging-bars' }),
      {
        subtitle: 'Received less sent in the last 30 days',
        size: [22, 420],
        crossFilterField: 'stable_supply.chain',
      },
    ),
    seriesOf('pegs', 'Distance from par', pegBands, {
      subtitle: 'Did anything leave par? Closes of the last 90 days, band from low to high',
      size: [38, 380],
      axisNotes: { above: 'premium', below: 'discount' },
      crossFilterField: 'stable_price.token',
    }),
    bars('days-off-peg', 'Days beyond 25 bp', daysOffPeg, {
      subtitle: 'Of the last 90, on any venue',
      size: [22, 380],
      crossFilterField: 'stable_price.token',
    }),
    series('chain-share', 'Chain share of supply', supply, {
      subtitle: 'Six largest chains, by {grain}, {range}',
      by: 'chain',
      grain: 'week',
      top: 6,
      shape: 'area-100',
    }),
    seriesOf('concentration', 'Concentration', concentration, {
      subtitle: 'Share of supply: the largest stablecoin and the two largest, {range}',
      format: formats.percent,
    }),
    seriesOf('turnover', 'Stablecoin turnover', turnover, {
      subtitle: 'Is it used? Volume of 30 days over supply, {range}',
      format: formats.ratio,
    }),
    bars('worst-redemption', 'Largest 1-day net redemption', worstRedemption, {
      subtitle: 'What did a run look like? Worst day of the last year, over supply',
      crossFilterField: 'stable_supply.token',
    }),
    table('detail', 'Stablecoins in detail', 'stable_supply.token', {
      subtitle: 'Supply and its change, issuance, distance from par, latest reserve report',
      heading: 'Stablecoin',
      size: [60, 480],
      columns: detail,
    }),
  ],
}
