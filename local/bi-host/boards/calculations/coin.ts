import type { QueryFilter } from '../../model/source'
import { type TileContext, grainFor } from '../definition'
import { aligned, lastFigure, only, readPanel, type Panel } from '../panel'
import {
  type Values,
  drawdown,
  known,
  lastOf,
  movingMean,
  percentChange,
  realisedVolatility,
  quotients,
  percentileOfLast,
  quantile,
} from '../../query/statistics'
import { shownRows, type OwnSeries, line, dailySeries } from '../tiles/series'
import { latestOf, type Track } from '../tiles/kpi'
import type { CandlesData, Guide } from '../../wire/board'
import * as formats from '../../model/formats'
import type { Calculation, Made } from '../tiles/shapes'
import { formatNumber } from '../../rendering/format'
import { isRunning } from '../../model/days'

const usual = 'BTC'

/** Asset of a single-asset tile: the one the board is filtered to, else Bitcoin. */
export function chosenAsset(context: TileContext): string {
  const filter = context
    .filtersOf('option_surface', [])
    .find(({ field, op, values }) => field === 'asset' && (op === 'in' || op === 'eq') && values.length > 0)
  return String(filter?.values[0] ?? usual)
}

export const assetIs = (asset: string): QueryFilter => ({ field: 'asset', op: 'eq', values: [asset] })
/** The same default for the tile's question. */
export const unlessChosen = [assetIs(usual)] as const

export const tenorIs = (days: number): QueryFilter => ({ field: 'tenor', op: 'eq', values: [days] })

/** The whole daily history of one measure of one asset. */
export interface History {
  readonly dates: readonly string[]
  readonly values: Values
  readonly panel: Panel
}

export const ofAsset = (asset: string): readonly QueryFilter[] => [assetIs(asset)]

export async function history(
  context: TileContext,
  measure: string,
  where: readonly QueryFilter[],
): Promise<History> {
  const panel = await readPanel(context, { measure, where, range: 'ALL' })
  return { dates: panel.dates, values: only(panel), panel }
}

export const histories = <const M extends readonly string[]>(
  context: TileContext,
  measures: M,
  where: readonly QueryFilter[],
): Promise<{ [K in keyof M]: History }> =>
  Promise.all(measures.map((measure) => history(context, measure, where))) as never

export const latestFigure = (whole: History): Readonly<Record<string, number>> =>
  lastFigure(whole.panel.meaning, whole)

export const onDates = (dates: readonly string[], other: History): (number | null)[] =>
  aligned(dates, other.panel)

/** The part of the dates, and of a list parallel to them, that is in the board's range. */
export function shown(
  context: TileContext,
  dates: readonly string[],
): { readonly dates: readonly string[]; readonly cut: (values: Values) => Values } {
  const rows = shownRows(context, dates)
  const { first, end } = context.shown(dates.slice(-rows))
  return {
    dates: dates.slice(-rows).slice(first, end),
    cut: (values) => values.slice(-rows).slice(first, end),
  }
}

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

const fundsOf = (asset: string) => [{ field: 'underlying', op: 'eq', values: [asset] }] as const

/** Coins that funds bought or returned, relative to newly issued coins, over 30 days. */
export function flowToIssuance(asset: string): Calculation<Track> {
  return {
    measure: 'etf.flow_coins',
    unit: 'Fund flow in coins over new coins, last 30 days',
    definition:
      'Coins that US spot funds added over coins newly issued in the same 30 days. Above 1 funds took more than was made; below 0 they gave coins back. Miners and stakers need not sell what is issued.',
    build: async (context) => {
      const [flow, issued] = await Promise.all([
        readPanel(context, { measure: 'etf.flow_coins', where: fundsOf(asset), range: 'ALL' }),
        history(context, 'onchain.issuance', ofAsset(asset)),
      ])
      const byDay = new Map(flow.dates.map((day, row) => [day, flow.values['']?.[row] ?? 0]))
      const [first] = flow.dates
      const from = issued.dates.findIndex((day) => day >= (first ?? ''))
      const dates = issued.dates.slice(from)
      const window = (list: readonly number[], end: number): number =>
        list.slice(end - 29, end + 1).reduce((sum, value) => sum + value, 0)
      const flows = dates.map((day) => byDay.get(day) ?? 0)
      const made = issued.values.slice(from).map((value) => value ?? 0)
      const values = dates.map((_, row) =>
        row < 29 || window(made, row) <= 0 ? null : window(flows, row) / window(made, row),
      )
      return { dates, values }
    },
  }
}

/** Weekly fund flow in coins as bars, and issuance as a line. */
export function flowAndIssuance(asset: string): Calculation<OwnSeries> {
  return {
    measure: 'etf.flow_coins',
    unit: 'Coins, summed over the interval',
    definition:
      'Fund creations less redemptions in coins beside newly issued coins. Fund flow includes hedged positions that carry no view on price.',
    asks: {
      measures: ['etf.flow_coins', 'onchain.issuance'],
      where: fundsOf(asset),
      grain: 'week',
      chart: 'bars-line',
    },
    build: (context) => weeklyFlows(context, asset),
  }
}

