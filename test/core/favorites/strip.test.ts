import { describe, expect, test } from 'vitest'
import { itemId, noFavorites, type Favorites, type FavoriteItem } from '../../../src/core/favorites/favorites'
import {
  linksFor,
  noStripLayout,
  readStripLayout,
  stripLayoutFor,
  stripLayoutText,
  tilesFor,
} from '../../../src/core/favorites/strip'
import type { StarredTile } from '../../../src/core/ports/dashboard-surface'

const tile = (vizId: string): StarredTile => ({
  kind: 'tile',
  liveboardId: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01',
  tabId: null,
  vizId,
  title: vizId,
})
const rwa: FavoriteItem = { kind: 'dataset', key: 'rwa' }
const etf: FavoriteItem = { kind: 'dataset', key: 'etf' }
const kept = (favorites: readonly FavoriteItem[], recents: readonly FavoriteItem[] = []): Favorites => ({
  favorites,
  recents,
})
const names = (tiles: readonly StarredTile[]): readonly string[] => tiles.map(({ vizId }) => vizId)

describe('the room that Home needs', () => {
  test.each<[string, Favorites, object]>([
    ['nothing', noFavorites, noStripLayout],
    ['a page', kept([rwa]), { links: true, tiles: 0 }],
    ['a place where one was', kept([], [rwa]), { links: true, tiles: 0 }],
    ['a tile', kept([tile('a')]), { links: false, tiles: 1 }],
    ['a tile and a page', kept([tile('a'), rwa]), { links: true, tiles: 1 }],
    ['a page that is also a place where one was', kept([rwa], [rwa]), { links: true, tiles: 0 }],
    ['three tiles', kept([tile('a'), tile('b'), tile('c')]), { links: false, tiles: 3 }],
    ['a fourth tile, which is a link', kept(['a', 'b', 'c', 'd'].map(tile)), { links: true, tiles: 3 }],
  ])('%s', (_what, given, room) => {
    expect(stripLayoutFor(given)).toEqual(room)
    expect(readStripLayout(stripLayoutText(stripLayoutFor(given)))).toEqual(room)
  })

  test.each([null, undefined, '', 'links ', 'tiles-0', 'tiles-4', 'tiles-1 links', '{"links":true}', '<b>'])(
    'stored as %j is none',
    (text) => expect(readStripLayout(text)).toEqual(noStripLayout),
  )
})

describe('the tiles in a room', () => {
  const four = kept(['a', 'b', 'c', 'd'].map(tile))

  test('are the newest, and never more than it was made for', () => {
    expect(names(tilesFor([], four, { links: true, tiles: 3 }))).toEqual(['d', 'c', 'b'])
    expect(names(tilesFor([], four, { links: true, tiles: 1 }))).toEqual(['d'])
    expect(names(tilesFor([], four, noStripLayout))).toEqual([])
  })

  test('keep their places when one is put away or another is starred', () => {
    const standing = tilesFor([], four, { links: true, tiles: 3 })
    const changed = kept([tile('a'), tile('b'), tile('d'), tile('e')])
    expect(tilesFor(standing, changed, { links: true, tiles: 3 })).toBe(standing)
  })

  test('come into what is free', () => {
    const standing = tilesFor([], kept([tile('a')]), { links: false, tiles: 2 })
    expect(names(standing)).toEqual(['a'])
    expect(names(tilesFor(standing, kept([tile('a'), tile('b')]), { links: false, tiles: 2 }))).toEqual([
      'a',
      'b',
    ])
  })
})

test('what is not drawn is a link, once', () => {
  const all = kept([tile('a'), rwa, tile('b')], [etf, rwa])
  const { favorites, recents } = linksFor([tile('b')], all)
  expect(favorites.map(itemId)).toEqual([tile('a'), rwa].map(itemId))
  expect(recents).toEqual([etf])
})
