import { describe, expect, test } from 'vitest'
import type { TableData } from '../../../../local/bi-host/wire/board'
import { sampleTiles } from './sample/tiles'
import { positionsIn, readoutAt, sentenceOf } from '../../../../local/bi-host/rendering/readout'
import { csvOf, tableOf, sortedRows } from '../../../../local/bi-host/rendering/table-model'
import { tileDataEvent } from '../../../../local/bi-host/frame/tiles/tile-actions'

const tiles = sampleTiles()
const filled = tiles.filter((tile) => tile.data !== null && tile.id !== 'empty')

describe('a tile as a table', () => {
  test.each(filled.map((tile) => [tile.id, tile] as const))(
    '%s: rows as long as the head, no NaN',
    (_, tile) => {
      const table = tableOf(tile)
      expect(table.rows.length).toBeGreaterThan(0)
      for (const row of table.rows) {
        expect(row).toHaveLength(table.columns.length)
        for (const cell of row) expect(cell.text).not.toMatch(/NaN|undefined|Infinity/)
      }
    },
  )

  test('values over time begin with the latest', () => {
    const line = tiles.find((tile) => tile.id === 'line')
    expect(line && tableOf(line).rows[0]?.[0]).toEqual({ raw: '2026-11-20', text: '20 Nov 2026' })
  })

  test('the data event carries one list of values per column', () => {
    const donut = tiles.find((tile) => tile.id === 'donut')
    expect(donut && tileDataEvent(donut)).toMatchObject({
      vizId: 'donut',
      columns: [{ column: { name: 'Name' } }, { column: { name: 'Value' } }, { column: { name: 'Share' } }],
      data: {
        totalRowCount: 4,
        columnDataLite: [{ dataValue: ['Perpetual', 'Spot', 'Option', 'Dated future'] }, {}, {}],
      },
    })
  })
})

test('CSV quotes what needs it, keeps numbers raw, and disarms formulas', () => {
  const csv = csvOf({
    columns: [
      { label: 'Name, full', numeric: false },
      { label: 'Value', numeric: true },
    ],
    rows: [
      [
        { raw: '=HYPERLINK("x")', text: '' },
        { raw: -1234.5, text: '' },
      ],
      [
        { raw: null, text: '' },
        { raw: null, text: '' },
      ],
    ],
  })
  expect(csv).toBe('"Name, full",Value\r\n"\'=HYPERLINK(""x"")",-1234.5\r\n,\r\n')
})

describe('readouts', () => {
  test.each(filled.map((tile) => [tile.id, tile] as const))('%s: every place can be read', (_, tile) => {
    if (!tile.data) return
    for (let position = 0; position < positionsIn(tile.data); position += 1) {
      const readout = readoutAt(tile.data, position)
      expect(readout?.heading).toBeTruthy()
      expect(readout && sentenceOf(readout)).not.toMatch(/NaN|undefined|Infinity/)
    }
    expect(readoutAt(tile.data, -1)).toBeNull()
    expect(readoutAt(tile.data, positionsIn(tile.data))).toBeNull()
  })

  test('a running interval is called "to date", a hidden series is not read, stacks have a total', () => {
    const flow = tiles.find((tile) => tile.id === 'flow')?.data
    if (!flow) throw new Error('There is no flow tile')
    const readout = readoutAt(flow, positionsIn(flow) - 1)
    expect(readout?.note).toMatch(/to date/i)
    expect(readout?.rows.map((row) => row.label)).toEqual(['BTC funds', 'ETH funds', 'Total'])
    expect(readoutAt(flow, 0, new Set(['BTC funds']))?.rows.map((row) => row.label)).toEqual(['ETH funds'])
  })
})

test('sorting keeps cells without a value last, in both directions', () => {
  const data: TableData = {
    kind: 'table',
    columns: [{ key: 'a', label: 'A', kind: 'number' }],
    cells: [[3, null, 1, 2]],
  }
  expect(sortedRows(data, { column: 0, descending: true })).toEqual([0, 3, 2, 1])
  expect(sortedRows(data, { column: 0, descending: false })).toEqual([2, 3, 0, 1])
  expect(sortedRows(data, null)).toEqual([0, 1, 2, 3])
})
