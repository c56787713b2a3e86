import { describe, expect, test } from 'vitest'
import {
  keptId,
  keptLimits,
  keptStep,
  nothingKept,
  type Kept,
  type KeptChange,
  type KeptItem,
} from '../../../src/core/favorites/favorites'
import { keptName, keptText, readKept } from '../../../src/core/favorites/stored-favorites'
import type { StarredTile } from '../../../src/core/ports/dashboard-surface'

const bitcoin: KeptItem = { kind: 'dataset', key: 'bitcoin' }
const rwa: KeptItem = { kind: 'dataset', key: 'rwa' }
const own: KeptItem = { kind: 'dashboard', id: 'ABC-1', name: 'Desk' }
const tile: StarredTile = {
  kind: 'tile',
  liveboardId: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01',
  tabId: null,
  vizId: 'price',
  title: 'Price',
}
const after = (...changes: readonly KeptChange[]): Kept => changes.reduce(keptStep, nothingKept)
const starred = (item: KeptItem): KeptChange => ({ kind: 'starred', item })
const visited = (item: KeptItem): KeptChange => ({ kind: 'visited', item })

describe('favourites', () => {
  test('stand in the order of starring, each once', () => {
    expect(after(starred(rwa), starred(tile), starred(rwa)).favourites).toEqual([rwa, tile])
  })

  test('are the same thing under another name or in other letters', () => {
    const again: KeptItem = { kind: 'dashboard', id: 'abc-1', name: 'Renamed' }
    expect(keptId(again)).toBe(keptId(own))
    const kept = after(starred(own), visited(again))
    expect(kept.favourites).toEqual([again])
  })

  test('go when the star is taken away, and from everywhere when the thing is gone', () => {
    const kept = after(starred(own), starred(rwa), visited(own))
    expect(keptStep(kept, { kind: 'unstarred', id: keptId(own) })).toEqual({
      favourites: [rwa],
      recents: [own],
    })
    expect(keptStep(kept, { kind: 'gone', id: keptId(own) })).toEqual({ favourites: [rwa], recents: [] })
  })

  test('on a dashboard go with it: a tile of what is gone has no place to stand', () => {
    const board: KeptItem = { kind: 'dashboard', id: tile.liveboardId.toUpperCase(), name: 'Desk' }
    const kept = after(starred(board), starred(tile), starred(rwa))
    expect(keptStep(kept, { kind: 'gone', id: keptId(board) }).favourites).toEqual([rwa])
    expect(keptStep(after(starred(tile)), { kind: 'gone', id: keptId(own) }).favourites).toEqual([tile])
    // Nor does it take the star of the board itself to go.
    expect(keptStep(after(starred(tile)), { kind: 'gone', id: keptId(board) }).favourites).toEqual([])
  })

  test('the oldest makes room', () => {
    const many = Array.from({ length: keptLimits.favourites + 1 }, (_, index): KeptItem => ({
      kind: 'dashboard',
      id: `d${index}`,
      name: 'D',
    }))
    const { favourites } = after(...many.map(starred))
    expect(favourites).toHaveLength(keptLimits.favourites)
    expect(favourites[0]).toEqual(many[1])
  })
})

describe('recents', () => {
  test('have the newest first, each once, and so many', () => {
    expect(after(visited(bitcoin), visited(rwa), visited(bitcoin)).recents).toEqual([bitcoin, rwa])
    const many = Array.from({ length: 30 }, (_, index) =>
      visited({ kind: 'dashboard', id: `d${index}`, name: 'D' }),
    )
    expect(after(...many).recents).toHaveLength(keptLimits.recents)
  })
})

test('a change that changes nothing is the same object', () => {
  const kept = after(starred(rwa), visited(rwa))
  const none: readonly KeptChange[] = [
    starred(rwa),
    visited(rwa),
    { kind: 'unstarred', id: 'dataset:etf' },
    { kind: 'gone', id: 'dataset:etf' },
  ]
  for (const change of none) expect(keptStep(kept, change)).toBe(kept)
})

describe('what is stored', () => {
  test('comes back as it was', () => {
    const kept = after(starred(own), starred(tile), starred(rwa), visited(bitcoin))
    expect(readKept(keptText(kept))).toEqual(kept)
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
    expect(readKept(text)).toEqual(nothingKept)
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
    expect(readKept(text)).toEqual({ favourites: [rwa], recents: [own] })
  })

  test('a name is cut to what can be read back, and never in the middle of a sign', () => {
    expect(keptName('Desk')).toBe('Desk')
    expect(keptName(`${'a'.repeat(199)}🚀`)).toBe('a'.repeat(199))
  })
})
