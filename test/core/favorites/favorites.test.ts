import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  itemId,
  noFavorites,
  type Favorites,
  type FavoritesChange,
  type FavoriteItem,
} from '../../../src/core/favorites/favorites'
import { favoritesReducer } from '../../../src/core/favorites/favorites-store'
import {
  favoriteLimits,
  itemName,
  favoritesText,
  readFavorites,
} from '../../../src/core/favorites/stored-favorites'
import type { StarredTile } from '../../../src/core/ports/dashboard-surface'
import {
  linksFor,
  noStripLayout,
  readStripLayout,
  stripLayoutFor,
  stripLayoutText,
  tilesFor,
} from '../../../src/core/favorites/strip'
import { lastLook } from '../../../src/core/favorites/last-look'

describe('favorites', () => {
  const bitcoin: FavoriteItem = { kind: 'dataset', key: 'bitcoin' }
  const rwa: FavoriteItem = { kind: 'dataset', key: 'rwa' }
  const own: FavoriteItem = { kind: 'dashboard', id: 'ABC-1', name: 'Desk' }
  const tile: StarredTile = {
    kind: 'tile',
    dashboardId: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01',
    tabId: null,
    chartId: 'price',
    title: 'Price',
  }
  const after = (...changes: readonly FavoritesChange[]): Favorites =>
    changes.reduce(favoritesReducer, noFavorites)
  const starred = (item: FavoriteItem): FavoritesChange => ({ kind: 'starred', item })
  const visited = (item: FavoriteItem): FavoritesChange => ({ kind: 'visited', item })

  describe('favourites', () => {
    test('are in the order of starring, each once', () => {
      expect(after(starred(rwa), starred(tile), starred(rwa)).favorites).toEqual([rwa, tile])
    })

    test('are identified by id, regardless of name and case', () => {
      const again: FavoriteItem = { kind: 'dashboard', id: 'abc-1', name: 'Renamed' }
      expect(itemId(again)).toBe(itemId(own))
      const favorites = after(starred(own), visited(again))
      expect(favorites.favorites).toEqual([again])
    })

    test('are removed when unstarred, and everywhere when the item is deleted', () => {
      const favorites = after(starred(own), starred(rwa), visited(own))
      expect(favoritesReducer(favorites, { kind: 'unstarred', id: itemId(own) })).toEqual({
        favorites: [rwa],
        recents: [own],
      })
      expect(favoritesReducer(favorites, { kind: 'gone', id: itemId(own) })).toEqual({
        favorites: [rwa],
        recents: [],
      })
    })

    test('of charts are removed with their deleted dashboard', () => {
      const board: FavoriteItem = { kind: 'dashboard', id: tile.dashboardId.toUpperCase(), name: 'Desk' }
      const favorites = after(starred(board), starred(tile), starred(rwa))
      expect(favoritesReducer(favorites, { kind: 'gone', id: itemId(board) }).favorites).toEqual([rwa])
      expect(favoritesReducer(after(starred(tile)), { kind: 'gone', id: itemId(own) }).favorites).toEqual([
        tile,
      ])
      // It also applies without a star on the dashboard itself.
      expect(favoritesReducer(after(starred(tile)), { kind: 'gone', id: itemId(board) }).favorites).toEqual(
        [],
      )
    })

    test('a full list accepts no more, and drops none', () => {
      const many = Array.from({ length: favoriteLimits.favorites + 1 }, (_, index): FavoriteItem => ({
        kind: 'dashboard',
        id: `d${index}`,
        name: 'D',
      }))
      const { favorites } = after(...many.map(starred))
      expect(favorites).toHaveLength(favoriteLimits.favorites)
      expect(favorites).toEqual(many.slice(0, -1))
    })
  })

  describe('recents', () => {
    test('are newest first, each once, up to the limit', () => {
      expect(after(visited(bitcoin), visited(rwa), visited(bitcoin)).recents).toEqual([bitcoin, rwa])
      const many = Array.from({ length: 30 }, (_, index) =>
        visited({ kind: 'dashboard', id: `d${index}`, name: 'D' }),
      )
      expect(after(...many).recents).toHaveLength(favoriteLimits.recents)
    })
  })

  test('a no-op change returns the same object', () => {
    const favorites = after(starred(rwa), visited(rwa))
    const none: readonly FavoritesChange[] = [
      starred(rwa),
      visited(rwa),
      { kind: 'unstarred', id: 'dataset:etf' },
      { kind: 'gone', id: 'dataset:etf' },
    ]
    for (const change of none) expect(favoritesReducer(favorites, change)).toBe(favorites)
  })

  describe('what is stored', () => {
    test('is read back unchanged', () => {
      const favorites = after(starred(own), starred(tile), starred(rwa), visited(bitcoin))
      expect(readFavorites(favoritesText(favorites))).toEqual(favorites)
    })

    test.each([
      null,
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '{"version":2,"favourites":[]}',
      '{"version":1,"favourites":7}',
    ])('%j is read as empty', (text) => {
      expect(readFavorites(text)).toEqual(noFavorites)
    })

    test('an invalid entry is dropped, the others stay', () => {
      const bad: readonly unknown[] = [
        null,
        7,
        { kind: 7 },
        { kind: 'dataset', key: 7 },
        { kind: 'other', of: 'x'.repeat(1_001) },
        { kind: 'dashboard', id: '../x', name: 'D' },
        { kind: 'dashboard', id: 'x', name: '' },
        { kind: 'dashboard', id: 'x', name: 'D'.repeat(201) },
        { ...tile, dashboardId: 'javascript:alert(1)' },
        { ...tile, chartId: 'a/b' },
        { ...tile, tabId: 7 },
      ]
      const text = JSON.stringify({ version: 1, favourites: [...bad, rwa, rwa], recents: [...bad, own] })
      expect(readFavorites(text)).toEqual({ favorites: [rwa], recents: [own] })
    })

    test('a favorite of a later portal passes through unchanged, and counts toward the limit', () => {
      const later = [
        { kind: 'dataset', key: 'toString' },
        { kind: 'answer', id: 7, of: { a: [1] } },
      ]
      const read = readFavorites(JSON.stringify({ version: 1, favourites: [later[0], rwa, later[1]] }))
      expect(read).toEqual({ favorites: [rwa], recents: [], later })
      const changes = [starred(own), visited(tile), { kind: 'unstarred', id: itemId(rwa) } as const]
      const changed = changes.reduce(favoritesReducer, read)
      expect(JSON.parse(favoritesText(changed))).toMatchObject({ favourites: [own, ...later] })
      expect(favoritesReducer(changed, { kind: 'gone', id: itemId(own) }).later).toEqual(later)
      const many = Array.from({ length: 99 }, (_, index) => ({
        kind: 'dashboard',
        id: `d${index}`,
        name: 'D',
      }))
      const full = readFavorites(JSON.stringify({ version: 1, favourites: [...many, later[0]] }))
      expect(favoritesReducer(full, starred(rwa))).toBe(full)
    })

    test('a name is truncated to the readable length, never inside a character', () => {
      expect(itemName('Desk')).toBe('Desk')
      expect(itemName(`${'a'.repeat(199)}🚀`)).toBe('a'.repeat(199))
    })
  })
})