async function weeklyFlows(context: TileContext, asset: string): Promise<OwnSeries> {
  const grain = grainFor('week', context.range)
  const [flow, issued] = await Promise.all([
    readPanel(context, { measure: 'etf.flow_coins', where: fundsOf(asset), grain, range: context.range }),
    readPanel(context, { measure: 'onchain.issuance', where: ofAsset(asset), grain, range: context.range }),
  ])
  const at = new Map(flow.dates.map((day, row) => [day, flow.values['']?.[row] ?? null]))
  const issuance = issued.values[''] ?? []
  const running = issuance.length > 0 && isRunning(context.facts('onchain').lastDay, grain)
  return {
    dates: issued.dates,
    grain,
    series: [
      line(
        'Fund flow',
        issued.dates.map((day) => at.get(day) ?? null),
        { colorKey: 'ETF' },
      ),
      // A line cannot be hatched, so an incomplete interval would look like a fall.
      line('Issuance', running ? [...issuance.slice(0, -1), null] : issuance, { as: 'line' }),
    ],
  }
}

/** Band from the 10th to the 90th percentile of the history: better evidence than zones from past cycles. */
function ownBand(values: Values): readonly Guide[] {
  const present = known(values)
  const [low, high] = [quantile(present, 0.1), quantile(present, 0.9)]
  return low === null || high === null
    ? []
    : [{ value: low, to: high, label: 'Own 10th to 90th percentile', tone: 'neutral' }]
}

const mvrvZone = (value: number): string =>
  value < 1 ? 'under cost' : value < 2 ? 'middle range' : value < 3 ? 'rich' : 'euphoric'

/** MVRV as a card, with its percentile over the whole history in the note. */
export function mvrvCard(asset: string): Calculation<Track> {
  return {
    measure: 'onchain.mvrv',
    asks: latestOf('onchain.mvrv', ofAsset(asset)),
    build: async (context) => {
      const whole = await history(context, 'onchain.mvrv', ofAsset(asset))
      const { dates, values } = whole
      const value = lastOf(values)
      const rank = percentileOfLast(values, values.length)
      return {
        dates,
        values,
        figures: latestFigure(whole),
        note: value === null ? '' : `${mvrvZone(value)}, P${rank === null ? '–' : Math.round(rank)} of all`,
      }
    },
  }
}

/** MVRV over the whole history with its own band, and the cost-basis line at 1. */
export function mvrvLine(asset: string): Calculation<OwnSeries> {
  return {
    measure: 'onchain.mvrv',
    asks: { measures: ['onchain.mvrv'], where: ofAsset(asset), grain: 'day', range: 'ALL' },
    build: async (context) => {
      const whole = await history(context, 'onchain.mvrv', ofAsset(asset))
      const { dates, values } = whole
      const last = lastOf(values)
      return {
        dates,
        grain: 'day',
        series: [line('MVRV', values, { colorKey: asset })],
        guides: [
          ...ownBand(values),
          { value: 1, label: 'Cost basis' },
          { value: 3, label: 'Old cycle highs', tone: 'amber' },
        ],
        figures: latestFigure(whole),
        subtitle: `All history. NUPL ${formatNumber(last === null ? null : 1 - 1 / last, formats.ratio)} is the same on another scale`,
      }
    },
  }
}

/** Value when spent over value when created, as a 7-day mean. */
export function soprLine(asset: string): Calculation<OwnSeries> {
  return {
    measure: 'onchain.sopr',
    unit: 'Value when spent over value when created, 7-day mean',
    asks: { measures: ['moving_average(onchain.sopr, 7)'], where: ofAsset(asset), grain: 'day' },
    build: async (context) => {
      const { dates: all, values } = await history(context, 'onchain.sopr', ofAsset(asset))
      return dailySeries(context, all, [line('SOPR, 7-day mean', movingMean(values, 7), { colorKey: asset })])
    },
  }
}

/** Coins on exchanges as known now, and as first published. */
export function exchangeBalance(asset: string): Calculation<OwnSeries> {
  return {
    measure: 'onchain.exchange_balance',
    asks: {
      measures: ['onchain.exchange_balance', 'onchain.exchange_balance_first'],
      where: ofAsset(asset),
      grain: 'day',
    },
    build: async (context) => {
      const [now, first] = await histories(
        context,
        ['onchain.exchange_balance', 'onchain.exchange_balance_first'],
        ofAsset(asset),
      )
      const gap = (lastOf(now.values) ?? 0) - (now.values.at(-31) ?? 0)
      return {
        ...dailySeries(context, now.dates, [
          line('As known now', now.values, { colorKey: asset }),
          line('As first published', first.values),
        ]),
        subtitle: `Estimate, revised backwards; ${formatNumber(gap, formats.coinsChange(asset))} in 30 days`,
      }
    },
  }
}

export function activeAddresses(asset: string): Calculation<OwnSeries> {
  return {
    measure: 'onchain.active_addresses',
    unit: 'Addresses a day, 7-day mean',
    asks: { measures: ['moving_average(onchain.active_addresses, 7)'], where: ofAsset(asset), grain: 'day' },
    build: async (context) => {
      const { dates: all, values } = await history(context, 'onchain.active_addresses', ofAsset(asset))
      return dailySeries(context, all, [
        line('Active addresses, 7-day mean', movingMean(values, 7), { colorKey: asset }),
      ])
    },
  }
}
