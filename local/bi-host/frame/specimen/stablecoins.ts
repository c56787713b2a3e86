import type { BoardReply, Series, Tile } from '../../wire/board'
import { days, dice, lastDay, swing, walk } from './invent'
import { bps, kpi, percent, tile, usd } from './make'

const tokens: readonly (readonly [string, number])[] = [
  ['USDT', 187.1e9],
  ['USDC', 77.78e9],
  ['USDe', 11.33e9],
  ['USDS', 8.77e9],
  ['DAI', 4.26e9],
  ['PYUSD', 3.02e9],
  ['USD1', 3.34e9],
  ['FDUSD', 1.07e9],
]
const chains = ['Ethereum', 'Tron', 'Solana', 'BNB Chain', 'Arbitrum', 'Base', 'Hyperliquid', 'Avalanche']
const names = tokens.map(([name]) => name)

function series(
  count: number,
  values: (name: string, level: number) => readonly (number | null)[],
  keys = tokens,
): readonly Series[] {
  return keys.map(([name, level]) => ({
    key: name,
    label: name,
    colorKey: name,
    values: values(name, level).slice(0, count),
  }))
}

/** A board like the Stablecoins one, with invented figures. */
export function stablecoins(): BoardReply {
  const year = days(366)
  const weeks = days(52, 7)
  const tiles: readonly Tile[] = [
    kpi('supply', 'Total supply', 296.6e9, usd, 'USDT', [
      { value: -0.4, format: percent, label: 'vs 30 days', better: 'up' },
    ]),
    kpi('issuance', 'Net issuance, 30 days', -1.17e9, usd, 'USDT', [
      { value: -7.41e9, format: usd, label: 'vs prior 30 days', better: 'up' },
    ]),
    kpi('share', 'USDT + USDC share', 89.3, percent, 'USDC', [
      { value: -0.5, format: { kind: 'pp' }, label: 'vs 30 days', better: 'none' },
    ]),
    kpi('bridged', 'Bridged, 7 days', 7.63e9, usd, 'USDT', [
      { value: -12.5, format: percent, label: 'vs prior 7 days', better: 'up' },
    ]),
    kpi(
      'peg',
      'Worst peg',
      -31,
      bps,
      'USDe',
      [{ value: 1.2, format: bps, label: 'vs 30 days', better: 'none' }],
      {
        subject: 'USDe',
        note: 'beyond 25 bp',
        tone: 'amber',
      },
    ),
    tile(
      'by-token',
      'Supply by stablecoin',
      'Circulating supply, all chains',
      40,
      330,
      {
        kind: 'series',
        shape: 'stacked-area',
        grain: 'day',
        dates: year,
        format: usd,
        series: series(366, (name, level) => walk(name, 366, level * 0.77, level, 0.02)),
      },
      { crossFilterField: 'stable_supply.token' },
    ),
    tile(
      'where',
      'Where it circulates',
      'Share of supply by chain, latest day',
      20,
      330,
      {
        kind: 'parts',
        shape: 'donut',
        total: 296.6e9,
        totalLabel: 'all chains',
        format: usd,
        nodes: (
          [
            ['Ethereum', 50],
            ['Tron', 35],
            ['Solana', 8],
            ['Other', 7],
          ] as const
        ).map(([label, share]) => ({ key: label, label, colorKey: label, value: share * 2.966e9 })),
      },
      { crossFilterField: 'stable_supply.chain' },
    ),
    tile(
      'weekly',
      'Net issuance by week',
      'Minted less burned',
      30,
      290,
      {
        kind: 'series',
        shape: 'stacked-bars',
        grain: 'week',
        dates: weeks,
        format: usd,
        partialFrom: 51,
        series: series(52, (name, level) => swing(`issue ${name}`, 52, level * 0.004, level * 0.03)),
      },
      { crossFilterField: 'stable_supply.token' },
    ),
    tile('chain-share', 'Chain share of supply', 'Percent of all stablecoins, by week', 30, 290, {
      kind: 'series',
      shape: 'area-100',
      grain: 'week',
      dates: weeks,
      format: usd,
      series: (
        [
          ['Ethereum', 50],
          ['Tron', 35],
          ['BNB Chain', 4],
          ['Solana', 4],
          ['Arbitrum', 2],
          ['Base', 1.4],
          ['Other', 3.6],
        ] as const
      ).map(([name, share]) => ({
        key: name,
        label: name,
        colorKey: name,
        values: walk(`share ${name}`, 52, share * 1.02, share, 0.08),
      })),
    }),
    tile('matrix', 'Cross-chain movement', 'Amount bridged from row to column, last 30 days', 25, 320, {
      kind: 'matrix',
      scale: 'sequential',
      rows: chains.map((label) => ({ key: label, label })),
      columns: chains.map((label) => ({ key: label, label })),
      rowHeading: 'From',
      columnHeading: 'to',
      labels: true,
      format: usd,
      values: chains.map((from, row) => {
        const roll = dice(`bridge ${from}`)
        return chains.map((_, column) => {
          const amount = 4.9e9 * Math.exp(-(row + column) / 2.6) * (0.6 + roll() * 0.9)
          return row === column || roll() < 0.1 ? null : amount
        })
      }),
    }),
    tile('net-chain', 'Net movement by chain', 'Received less sent, last 30 days', 15, 320, {
      kind: 'bars',
      shape: 'diverging-bars',
      orientation: 'horizontal',
      format: usd,
      categories: [...chains, 'TON', 'Aptos'].map((label) => ({ key: label, label, colorKey: label })),
      series: [
        {
          key: 'net',
          label: 'Net movement',
          colorKey: 'Net',
          values: [-1.1e9, 1.62e9, 0.19e9, -0.02e9, -0.46e9, 0.27e9, 0.33e9, 0.01e9, -0.1e9, -0.56e9],
        },
      ],
    }),
    tile('peg-line', 'Deviation from par', 'Daily low to high and close, basis points from 1 USD', 20, 320, {
      kind: 'series',
      shape: 'line',
      grain: 'day',
      dates: days(90),
      format: bps,
      guides: [
        { value: 25, label: '25 bp', tone: 'amber' },
        { value: -25, label: '', tone: 'amber' },
      ],
      series: (['USDT', 'USDC', 'USDe'] as const).map((name, at) => {
        const values = swing(`peg ${name}`, 90, -0.5, 6 + at * 9)
        return {
          key: name,
          label: name,
          colorKey: name,
          values,
          ...(name === 'USDe'
            ? { band: { low: values.map((value) => value - 5), high: values.map((value) => value + 4) } }
            : {}),
        }
      }),
    }),
    tile(
      'detail',
      'Stablecoins in detail',
      'Change over 7 and 30 days',
      60,
      420,
      {
        kind: 'table',
        columns: [
          { key: 'token', label: 'Stablecoin', kind: 'text' },
          { key: 'supply', label: 'Supply', kind: 'number', format: usd },
          { key: 'share', label: 'Share', kind: 'share', format: percent },
          { key: 'week', label: '7 days', kind: 'change', format: percent, better: 'up' },
          { key: 'month', label: '30 days', kind: 'change', format: percent, better: 'up' },
          { key: 'issued', label: '30-day issuance', kind: 'number', format: { kind: 'usd', signed: true } },
          { key: 'trend', label: '90-day trend', kind: 'trend' },
        ],
        cells: [
          names,
          tokens.map(([, level]) => level),
          tokens.map(([, level]) => (level / 296.6e9) * 100),
          [0.5, -1.1, -2, 1.1, -0.1, -0.9, -0.2, -1],
          [0.4, -2.2, -0.4, 0.7, -0.7, 0, -0.3, -3.7],
          [681e6, -1.78e9, -39.9e6, 56.9e6, -31.3e6, 636e3, -9.1e6, -40.6e6],
          names.map((name) => walk(`trend ${name}`, 90, 95, 100, 0.05)),
        ],
        sort: { column: 1, descending: true },
        rowColors: names,
      },
      { crossFilterField: 'stable_supply.token' },
    ),
  ]
  return {
    board: {
      id: 'specimen-stablecoins',
      title: 'Stablecoins',
      description: 'Supply, circulation by chain and cross-chain movement',
      tabs: [],
      activeTabId: null,
      asOf: lastDay,
      badge: 'Sample data',
      source: 'Specimen',
      ranges: ['90D', '1Y', 'ALL'],
      range: '1Y',
      filters: [
        { field: 'stable_supply.token', label: 'Stablecoin', values: names, chosen: [], multiple: true },
        {
          field: 'stable_supply.chain',
          label: 'Chain',
          values: [...chains, 'TON', 'Aptos', 'Polygon'],
          chosen: [],
          multiple: true,
        },
      ],
      ready: true,
    },
    tiles,
    dataVersion: 'specimen',
    queryMs: 0,
  }
}
