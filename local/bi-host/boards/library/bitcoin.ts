import { liveboards } from '../../wire/liveboards'
import * as formats from '../../model/formats'
import {
  ofAsset,
  histories,
  history,
  onDates,
  type History,
  drawdownLine,
  mayer,
  priceCandles,
  realisedVolatilityCard,
  mayerOf,
  changeOver,
  activeAddresses,
  exchangeBalance,
  mvrvCard,
  mvrvLine,
  soprLine,
  flowAndIssuance,
  flowToIssuance,
} from '../calculations/coin'
import type { BoardDefinition, TileContext } from '../definition'
import { ago, fromPeak, kpi, kpiOf } from '../tiles/kpi'
import { series, seriesOf, type OwnSeries, line, dailySeries } from '../tiles/series'
import { candles, rows, type Calculation, type Made } from '../tiles/shapes'
import type { NumberFormat, TableData } from '../../wire/board'
import {
  drawdown,
  known,
  lastOf,
  movingMean,
  percentileOfLast,
  type Values,
  quotients,
} from '../../query/statistics'
import { formatDay, formatNumber } from '../../rendering/format'

const btc = ofAsset('BTC')

/** Value of new coins divided by its own one-year mean. */
function puellOf(issuance: History, close: History): (number | null)[] {
  const prices = onDates(issuance.dates, close)
  const income = issuance.values.map((coins, row) => {
    const price = prices[row] ?? null
    return coins === null || price === null ? null : coins * price
  })
  return quotients(income, movingMean(income, 365))
}

const puell: Calculation<OwnSeries> = {
  measure: 'onchain.issuance',
  unit: 'US dollars of new coins of the day over their mean of 365 days',
  definition:
    'Income of miners against its own year. The halving of April 2024 halved it in a day without anybody selling: read it from a year after.',
  build: async (context) => {
    const [issuance, close] = await histories(context, ['onchain.issuance', 'price.close'], btc)
    return dailySeries(context, issuance.dates, [
      line('Puell multiple', puellOf(issuance, close), { colorKey: 'BTC' }),
    ])
  },
}

const hashRate: Calculation<OwnSeries> = {
  measure: 'onchain.hash_rate',
  unit: 'Exahashes a second, 7-day mean',
  asks: { measures: ['moving_average(onchain.hash_rate, 7)'], where: btc, grain: 'day' },
  build: async (context) => {
    const { dates: all, values } = await history(context, 'onchain.hash_rate', btc)
    const smooth = movingMean(values, 7)
    return {
      ...dailySeries(context, all, [line('Hash rate, 7-day mean', smooth, { colorKey: 'Hash rate' })]),
      subtitle: `7-day mean, ${formatNumber(changeOver(smooth, 30), formats.percentChange)} in 30 days`,
    }
  },
}

interface Indicator {
  readonly name: string
  readonly format: NumberFormat
  readonly dates: readonly string[]
  readonly values: Values
  /** Below the first: near lows. Above the second: near highs. */
  readonly zones: readonly [low: number, high: number]
}

const scoreboard: Calculation<Made<TableData>> = {
  measure: 'onchain.mvrv',
  unit: 'Each in its own unit; percentiles are shares of days at or below today',
  definition:
    'Zones come from cycles since 2013, and each cycle peaked lower than the one before: they are not targets. The percentile in its own history says how unusual today is. History here begins in November 2023.',
  build: buildScoreboard,
}

