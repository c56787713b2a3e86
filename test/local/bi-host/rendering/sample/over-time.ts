import type { Tile } from '../../../../../local/bi-host/wire/board'
import { days, kpi, line, percent, swing, tile, tradingDays, usd, walk, assets, dice, named } from './build'

/** Headline figures and values over time. */
export function overTime(): readonly Tile[] {
  const year = days(366)
  const trading = tradingDays(90)
  return [
    kpi('kpi-1', 'Market capitalization', 3.42e12, usd, 'Total', [
      { value: 0.6, format: percent, label: '1 d', better: 'up' },
      { value: 2.1, format: percent, label: '30 d', better: 'up' },
    ]),
    kpi(
      'kpi-2',
      'Bitcoin',
      96_418,
      { kind: 'price' },
      'BTC',
      [
        { value: 1.2, format: percent, label: '1 d', better: 'up' },
        { value: -4.2, format: percent, label: '30 d', better: 'up' },
      ],
      { note: 'drawdown \u221212.4%' },
    ),
    kpi(
      'kpi-3',
      'ETF net flow, 5 trading days',
      -521e6,
      { kind: 'usd', signed: true },
      'ETF',
      [{ value: -96e6, format: usd, label: 'vs prior 5', better: 'up' }],
      { note: '4 days out', tone: 'red' },
    ),
    kpi(
      'kpi-4',
      'Funding BTC',
      11.3,
      { kind: 'percent', suffix: 'a year' },
      'BTC',
      [{ value: 6.9, format: { kind: 'pp' }, label: 'over T-bill', better: 'none' }],
      { note: 'above neutral', tone: 'amber' },
    ),
    kpi(
      'kpi-5',
      'BTC on exchanges',
      2.38e6,
      { kind: 'coins', suffix: 'BTC' },
      'BTC',
      [{ value: null, format: percent, label: 'vs 30 d', better: 'none' }],
      { percentile: null },
    ),

    tile(
      'line',
      'Realized volatility',
      'Line, 30 days, annualised',
      40,
      300,
      {
        kind: 'series',
        shape: 'line',
        grain: 'day',
        dates: year,
        format: percent,
        series: [
          line('BTC', swing('rv btc', 366, 45, 6)),
          line('ETH', swing('rv eth', 366, 60, 7)),
          line(
            'SOL',
            swing('rv sol', 366, 78, 9).map((value, at) => (at > 120 && at < 140 ? null : value)),
          ),
        ],
      },
      { crossFilterField: 'price.asset' },
    ),
    tile('area', 'Fear and greed', 'Area with zones, 0 fear, 100 greed', 20, 300, {
      kind: 'series',
      shape: 'area',
      grain: 'day',
      dates: days(90),
      format: { kind: 'index' },
      guides: [
        { value: 0, to: 25, label: 'Extreme fear', tone: 'red' },
        { value: 45, to: 55, label: 'Neutral', tone: 'neutral' },
        { value: 75, to: 100, label: 'Extreme greed', tone: 'green' },
      ],
      series: [line('Index', swing('fear', 90, 58, 18))],
    }),
    tile('dual', 'Price and MVRV', 'Log axis left, ratio right', 30, 300, {
      kind: 'series',
      shape: 'line',
      grain: 'day',
      dates: days(1096),
      logScale: true,
      format: { kind: 'price' },
      rightFormat: { kind: 'ratio' },
      series: [
        line('BTC', walk('btc log', 1096, 17_000, 96_000, 0.08)),
        { ...line('MVRV', walk('mvrv', 1096, 1.1, 2.2, 0.07)), axis: 'right' as const },
      ],
    }),
    tile(
      'flow',
      'ETF net flow by trading day',
      'Diverging bars without weekend gaps, running day hatched',
      30,
      300,
      {
        kind: 'series',
        shape: 'diverging-bars',
        grain: 'day',
        dates: trading,
        tradingDays: true,
        partialFrom: 89,
        format: usd,
        series: [
          line('BTC funds', swing('etf btc', 90, 40e6, 420e6)),
          line('ETH funds', swing('etf eth', 90, 5e6, 120e6)),
        ],
      },
    ),
    tile('volume', 'Volume with its mean', 'Bars with a line over them', 30, 280, {
      kind: 'series',
      shape: 'bars',
      grain: 'week',
      dates: days(52, 7),
      partialFrom: 51,
      format: usd,
      series: [
        line('Spot', walk('volume', 52, 300e9, 412e9, 0.3)),
        { ...line('Mean', walk('volume mean', 52, 310e9, 390e9, 0.02)), as: 'line' as const },
      ],
    }),
    tile('todate', 'Share of volume', '100% area, by month', 30, 280, {
      kind: 'series',
      shape: 'area-100',
      grain: 'month',
      dates: [
        '2025-12-01',
        '2026-01-01',
        '2026-02-01',
        '2026-03-01',
        '2026-04-01',
        '2026-05-01',
        '2026-06-01',
        '2026-07-01',
        '2026-08-01',
        '2026-09-01',
        '2026-10-01',
        '2026-11-01',
      ],
      partialFrom: 11,
      format: usd,
      series: [
        line('Perpetual', walk('perp', 12, 700e9, 800e9, 0.2)),
        line('Spot', walk('spot', 12, 240e9, 210e9, 0.2)),
        line('Option', walk('option', 12, 60e9, 80e9, 0.2)),
        line('Dated future', walk('dated', 12, 40e9, 45e9, 0.2)),
      ],
    }),
  ]
}

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
