import {
  type Dashboard,
  type DashboardStore,
  openDashboards,
} from '../../../../local/bi-host/store/dashboards'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  freeRect,
  overlap,
  settled,
  withinGrid,
  type TileRect,
} from '../../../../local/bi-host/wire/tile-grid'
import { openJournal } from '../../../../local/bi-host/store/journal'
import {
  maxViews,
  openViews,
  type ViewChange,
  type ViewStore,
} from '../../../../local/bi-host/store/answers-and-views'

const ana = 'local|ana'

/** An empty dashboard of Ana. */
const ownDashboard = (store: DashboardStore): Promise<Dashboard> =>
  store.create({ owner: ana, author: 'ana@example.com', name: 'Mine', description: '', tiles: [] })

/** A tile copied from a curated dashboard. */
const curated = (tileId: string) => ({ kind: 'curated', boardId: 'board', tileId }) as const

let folder: string
let store: DashboardStore
const open = (): Promise<DashboardStore> =>
  openDashboards(folder, {
    parseAnswer: (value) =>
      typeof value === 'object' && value !== null && 'v' in value && value.v === 1
        ? { ...value, v: 1 }
        : null,
  })
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bi-tiles-'))
  store = await open()
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})
const again = async (): Promise<void> => {
  await store.close()
  store = await open()
}

const chart = { kind: 'answer', title: 'Supply', answer: { v: 1, ask: 'anything' } } as const
const wide = { w: 6, h: 6 }
const layouts = (id: string) =>
  store.get(id)?.tiles.map(({ layout: { x, y, w, h } }) => [x, y, w, h].join(' ')) ?? []

