import { liveboards } from '../../wire/liveboards'
import * as formats from '../../model/formats'
import { scoreboard, hashRate, puell } from './bitcoin-scoreboard'
import { ofAsset } from '../calculations/coin-history'
import { drawdownLine, mayer, priceCandles, realisedVolatilityCard } from '../calculations/coin-price'
import {
  activeAddresses,
  exchangeBalance,
  mvrvCard,
  mvrvLine,
  soprLine,
  flowAndIssuance,
  flowToIssuance,
} from '../calculations/coin-valuation'
import type { BoardDefinition } from '../definition'
import { ago, fromPeak, kpi, kpiOf } from '../tiles/kpi'
import { series, seriesOf } from '../tiles/series'
import { candles, rows } from '../tiles/shapes'

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
