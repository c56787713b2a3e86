import { describe, expect, test } from 'vitest'
import type { TileKind } from '../../../../../local/bi-host/wire/board'
import { columnsFor, layOut, type GridTile } from '../../../../../local/bi-host/frame/parts/grid'
import { isNear } from '../../../../../local/bi-host/frame/parts/draw-queue'
import { openedTab, visibleTabs } from '../../../../../local/bi-host/frame/parts/shown-tabs'

describe('grid', () => {
  function tiles(...list: readonly (readonly [TileKind, number])[]): readonly GridTile[] {
    return list.map(([kind, span], at) => ({ id: String(at), kind, span }))
  }

  const kpis = (count: number, span: number) => Array.from({ length: count }, () => ['kpi', span] as const)

  /** The spans, row by row. Every row must be full. */
  function rowsOf(spans: readonly number[], columns: number): readonly (readonly number[])[] {
    const rows: number[][] = [[]]
    for (const span of spans) {
      const row = rows.at(-1) ?? []
      if (row.reduce((sum, value) => sum + value, 0) + span > columns) rows.push([span])
      else row.push(span)
    }
    for (const row of rows) expect(row.reduce((sum, value) => sum + value, 0)).toBe(columns)
    return rows
  }

  test.each([
    [1392, 60],
    [760, 60],
    [759, 12],
    [560, 12],
    [559, 2],
    [320, 2],
  ])('a board of %i px has %i columns', (width, columns) => {
    expect(columnsFor(width)).toBe(columns)
  })

  describe('60 columns', () => {
    test('have the designed layout', () => {
      const board = tiles(...kpis(5, 12), ['series', 40], ['parts', 20], ['table', 60])
      expect(layOut(board, 60, 1392)).toEqual([12, 12, 12, 12, 12, 40, 20, 60])
    })

    test('a row that lost a tile is filled by its last one, headline figures share it', () => {
      expect(layOut(tiles(...kpis(4, 12), ['series', 40], ['table', 60]), 60, 1392)).toEqual([
        15, 15, 15, 15, 60, 60,
      ])
    })

    test('six figures stand three and three where six would be too narrow', () => {
      expect(rowsOf(layOut(tiles(...kpis(6, 10)), 60, 1392), 60)).toEqual([[10, 10, 10, 10, 10, 10]])
      expect(rowsOf(layOut(tiles(...kpis(6, 10)), 60, 1000), 60)).toEqual([
        [20, 20, 20],
        [20, 20, 20],
      ])
    })

    test('five figures stand two and three', () => {
      expect(rowsOf(layOut(tiles(...kpis(5, 12)), 60, 780), 60)).toEqual([
        [30, 30],
        [20, 20, 20],
      ])
    })

    test('a span outside the grid is brought into it', () => {
      expect(layOut(tiles(['series', 90], ['series', 0]), 60)).toEqual([60, 60])
    })
  })

  describe('narrow boards', () => {
    test('12 columns: figures three or two to a row, small tiles in pairs, none left alone', () => {
      const board = tiles(
        ...kpis(5, 12),
        ['series', 40],
        ['parts', 20],
        ['bars', 20],
        ['matrix', 20],
        ['table', 60],
      )
      expect(rowsOf(layOut(board, 12), 12)).toEqual([[6, 6], [4, 4, 4], [12], [6, 6], [12], [12]])
    })

    test('2 columns: an odd figure comes first and wide, everything else has a row', () => {
      const board = tiles(...kpis(3, 20), ['series', 30], ['bars', 30])
      expect(rowsOf(layOut(board, 2), 2)).toEqual([[2], [1, 1], [2], [2]])
    })
  })

  test('a chart is near when it is within the margin of the viewport', () => {
    const seen = { top: 1000, height: 600 }
    expect(isNear({ top: 1700, bottom: 2000 }, seen, 100)).toBe(true)
    expect(isNear({ top: 1701, bottom: 2000 }, seen, 100)).toBe(false)
    expect(isNear({ top: 0, bottom: 899 }, seen, 100)).toBe(false)
    expect(isNear({ top: 0, bottom: 5000 }, seen, 0)).toBe(true)
  })
})

describe('shown tabs', () => {
  const tabs = [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
    { id: 'c', label: 'C' },
  ]
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

  test('an allow-list alone decides which tabs are shown, otherwise the block-list', () => {
    expect(ids(visibleTabs(tabs, null, []))).toEqual(['a', 'b', 'c'])
    expect(ids(visibleTabs(tabs, null, ['a']))).toEqual(['b', 'c'])
    expect(ids(visibleTabs(tabs, ['c', 'a'], ['a']))).toEqual(['a', 'c'])
  })

  test('a hidden or unknown tab is replaced by the first visible one', () => {
    const seen = visibleTabs(tabs, null, ['a'])
    expect(openedTab(seen, 'c')).toBe('c')
    expect(openedTab(seen, 'a')).toBe('b')
    expect(openedTab(seen, undefined)).toBe('b')
    expect(openedTab([], 'a')).toBeNull()
  })
})
