import { latestOf, type Track } from '../tiles/kpi'
import type { CandlesData } from '../../wire/board'
import * as formats from '../../model/formats'
import {
  drawdown,
  known,
  lastOf,
  movingMean,
  percentChange,
  realisedVolatility,
  type Values,
  quotients,
} from '../../query/statistics'
import { type OwnSeries, line, dailySeries } from '../tiles/series'
import type { Calculation, Made } from '../tiles/shapes'
import { formatNumber } from '../../rendering/format'
import { history, latestFigure, ofAsset, onDates, shown, tenorIs } from './coin-history'

/** Daily candles with spot volume, the 50- and 200-day means and the realised price. */
export function priceCandles(asset: string): Calculation<Made<CandlesData>> {
  return {
    measure: 'price.close',
    unit: 'US dollars, UTC days; volume: reported spot volume of all venues',
    definition:
      'Daily bars in UTC. The realized price is the mean price at which coins last moved: below it the average holder is at a loss. Chart sites that close their day elsewhere show other candles.',
    asks: {
      measures: ['price.open', 'price.high', 'price.low', 'price.close'],
      where: ofAsset(asset),
      grain: 'day',
    },
    build: async (context) => {
      const where = ofAsset(asset)
      const [open, high, low, close, volume, realised] = await Promise.all([
        history(context, 'price.open', where),
        history(context, 'price.high', where),
        history(context, 'price.low', where),
        history(context, 'price.close', where),
        history(context, 'trading.volume', [...where, { field: 'market_type', op: 'eq', values: ['Spot'] }]),
        history(context, 'onchain.realised_price', where),
      ])
      const { dates, cut } = shown(context, close.dates)
      const whole = (values: Values): number[] => known(cut(values))
      const overlays = [
        line('50-day mean', cut(movingMean(close.values, 50))),
        line('200-day mean', cut(movingMean(close.values, 200))),
        line('Realized price', cut(onDates(close.dates, realised))),
      ]
      const last = lastOf(close.values)
      return {
        data: {
          dates,
          open: whole(open.values),
          high: whole(high.values),
          low: whole(low.values),
          close: whole(close.values),
          volume: cut(onDates(close.dates, volume)),
          overlays,
          format: formats.price,
        },
        figures: latestFigure(close),
        summary: `${asset} closed at ${formatNumber(last, formats.price)}; ${overlays.map(({ label, values }) => `${label} ${formatNumber(lastOf(values), formats.price)}`).join(', ')}.`,
      }
    },
  }
}

/** Distance from the highest close in the data. */
export function drawdownLine(asset: string): Calculation<OwnSeries> {
  return {
    measure: 'price.close',
    unit: 'Percent under the highest close so far, since the data begins',
    definition:
      'Close over the highest close before it, less one. The peak is that of this history: it begins in November 2023.',
    asks: { measures: ['drawdown(price.close)'], where: ofAsset(asset), grain: 'day', range: 'ALL' },
    build: async (context) => {
      const close = await history(context, 'price.close', ofAsset(asset))
      return dailySeries(context, close.dates, [line(asset, drawdown(close.values))])
    },
  }
}

/** Card of 30-day realized volatility, beside implied volatility. */
export function realisedVolatilityCard(asset: string): Calculation<Track> {
  return {
    measure: 'price.close',
    unit: 'Percent a year, sample deviation of 30 daily log returns x square root of 365',
    definition:
      'What the last 30 days did, times the square root of 365 (crypto trades every day; shares use 252). Divide by 19 for a usual day in percent.',
    asks: latestOf('volatility(price.close, 30)', ofAsset(asset)),
    build: async (context) => {
      const [close, implied] = await Promise.all([
        history(context, 'price.close', ofAsset(asset)),
        history(context, 'option_surface.atm', [...ofAsset(asset), tenorIs(30)]),
      ])
      return {
        dates: close.dates,
        values: realisedVolatility(close.values, 30),
        note: `implied ${formatNumber(lastOf(implied.values), formats.percent)}`,
      }
    },
  }
}

/** Close over its 200-day mean, with its own 10th and 90th percentile. */
export function mayer(asset: string): Calculation<OwnSeries> {
  return {
    measure: 'price.close',
    unit: 'Close over its mean of 200 days',
    definition:
      'Under 0.8 and over 2.4 marked lows and highs of early cycles; 2.4 was last seen in 2021, so the shaded own percentiles say more.',
    asks: {
      measures: ['price.close / moving_average(price.close, 200)'],
      where: ofAsset(asset),
      grain: 'day',
    },
    build: async (context) => {
      const close = await history(context, 'price.close', ofAsset(asset))
      const values = mayerOf(close.values)
      return dailySeries(context, close.dates, [line('Mayer multiple', values, { colorKey: asset })])
    },
  }
}

export const mayerOf = (closes: Values): (number | null)[] => quotients(closes, movingMean(closes, 200))

export const changeOver = (values: Values, days: number): number | null =>
  percentChange(lastOf(values), values.at(-1 - days))