describe('strip', () => {
  const tile = (chartId: string): StarredTile => ({
    kind: 'tile',
    dashboardId: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01',
    tabId: null,
    chartId,
    title: chartId,
  })
  const rwa: FavoriteItem = { kind: 'dataset', key: 'rwa' }
  const etf: FavoriteItem = { kind: 'dataset', key: 'etf' }
  const favoritesOf = (
    favorites: readonly FavoriteItem[],
    recents: readonly FavoriteItem[] = [],
  ): Favorites => ({
    favorites,
    recents,
  })
  const names = (tiles: readonly StarredTile[]): readonly string[] => tiles.map(({ chartId }) => chartId)

  describe('the layout of Home’s strip', () => {
    test.each<[string, Favorites, object]>([
      ['nothing', noFavorites, noStripLayout],
      ['a page', favoritesOf([rwa]), { links: true, tiles: 0 }],
      ['a place where one was', favoritesOf([], [rwa]), { links: true, tiles: 0 }],
      ['a tile', favoritesOf([tile('a')]), { links: false, tiles: 1 }],
      ['a tile and a page', favoritesOf([tile('a'), rwa]), { links: true, tiles: 1 }],
      ['a page that is also a place where one was', favoritesOf([rwa], [rwa]), { links: true, tiles: 0 }],
      ['three tiles', favoritesOf([tile('a'), tile('b'), tile('c')]), { links: false, tiles: 3 }],
      [
        'a fourth tile, which is a link',
        favoritesOf(['a', 'b', 'c', 'd'].map(tile)),
        { links: true, tiles: 3 },
      ],
    ])('%s', (_what, given, room) => {
      expect(stripLayoutFor(given)).toEqual(room)
      expect(readStripLayout(stripLayoutText(stripLayoutFor(given)))).toEqual(room)
    })

    test.each([
      null,
      undefined,
      '',
      'links ',
      'tiles-0',
      'tiles-4',
      'tiles-1 links',
      '{"links":true}',
      '<b>',
    ])('stored as %j is invalid', (text) => expect(readStripLayout(text)).toEqual(noStripLayout))
  })

  describe('the charts in a layout', () => {
    const four = favoritesOf(['a', 'b', 'c', 'd'].map(tile))

    test('are the newest, never more than the layout holds', () => {
      expect(names(tilesFor([], four, { links: true, tiles: 3 }))).toEqual(['d', 'c', 'b'])
      expect(names(tilesFor([], four, { links: true, tiles: 1 }))).toEqual(['d'])
      expect(names(tilesFor([], four, noStripLayout))).toEqual([])
    })

    test('keep their positions when one is removed or another is starred', () => {
      const before = tilesFor([], four, { links: true, tiles: 3 })
      const changed = favoritesOf([tile('a'), tile('b'), tile('d'), tile('e')])
      expect(tilesFor(before, changed, { links: true, tiles: 3 })).toBe(before)
    })

    test('fill free positions', () => {
      const before = tilesFor([], favoritesOf([tile('a')]), { links: false, tiles: 2 })
      expect(names(before)).toEqual(['a'])
      expect(
        names(tilesFor(before, favoritesOf([tile('a'), tile('b')]), { links: false, tiles: 2 })),
      ).toEqual(['a', 'b'])
    })
  })

  test('what is not drawn is a link, once', () => {
    const all = favoritesOf([tile('a'), rwa, tile('b')], [etf, rwa])
    const { favorites, recents } = linksFor([tile('b')], all)
    expect(favorites.map(itemId)).toEqual([tile('a'), rwa].map(itemId))
    expect(recents).toEqual([etf])
  })
})

