import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDashboards, type DashboardStore } from '../../../../local/bi-host/store/dashboards'
import { openJournal } from '../../../../local/bi-host/store/journal'
import { ana, curated, ownDashboard } from './own-dashboard'
import { maxViews, openViews, type ViewChange, type ViewStore } from '../../../../local/bi-host/store/views'

describe('dashboard tabs', () => {
  let folder: string
  let store: DashboardStore
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bi-tabs-'))
    store = await openDashboards(folder)
  })
  afterEach(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const again = async (): Promise<void> => {
    await store.close()
    store = await openDashboards(folder)
  }

  const wide = { w: 6, h: 4 }
  /** Tiles by tab, with their positions. */
  const pages = (id: string): Readonly<Record<string, readonly string[]>> => {
    const { tabs = [], tiles = [] } = store.get(id) ?? {}
    const label = (tabId: string | undefined): string => tabs.find((tab) => tab.id === tabId)?.label ?? 'none'
    const made: Record<string, string[]> = Object.fromEntries(tabs.map((tab) => [tab.label, []]))
    for (const tile of tiles) {
      const { x, y, w, h } = tile.layout
      const name = tile.kind === 'curated' ? tile.tileId : tile.title
      ;(made[label(tile.tabId)] ??= []).push(`${name} ${x} ${y} ${w} ${h}`)
    }
    return made
  }
  const tabId = (id: string, label: string): string =>
    store.get(id)?.tabs.find((tab) => tab.label === label)?.id ?? ''
  const tileId = (id: string, name: string): string =>
    store.get(id)?.tiles.find((tile) => tile.kind === 'curated' && tile.tileId === name)?.id ?? ''

  describe('a tab', () => {
    test('is created with its first tile; existing tiles get their own tab, and each tab is a separate grid', async () => {
      const { id } = await ownDashboard(store)
      await store.addTile(ana, id, curated('a'), wide)
      expect(pages(id)).toEqual({ none: ['a 0 0 6 4'] })
      await store.addTile(ana, id, curated('b'), wide, { label: 'Funding' })
      // By its name in any case, by its id, and the first tab if none is given.
      await store.addTile(ana, id, curated('c'), wide, { label: 'FUNDING' })
      await store.addTile(ana, id, curated('d'), wide, { id: tabId(id, 'Funding') })
      await store.addTile(ana, id, curated('e'), wide)
      const all = {
        'Tab 1': ['a 0 0 6 4', 'e 6 0 6 4'],
        Funding: ['b 0 0 6 4', 'c 6 0 6 4', 'd 0 4 6 4'],
      }
      expect(pages(id)).toEqual(all)
      await store.replaceTile(ana, id, tileId(id, 'b'), curated('z'))
      await again()
      expect(pages(id)).toEqual({ ...all, Funding: ['z 0 0 6 4', 'c 6 0 6 4', 'd 0 4 6 4'] })
    })

    test('that is unknown accepts nothing, twenty is the maximum, and concurrent creates make one', async () => {
      const { id } = await ownDashboard(store)
      expect(await store.addTile(ana, id, curated('a'), wide, { id: 'gone' })).toEqual({
        ok: false,
        why: 'no-such-tab',
      })
      await Promise.all(
        ['Same', 'same', 'SAME'].map((label) => store.addTile(ana, id, curated('a'), wide, { label })),
      )
      expect(store.get(id)?.tabs).toHaveLength(1)
      for (let at = 1; at < 20; at += 1) await store.addTile(ana, id, curated('a'), wide, { label: `T${at}` })
      expect(await store.addTile(ana, id, curated('a'), wide, { label: 'One more' })).toEqual({
        ok: false,
        why: 'too-many-tabs',
      })
      expect(store.get(id)).toMatchObject({ tabs: { length: 20 }, tiles: { length: 22 } })
    })
  })

  describe('arranging tabs', () => {
    async function twoTabs(): Promise<string> {
      const { id } = await ownDashboard(store)
      for (const name of ['a', 'b']) await store.addTile(ana, id, curated(name), wide, { label: 'One' })
      await store.addTile(ana, id, curated('c'), wide, { label: 'Two' })
      return id
    }

    test('moves tiles between them, and orders, renames and adds them, as one change', async () => {
      const id = await twoTabs()
      const list = [
        { id: tabId(id, 'Two'), label: 'Second' },
        { id: tabId(id, 'One'), label: 'One' },
        { id: 'new', label: 'Empty' },
      ]
      const layout = { x: 6, y: 0, w: 6, h: 4 }
      await store.saveLayout(ana, id, {
        positions: [{ id: tileId(id, 'b'), layout, tabId: tabId(id, 'Two') }],
        removed: [],
        added: [{ ...curated('d'), id: 'd', layout, tabId: 'new' }],
        tabs: { list, removed: [] },
      })
      await again()
      expect(Object.entries(pages(id))).toEqual([
        ['Second', ['b 6 0 6 4', 'c 0 0 6 4']],
        ['One', ['a 0 0 6 4']],
        ['Empty', ['d 6 0 6 4']],
      ])
    })

    test('moves the tiles of removed tabs to the first one, in their order', async () => {
      const id = await twoTabs()
      const removed = [tabId(id, 'One')]
      await store.saveLayout(ana, id, {
        positions: [],
        removed: [],
        added: [],
        tabs: { list: [{ id: tabId(id, 'Two'), label: 'Two' }], removed },
      })
      expect(pages(id)).toEqual({ Two: ['a 0 4 6 4', 'b 6 0 6 4', 'c 0 0 6 4'] })
      await store.saveLayout(ana, id, {
        positions: [],
        removed: [],
        added: [],
        tabs: { list: [], removed: [tabId(id, 'Two')] },
      })
      expect(pages(id)).toEqual({ none: ['a 0 4 6 4', 'b 6 0 6 4', 'c 0 0 6 4'] })
    })

    test('keeps a tab that received a pin meanwhile', async () => {
      const id = await twoTabs()
      const list = store.get(id)?.tabs ?? []
      await store.addTile(ana, id, curated('d'), wide, { label: 'Meanwhile' })
      await store.saveLayout(ana, id, { positions: [], removed: [], added: [], tabs: { list, removed: [] } })
      expect(Object.keys(pages(id))).toEqual(['One', 'Two', 'Meanwhile'])
    })

    test('with more than twenty changes nothing', async () => {
      const id = await twoTabs()
      const before = pages(id)
      const list = Array.from({ length: 21 }, (_, at) => ({ id: `t${at}`, label: `T${at}` }))
      expect(
        await store.saveLayout(ana, id, {
          positions: [],
          removed: [],
          added: [],
          tabs: { list, removed: [] },
        }),
      ).toBe('too-many-tabs')
      expect(pages(id)).toEqual(before)
    })
  })

  test('lines from before tabs existed, and one with an unknown tab, are still read', async () => {
    await store.close()
    const about = { owner: ana, author: 'a', name: 'Old', description: '', created: 1, modified: 1 }
    const at = (id: string, y: number, tab?: string) => ({
      ...curated(id),
      id,
      layout: { x: 0, y, ...wide },
      ...(tab === undefined ? {} : { tabId: tab }),
    })
    const journal = await openJournal<object>({
      file: join(folder, 'dashboards.jsonl'),
      parse: (value) => value as object,
    })
    await journal.put('old', { ...about, id: 'old', tiles: [at('a', 0), at('b', 4)] })
    const tabs = [{ id: 't', label: 'Kept' }]
    await journal.put('torn', { ...about, id: 'torn', tabs, tiles: [at('a', 0, 't'), at('b', 0, 'gone')] })
    await journal.close()
    store = await openDashboards(folder)
    expect(pages('old')).toEqual({ none: ['a 0 0 6 4', 'b 0 4 6 4'] })
    expect(store.get('old')?.tabs).toEqual([])
    expect(pages('torn')).toEqual({ Kept: ['a 0 0 6 4', 'b 0 4 6 4'] })
  })
})

