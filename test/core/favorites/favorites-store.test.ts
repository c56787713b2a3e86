import { describe, expect, test } from 'vitest'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import { memoryBrowser, memorySiblingTabs } from '../../../src/adapters/sibling-tabs/memory-sibling-tabs'
import {
  createFavoritesStore,
  favoritesKey,
  type FavoritesStore,
} from '../../../src/core/favorites/favorites-store'
import { itemId, noFavorites, type Favorites, type FavoriteItem } from '../../../src/core/favorites/favorites'
import { stripKey } from '../../../src/core/favorites/strip'
import { fail } from '../../../src/core/kernel/result'
import type { KeyValueStore } from '../../../src/core/ports/key-value-store'
import { initialAuthState, type AuthState } from '../../../src/core/session/auth-state'
import { sessionKey } from '../../../src/core/session/session-key'

const rwa: FavoriteItem = { kind: 'dataset', key: 'rwa' }
const etf: FavoriteItem = { kind: 'dataset', key: 'etf' }
const person = (subject: string): AuthState => ({
  ...initialAuthState,
  isLoading: false,
  isAuthenticated: true,
  user: { subject, issuer: 'http://identity.invalid/' },
})
const nobody: AuthState = { ...initialAuthState, isLoading: false }

interface Tab {
  readonly keep: FavoritesStore
  readonly shown: () => Favorites
  readonly become: (state: AuthState) => void
  readonly notes: readonly string[]
}

function openTab(keyValueStore: KeyValueStore, tabs = memorySiblingTabs()): Tab {
  const listeners = new Set<(state: AuthState) => void>()
  let state = initialAuthState
  let shown: Favorites | undefined
  const journal = memoryJournal()
  const keep = createFavoritesStore(
    { journal, keyValueStore, siblingTabs: tabs },
    {
      state: () => state,
      watch(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  )
  keep.subscribe((favorites) => {
    shown = favorites
  })
  return {
    keep,
    shown: () => shown ?? noFavorites,
    become(next) {
      state = next
      for (const listener of listeners) listener(state)
    },
    get notes() {
      return journal.entries.map(({ text }) => text)
    },
  }
}

describe('what is kept', () => {
  test('is each person’s own, gone from the screen when they leave, and there when they come back', async () => {
    const tab = openTab(memoryKeyValueStore())
    tab.become(person('ada'))
    await tab.keep.change({ kind: 'starred', item: rwa })
    expect(tab.shown().favorites).toEqual([rwa])
    tab.become(nobody)
    expect(tab.shown()).toEqual(noFavorites)
    tab.become(person('bob'))
    expect(tab.shown()).toEqual(noFavorites)
    tab.become(person('ada'))
    expect(tab.shown().favorites).toEqual([rwa])
  })

  test('is nothing while nobody is signed in', async () => {
    const store = memoryKeyValueStore()
    const tab = openTab(store)
    tab.become(nobody)
    expect(await tab.keep.change({ kind: 'starred', item: rwa })).toEqual({ ok: true, value: undefined })
    expect(tab.shown()).toEqual(noFavorites)
    expect(store.read(favoritesKey(sessionKey(nobody)))).toEqual({ ok: true, value: null })
  })

  test('survives a reload', async () => {
    const store = memoryKeyValueStore()
    const before = openTab(store)
    before.become(person('ada'))
    await before.keep.change({ kind: 'starred', item: rwa })
    await before.keep.change({ kind: 'visited', item: etf })
    const reloaded = openTab(store)
    reloaded.become(person('ada'))
    expect(reloaded.shown()).toEqual({ favorites: [rwa], recents: [etf] })
  })
})

describe('the room of Home’s strip', () => {
  const tile: FavoriteItem = {
    kind: 'tile',
    dashboardId: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01',
    tabId: null,
    chartId: 'price',
    title: 'Price',
  }

  test('is remembered while somebody is signed in, and forgotten when they leave', async () => {
    const store = memoryKeyValueStore()
    const room = (): unknown => store.read(stripKey)
    const tab = openTab(store)
    tab.become(person('ada'))
    expect(room()).toEqual({ ok: true, value: null })
    await tab.keep.change({ kind: 'starred', item: tile })
    await tab.keep.change({ kind: 'visited', item: rwa })
    expect(room()).toEqual({ ok: true, value: 'links tiles-1' })
    tab.become(nobody)
    expect(room()).toEqual({ ok: true, value: null })
    tab.become(person('ada'))
    expect(room()).toEqual({ ok: true, value: 'links tiles-1' })
    await tab.keep.change({ kind: 'unstarred', id: itemId(tile) })
    expect(room()).toEqual({ ok: true, value: 'links' })
  })

  test('outlives a page that does not know yet who is here, not one that finds nobody', () => {
    const store = memoryKeyValueStore()
    store.write(stripKey, 'tiles-3')
    const tab = openTab(store)
    expect(store.read(stripKey)).toEqual({ ok: true, value: 'tiles-3' })
    tab.become(nobody)
    expect(store.read(stripKey)).toEqual({ ok: true, value: null })
  })
})

describe('two tabs', () => {
  function two(): readonly [Tab, Tab] {
    const store = memoryKeyValueStore()
    const browser = memoryBrowser()
    return [openTab(store, browser.open()), openTab(store, browser.open())]
  }

  test('agree, and neither loses what the other has starred', async () => {
    const [one, other] = two()
    for (const tab of [one, other]) tab.become(person('ada'))
    await one.keep.change({ kind: 'starred', item: rwa })
    await expect.poll(() => other.shown().favorites).toEqual([rwa])
    await other.keep.change({ kind: 'starred', item: etf })
    await expect.poll(() => one.shown().favorites).toEqual([rwa, etf])
    await one.keep.change({ kind: 'unstarred', id: itemId(rwa) })
    await expect.poll(() => other.shown().favorites).toEqual([etf])
  })

  test('of two people do not', async () => {
    const [one, other] = two()
    one.become(person('ada'))
    other.become(person('bob'))
    await one.keep.change({ kind: 'starred', item: rwa })
    await other.keep.change({ kind: 'starred', item: etf })
    await expect.poll(() => one.shown().favorites).toEqual([rwa])
    expect(other.shown().favorites).toEqual([etf])
  })
})

describe('storage that does not work costs only that', () => {
  const blocked: KeyValueStore = {
    read: () => fail({ kind: 'store-blocked' }),
    write: () => fail({ kind: 'store-blocked' }),
    remove: () => fail({ kind: 'store-blocked' }),
  }

  test.each([
    ['blocked', blocked],
    ['full', memoryKeyValueStore({ capacity: 0 })],
  ])('%s: this page has it, and says that the next will not', async (_name, store) => {
    const tab = openTab(store)
    tab.become(person('ada'))
    expect((await tab.keep.change({ kind: 'starred', item: rwa })).ok).toBe(false)
    await tab.keep.change({ kind: 'starred', item: etf })
    expect(tab.shown().favorites).toEqual([rwa, etf])
    expect(tab.notes[0]).toMatch(/^Favorites not stored: store-/)
  })

  test('corrupt: as if nothing was kept', async () => {
    const store = memoryKeyValueStore()
    store.write(favoritesKey(sessionKey(person('ada'))), '{"version":1,"favourites":[{]')
    const tab = openTab(store)
    tab.become(person('ada'))
    expect(tab.shown()).toEqual(noFavorites)
    expect((await tab.keep.change({ kind: 'starred', item: rwa })).ok).toBe(true)
  })
})
