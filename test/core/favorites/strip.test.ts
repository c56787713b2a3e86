import { describe, expect, test } from 'vitest'
import { keptId, nothingKept, type Kept, type KeptItem } from '../../../src/core/favorites/favorites'
import { linksFor, noRoom, readRoom, roomFor, roomText, tilesFor } from '../../../src/core/favorites/strip'
import type { StarredTile } from '../../../src/core/ports/dashboard-surface'

const tile = (vizId: string): StarredTile => ({
  kind: 'tile',
  liveboardId: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01',
  tabId: null,
  vizId,
  title: vizId,
})
const rwa: KeptItem = { kind: 'dataset', key: 'rwa' }
const etf: KeptItem = { kind: 'dataset', key: 'etf' }
const kept = (favourites: readonly KeptItem[], recents: readonly KeptItem[] = []): Kept => ({
  favourites,
  recents,
})
const names = (tiles: readonly StarredTile[]): readonly string[] => tiles.map(({ vizId }) => vizId)

describe('the room that Home needs', () => {
  test.each<[string, Kept, object]>([
    ['nothing', nothingKept, noRoom],
    ['a page', kept([rwa]), { links: true, tiles: 0 }],
    ['a place where one was', kept([], [rwa]), { links: true, tiles: 0 }],
    ['a tile', kept([tile('a')]), { links: false, tiles: 1 }],
    ['a tile and a page', kept([tile('a'), rwa]), { links: true, tiles: 1 }],
    ['a page that is also a place where one was', kept([rwa], [rwa]), { links: true, tiles: 0 }],
    ['three tiles', kept([tile('a'), tile('b'), tile('c')]), { links: false, tiles: 3 }],
    ['a fourth tile, which is a link', kept(['a', 'b', 'c', 'd'].map(tile)), { links: true, tiles: 3 }],
  ])('%s', (_what, given, room) => {
    expect(roomFor(given)).toEqual(room)
    expect(readRoom(roomText(roomFor(given)))).toEqual(room)
  })

  test.each([null, undefined, '', 'links ', 'tiles-0', 'tiles-4', 'tiles-1 links', '{"links":true}', '<b>'])(
    'stored as %j is none',
    (text) => expect(readRoom(text)).toEqual(noRoom),
  )
})

describe('the tiles in a room', () => {
  const four = kept(['a', 'b', 'c', 'd'].map(tile))

  test('are the newest, and never more than it was made for', () => {
    expect(names(tilesFor([], four, { links: true, tiles: 3 }))).toEqual(['d', 'c', 'b'])
    expect(names(tilesFor([], four, { links: true, tiles: 1 }))).toEqual(['d'])
    expect(names(tilesFor([], four, noRoom))).toEqual([])
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
  const { favourites, recents } = linksFor([tile('b')], all)
  expect(favourites.map(keptId)).toEqual([tile('a'), rwa].map(keptId))
  expect(recents).toEqual([etf])
})
