import { describe, expect, test } from 'vitest'
import type { ArrangementRequest, BoardReply, Tile, TileOffer } from '../../../../../local/bi-host/wire/board'
import { createEditor, draftInWindowName, type Editor } from '../../../../../local/bi-host/frame/edit/editor'
import type { BoardProblem } from '../../../../../local/bi-host/frame/host/calls'
import type { TileRect } from '../../../../../local/bi-host/wire/tile-grid'

const rect = (x: number, y: number, w = 6, h = 4): TileRect => ({ x, y, w, h })
const tile = (id: string, position?: TileRect): Tile =>
  ({ id, title: id.toUpperCase(), ...(position === undefined ? {} : { position }) }) as Tile
const mine = '11111111-1111-4111-8111-111111111111'
const offer: TileOffer = {
  boardId: 'curated',
  boardTitle: 'Stablecoins',
  tileId: 'supply',
  title: 'Supply',
  subtitle: '',
  kind: 'series',
  w: 12,
  h: 6,
}

/** An editor with this test's own host. */
async function opened(
  given: {
    tiles?: readonly Tile[]
    tabs?: BoardReply['board']['tabs']
    window?: { name: string }
    editable?: boolean
  } = {},
) {
  const saved: ArrangementRequest[] = []
  const host: { problem: BoardProblem | null } = { problem: null }
  const window = given.window ?? { name: '' }
  let made = 0
  const editor = createEditor({
    load: async ({ liveboardId }) => {
      const own = liveboardId === mine
      const board = { id: liveboardId, editable: own && given.editable !== false, tabs: given.tabs ?? [] }
      const tiles = own
        ? (given.tiles ?? [tile('a', rect(0, 0)), tile('b', rect(6, 0)), tile('c', rect(0, 4))])
        : [tile('supply')]
      return { ok: true, reply: { board, tiles } as unknown as BoardReply }
    },
    client: {
      offers: async () => ({ ok: true, value: [offer] }),
      async save(arrangement) {
        if (host.problem !== null) return { ok: false, problem: host.problem }
        saved.push(arrangement)
        return { ok: true, value: { name: 'Desk' } }
      },
    },
    draft: draftInWindowName(window),
    newId: () => `new-${(made += 1)}`,
  })
  await editor.open(mine)
  return { editor, saved, host, window }
}

const positions = (editor: Editor): string =>
  editor.state
    .get()
    .tiles.map(({ id, rect: { x, y, w, h } }) => `${id} ${x},${y} ${w}x${h}`)
    .join(' | ')

describe('arranging a dashboard', () => {
  test.each([
    ['a', 'right', 'b 0,0 6x4 | a 6,0 6x4 | c 0,4 6x4', 'A: column 7, row 1.'],
    ['b', 'left', 'b 0,0 6x4 | a 6,0 6x4 | c 0,4 6x4', 'B: column 1, row 1.'],
    ['c', 'right', 'a 0,0 6x4 | b 6,0 6x4 | c 1,4 6x4', 'C: column 2, row 5.'],
    ['c', 'up', 'c 0,0 6x4 | b 6,0 6x4 | a 0,4 6x4', 'C: column 1, row 1.'],
    ['a', 'down', 'c 0,0 6x4 | b 6,0 6x4 | a 0,4 6x4', 'A: column 1, row 5.'],
    ['a', 'left', 'a 0,0 6x4 | b 6,0 6x4 | c 0,4 6x4', 'A cannot go further.'],
    ['b', 'down', 'a 0,0 6x4 | b 6,0 6x4 | c 0,4 6x4', 'B cannot go further.'],
    ['a', 'wider', 'a 0,0 7x4 | b 6,4 6x4 | c 0,4 6x4', 'A: 7 of 12 columns wide, 4 rows high.'],
    ['b', 'wider', 'b 5,0 7x4 | a 0,4 6x4 | c 0,8 6x4', 'B: 7 of 12 columns wide, 4 rows high.'],
    ['c', 'narrower', 'a 0,0 6x4 | b 6,0 6x4 | c 0,4 5x4', 'C: 5 of 12 columns wide, 4 rows high.'],
    ['a', 'taller', 'a 0,0 6x5 | b 6,0 6x4 | c 0,5 6x4', 'A: 6 of 12 columns wide, 5 rows high.'],
    ['a', 'shorter', 'a 0,0 6x3 | b 6,0 6x4 | c 0,3 6x4', 'A: 6 of 12 columns wide, 3 rows high.'],
  ] as const)('%s one step %s', async (id, step, after, announcement) => {
    const { editor } = await opened()
    editor.step(id, step)
    const sorted = after.split(' | ').toSorted()
    expect(positions(editor).split(' | ').toSorted()).toEqual(sorted)
    expect(editor.state.get().announcement.text).toBe(announcement)
    expect(editor.state.get().unsaved).toBe(!announcement.includes('cannot'))
  })

  test('a step forth and back leaves nothing to save', async () => {
    const { editor, window } = await opened()
    editor.step('a', 'right')
    expect(editor.state.get().unsaved).toBe(true)
    editor.step('a', 'left')
    expect(editor.state.get().unsaved).toBe(false)
    expect(window.name).toBe('')
  })

  test('a removed tile is restored in its position', async () => {
    const { editor } = await opened()
    const before = positions(editor)
    editor.remove('a')
    expect(positions(editor)).toBe('c 0,0 6x4 | b 6,0 6x4')
    expect(editor.state.get()).toMatchObject({ unsaved: true, removed: { id: 'a' } })
    editor.undo()
    expect(positions(editor)).toBe(before)
    expect(editor.state.get()).toMatchObject({ unsaved: false, removed: null })
  })

  test('an added tile shows its chart once the host has rendered it, and sixty is the maximum', async () => {
    const { editor } = await opened()
    editor.add(offer)
    expect(positions(editor)).toContain('new-1 0,8 12x6')
    await expect
      .poll(() => editor.state.get().tiles.at(-1)?.tile)
      .toMatchObject({ id: 'new-1', title: 'SUPPLY' })
    for (let more = 0; more < 60; more += 1) editor.add(offer)
    expect(editor.state.get().tiles).toHaveLength(60)
    expect(editor.state.get().announcement.text).toBe('A dashboard holds at most 60 charts.')
  })
})

