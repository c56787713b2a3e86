import { readPanel } from '../panel'
import type { OwnSeries } from '../tiles/series'
import type { Track } from '../tiles/kpi'
import type { Calculation } from '../tiles/tile'
import { grainFor } from '../definition'
import type { TileContext } from '../definition'
import { ofAsset, history } from './history'
import { line } from './price'

const fundsOf = (asset: string) => [{ field: 'underlying', op: 'eq', values: [asset] }] as const

/** Coins that funds took or gave back against new coins, over 30 days. */
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
  return {
    dates: issued.dates,
    grain,
    series: [
      line(
        'Fund flow',
        issued.dates.map((day) => at.get(day) ?? null),
        { colorKey: 'ETF' },
      ),
      line('Issuance', issued.values[''] ?? [], { as: 'line' }),
    ],
  }
}
