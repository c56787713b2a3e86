import { describe, expect, test } from 'vitest'
import {
  itemId,
  favoriteLimits,
  favoritesReducer,
  noFavorites,
  type Favorites,
  type FavoritesChange,
  type FavoriteItem,
} from '../../../src/core/favorites/favorites'
import { itemName, favoritesText, readFavorites } from '../../../src/core/favorites/stored-favorites'
import type { StarredTile } from '../../../src/core/ports/dashboard-surface'

const bitcoin: FavoriteItem = { kind: 'dataset', key: 'bitcoin' }
const rwa: FavoriteItem = { kind: 'dataset', key: 'rwa' }
const own: FavoriteItem = { kind: 'dashboard', id: 'ABC-1', name: 'Desk' }
const tile: StarredTile = {
  kind: 'tile',
  liveboardId: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01',
  tabId: null,
  vizId: 'price',
  title: 'Price',
}
const after = (...changes: readonly FavoritesChange[]): Favorites =>
  changes.reduce(favoritesReducer, noFavorites)
const starred = (item: FavoriteItem): FavoritesChange => ({ kind: 'starred', item })
const visited = (item: FavoriteItem): FavoritesChange => ({ kind: 'visited', item })

describe('favourites', () => {
  test('stand in the order of starring, each once', () => {
    expect(after(starred(rwa), starred(tile), starred(rwa)).favorites).toEqual([rwa, tile])
  })

  test('are the same thing under another name or in other letters', () => {
    const again: FavoriteItem = { kind: 'dashboard', id: 'abc-1', name: 'Renamed' }
    expect(itemId(again)).toBe(itemId(own))
    const favorites = after(starred(own), visited(again))
    expect(favorites.favorites).toEqual([again])
  })

  test('go when the star is taken away, and from everywhere when the thing is gone', () => {
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

  test('on a dashboard go with it: a tile of what is gone has no place to stand', () => {
    const board: FavoriteItem = { kind: 'dashboard', id: tile.liveboardId.toUpperCase(), name: 'Desk' }
    const favorites = after(starred(board), starred(tile), starred(rwa))
    expect(favoritesReducer(favorites, { kind: 'gone', id: itemId(board) }).favorites).toEqual([rwa])
    expect(favoritesReducer(after(starred(tile)), { kind: 'gone', id: itemId(own) }).favorites).toEqual([
      tile,
    ])
    // Nor does it take the star of the board itself to go.
    expect(favoritesReducer(after(starred(tile)), { kind: 'gone', id: itemId(board) }).favorites).toEqual([])
  })

  test('the oldest makes room', () => {
    const many = Array.from({ length: favoriteLimits.favorites + 1 }, (_, index): FavoriteItem => ({
      kind: 'dashboard',
      id: `d${index}`,
      name: 'D',
    }))
    const { favorites } = after(...many.map(starred))
    expect(favorites).toHaveLength(favoriteLimits.favorites)
    expect(favorites[0]).toEqual(many[1])
  })
})

describe('recents', () => {
  test('have the newest first, each once, and so many', () => {
    expect(after(visited(bitcoin), visited(rwa), visited(bitcoin)).recents).toEqual([bitcoin, rwa])
    const many = Array.from({ length: 30 }, (_, index) =>
      visited({ kind: 'dashboard', id: `d${index}`, name: 'D' }),
    )
    expect(after(...many).recents).toHaveLength(favoriteLimits.recents)
  })
})

test('a change that changes nothing is the same object', () => {
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
  test('comes back as it was', () => {
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
  ])('%j counts as nothing kept', (text) => {
    expect(readFavorites(text)).toEqual(noFavorites)
  })

  test('a bad entry is left out, the others stay', () => {
    const bad: readonly unknown[] = [
      null,
      7,
      { kind: 'other' },
      { kind: 'dataset', key: 'toString' },
      { kind: 'dashboard', id: '../x', name: 'D' },
      { kind: 'dashboard', id: 'x', name: '' },
      { kind: 'dashboard', id: 'x', name: 'D'.repeat(201) },
      { ...tile, liveboardId: 'javascript:alert(1)' },
      { ...tile, vizId: 'a/b' },
      { ...tile, tabId: 7 },
    ]
    const text = JSON.stringify({ version: 1, favourites: [...bad, rwa, rwa], recents: [...bad, own] })
    expect(readFavorites(text)).toEqual({ favorites: [rwa], recents: [own] })
  })

  test('a name is cut to what can be read back, and never in the middle of a sign', () => {
    expect(itemName('Desk')).toBe('Desk')
    expect(itemName(`${'a'.repeat(199)}🚀`)).toBe('a'.repeat(199))
  })
})
