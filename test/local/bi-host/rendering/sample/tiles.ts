import type { Tile } from '../../../../../local/bi-host/wire/board'
import { assets, bps, dice, named, percent, tile, usd, walk } from './build'
import { overNames, overTime } from './over-time'

/** One tile of every kind and shape, with generated numbers. */
export function sampleTiles(): readonly Tile[] {
  return [...overTime(), ...overNames(), ...otherTiles()]
}

/** Parts, curves, points, tables, and tiles without a picture. */
function otherTiles(): readonly Tile[] {
  const tenors = [7, 14, 30, 60, 90, 180, 270, 365]
  return [
    tile(
      'donut',
      'Where it trades',
      'Share of volume by market, last 30 days',
      20,
      320,
      {
        kind: 'parts',
        shape: 'donut',
        total: 5.9e12,
        totalLabel: 'all markets',
        format: usd,
        nodes: (
          [
            ['Perpetual', 71],
            ['Spot', 19],
            ['Option', 6],
            ['Dated future', 4],
          ] as const
        ).map(([label, share]) => ({ ...named(label), value: share * 59e9 })),
      },
      { crossFilterField: 'cex.market_type' },
    ),
    tile('treemap', 'Exchange share', 'Volume of 30 days, exchange then asset', 40, 320, {
      kind: 'parts',
      shape: 'treemap',
      total: 100e9,
      totalLabel: 'Volume',
      format: usd,
      nodes: (
        [
          ['Binance', 41],
          ['Bybit', 18],
          ['OKX', 15],
          ['Coinbase', 11],
          ['Kraken', 8],
          ['Other', 7],
        ] as const
      ).map(([label, share]) => ({
        ...named(label),
        value: share * 1e9,
        children: (['BTC', 'ETH', 'SOL', 'Rest'] as const).map((asset, at) => ({
          key: `${label}/${asset}`,
          label: asset,
          colorKey: label,
          value: share * 1e9 * ([0.45, 0.28, 0.12, 0.15][at] ?? 0),
        })),
      })),
    }),
    tile('curves', 'Implied volatility term structure', 'At the money, by days to expiry', 30, 320, {
      kind: 'curves',
      x: {
        label: 'Days to expiry',
        format: { kind: 'index' },
        logScale: true,
        ticks: tenors.map((value) => ({ value, label: String(value) })),
      },
      y: { label: 'Implied volatility', format: percent },
      curves: (
        [
          ['Today', 0],
          ['7 days ago', 2.4],
          ['30 days ago', 5.1],
        ] as const
      ).map(([label, lift], at) => ({
        ...named(label),
        dashed: at > 0,
        points: tenors.map((tenor) => [tenor, 38 + lift + Math.log(tenor) * 2.1] as const),
      })),
    }),
    tile(
      'scatter',
      'Return against volatility',
      '90 days; area is market value',
      30,
      320,
      {
        kind: 'scatter',
        x: { label: 'Volatility', format: percent },
        y: { label: 'Return', format: percent },
        sizeLabel: 'Market value',
        points: assets.map((label, at) => {
          const roll = dice(`scatter ${label}`)
          return {
            ...named(label),
            x: 38 + at * 5 + roll() * 12,
            y: (roll() - 0.4) * 50,
            size: 1.9e12 / (at + 1) ** 2,
          }
        }),
      },
      { crossFilterField: 'price.asset' },
    ),
    tile(
      'table',
      'What moved',
      'Table with trends, shares and zones',
      36,
      460,
      {
        kind: 'table',
        columns: [
          { key: 'asset', label: 'Asset', kind: 'text' },
          { key: 'price', label: 'Price', kind: 'number', format: { kind: 'price' } },
          { key: 'day', label: '1 d', kind: 'change', format: percent, better: 'up' },
          { key: 'month', label: '30 d', kind: 'change', format: percent, better: 'up' },
          { key: 'share', label: 'Share', kind: 'share', format: percent },
          { key: 'zone', label: 'Zone', kind: 'zone' },
          { key: 'trend', label: '30-day trend', kind: 'trend' },
        ],
        cells: [
          assets,
          [96418, 3620.4, 212.18, 2.31, 702.5, 0.3821, 0.2714, 0.9102, 18.42, null],
          assets.map((asset) => (dice(`d ${asset}`)() - 0.5) * 9),
          assets.map((asset) => (dice(`m ${asset}`)() - 0.5) * 40),
          [56.4, 12.7, 3.1, 4, 2.9, 1.6, 0.8, 0.9, 0.4, 0.3],
          assets.map((asset) => (dice(`z ${asset}`)() > 0.6 ? 'Near top' : 'Neutral')),
          assets.map((asset) => walk(`t ${asset}`, 30, 95, 100, 0.1)),
        ],
        sort: { column: 4, descending: true },
        rowColors: assets,
        rowLinks: ['/datasets/bitcoin', '/datasets/ethereum', ...assets.slice(2).map(() => null)],
      },
      { crossFilterField: 'price.asset' },
    ),
    tile('pivot', 'Venue by market', 'Pivot table with totals', 24, 460, {
      kind: 'pivot',
      rowHeading: 'Venue',
      rows: ['Binance', 'Bybit', 'OKX', 'Coinbase', 'CME'],
      groups: [
        {
          label: 'Spot',
          measures: [
            { label: 'Volume', format: usd },
            { label: '30 d', format: percent, change: true },
          ],
        },
        { label: 'Perpetual', measures: [{ label: 'Volume', format: usd }] },
      ],
      values: [
        [14.2e9, 3.1, 52e9],
        [4.1e9, -2.4, 24e9],
        [3.8e9, 0.6, 19e9],
        [2.9e9, -6.2, null],
        [null, null, 8.8e9],
      ],
      totals: [25e9, 0.4, 103.8e9],
    }),
    tile('empty', 'Nothing in this range', 'A tile without values', 20, 200, {
      kind: 'series',
      shape: 'line',
      grain: 'day',
      dates: [],
      series: [],
      format: usd,
    }),
    {
      ...tile('failed', 'A tile that failed', 'The others still show', 20, 200, {
        kind: 'series',
        shape: 'line',
        grain: 'day',
        dates: [],
        series: [],
        format: usd,
      }),
      data: null,
      problem: 'The query took longer than it may; a shorter range may help.',
    },
    {
      ...tile('waiting', 'A tile that is coming', 'As it looks before its data', 20, 200, {
        kind: 'series',
        shape: 'line',
        grain: 'day',
        dates: [],
        series: [],
        format: bps,
      }),
      data: null,
    },
  ]
}
