import type { RangeId, SeriesData, TableData, Tile } from '../../../../local/bi-host/wire/board'

/** A correct chart, and a change to it that one law must reject. */
interface Planted {
  /** Name of the law; for a law about a single chart, the chart (`ETF/flow-or-price`). */
  readonly law: string
  readonly fault: string
  readonly board: string
  readonly tile: string
  /** A second chart that the law compares with this one. */
  readonly beside?: string
  readonly range?: RangeId
  readonly filter?: readonly [field: string, value: string]
  readonly plant: (tile: Tile) => Tile
}

const inSeries =
  (change: (data: SeriesData) => Partial<SeriesData>) =>
  (tile: Tile): Tile =>
    tile.data?.kind === 'series' ? { ...tile, data: { ...tile.data, ...change(tile.data) } } : tile

/** Changes the last value of a line. */
const lastOf = (at: number, wrong: (value: number) => number) =>
  inSeries(({ dates, series }) => ({
    series: series.map((one, index) =>
      index === at
        ? { ...one, values: one.values.with(dates.length - 1, wrong(one.values.at(-1) ?? 0)) }
        : one,
    ),
  }))

const days = (from: number, to?: number) =>
  inSeries(({ dates, series }) => ({
    dates: dates.slice(from, to),
    series: series.map((one) => ({ ...one, values: one.values.slice(from, to) })),
  }))

/** Changes a number in the first row of a table, computed from the row's cells by column name. */
const cell =
  (label: RegExp, wrong: (row: Readonly<Record<string, number>>) => number) =>
  (tile: Tile): Tile => {
    if (tile.data?.kind !== 'table') return tile
    const { columns, cells }: TableData = tile.data
    const row = Object.fromEntries(columns.map((column, at) => [column.label, Number(cells[at]?.[0])]))
    return {
      ...tile,
      data: {
        ...tile.data,
        cells: cells.map((column, at) =>
          label.test(columns[at]?.label ?? '') ? column.with(0, wrong(row)) : column,
        ),
      },
    }
  }

const twice = (value: number): number => 2 * value + 1

