import { describe, expect, test } from 'vitest'
import type { BoardView } from '../../../../../local/bi-host/wire/board'
import { boardActions } from '../../../../../local/bi-host/frame/board/board-actions'
import { noCustomizations } from '../../../../../local/bi-host/frame/protocol/customizations'
import { readViewOptions } from '../../../../../local/bi-host/frame/protocol/view-options'
import { createWords } from '../../../../../local/bi-host/frame/theme/words'

const ids = (flags: object, changed = false, visitor = false) =>
  boardActions(
    { view: {} as BoardView, changed, visitor },
    readViewOptions({ ...flags }),
    createWords(noCustomizations),
  ).map(({ id, disabled }) => (disabled ? `${id} disabled` : id))

describe('the menu of a board', () => {
  test('offers the vendor’s actions, and a way back once something was chosen', () => {
    expect(ids({})).toEqual(expect.arrayContaining(['pinboardInfo', 'present', 'makeACopy', 'subscription']))
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
