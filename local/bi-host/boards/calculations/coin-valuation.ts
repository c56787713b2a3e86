import { latestOf, type Track } from '../tiles/kpi'
import type { Guide } from '../../wire/board'
import * as formats from '../../model/formats'
import { isRunning } from '../../model/days'
import { known, lastOf, movingMean, percentileOfLast, quantile, type Values } from '../../query/statistics'
import { type OwnSeries, line, dailySeries } from '../tiles/series'
import type { Calculation } from '../tiles/shapes'
import { formatNumber } from '../../rendering/format'
import { histories, history, latestFigure, ofAsset } from './coin-history'
import { readPanel } from '../panel'
import { grainFor, type TileContext } from '../definition'

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
