import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDashboards, type DashboardStore } from '../../../../local/bi-host/store/dashboards'
import { ana, curated, ownDashboard } from './own-dashboard'
import {
  freeRect,
  overlap,
  settled,
  withinGrid,
  type TileRect,
} from '../../../../local/bi-host/wire/tile-grid'

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