const minute = 60_000
const day = 24 * 60 * minute

describe('the last seen value of a number', () => {
  test('is the value at the end of the last visit, however often it is read during the next', () => {
    const first = lastLook(null, [{ id: 'a', value: 1 }], day)
    expect(first.seen).toEqual([{ id: 'a', value: 1, before: null }])
    const second = lastLook(first.text, [{ id: 'a', value: 2 }], day + 20 * minute)
    expect(second.seen).toEqual([{ id: 'a', value: 2, before: null }])
    const next = lastLook(second.text, [{ id: 'a', value: 3 }], 2 * day)
    const before = { value: 2, at: day + 20 * minute }
    expect(next.seen).toEqual([{ id: 'a', value: 3, before }])
    const again = lastLook(next.text, [{ id: 'a', value: 4 }], 2 * day + 29 * minute)
    expect(again.seen).toEqual([{ id: 'a', value: 4, before }])
  })

  test('has the unit of the number it is compared with', () => {
    const looks = fc.array(
      fc.record({
        value: fc.integer(),
        unit: fc.constantFrom('percent' as const, 'amount' as const, undefined),
        minutes: fc.constantFrom(5, 60),
      }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(looks, (all) => {
        let stored: string | null = null
        let now = day
        let earlier: (typeof all)[number] | undefined
        const units = new Map<number, string | undefined>()
        for (const look of all) {
          now += look.minutes * minute
          const { value, unit } = look
          const { seen, text } = lastLook(stored, [{ id: 'a', value, ...(unit && { unit }) }], now)
          const before = seen[0]?.before
          if (before) expect(units.get(before.at)).toBe(unit)
          if (earlier?.unit === unit && look.minutes === 60 && earlier !== undefined)
            expect(before?.value).toBe(earlier.value)
          units.set(now, unit)
          stored = text
          earlier = look
        }
      }),
    )
  })

  test('stays for numbers that are not on Home today', () => {
    const first = lastLook(null, [{ id: 'a', value: 1 }], day)
    const other = lastLook(first.text, [{ id: 'b', value: 1 }], 2 * day)
    expect(lastLook(other.text, [{ id: 'a', value: 2 }], 3 * day).seen).toEqual([
      { id: 'a', value: 2, before: { value: 1, at: day } },
    ])
  })

  test('is unknown where the stored text is invalid, and only for an invalid entry', () => {
    for (const stored of ['', '{', '[]', '{"version":2,"numbers":[{"id":"a","value":1,"at":0}]}', 'null'])
      expect(lastLook(stored, [{ id: 'a', value: 2 }], day).seen).toEqual([
        { id: 'a', value: 2, before: null },
      ])
    const stored = JSON.stringify({
      version: 1,
      numbers: [null, { id: 'b', value: '1', at: 0 }, { id: 'a', value: 1, at: 0, before: 'x' }],
    })
    const numbers = ['a', 'b'].map((id) => ({ id, value: 2 }))
    expect(lastLook(stored, numbers, day).seen).toEqual([
      { id: 'a', value: 2, before: { value: 1, at: 0 } },
      { id: 'b', value: 2, before: null },
    ])
  })

  test('is stored for as many as there can be favorites', () => {
    const many = Array.from({ length: 150 }, (_, at) => ({ id: String(at), value: at }))
    const { numbers }: { readonly numbers: readonly { readonly id: string }[] } = JSON.parse(
      lastLook(null, many, day).text,
    )
    expect([numbers.length, numbers[0]?.id]).toEqual([100, '50'])
  })
})
