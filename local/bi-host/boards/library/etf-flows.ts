import type { MatrixData, ScatterData } from '../../wire/board'
import { addDays, weekdayOf } from '../../model/days'
import * as formats from '../../model/formats'
import { sum } from '../calculations/breakdown'
import { constantMaturity, termStructures } from './futures-carry'
import { grainFor, type TileContext } from '../definition'
import { readPanel, totalOf } from '../panel'
import { correlation, known } from '../../query/statistics'
import { type OwnSeries, line, dailySeries, shownRows } from '../tiles/series'
import type { Calculation, Made } from '../tiles/shapes'
import { formatNumber, formatShortDay } from '../../rendering/format'

/** Flows added up since the funds began, by what they hold. */
export const cumulativeFlow: Calculation<OwnSeries> = {
  measure: 'etf.net_flow',
  unit: 'US dollars, added up since the first trading date',
  definition:
    'Creations less redemptions at the price of their day. It is what came in, not what it is worth today.',
  asks: { measures: ['cumulative(etf.net_flow)'], by: ['underlying'], grain: 'day', range: 'ALL' },
  build: async (context) => {
    const panel = await readPanel(context, { measure: 'etf.net_flow', by: 'underlying', range: 'ALL' })
    const lines = panel.keys.map((key) => {
      let total = 0
      return line(
        key,
        (panel.values[key] ?? []).map((value) => (total += value ?? 0)),
      )
    })
    return { ...dailySeries(context, panel.dates, lines, 252), tradingDays: true }
  },
}

/** Weekly change of assets, told apart: money that came and price that moved. */
export const flowOrPrice: Calculation<OwnSeries> = {
  measure: 'etf.aum',
  unit: 'US dollars, change of assets over the interval',
  definition:
    'Change of assets less net flow is what price did (and fees). Spin-offs between two funds of one sponsor cancel out here.',
  build: async (context) => {
    const grain = grainFor('week', context.range)
    const [assets, flow] = await Promise.all([
      readPanel(context, { measure: 'etf.aum', grain, range: 'ALL' }),
      readPanel(context, { measure: 'etf.net_flow', grain, range: context.range }),
    ])
    const row = new Map(assets.dates.map((day, at) => [day, at]))
    const values = flow.values[''] ?? []
    const price = flow.dates.map((day, at) => {
      const here = row.get(day) ?? 0
      const now = assets.values['']?.[here] ?? null
      const before = assets.values['']?.[here - 1] ?? null
      return now === null || before === null ? null : now - before - (values[at] ?? 0)
    })
    return {
      dates: flow.dates,
      grain,
      tradingDays: grain === 'day',
      series: [line('Net flow', values, { colorKey: 'ETF' }), line('Price', price, { colorKey: 'Price' })],
    }
  },
}

/** Net flow by fund and week. */
export const flowHeat: Calculation<Made<MatrixData>> = {
  measure: 'etf.net_flow',
  unit: 'US dollars a week',
  asks: {
    measures: ['etf.net_flow'],
    by: ['fund'],
    grain: 'week',
    range: { last: 12, unit: 'week' },
    chart: 'heatmap',
  },
  build: async (context) => {
    const panel = await readPanel(context, {
      measure: 'etf.net_flow',
      by: 'fund',
      grain: 'week',
      range: { last: 12, unit: 'week' },
    })
    const values = panel.keys.map((key) =>
      (panel.values[key] ?? []).map((value) => (value === 0 ? null : value)),
    )
    const total = totalOf(panel)
    return {
      data: {
        scale: 'diverging',
        rows: panel.keys.map((key) => ({ key, label: key })),
        columns: panel.dates.map((day, at) => ({
          key: day,
          label: at === panel.dates.length - 1 ? `${formatShortDay(day)} to date` : formatShortDay(day),
        })),
        values,
        format: formats.usdChange,
        rowHeading: 'Fund',
        columnHeading: 'Week of',
        labels: true,
      },
      summary: `Net flow of ${panel.keys.length} funds over ${panel.dates.length} weeks; this week so far ${formatNumber(total.at(-1) ?? null, formats.usdChange)}.`,
    }
  },
}

