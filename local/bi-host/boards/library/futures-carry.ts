import type { CurvesData, TableData } from '../../wire/board'
import * as formats from '../../model/formats'
import { assetIs } from '../calculations/coin'
import type { TileContext } from '../definition'
import { aligned, lastFigure, readPanel } from '../panel'
import { lastOf, difference } from '../../query/statistics'
import type { Track } from '../tiles/kpi'
import { type OwnSeries, line, dailySeries } from '../tiles/series'
import type { Calculation, Made } from '../tiles/shapes'
import { formatDay, formatNumber } from '../../rendering/format'
import type { QueryFilter } from '../../model/source'

interface Contract {
  /** Fractional days to expiry. */
  readonly days: number
  /** Future over index minus one, in percent, not annualized. */
  readonly premium: number
}

/** The curve of each day: contracts in order of expiry, without those that have no price. */
async function termStructures(
  context: TileContext,
  where: readonly QueryFilter[],
  range: 'ALL' | { readonly last: number; readonly unit: 'day' },
): Promise<ReadonlyMap<string, readonly Contract[]>> {
  const { columns } = await context.run({
    source: 'futures_term',
    measures: ['premium', 'days_to_expiry'],
    dims: ['expiry'],
    grain: 'day',
    range,
    filters: where,
  })
  const curves = new Map<string, Contract[]>()
  for (const [row, date] of (columns['date'] ?? []).entries()) {
    const premium = columns['premium']?.[row]
    const days = columns['days_to_expiry']?.[row]
    if (typeof premium !== 'number' || typeof days !== 'number' || days <= 0) continue
    const curve = curves.get(String(date)) ?? []
    curve.push({ days, premium })
    curves.set(String(date), curve)
  }
  for (const curve of curves.values()) curve.sort((a, b) => a.days - b.days)
  return curves
}

/**
 * Simple annual basis at a constant maturity, in percent: interpolates the log premium, before annualizing, in time between the neighboring
 * expiries. `null` before the first and after the last expiry.
 */
export function constantMaturity(curve: readonly Contract[], days: number): number | null {
  const next = curve.findIndex((contract) => contract.days >= days)
  const after = curve[next]
  const before = curve[next - 1]
  if (!after || (!before && after.days !== days)) return null
  const log = ({ premium }: Contract): number => Math.log(1 + premium / 100)
  const share = before ? (days - before.days) / (after.days - before.days) : 1
  const premium = before ? log(before) + (log(after) - log(before)) * share : log(after)
  return ((Math.exp(premium) - 1) * 365 * 100) / days
}

/** Two taker fees, in and out, on an offshore venue, in basis points of notional. */
const roundTripFeeBps = 10

const carryText = {
  measure: 'futures_term.basis',
  unit: 'Percent a year, simple, constant maturity, venues weighted by open interest',
  definition:
    'The premium between the two expiries around the maturity, interpolated before it is annualized. No expiry beyond means no value. Margin and fees are not taken off unless said.',
} as const

interface Carry {
  readonly dates: readonly string[]
  readonly at: (days: number) => (number | null)[]
  readonly bill: readonly (number | null)[]
}

async function carryHistory(context: TileContext): Promise<Carry> {
  const [curves, bill] = await Promise.all([
    termStructures(context, [assetIs('BTC')], 'ALL'),
    readPanel(context, { measure: 'rates.bill', range: 'ALL' }),
  ])
  const dates = [...curves.keys()].sort()
  return {
    dates,
    at: (days) => dates.map((day) => constantMaturity(curves.get(day) ?? [], days)),
    bill: aligned(dates, bill),
  }
}

export const basisCard: Calculation<Track> = {
  ...carryText,
  build: async (context) => {
    const { dates, at, bill } = await carryHistory(context)
    const values = at(90)
    const [value, rate] = [lastOf(values), lastOf(bill)]
    return {
      dates,
      values,
      changes: [
        { value: difference(value, rate), format: formats.points, label: 'over T-bill', better: 'none' },
      ],
      figures: lastFigure('basis 90 d', { dates, values }),
    }
  },
}

/** The 90-day basis beside its hurdle: the T-bill rate plus a round trip of fees. */
export const carryAndHurdle: Calculation<OwnSeries> = {
  ...carryText,
  definition: `${carryText.definition} The hurdle is the bill and two taker fees of 5 bp on the future, spread over 90 days; what is above it pays for margin and counterparty risk.`,
  build: async (context) => {
    const { dates, at, bill } = await carryHistory(context)
    const fee = (roundTripFeeBps / 100) * (365 / 90)
    const hurdle = bill.map((rate) => (rate === null ? null : rate + fee))
    const basis = at(90)
    return {
      ...dailySeries(context, dates, [
        line('Basis, 90 d', basis, { colorKey: 'BTC' }),
        line('T-bill and fees', hurdle, { colorKey: 'T-bill rate', dashed: true }),
      ]),
      figures: lastFigure('basis 90 d', { dates, values: basis }),
    }
  },
}

