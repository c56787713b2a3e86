import { liveboards } from '../../wire/liveboards'
import * as formats from '../../model/formats'
import { latestBy, sumBy, sum } from '../calculations/breakdown'
import { grid } from '../calculations/whole'
import type { BoardDefinition } from '../definition'
import { daysOffPeg, pegBands, worstPeg, concentration, turnover, worstRedemption } from './stablecoins-pegs'
import { ago, kpi, kpiOf, prior } from '../tiles/kpi'
import { series, seriesOf } from '../tiles/series'
import { bars, matrix, rows, type Calculation, type Made } from '../tiles/shapes'
import { table, change, now, share, sumOver, trend, words, type TableText } from '../tiles/table'
import type { TableData } from '../../wire/board'
import { figureOver, readPanel } from '../panel'
import { formatNumber } from '../../rendering/format'

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
