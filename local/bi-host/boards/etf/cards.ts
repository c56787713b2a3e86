import * as formats from '../../model/formats'
import { cardHistory, figureAt, only, readPanel, totalOf } from '../panel'
import { lastOf } from '../../query/statistics'
import { streak } from '../streak'
import { ago, kpi, kpiOf, latestOf, measureTrack, prior } from '../tiles/kpi'
import type { Track } from '../tiles/kpi'
import type { Calculation } from '../tiles/tile'
import { inWords } from '../../rendering/wording'

/** Assets with the part of the last change that was money; the rest was price. */
const assets: Calculation<Track> = {
  measure: 'etf.aum',
  asks: latestOf('etf.aum'),
  build: async (context) => {
    const range = cardHistory
    const [aum, flow] = await Promise.all([
      readPanel(context, { measure: 'etf.aum', range }),
      readPanel(context, { measure: 'etf.net_flow', range: { last: 8, unit: 'day' } }),
    ])
    const values = totalOf(aum)
    const money = lastOf(only(flow)) ?? 0
    const value = lastOf(values)
    return {
      dates: aum.dates,
      values,
      figures: value === null ? {} : { [figureAt(aum.meaning, aum.dates.at(-1) ?? '')]: value },
      note: `of it flow ${inWords(money, formats.usdChange)}`,
    }
  },
}

/** Flow of the last trading date with how many funds have reported it. */
const lastFlow: Calculation<Track> = {
  measure: 'etf.net_flow',
  asks: latestOf('etf.net_flow'),
  build: async (context) => {
    const range = { last: 8, unit: 'day' } as const
    const [track, byFund, aum] = await Promise.all([
      measureTrack(context, { measure: 'etf.net_flow' }),
      readPanel(context, { measure: 'etf.net_flow', by: 'fund', range }),
      readPanel(context, { measure: 'etf.aum', range }),
    ])
    const reported = byFund.keys.filter((fund) => lastOf(byFund.values[fund] ?? []) !== null).length
    const whole = lastOf(totalOf(aum))
    const flow = lastOf(track.values)
    return {
      ...track,
      note: `${reported} of ${byFund.keys.length} funds`,
      changes: [
        {
          value: flow === null || !whole ? null : (100 * flow) / whole,
          format: { ...formats.percentChange, digits: 2 },
          label: 'of assets',
          better: 'up',
        },
      ],
    }
  },
}

/** Coins held with their share of supply: never two underlyings in one number. */
function holdings(asset: string): Calculation<Track> {
  return {
    measure: 'etf.holdings',
    asks: latestOf('etf.holdings', [{ field: 'underlying', op: 'eq', values: [asset] }]),
    build: async (context) => {
      const [track, supply] = await Promise.all([
        measureTrack(context, {
          measure: 'etf.holdings',
          where: [{ field: 'underlying', op: 'eq', values: [asset] }],
        }),
        readPanel(context, {
          measure: 'price.supply',
          where: [{ field: 'asset', op: 'eq', values: [asset] }],
          range: { last: 2, unit: 'day' },
        }),
      ])
      const coins = lastOf(track.values)
      const all = lastOf(only(supply))
      return {
        ...track,
        note: `${inWords(coins === null || !all ? null : (100 * coins) / all, formats.percentFine)} of supply`,
      }
    },
  }
}

const twentyDays = ago(20, 'absolute', '20 d')

export const etfCards = [
  kpiOf('aum', 'Assets', assets, {
    color: 'ETF',
    year: 252,
    changes: [ago(1, 'percent', '1 d'), ago(20, 'percent', '20 d')],
  }),
  kpiOf('flow', 'Net flow, last date', lastFlow, {
    color: 'ETF',
    year: 252,
    changes: [ago(1, 'absolute', 'vs day before')],
  }),
  kpi('flow-20', 'Net flow, 20 dates', 'etf.net_flow', {
    over: 20,
    color: 'ETF',
    year: 252,
    changes: [prior(20, 'absolute', 'vs prior 20')],
    note: streak,
  }),
  kpiOf('btc-holdings', 'BTC held', holdings('BTC'), {
    color: 'BTC',
    year: 252,
    format: formats.coins('BTC'),
    changes: [twentyDays],
  }),
  kpiOf('eth-holdings', 'ETH held', holdings('ETH'), {
    color: 'ETH',
    year: 252,
    format: formats.coins('ETH'),
    changes: [twentyDays],
  }),
]
