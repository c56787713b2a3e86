import type { QueryFilter } from '../../model/query'
import type { TileContext } from '../definition'

/** One listed expiry on one day. */
export interface Contract {
  readonly expiry: string
  /** Fractional days to the expiry. */
  readonly days: number
  /** Future over index less one, in percent, not annualised. */
  readonly premium: number
}

/** The curve of every day: contracts in order of expiry. Contracts without a price are left out. */
export async function termStructures(
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
    curve.push({ expiry: String(columns['expiry']?.[row]), days, premium })
    curves.set(String(date), curve)
  }
  for (const curve of curves.values()) curve.sort((a, b) => a.days - b.days)
  return curves
}

/**
 * Yearly simple basis at a constant maturity, in percent: the log premium that is not annualised is interpolated in
 * time between the two expiries around it. `null` before the first and beyond the last expiry.
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