async function buildScoreboard(context: TileContext): Promise<Made<TableData>> {
  const btc = ofAsset('BTC')
  const [mvrv, sopr, close, issuance, rsi, mood] = await Promise.all([
    history(context, 'onchain.mvrv', btc),
    history(context, 'onchain.sopr', btc),
    history(context, 'price.close', btc),
    history(context, 'onchain.issuance', btc),
    history(context, 'price.rsi', btc),
    history(context, 'fear_greed.fear_greed', []),
  ])
  const list: readonly Indicator[] = [
    { name: 'MVRV', format: formats.ratio, ...mvrv, zones: [1, 3] },
    {
      name: 'NUPL',
      format: formats.ratio,
      dates: mvrv.dates,
      values: mvrv.values.map((value) => (value === null ? null : 1 - 1 / value)),
      zones: [0, 0.75],
    },
    {
      name: 'Mayer multiple',
      format: formats.ratio,
      dates: close.dates,
      values: mayerOf(close.values),
      zones: [0.8, 2.4],
    },
    {
      name: 'Puell multiple',
      format: formats.ratio,
      dates: issuance.dates,
      values: puellOf(issuance, close),
      zones: [0.5, 4],
    },
    {
      name: 'SOPR, 7-day mean',
      format: { kind: 'ratio', digits: 3 },
      dates: sopr.dates,
      values: movingMean(sopr.values, 7),
      zones: [0.97, 1.05],
    },
    { name: 'RSI 14, Wilder', format: formats.index, ...rsi, zones: [30, 70] },
    {
      name: 'Drawdown',
      format: formats.percent,
      dates: close.dates,
      values: drawdown(close.values),
      zones: [-50, -5],
    },
    { name: 'Fear and greed', format: formats.index, ...mood, zones: [25, 75] },
  ]
  const zone = ({ zones: [low, high] }: Indicator, value: number | null): string =>
    value === null ? '–' : value < low ? 'near lows' : value > high ? 'near highs' : 'between'
  const near = list.filter((indicator) => zone(indicator, lastOf(indicator.values)) !== 'between')
  return {
    data: {
      columns: [
        { key: 'name', label: 'Indicator', kind: 'text' },
        { key: 'value', label: 'Today', kind: 'text' },
        { key: 'all', label: 'P all', kind: 'number', format: formats.index },
        { key: 'year', label: 'P 1 y', kind: 'number', format: formats.index },
        { key: 'zone', label: 'Zone', kind: 'zone' },
        { key: 'crossed', label: 'In it since', kind: 'text' },
        { key: 'trend', label: '90 days', kind: 'trend' },
      ],
      cells: [
        list.map(({ name }) => name),
        list.map(({ values, format }) => formatNumber(lastOf(values), format)),
        list.map(({ values }) => percentileOfLast(values, values.length)),
        list.map(({ values }) => percentileOfLast(values)),
        list.map((indicator) => zone(indicator, lastOf(indicator.values))),
        list.map((indicator) => since(indicator, zone)),
        list.map(({ values }) => values.slice(-90)),
      ],
    },
    subtitle: `${near.length} of ${list.length} indicators outside their middle range`,
    summary: `${near.length} of ${list.length} indicators outside their middle range${near.length === 0 ? '' : `: ${near.map((indicator) => `${indicator.name} ${zone(indicator, lastOf(indicator.values))}`).join(', ')}`}.`,
  }
}

/** Day on which the indicator entered its current zone. */
function since(indicator: Indicator, zone: (indicator: Indicator, value: number | null) => string): string {
  const { dates, values } = indicator
  const now = zone(indicator, lastOf(values))
  const before = values.findLastIndex((value) => value !== null && zone(indicator, value) !== now)
  const first = dates[before + 1]
  return known(values).length === 0 || first === undefined
    ? '–'
    : before < 0
      ? `before ${formatDay(first)}`
      : formatDay(first)
}

