import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scrollGap } from '../../../../../local/bi-host/frame/app/page'
import { boardActions } from '../../../../../local/bi-host/frame/board/board-actions'
import { ontoSheets, sheetFor } from '../../../../../local/bi-host/frame/board/sheets'
import { noCustomizations, readViewOptions } from '../../../../../local/bi-host/frame/protocol/view-options'
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
    test('offers the vendor’s actions, and a reset once something was selected', () => {
      expect(ids({})).toEqual(
        expect.arrayContaining(['pinboardInfo', 'present', 'makeACopy', 'subscription']),
      )
      expect(ids({})).not.toContain('resetLiveboard')
      expect(ids({}, true)).toContain('resetLiveboard')
    })

    test('offers personal views to a user, not to a visitor', () => {
      expect(ids({})).toContain('personalisedViewsDropdown')
      expect(ids({}, false, true)).not.toContain('personalisedViewsDropdown')
    })

    test('follows each action list of the embedding page', () => {
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

  const moves = (boxes: Parameters<typeof ontoSheets>[0]) => ontoSheets(boxes, sheet).map(({ move }) => move)

  test('what fits stays where it is', () => {
    expect(moves([...row(0, 200, 200), ...row(212, 180)])).toEqual([0, 0, 0])
  })

  test('a tile across two sheets begins on the next one, with all that stands beside and below it', () => {
    // The first sheet ends at 400, the others every 500 px.
    expect(moves([...row(0, 200), ...row(212, 100, 300), ...row(524, 100)])).toEqual([0, 192, 192, 192])
  })

  test('no tile crosses a page edge or overlaps another, charts fill their sheets, and only charts are reordered', () => {
    const rows = fc.array(
      fc.record({ height: fc.integer({ min: 60, max: 470 }), stretches: fc.boolean(), count: fc.nat(2) }),
      { minLength: 1, maxLength: 14 },
    )
    fc.assert(
      fc.property(rows, (list) => {
        let top = 0
        const boxes = list.flatMap(({ height, stretches, count }, number) => {
          const made = row(top, ...Array.from({ length: count + 1 }, () => height))
          top += height + 12
          return made.map((box) => ({ ...box, stretches, row: number }))
        })
        const all = ontoSheets(boxes, sheet)
        const placed = boxes.flatMap((box, at) => all.slice(at, at + 1).map((one) => ({ ...one, box })))
        const ends = new Map<number, { end: number; loose: boolean }>()
        const downwards = placed.toSorted((one, other) => one.end - one.height - other.end + other.height)
        for (const [at, { height, end, box }] of downwards.entries()) {
          const own = box.bottom - box.top
          if (!box.stretches) expect(height).toBe(own)
          expect(height / own).toBeGreaterThan(0.619)
          expect(height / own).toBeLessThan(1.451)
          const number = Math.floor((sheet.head + end - height) / 500)
          expect(Math.floor((sheet.head + end) / 500)).toBe(number)
          const above = downwards[at - 1]
          if (above && above.box.row !== box.row) {
            expect(end - height).toBeGreaterThan(above.end + 7)
            // Only a chart may be printed above a tile that precedes it on the page.
            if (above.box.row > box.row) expect(above.box.stretches).toBe(true)
          }
          const { loose = false } = ends.get(number) ?? {}
          ends.set(number, { end: sheet.head + end, loose: loose || (box.stretches && height / own < 1.44) })
        }
        const last = Math.max(...ends.keys())
        for (const [number, { end, loose }] of ends)
          if (number < last && loose) expect((number + 1) * 500 - end).toBeLessThan(5)
      }),
    )
  })

  test('a chart comes first where a table would leave much of a sheet empty', () => {
    const [head, table, picture, words] = ontoSheets(
      [
        ...row(0, 100),
        ...row(112, 350),
        ...row(474, 200).map((box) => ({ ...box, stretches: true })),
        ...row(686, 50),
      ],
      sheet,
    )
    expect(head?.move).toBe(0)
    expect(picture).toMatchObject({ move: -362, height: 284, end: 396 })
    expect(table).toMatchObject({ move: 292, end: 754 })
    // On the page, the picture's growth by 84 px moves it down already.
    expect(words).toMatchObject({ move: 766 - 686 - 84, end: 816 })
    expect(moves([...row(0, 100), ...row(112, 350), ...row(474, 200)])).toEqual([0, 292, 430])
  })

  test('a chart is shorter than usual only where much of a sheet would stay empty', () => {
    const under = (head: number, minHeight = 0) =>
      ontoSheets(
        [...row(0, head), ...row(head + 12, 400).map((box) => ({ ...box, stretches: true, minHeight }))],
        sheet,
      )[1]
    expect(under(140)).toMatchObject({ move: 252, height: 400 })
    expect(under(100)).toMatchObject({ move: 0, height: 284 })
    // A heat map's numbers need its full height.
    expect(under(100, 300)).toMatchObject({ move: 292, height: 400 })
  })

  test('a tile that is shorter in print leaves no gap', () => {
    const [, table, below] = ontoSheets(
      [...row(0, 50), ...row(62, 250).map((box) => ({ ...box, printHeight: 150 })), ...row(324, 120)],
      sheet,
    )
    expect(table).toMatchObject({ move: 0, height: 150 })
    expect(below).toMatchObject({ move: 0, end: 344 })
  })

  test('a tile higher than a sheet is scaled to the sheet, and split where it would become unreadable', () => {
    // The second sheet begins at 400 and shows 492 px.
    const [, tall, beside, below] = ontoSheets([...row(0, 80), ...row(92, 615, 300), ...row(719, 80)], sheet)
    expect(tall).toMatchObject({ move: 312, scale: 0.8, end: 896 })
    expect(beside).toMatchObject({ move: 312, scale: 0.8 })
    expect(below).toMatchObject({ move: 185, scale: 1 })
    expect(moves([...row(0, 900), ...row(912, 80)])).toEqual([0, 0])
  })

  test('a sheet has the height from the embedding page, and is unknown without it', () => {
    expect(sheetFor(1_000, ' 200 0.68592')).toEqual({ head: 200, height: 685.92 })
    expect(sheetFor(390, '280 1.45789 758')).toEqual({ head: 280, height: 758 })
    expect(sheetFor(1_000, '')).toBeNull()
    expect(sheetFor(1_000, '200')).toBeNull()
  })
})

describe('scrolling into view', () => {
  test.each([
    ['all in sight with its ring', 40, 60, 0],
    ['before the beginning', -20, 0, -26],
    ['its ring cut at the beginning', 4, 24, -2],
    ['partly behind the end', 90, 120, 26],
    ['its ring cut at the end', 80, 98, 4],
  ])('%s', (_, from, to, wanted) => {
    expect(scrollGap(from, to, 0, 100)).toBe(wanted)
  })

  test('of an element larger than the viewport, the start is shown', () => {
    expect(scrollGap(20, 400, 0, 100)).toBe(14)
    expect(scrollGap(-50, 400, 0, 100)).toBe(-56)
  })
})
