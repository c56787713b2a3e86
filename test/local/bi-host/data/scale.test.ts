import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../../../local/bi-host/data/rows'
import { partOf, partsPerRow } from '../../../../local/bi-host/data/database-file'
import { type Column, tableNamed } from '../../../../local/bi-host/data/schema'

const columnOf = (table: string, name: string): Column => {
  const found = tableNamed(table).columns.find((column) => column.name === name)
  if (!found) throw new Error(`No column ${name} in ${table}.`)
  return found
}

const parts = (column: Column, value: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, part) => partOf(column, value, part, count))

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

describe('a larger file', () => {
  it('splits flows and states into parts that sum to the row', () => {
    const volume = parts(columnOf('f_cex_daily', 'volume_usd'), 123_456_789, 13)
    expect(sum(volume)).toBeCloseTo(123_456_789, 3)
    expect(new Set(volume).size).toBe(13)
  })

  it('keeps whole numbers whole', () => {
    const transfers = parts(columnOf('f_stable_bridge', 'transfers'), 7, 13)
    expect(sum(transfers)).toBe(7)
    expect(transfers.every(Number.isInteger)).toBe(true)
  })

  it('repeats prices and rates', () => {
    expect(parts(columnOf('f_lending_daily', 'borrow_apy_pct'), 5.5, 3)).toEqual([5.5, 5.5, 5.5])
  })

  it('splits tables whose rows add up, leaves the others, and comes near the wanted size', () => {
    const made = [
      ['f_cex_daily', 700],
      ['f_funding_8h', 300],
    ] as const
    const tables = made.map(([table, count]) => ({ ...rowsOf(table).finish(), count }))
    const perRow = partsPerRow(tables, 10)
    expect(perRow('f_funding_8h')).toBe(1)
    expect(perRow('f_cex_daily') * 700 + 300).toBeGreaterThan(9_500)
    expect(perRow('f_cex_daily') * 700 + 300).toBeLessThan(10_500)
    expect(partsPerRow(tables, 1)('f_cex_daily')).toBe(1)
  })
})