describe('saving an arrangement', () => {
  test('sends moves, removals and additions to the host once', async () => {
    const { editor, saved } = await opened()
    editor.remove('b')
    editor.add({ ...offer, w: 6, h: 4 })
    const first = editor.save()
    expect(await editor.save()).toBeNull()
    expect(await first).toBe('Desk')
    expect(saved).toEqual([
      {
        liveboardId: mine,
        positions: [
          { id: 'a', layout: rect(0, 0) },
          { id: 'new-1', layout: rect(6, 0) },
          { id: 'c', layout: rect(0, 4) },
        ],
        removed: ['b'],
        added: [{ id: 'new-1', boardId: 'curated', tileId: 'supply', layout: rect(6, 0) }],
      },
    ])
    expect(editor.state.get().unsaved).toBe(false)
  })

  test('keeps all changes when the host does not respond', async () => {
    const { editor, saved, host } = await opened()
    editor.step('a', 'taller')
    const before = positions(editor)
    host.problem = { kind: 'unavailable', reference: 'abc' }
    expect(await editor.save()).toBeNull()
    expect(editor.state.get()).toMatchObject({ unsaved: true, saving: false, failure: { reference: 'abc' } })
    expect(positions(editor)).toBe(before)
    host.problem = null
    expect(await editor.save()).toBe('Desk')
    expect(saved).toHaveLength(1)
  })

  test('survives a reload of the frame, unless it was discarded or saved', async () => {
    const window = { name: '' }
    const before = await opened({ window })
    before.editor.step('a', 'taller')
    before.editor.remove('c')
    before.editor.add(offer)
    const left = positions(before.editor)
    const after = await opened({ window })
    expect(positions(after.editor)).toBe(left)
    expect(after.editor.state.get()).toMatchObject({
      unsaved: true,
      announcement: { text: 'Your unsaved changes are still here.' },
    })
    await expect.poll(() => after.editor.state.get().tiles.at(-1)?.tile).toMatchObject({ id: 'new-1' })
    after.editor.discard()
    expect(positions((await opened({ window })).editor)).toBe('a 0,0 6x4 | b 6,0 6x4 | c 0,4 6x4')
    expect(window.name).toBe('')
  })

  test.each(['assay-draft-2:{"liveboardId":', 'assay-draft-2:null', 'somebody else’s'])(
    'a window called %j is no draft',
    async (name) => {
      const { editor } = await opened({ window: { name } })
      expect(editor.state.get()).toMatchObject({ status: 'ready', unsaved: false })
    },
  )

  test('a board of another user cannot be edited', async () => {
    const { editor } = await opened({ editable: false })
    expect(editor.state.get()).toMatchObject({ status: 'problem', problem: { kind: 'forbidden' } })
  })
})