/** Today's curve of each venue. CME is separate, because its margin and its clock differ. */
export const venueCurves: Calculation<Made<CurvesData>> = {
  measure: 'futures_term.basis',
  unit: 'Percent a year, simple, expiries of 7 days and more',
  definition:
    'Basis by time to expiry. Expiries under a week are left out, since annualizing explodes there. CME is dashed: other margin, other hours.',
  asks: {
    measures: ['futures_term.basis', 'futures_term.days_to_expiry'],
    by: ['exchange', 'expiry'],
    where: [assetIs('BTC')],
    over: 1,
  },
  build: async (context) => {
    const { columns } = await context.run({
      source: 'futures_term',
      measures: ['basis', 'days_to_expiry'],
      dims: ['exchange', 'expiry'],
      filters: [assetIs('BTC')],
      range: '30D',
    })
    const venues = new Map<string, [number, number][]>()
    for (const [row, venue] of (columns['exchange'] ?? []).entries()) {
      const basis = columns['basis']?.[row]
      const days = columns['days_to_expiry']?.[row]
      if (typeof basis !== 'number' || typeof days !== 'number' || days < 7) continue
      venues.set(String(venue), [...(venues.get(String(venue)) ?? []), [days, basis]])
    }
    const list = [...venues]
      .filter(([, points]) => points.length > 1)
      .map(([venue, points]) => ({
        key: venue,
        label: venue,
        colorKey: venue,
        points: points.sort(([a], [b]) => a - b),
        dashed: venue === 'CME',
      }))
    return {
      data: {
        x: { label: 'Days to expiry', format: { kind: 'days', digits: 0 } },
        y: { label: 'Basis, % a year', format: formats.percent },
        curves: list,
      },
      summary: `Basis curves of BTC: ${list.map(({ label, points }) => `${label} from ${formatNumber(points[0]?.[1], formats.percent)} to ${formatNumber(points.at(-1)?.[1], formats.percent)}`).join(', ')}.`,
    }
  },
}

export const contracts: Calculation<Made<TableData>> = {
  measure: 'futures_term.open_interest',
  unit: 'US dollars; percent a year; days',
  asks: {
    measures: [
      'futures_term.open_interest',
      'futures_term.basis',
      'futures_term.premium',
      'futures_term.days_to_expiry',
    ],
    by: ['asset', 'expiry', 'expiry_kind'],
    over: 1,
  },
  build: async (context) => {
    const { columns } = await context.run({
      source: 'futures_term',
      measures: ['open_interest', 'basis', 'premium', 'days_to_expiry'],
      dims: ['asset', 'expiry', 'expiry_kind'],
      range: '30D',
      sort: { by: 'open_interest', descending: true },
      limit: 12,
    })
    const column = (name: string) => columns[name] ?? []
    const days = column('days_to_expiry').map(Number)
    const basis = column('basis').map((value, row) =>
      typeof value === 'number' && (days[row] ?? 0) >= 7 ? value : null,
    )
    return {
      data: {
        columns: [
          { key: 'name', label: 'Contract', kind: 'text' },
          { key: 'kind', label: 'Kind', kind: 'text' },
          { key: 'days', label: 'Days left', kind: 'number', format: { kind: 'number', digits: 1 } },
          {
            key: 'premium',
            label: 'Premium',
            kind: 'number',
            format: { ...formats.percentFine, signed: true },
          },
          { key: 'basis', label: 'Basis a year', kind: 'number', format: formats.percent },
          { key: 'open', label: 'Open interest', kind: 'number', format: formats.usd },
        ],
        cells: [
          column('asset').map((asset, row) => `${asset} ${formatDay(String(column('expiry')[row]))}`),
          column('expiry_kind').map(String),
          days,
          column('premium').map((value) => (typeof value === 'number' ? value : null)),
          basis,
          column('open_interest').map((value) => (typeof value === 'number' ? value : null)),
        ],
        rowColors: column('asset').map(String),
        sort: { column: 5, descending: true },
      },
      summary: `The ${column('asset').length} largest dated contracts; first ${String(column('asset')[0])} ${formatDay(String(column('expiry')[0] ?? ''))} with ${formatNumber(Number(column('open_interest')[0] ?? 0), formats.usd)}.`,
    }
  },
}