describe('the tiles of a dashboard', () => {
  test('are added at the first free position, replaced in place, removed, and kept after a restart', async () => {
    const { id } = await ownDashboard(store)
    for (const tile of ['a', 'b', 'c']) await store.addTile(ana, id, curated(tile), wide)
    expect(layouts(id)).toEqual(['0 0 6 6', '6 0 6 6', '0 6 6 6'])
    const [first, second, third] = store.get(id)?.tiles ?? []
    expect(await store.replaceTile(ana, id, first?.id ?? '', chart)).toMatchObject({ ok: true })
    const positions = [first, third].flatMap((tile) => (tile ? [{ id: tile.id, layout: tile.layout }] : []))
    const taken = { positions, removed: [second?.id ?? ''], added: [] }
    expect(await store.saveLayout(ana, id, taken)).toMatchObject({ id })
    await again()
    expect(store.get(id)?.tiles).toEqual([
      { ...chart, id: first?.id, layout: { x: 0, y: 0, ...wide } },
      expect.objectContaining(curated('c')),
    ])
    await store.addTile(ana, id, chart, wide)
    expect(layouts(id)).toEqual(['0 0 6 6', '0 6 6 6', '6 0 6 6'])
  })

  test('can be changed only by their owner, and accept only valid answers', async () => {
    const { id } = await ownDashboard(store)
    const added = await store.addTile(ana, id, chart, wide)
    const tile = added.ok ? added.tile.id : ''
    const nobody = { positions: [], removed: [tile], added: [] }
    expect(await store.addTile('bob', id, chart, wide)).toEqual({ ok: false, why: 'not-found' })
    expect(await store.replaceTile('bob', id, tile, chart)).toEqual({ ok: false, why: 'not-found' })
    expect(await store.saveLayout('bob', id, nobody)).toBe('not-found')
    expect(await store.describe('bob', id, { name: 'Taken', description: '' })).toBeNull()
    const foreign = { ...chart, answer: { v: 2 } }
    expect(await store.addTile(ana, id, foreign, wide)).toEqual({ ok: false, why: 'not-an-answer' })
    expect(await store.replaceTile(ana, id, tile, foreign)).toEqual({ ok: false, why: 'not-an-answer' })
    expect(store.get(id)).toMatchObject({ name: 'Mine', tiles: [{ id: tile }] })
  })

  test('are at most sixty, even with concurrent pins', async () => {
    const { id } = await ownDashboard(store)
    const all = await Promise.all(
      Array.from({ length: 64 }, (_, at) => store.addTile(ana, id, curated(`t${at}`), wide)),
    )
    expect(all.filter(({ ok }) => ok)).toHaveLength(60)
    expect(all.at(-1)).toEqual({ ok: false, why: 'full' })
    expect(new Set(layouts(id)).size).toBe(60)
  })

  test('keep a chart that was pinned during an arrangement', async () => {
    const { id } = await ownDashboard(store)
    for (const tile of ['a', 'b']) await store.addTile(ana, id, curated(tile), wide)
    const [a, b] = store.get(id)?.tiles ?? []
    const pinned = await store.addTile(ana, id, chart, wide)
    const saved = await store.saveLayout(ana, id, {
      positions: [
        { id: b?.id ?? '', layout: { x: 0, y: 0, w: 12, h: 4 } },
        { id: 'new', layout: { x: 0, y: 4, w: 4, h: 4 } },
      ],
      removed: [a?.id ?? ''],
      added: [{ ...curated('c'), id: 'new', layout: { x: 0, y: 4, w: 4, h: 4 } }],
    })
    await again()
    expect(store.get(id)).toEqual(saved)
    expect(store.get(id)?.tiles.map((tile) => tile.id)).toEqual([
      b?.id,
      pinned.ok ? pinned.tile.id : '',
      'new',
    ])
    expect(layouts(id)).toEqual(['0 0 12 4', '0 8 6 6', '0 4 4 4'])
  })

  test('of a line from before tiles had positions are still read, and a rename does not change them', async () => {
    const old = { id: 'old', owner: ana, author: 'a', name: 'Old', description: '', created: 1, modified: 1 }
    const answer = { v: 1, title: 'Supply', chart: 'auto', query: {} }
    await store.close()
    const journal = await openJournal<object>({
      file: join(folder, 'dashboards.jsonl'),
      parse: (value) => value as object,
    })
    const pins = [
      { id: 'p', answer, span: 20, height: 168 },
      { id: 'q', answer },
      'nonsense',
      { id: 'p', answer },
    ]
    await journal.put('old', { ...old, visualizations: pins })
    await journal.close()
    store = await open()
    await store.describe(ana, 'old', { name: 'Renamed', description: 'd' })
    await again()
    expect(store.get('old')?.name).toBe('Renamed')
    expect(store.get('old')?.tiles.map((tile) => [tile.id, tile.kind])).toEqual([
      ['p', 'answer'],
      ['q', 'answer'],
    ])
    expect(layouts('old')).toEqual(['0 0 4 3', '4 0 6 6'])
  })

  test('survive a partial last line', async () => {
    const { id } = await ownDashboard(store)
    await store.addTile(ana, id, chart, wide)
    await store.close()
    await appendFile(join(folder, 'dashboards.jsonl'), 'abcdefgh {"put":"half')
    store = await open()
    expect(layouts(id)).toEqual(['0 0 6 6'])
  })
})

describe('the grid', () => {
  const rect = fc
    .record({
      x: fc.integer({ min: -3, max: 20 }),
      y: fc.integer({ min: -3, max: 40 }),
      w: fc.integer({ min: 0, max: 20 }),
      h: fc.integer({ min: 0, max: 30 }),
    })
    .map(withinGrid)
  const clashes = (rects: readonly TileRect[]): number =>
    rects.flatMap((one, at) => rects.slice(at + 1).filter((other) => overlap(one, other))).length

  test('normalizes any layout: inside the grid, without overlaps or gaps above, and idempotently', () => {
    fc.assert(
      fc.property(fc.array(rect, { maxLength: 20 }), (rects) => {
        const made = settled(rects)
        expect(clashes(made)).toBe(0)
        expect(made.map(withinGrid)).toEqual(made)
        for (const tile of made) {
          const above = { ...tile, y: tile.y - 1 }
          expect(tile.y === 0 || made.some((other) => other !== tile && overlap(other, above))).toBe(true)
        }
        expect(settled(made)).toEqual(made)
        expect(clashes([...made, freeRect(made, 3, 4)])).toBe(0)
      }),
    )
  })
})

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
