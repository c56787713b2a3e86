import { describe, expect, it } from 'vitest'
import { rowAt, rowsOf } from '../../../../local/bi-host/data/rows'

describe('rowsOf', () => {
  const row = { date: 19_682, fear_greed: 71, classification: 'Greed' }

  it('gives rows back as they were', () => {
    const rows = rowsOf('f_fear_greed_daily')
    rows.add(row)
    rows.add({ ...row, date: 19_683, classification: 'Extreme greed' })
    const made = rows.finish()
    expect(made.count).toBe(2)
    expect(rowAt(made, 0)).toEqual(row)
    expect(rowAt(made, 1)).toEqual({ date: 19_683, fear_greed: 71, classification: 'Extreme greed' })
  })

  it('crosses a page', () => {
    const rows = rowsOf('f_fear_greed_daily')
    for (let index = 0; index < 9_000; index += 1) rows.add({ ...row, date: index })
    expect(rowAt(rows.finish(), 8_999)['date']).toBe(8_999)
  })

  it('refuses what is missing, misspelt, not a number, or null where none may be', () => {
    const rows = rowsOf('f_fear_greed_daily')
    expect(() => rows.add({ date: 1, classification: 'Greed' })).toThrow('fear_greed has no value')
    expect(() => rowsOf('f_fear_greed_daily').add({ ...row, fear_greed: Number.NaN })).toThrow('fear_greed')
    expect(() => rowsOf('f_fear_greed_daily').add({ ...row, classification: null })).toThrow('classification')
    expect(() => rowsOf('f_missing')).toThrow('There is no table f_missing')
  })

  it('keeps nulls where the schema allows them', () => {
    const rows = rowsOf('f_rwa_daily')
    const cells = Object.fromEntries(
      rows.finish().columns.map(({ column }) => [column.name, column.type === 'text' ? 'x' : 1]),
    )
    const writer = rowsOf('f_rwa_daily')
    writer.add({ ...cells, yield_pct: null })
    expect(rowAt(writer.finish(), 0)['yield_pct']).toBeNull()
  })
})