describe('the tabs of a dashboard', () => {
  const tabs = [
    { id: 'one', label: 'One' },
    { id: 'two', label: 'Two' },
  ]
  const on = (id: string, tabId: string, position: TileRect): Tile => ({ ...tile(id, position), tabId })
  const paged = () =>
    opened({
      tabs,
      tiles: [on('a', 'one', rect(0, 0)), on('b', 'one', rect(0, 4)), on('c', 'two', rect(0, 0))],
    })
  /** Tiles with their positions, by tab. */
  const pages = (editor: Editor): readonly string[] => {
    const { tabs: all, tiles } = editor.state.get()
    const list = (tab: string | null): string =>
      tiles
        .filter((one) => one.tab === tab)
        .map(({ id, rect: { x, y } }) => `${id} ${x},${y}`)
        .join(' | ')
    return [
      ...all.map(({ id, label }) => `${label}: ${list(id)}`),
      ...(list(null) === '' ? [] : [list(null)]),
    ]
  }

  test('are separate grids: a step does not move tiles on another one', async () => {
    const { editor } = await paged()
    expect(editor.state.get().tab).toBe('one')
    editor.step('a', 'down')
    expect(pages(editor)).toEqual(['One: b 0,0 | a 0,4', 'Two: c 0,0'])
    editor.showTab('two')
    editor.step('c', 'wider')
    expect(pages(editor)).toEqual(['One: b 0,0 | a 0,4', 'Two: c 0,0'])
    expect(editor.state.get().announcement.text).toBe('C: 7 of 12 columns wide, 4 rows high.')
  })

  test('accept a tile from another tab, at the first free position', async () => {
    const { editor, saved } = await paged()
    editor.moveTile('a', 'two')
    expect(pages(editor)).toEqual(['One: b 0,0', 'Two: c 0,0 | a 6,0'])
    expect(editor.state.get()).toMatchObject({
      tab: 'one',
      unsaved: true,
      announcement: { text: 'A is on the tab Two now.' },
    })
    await editor.save()
    expect(saved[0]?.positions).toContainEqual({ id: 'a', layout: rect(6, 0), tabId: 'two' })
    expect(saved[0]?.tabs).toEqual({ list: tabs, removed: [] })
  })

  test('are added, named and ordered, and the first addition puts existing tiles on their own tab', async () => {
    const { editor } = await opened()
    expect(editor.addTab('  Funding ')).toBeNull()
    expect(pages(editor)).toEqual(['Tab 1: a 0,0 | b 6,0 | c 0,4', 'Funding: '])
    expect(editor.addTab('funding')).toBe('A tab with this name already exists.')
    expect(editor.addTab('   ')).toBe('A tab needs a name.')
    expect(editor.addTab('x'.repeat(61))).toBe('A name has at most 60 characters.')
    const { tab } = editor.state.get()
    expect(editor.renameTab(tab ?? '', 'Rates')).toBeNull()
    editor.moveTab(tab ?? '', -1)
    editor.moveTab(tab ?? '', -1)
    expect(pages(editor)).toEqual(['Rates: ', 'Tab 1: a 0,0 | b 6,0 | c 0,4'])
    editor.add(offer)
    expect(pages(editor)[0]).toBe('Rates: new-3 0,0')
  })

  test.each([
    ['to another one', { to: 'two' }, ['Two: c 0,0 | a 6,0 | b 0,4'], []],
    ['with the tab', 'removed', ['Two: c 0,0'], ['a', 'b']],
  ] as const)('that are removed send their tiles %s', async (_where, rehome, after, removed) => {
    const { editor, saved } = await paged()
    editor.removeTab('one', rehome)
    expect(pages(editor)).toEqual(after)
    expect(editor.state.get().tab).toBe('two')
    await editor.save()
    expect(saved[0]).toMatchObject({ removed, tabs: { list: [tabs[1]], removed: ['one'] } })
  })

  test('that are all removed leave a dashboard without tabs', async () => {
    const { editor } = await paged()
    editor.removeTab('one', { to: 'two' })
    editor.removeTab('two', { to: null })
    expect(pages(editor)).toEqual(['c 0,0 | a 6,0 | b 0,4'])
    editor.discard()
    expect(pages(editor)).toEqual(['One: a 0,0 | b 0,4', 'Two: c 0,0'])
  })

  test('a tile that was removed comes back to its tab', async () => {
    const { editor } = await paged()
    editor.remove('a')
    editor.showTab('two')
    editor.undo()
    expect(editor.state.get()).toMatchObject({ tab: 'one', unsaved: false })
  })

  test('survive a reload of the frame', async () => {
    const window = { name: '' }
    const before = await opened({ window })
    before.editor.addTab('Funding')
    before.editor.add(offer)
    before.editor.moveTile('a', before.editor.state.get().tab ?? '')
    const left = pages(before.editor)
    expect(left).toEqual(['Tab 1: c 0,0 | b 6,0', 'Funding: new-3 0,0 | a 0,6'])
    expect(pages((await opened({ window })).editor)).toEqual(left)
  })

  test('are at most twenty', async () => {
    const { editor } = await opened({ tiles: [] })
    for (let at = 1; at <= 20; at += 1) editor.addTab(`T${at}`)
    expect(editor.addTab('One more')).toBe('A dashboard holds at most 20 tabs.')
  })
})
