import { describe, expect, test } from 'vitest'
import { missing } from '../../../../../local/bi-host/frame/app/page'
import { boardActions } from '../../../../../local/bi-host/frame/board/board-actions'
import { ontoSheets, sheetFor } from '../../../../../local/bi-host/frame/board/sheets'
import { noCustomizations } from '../../../../../local/bi-host/frame/protocol/customizations'
import { readViewOptions } from '../../../../../local/bi-host/frame/protocol/view-options'
import { createWords } from '../../../../../local/bi-host/frame/theme/words'
import type { BoardView } from '../../../../../local/bi-host/wire/board'

describe('board actions', () => {
  const ids = (flags: object, changed = false, visitor = false) =>
    boardActions(
      { view: {} as BoardView, changed, visitor },
      readViewOptions({ ...flags }),
      createWords(noCustomizations),
    ).map(({ id, disabled }) => (disabled ? `${id} disabled` : id))

  describe('the menu of a board', () => {
    test('offers the vendor’s actions, and a way back once something was chosen', () => {
      expect(ids({})).toEqual(
        expect.arrayContaining(['pinboardInfo', 'present', 'makeACopy', 'subscription']),
      )
      expect(ids({})).not.toContain('resetLiveboard')
      expect(ids({}, true)).toContain('resetLiveboard')
    })

    test('offers views of one’s own to a person, not to a visitor', () => {
      expect(ids({})).toContain('personalisedViewsDropdown')
      expect(ids({}, false, true)).not.toContain('personalisedViewsDropdown')
    })

    test('obeys each list of the embedding page', () => {
      for (const id of ids({})) expect(ids({ hideAction: [id] })).not.toContain(id)
      expect(ids({ visibleAction: ['present'], disableAction: ['present'] })).toEqual(['present disabled'])
      expect(ids({ visibleAction: [] }, true)).toEqual([])
    })

    test('holds the custom actions of the board itself', () => {
      const customActions = [
        { id: 'mine', name: 'Mine', position: 'PRIMARY' },
        { id: 'tile', name: 'Tile', position: 'MENU' },
      ]
      expect(ids({ customActions, visibleAction: ['mine', 'tile'] })).toEqual(['mine'])
    })
  })
})

describe('sheets', () => {
  const sheet = { head: 100, height: 500 }
  const row = (top: number, ...heights: readonly number[]) =>
    heights.map((height) => ({ top, bottom: top + height }))

  test('what fits stays where it is', () => {
    expect(ontoSheets([...row(0, 200, 200), ...row(212, 180)], sheet)).toEqual([0, 0, 0])
  })

  test('a tile across two sheets begins on the next one, with all that stands beside and below it', () => {
    // The first sheet ends at 400, the others every 500 px.
    const moved = ontoSheets([...row(0, 200), ...row(212, 100, 300), ...row(524, 100)], sheet)
    expect(moved).toEqual([0, 192, 192, 192])
  })

  test('no tile lies across an edge, however the rows are', () => {
    const heights = [98, 430, 260, 330, 98, 120, 470, 60, 310, 310]
    let top = 0
    const boxes = heights.flatMap((height, at) => {
      const made = row(top, height, at % 3 === 0 ? height / 2 : height)
      top += height + 12
      return made
    })
    const moved = ontoSheets(boxes, sheet)
    for (const [at, box] of boxes.entries()) {
      const start = sheet.head + box.top + (moved[at] ?? 0)
      expect(Math.floor(start / 500)).toBe(Math.floor((start + box.bottom - box.top) / 500))
    }
    // Nothing has changed places.
    for (const [at, box] of boxes.entries())
      for (const [other, below] of boxes.entries())
        if (box.bottom <= below.top) expect(moved[at]).toBeLessThanOrEqual(moved[other] ?? 0)
  })

  test('one that is higher than a sheet is cut where it stands', () => {
    expect(ontoSheets([...row(0, 900), ...row(912, 80)], sheet)).toEqual([0, 0])
  })

  test('a sheet is as high as the embedding page says, and unknown when it says nothing', () => {
    expect(sheetFor(1_000, ' 200 0.68592')).toEqual({ head: 200, height: 685.92 })
    expect(sheetFor(390, '280 1.45789 1047')).toEqual({ head: 280, height: 1047 })
    expect(sheetFor(1_000, '')).toBeNull()
    expect(sheetFor(1_000, '200')).toBeNull()
  })
})

describe('what the page scrolls into sight', () => {
  test.each([
    ['all in sight with its ring', 40, 60, 0],
    ['before the beginning', -20, 0, -26],
    ['its ring cut at the beginning', 4, 24, -2],
    ['partly behind the end', 90, 120, 26],
    ['its ring cut at the end', 80, 98, 4],
  ])('%s', (_, from, to, wanted) => {
    expect(missing(from, to, 0, 100)).toBe(wanted)
  })

  test('of what is larger than the sight, the beginning comes', () => {
    expect(missing(20, 400, 0, 100)).toBe(14)
    expect(missing(-50, 400, 0, 100)).toBe(-56)
  })
})