export const planted: readonly Planted[] = [
  {
    law: 'states its window',
    fault: 'a seven-day mean presented as the last day',
    board: 'Ethereum',
    tile: 'fees',
    plant: (tile) => ({ ...tile, title: 'Fees a day' }),
  },
  {
    law: 'has the color of its name',
    fault: 'the worst peg in the color of another stablecoin',
    board: 'Stablecoins',
    tile: 'worst-peg',
    plant: (tile) =>
      tile.data?.kind === 'kpi' ? { ...tile, data: { ...tile.data, colorKey: 'another' } } : tile,
  },
  {
    law: 'dates its flows',
    fault: 'a one-day flow next to a twenty-day change',
    board: 'ETF',
    tile: 'aum',
    plant: (tile) =>
      tile.data?.kind === 'kpi' ? { ...tile, data: { ...tile.data, note: 'of it flow +$1.2M' } } : tile,
  },
  {
    law: 'names its whole',
    fault: 'a share of an unnamed class',
    board: 'RWA',
    tile: 'treasuries',
    plant: (tile) =>
      tile.data?.kind === 'kpi'
        ? { ...tile, data: { ...tile.data, note: '2.8% of its transfer class' } }
        : tile,
  },
  {
    law: 'states its side',
    fault: 'a borrowing rate that could be a lending rate',
    board: 'Lending',
    tile: 'dollar-rate',
    plant: (tile) => ({ ...tile, title: 'Dollar APY' }),
  },
  {
    law: 'states its range',
    fault: 'a mean without its first week',
    board: 'Home',
    tile: 'funding',
    range: '30D',
    plant: days(6),
  },
  {
    law: 'states its range',
    fault: 'no value on the first day',
    board: 'Home',
    tile: 'funding',
    range: '30D',
    plant: inSeries(({ series }) => ({
      series: series.map((one) => ({ ...one, values: one.values.with(0, null) })),
    })),
  },
  {
    law: 'states its range',
    fault: 'the latest day missing',
    board: 'Futures',
    tile: 'are-longs-paying',
    range: '90D',
    plant: days(0, -1),
  },
  {
    law: 'counts its days',
    fault: 'another range in the caption',
    board: 'Home',
    tile: 'funding',
    range: '30D',
    plant: (tile) => ({ ...tile, subtitle: tile.subtitle.replace('30 days', '90 days') }),
  },
  {
    law: 'adds up',
    fault: 'a series drawn twice as high',
    board: 'Stablecoins',
    tile: 'issuance',
    plant: lastOf(0, twice),
  },
  {
    law: 'adds up',
    fault: 'a card with a wrong number',
    board: 'Stablecoins',
    tile: 'total-supply',
    filter: ['stable_supply.chain', 'Tron'],
    plant: (tile) =>
      tile.data?.kind === 'kpi'
        ? { ...tile, data: { ...tile.data, value: twice(tile.data.value ?? 0) } }
        : tile,
  },
  {
    law: 'adds up',
    fault: 'a missing bar',
    board: 'ETF',
    tile: 'sponsors',
    plant: (tile) =>
      tile.data?.kind === 'bars'
        ? {
            ...tile,
            data: {
              ...tile.data,
              series: tile.data.series.map((one) => ({ ...one, values: one.values.with(0, 0) })),
            },
          }
        : tile,
  },
  {
    law: 'shares are of the whole',
    fault: 'shares of the filtered names only',
    board: 'Staking',
    tile: 'providers',
    filter: ['staking.protocol', 'Lido'],
    plant: lastOf(0, () => 100),
  },
  {
    law: 'shares are of the whole',
    fault: 'a share too large',
    board: 'Stablecoins',
    tile: 'detail',
    plant: cell(/^Share/, () => 99),
  },
  {
    law: 'is not narrowed to another name',
    fault: 'a chart named after one stablecoin but narrowed to another',
    board: 'Stablecoins',
    tile: 'supply-by-token',
    filter: ['stable_supply.token', 'USDC'],
    plant: (tile) => ({ ...tile, title: 'Supply of USDT' }),
  },
  {
    law: 'Stablecoins/identity',
    fault: 'a change that is not the sum of its causes',
    board: 'Stablecoins',
    tile: 'identity',
    plant: cell(/^Change$/, ({ Change = 0 }) => twice(Change)),
  },
  {
    law: 'Stablecoins/movement',
    fault: 'a movement missing from the net flow',
    board: 'Stablecoins',
    tile: 'movement',
    beside: 'net-movement',
    plant: (tile) =>
      tile.data?.kind === 'matrix'
        ? {
            ...tile,
            data: { ...tile.data, values: tile.data.values.with(0, tile.data.values[0]?.map(() => 0) ?? []) },
          }
        : tile,
  },
  ...['Stablecoins', 'Staking'].map((board) => ({
    law: `${board}/concentration`,
    fault: 'a top three with less than the top one',
    board,
    tile: 'concentration',
    plant: lastOf(1, () => 1),
  })),
  {
    law: 'Staking/networks',
    fault: 'a yield minus dilution',
    board: 'Staking',
    tile: 'networks',
    plant: cell(/^Real yield$/, ({ APR = 0, Dilution = 0 }) => APR - Dilution),
  },
  ...['ETF/flow-or-price', 'RWA/growth'].map((law) => ({
    law,
    fault: 'more than the actual flow',
    board: law.split('/')[0] ?? '',
    tile: law.split('/')[1] ?? '',
    plant: lastOf(0, (value) => value + 1e9),
  })),
  ...[
    'Global Crypto Market/volume-by-type',
    'Global Crypto Market/liquidations',
    'Futures/liquidations',
    'Lending/liquidation-history',
  ].map((law) => ({
    law,
    fault: 'a side missing from the chart',
    board: law.split('/')[0] ?? '',
    tile: law.split('/')[1] ?? '',
    plant: lastOf(0, () => 0),
  })),
  ...[
    { fault: 'dots of unexplained size', board: 'Staking', tile: 'size' },
    { fault: 'an unexplained band', board: 'Lending', tile: 'cost-of-dollars' },
  ].map((one) => ({
    ...one,
    law: 'captions its marks',
    plant: (tile: Tile): Tile => ({ ...tile, subtitle: 'Last 90 days' }),
  })),
]
