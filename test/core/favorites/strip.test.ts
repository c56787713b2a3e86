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
const favoritesOf = (
  favorites: readonly FavoriteItem[],
  recents: readonly FavoriteItem[] = [],
): Favorites => ({
  favorites,
  recents,
})
const names = (tiles: readonly StarredTile[]): readonly string[] => tiles.map(({ vizId }) => vizId)

describe('the room that Home needs', () => {
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

  test.each([null, undefined, '', 'links ', 'tiles-0', 'tiles-4', 'tiles-1 links', '{"links":true}', '<b>'])(
    'stored as %j is none',
    (text) => expect(readStripLayout(text)).toEqual(noStripLayout),
  )
})

describe('the tiles in a room', () => {
  const four = favoritesOf(['a', 'b', 'c', 'd'].map(tile))

  test('are the newest, and never more than it was made for', () => {
    expect(names(tilesFor([], four, { links: true, tiles: 3 }))).toEqual(['d', 'c', 'b'])
    expect(names(tilesFor([], four, { links: true, tiles: 1 }))).toEqual(['d'])
    expect(names(tilesFor([], four, noStripLayout))).toEqual([])
  })

  test('keep their places when one is put away or another is starred', () => {
    const before = tilesFor([], four, { links: true, tiles: 3 })
    const changed = favoritesOf([tile('a'), tile('b'), tile('d'), tile('e')])
    expect(tilesFor(before, changed, { links: true, tiles: 3 })).toBe(before)
  })

  test('come into what is free', () => {
    const before = tilesFor([], favoritesOf([tile('a')]), { links: false, tiles: 2 })
    expect(names(before)).toEqual(['a'])
    expect(names(tilesFor(before, favoritesOf([tile('a'), tile('b')]), { links: false, tiles: 2 }))).toEqual([
      'a',
      'b',
    ])
  })
})

test('what is not drawn is a link, once', () => {
  const all = favoritesOf([tile('a'), rwa, tile('b')], [etf, rwa])
  const { favorites, recents } = linksFor([tile('b')], all)
  expect(favorites.map(itemId)).toEqual([tile('a'), rwa].map(itemId))
  expect(recents).toEqual([etf])
})