export const bitcoin: BoardDefinition = {
  id: liveboards.bitcoin.id,
  title: 'Bitcoin',
  description: 'Trend, value against cost basis, sellers, miners, momentum and demand from funds.',
  range: '1Y',
  chips: [
    { field: 'etf.issuer', multiple: true, label: 'Fund sponsor' },
    { field: 'trading.exchange', multiple: true, label: 'Spot volume on' },
  ],
  tiles: [
    kpi('btc', 'Bitcoin', 'price.close', {
      where: ofAsset('BTC'),
      whole: true,
      color: 'BTC',
      changes: [ago(1, 'percent', '1 d'), ago(30, 'percent', '30 d')],
      note: fromPeak,
    }),
    kpiOf('mvrv', 'MVRV', mvrvCard('BTC'), { color: 'BTC', changes: [ago(30, 'absolute', '30 d')] }),
    kpiOf('rv', 'Volatility, 30 d', realisedVolatilityCard('BTC'), {
      color: 'BTC',
      format: formats.percent,
      changes: [ago(30, 'points', '30 d')],
      better: 'none',
    }),
    kpi('dominance', 'Dominance', 'price.bitcoin_dominance', {
      color: 'BTC',
      changes: [ago(30, 'points', '30 d')],
      note: () => 'of 18 tracked assets',
    }),
    kpiOf('flow-to-issuance', 'Fund flow / issuance, 30 d', flowToIssuance('BTC'), {
      color: 'ETF',
      format: { kind: 'ratio', digits: 1, suffix: 'x' },
      changes: [ago(30, 'absolute', 'vs 30 d ago')],
      better: 'none',
    }),
    candles('price', 'Price and cost basis', priceCandles('BTC'), {
      subtitle: 'Daily candles in UTC, spot volume, 50- and 200-day means, realized price',
      size: [60, 460],
    }),
    rows('scoreboard', 'Tops and bottoms', scoreboard, {
      subtitle: 'Indicators in one line each',
      size: [38, 440],
    }),
    seriesOf('mvrv-history', 'Bitcoin MVRV', mvrvLine('BTC'), { size: [22, 440] }),
    seriesOf('exchange-balance', 'Bitcoin on exchanges', exchangeBalance('BTC'), {
      subtitle: 'Who sells? Coins on exchanges, {range}',
      format: formats.coins('BTC'),
    }),
    seriesOf('sopr', 'Bitcoin SOPR', soprLine('BTC'), {
      subtitle: 'Do coins move at a profit? 7-day mean, {range}',
      format: { kind: 'ratio', digits: 3 },
      guides: [{ value: 1, label: 'Break even' }],
      axisNotes: { above: 'coins move at a profit', below: 'coins move at a loss' },
    }),
    seriesOf('fund-demand', 'Funds against issuance', flowAndIssuance('BTC'), {
      subtitle: 'Coins by {grain}: fund flow and new coins, {range}',
      size: [60, 300],
      shape: 'diverging-bars',
      format: formats.coinsChange('BTC'),
    }),
    seriesOf('mayer', 'Mayer multiple', mayer('BTC'), {
      subtitle: 'Close over its 200-day mean, {range}',
      size: [20, 300],
      format: formats.ratio,
      guides: [
        { value: 0.8, label: 'Old cycle lows' },
        { value: 2.4, label: 'Old cycle highs', tone: 'amber' },
      ],
    }),
    series('rsi', 'RSI 14, Wilder', 'price.rsi', {
      subtitle: 'Daily closes in UTC, {range}',
      where: ofAsset('BTC'),
      size: [20, 300],
      guides: [
        { value: 30, label: 'Oversold' },
        { value: 70, label: 'Overbought' },
      ],
    }),
    seriesOf('drawdown', 'Drawdown', drawdownLine('BTC'), {
      subtitle: 'From the peak since November 2023, {range}',
      shape: 'area',
      size: [20, 300],
      format: formats.percent,
    }),
    seriesOf('puell', 'Puell multiple', puell, {
      subtitle: 'What do miners earn? Against their 365-day mean, {range}',
      size: [20, 300],
      format: formats.ratio,
      guides: [{ value: 0.5, label: 'Low' }],
    }),
    seriesOf('hash-rate', 'Hash rate', hashRate, { size: [20, 300] }),
    seriesOf('addresses', 'Active addresses', activeAddresses('BTC'), {
      subtitle: '7-day mean, {range}',
      size: [20, 300],
    }),
  ],
}