describe('views', () => {
  let folder: string
  let store: ViewStore
  const boards = new Set(['b', 'c'])
  const open = (): Promise<ViewStore> => openViews(folder, (id) => boards.has(id))
  beforeEach(async () => {
    boards.add('b')
    folder = await mkdtemp(join(tmpdir(), 'bi-views-'))
    store = await open()
  })
  afterEach(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  const board = { owner: 'local|ana', liveboardId: 'b' }
  const choice = { range: null, chosen: {} }
  const named = (name: string, at = board): Promise<ViewChange> => store.save(at, { name, ...choice })
  const why = (change: ViewChange): string => (change.ok ? 'ok' : change.why)

  test('a name is unique, even for concurrent saves', async () => {
    const both = await Promise.all([named('Quarter'), named('Quarter')])
    expect(both.map(why)).toEqual(['ok', 'taken'])
    const other = await named('Other')
    const renamed = other.ok ? await store.save(board, { ...other.view, name: 'Quarter' }) : other
    expect(why(renamed)).toBe('taken')
    expect(why(await named('Quarter', { ...board, liveboardId: 'c' }))).toBe('ok')
    expect(store.of(board).map(({ name }) => name)).toEqual(['Other', 'Quarter'])
  })

  test('their number is limited, even for concurrent saves', async () => {
    for (let count = 1; count < maxViews; count += 1) await named(`View ${count}`)
    expect((await Promise.all([named('Last'), named('One more')])).map(why)).toEqual(['ok', 'full'])
    const [first] = store.of(board)
    expect(first && why(await store.save(board, { ...first, range: 'ALL' }))).toBe('ok')
    expect(store.of(board)).toHaveLength(maxViews)
  })

  test('views of a board that was deleted without them are dropped at the next start', async () => {
    await named('On it')
    await named('Elsewhere', { ...board, liveboardId: 'c' })
    await store.close()
    boards.delete('b')
    store = await open()
    expect(store.of(board)).toEqual([])
    expect(store.of({ ...board, liveboardId: 'c' })).toHaveLength(1)
  })
})
