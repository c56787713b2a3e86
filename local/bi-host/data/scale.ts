import type { Column } from './schema'
import type { Rows } from './rows'

/**
 * How a larger file is made without moving a single total: at scale N each row of the tables below is stored as several
 * part rows with the same key, as if venues reported by contract and chains by wallet cluster. Flows and states of the
 * parts sum to the row; prices and rates are the same in each. Tables in which a row must stay alone (daily prices,
 * funding prints, surfaces, funds) are not split, so the others are split a little more than N times.
 */
const splitTables: ReadonlySet<string> = new Set([
  'f_price_hourly',
  'f_cex_daily',
  'f_futures_term',
  'f_liq_cex',
  'f_option_daily',
  'f_option_strike',
  'f_stable_supply',
  'f_stable_bridge',
  'f_lending_daily',
  'f_liquidations',
  'f_staking_daily',
  'f_rwa_daily',
])

/** Parts per row of each table, so that all tables together have about `scale` times their rows. */
export function partsPerRow(tables: readonly Rows[], scale: number): (table: string) => number {
  const count = (split: boolean): number =>
    tables.filter(({ table }) => splitTables.has(table) === split).reduce((sum, rows) => sum + rows.count, 0)
  const alone = count(false)
  const splittable = Math.max(1, count(true))
  const parts = Math.max(1, Math.round((scale * (alone + splittable) - alone) / splittable))
  return (table) => (splitTables.has(table) ? parts : 1)
}

/** Value of part `part` of `parts`; the parts of a flow or state sum to the value, whole numbers stay whole. */
export function partOf(column: Column, value: number, part: number, parts: number): number {
  if (parts === 1 || (column.role !== 'flow' && column.role !== 'state')) return value
  const before = partEdge(part, parts)
  const after = partEdge(part + 1, parts)
  if (column.type === 'integer') return Math.round(value * after) - Math.round(value * before)
  return value * (after - before)
}

/** Parts grow from first to last, the way contracts and wallets differ in size. */
const partEdge = (part: number, parts: number): number => (part * (part + 1)) / (parts * (parts + 1))
