import type { Tile } from '../../../../../local/bi-host/wire/board'
import { days, kpi, line, percent, swing, tile, tradingDays, usd, walk } from './build'

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
