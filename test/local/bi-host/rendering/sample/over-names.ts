import type { Tile } from '../../../../../local/bi-host/wire/board'
import { assets, days, dice, line, named, percent, tile, usd, walk } from './build'

/** Candles, bars and heatmaps. */
export function overNames(): readonly Tile[] {
  const close = walk('btc close', 180, 78_000, 96_418, 0.06)
  return [
    tile('candles', 'Bitcoin', 'Candles with volume and means', 40, 380, {
      kind: 'candles',
      dates: days(180),
      open: close.map((value, at) => close[at - 1] ?? value),
      high: close.map((value, at) => Math.max(value, close[at - 1] ?? value) * 1.012),
      low: close.map((value, at) => Math.min(value, close[at - 1] ?? value) * 0.988),
      close,
      volume: walk('candle volume', 180, 24e9, 31e9, 0.5),
      overlays: [line('50-day mean', meanOf(close, 50)), line('100-day mean', meanOf(close, 100))],
      format: { kind: 'price' },
    }),
    tile(
      'bars-h',
      'Chain balances',
      'Bars with a note after each',
      20,
      380,
      {
        kind: 'bars',
        shape: 'bars',
        orientation: 'horizontal',
        format: usd,
        categories: [
          'Ethereum',
          'Tron',
          'Solana',
          'BNB Chain',
          'Arbitrum',
          'Base',
          'Hyperliquid',
          'Avalanche',
          'TON',
          'Aptos',
          'Polygon',
        ].map(named),
        series: [line('Supply', [148e9, 104e9, 12e9, 11e9, 7e9, 4.1e9, 3.9e9, 2.2e9, 1.2e9, 0.9e9, 0.6e9])],
        notes: [
          '+0.4 pp',
          '\u22120.6 pp',
          '+0.1 pp',
          '0.0 pp',
          '+0.2 pp',
          '\u22120.1 pp',
          '+0.3 pp',
          '0.0 pp',
          '0.0 pp',
          '\u22120.1 pp',
          '0.0 pp',
        ],
      },
      { crossFilterField: 'stable_supply.chain' },
    ),
    tile(
      'diverging',
      'Return by asset',
      'Last 30 days, ten largest',
      20,
      300,
      {
        kind: 'bars',
        shape: 'diverging-bars',
        orientation: 'horizontal',
        format: percent,
        categories: assets.map(named),
        series: [line('Return', [5.4, 10.1, 14.6, -3.3, 2.3, -7.8, 2.9, -5.6, 8.1, -1.2])],
      },
      { crossFilterField: 'price.asset' },
    ),
    tile('range', 'Supply to borrow rate', 'Range bars by protocol', 20, 300, {
      kind: 'bars',
      shape: 'range-bars',
      orientation: 'horizontal',
      format: percent,
      categories: ['Aave v3', 'Compound v3', 'Morpho', 'Spark', 'Fluid', 'Kamino'].map(named),
      from: [3.1, 2.8, 4.4, 3.6, 4.9, 5.2],
      series: [line('Rate', [5.2, 4.6, 5.9, 5.5, 7.4, 8.8])],
      guides: [{ value: 4.4, label: 'T-bill' }],
    }),
    tile('columns', 'Open interest by venue', 'Stacked columns', 20, 300, {
      kind: 'bars',
      shape: 'stacked-bars',
      orientation: 'vertical',
      format: usd,
      categories: ['Binance', 'CME', 'Bybit', 'OKX', 'Deribit'].map(named),
      series: [
        line('Perpetual', [24e9, 0, 15e9, 10e9, 2e9]),
        line('Dated future', [3e9, 16e9, 1e9, 2e9, 3e9]),
      ],
    }),
    tile('heat', 'Monthly returns', 'Diverging heatmap', 30, 330, {
      kind: 'matrix',
      scale: 'diverging',
      rows: assets.map((label) => ({ key: label, label })),
      columns: ['Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'].map(
        (label) => ({ key: label, label }),
      ),
      rowHeading: 'Return of',
      columnHeading: 'month',
      labels: true,
      format: { kind: 'percent', digits: 0, signed: true },
      values: assets.map((asset) => {
        const roll = dice(`month ${asset}`)
        return Array.from({ length: 12 }, () => (roll() - 0.45) * 40)
      }),
    }),
    tile('hours', 'Volume by hour and weekday', 'Sequential heatmap without numbers', 30, 330, {
      kind: 'matrix',
      scale: 'sequential',
      rows: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((label) => ({ key: label, label })),
      columns: Array.from({ length: 24 }, (_, hour) => ({ key: String(hour), label: `${hour}:00` })),
      rowHeading: 'Day',
      columnHeading: 'hour',
      labels: false,
      format: { kind: 'index' },
      values: Array.from({ length: 7 }, (_, day) => {
        const roll = dice(`hours ${day}`)
        return Array.from(
          { length: 24 },
          (_hour, hour) =>
            (day > 4 ? 60 : 100) * (0.7 + 0.5 * Math.exp(-((hour - 15) ** 2) / 30) + roll() * 0.12),
        )
      }),
    }),
  ]
}

function meanOf(values: readonly number[], length: number): readonly (number | null)[] {
  return values.map((_, at) =>
    at + 1 < length
      ? null
      : values.slice(at + 1 - length, at + 1).reduce((sum, value) => sum + value, 0) / length,
  )
}