/** Share of the circulating supply that the funds hold, for each underlying. */
export const shareOfSupply: Calculation<OwnSeries> = {
  measure: 'etf.holdings',
  unit: 'Percent of circulating supply',
  definition:
    'Coins held by US spot funds over circulating supply. Coins in funds can come back at any redemption: they are not locked.',
  asks: { measures: ['100 * etf.holdings / price.supply'], by: ['underlying'], grain: 'day' },
  build: async (context) => {
    const [held, supply] = await Promise.all([
      readPanel(context, { measure: 'etf.holdings', by: 'underlying', range: 'ALL' }),
      readPanel(context, { measure: 'price.supply', by: 'asset', range: 'ALL' }),
    ])
    const rows = shownRows(context.range, held.dates.length, 252)
    const dates = held.dates.slice(-rows)
    const row = new Map(supply.dates.map((day, at) => [day, at]))
    const share = (asset: string): (number | null)[] =>
      held.dates
        .map((day, at) =>
          shareOf(held.values[asset]?.[at] ?? null, supply.values[asset]?.[row.get(day) ?? -1] ?? null),
        )
        .slice(-rows)
    return {
      dates,
      grain: 'day',
      tradingDays: true,
      series: held.keys
        .map((asset) => line(asset, share(asset)))
        .filter(({ values }) => known(values).length > 0)
        .toSorted((one, other) => (known(other.values).at(-1) ?? 0) - (known(one.values).at(-1) ?? 0)),
    }
  },
}

const shareOf = (part: number | null, whole: number | null): number | null =>
  part === null || !whole ? null : (100 * part) / whole

/** Yearly basis on CME at 45 days, the part of fund flow that may be hedged carry. */
const cmeBasis = async (context: TileContext): Promise<ReadonlyMap<string, number | null>> => {
  const where = [
    { field: 'asset', op: 'eq', values: ['BTC'] },
    { field: 'exchange', op: 'eq', values: ['CME'] },
  ] as const
  const curves = await termStructures(context, where, 'ALL')
  return new Map([...curves].map(([day, curve]) => [day, constantMaturity(curve, 45)]))
}

async function weeklyFlowAndBasis(
  context: TileContext,
  weeks: number,
): Promise<{
  readonly dates: readonly string[]
  readonly flow: readonly (number | null)[]
  readonly basis: readonly (number | null)[]
}> {
  const [flow, basis] = await Promise.all([
    readPanel(context, {
      measure: 'etf.net_flow',
      grain: 'week',
      range: { last: weeks, unit: 'week' },
      where: [{ field: 'underlying', op: 'eq', values: ['BTC'] }],
    }),
    cmeBasis(context),
  ])
  const meanOfWeek = (monday: string): number | null => {
    const days = known(Array.from({ length: 5 }, (_, day) => basis.get(addDays(monday, day)) ?? null))
    return days.length === 0 ? null : (sum(days) ?? 0) / days.length
  }
  return {
    dates: flow.dates,
    flow: flow.values[''] ?? [],
    basis: flow.dates.map((day) => meanOfWeek(addDays(day, -weekdayOf(day)))),
  }
}

const carryText = {
  measure: 'etf.net_flow',
  unit: 'US dollars a week; basis in percent a year, CME, 45 days constant maturity',
  definition:
    'When the futures basis is high, funds are bought against sold futures: that money holds no view on price and leaves when the basis falls.',
} as const

export const flowAgainstBasis: Calculation<Made<ScatterData>> = {
  ...carryText,
  build: async (context) => {
    const { dates, flow, basis } = await weeklyFlowAndBasis(context, 52)
    const points = dates.flatMap((day, row) => {
      const [x, y] = [basis[row] ?? null, flow[row] ?? null]
      return x === null || y === null
        ? []
        : [{ key: day, label: `Week of ${formatShortDay(day)}`, colorKey: 'ETF', x, y }]
    })
    const link = correlation(basis, flow, 20)
    return {
      data: {
        x: { label: 'CME basis, % a year', format: formats.percent },
        y: { label: 'BTC fund flow a week', format: formats.usdChange },
        points,
      },
      subtitle: `52 weeks, correlation ${formatNumber(link, formats.ratioChange)}`,
      summary: `Weekly fund flow against the CME basis over ${points.length} weeks: correlation ${formatNumber(link, formats.ratioChange)}.`,
    }
  },
}
