import { describe, expect, test } from 'vitest'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import {
  memoryPreferenceService,
  type MemoryPreferenceService,
} from '../../../src/adapters/preference-service/memory-preference-service'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import { memoryBrowser, memorySiblingTabs } from '../../../src/adapters/sibling-tabs/memory-sibling-tabs'
import {
  createFavoritesStore,
  favoritesKey,
  type FavoritesStore,
} from '../../../src/core/favorites/favorites-store'
import { itemId, noFavorites, type Favorites, type FavoriteItem } from '../../../src/core/favorites/favorites'
import { stripKey } from '../../../src/core/favorites/strip'
import { mergedFavorites } from '../../../src/core/favorites/favorites-sync'
import { favoritesText, readFavorites } from '../../../src/core/favorites/stored-favorites'
import { fail, ok } from '../../../src/core/kernel/result'
import type { PreferenceService } from '../../../src/core/ports/preference-service'
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

function openTab(
  keyValueStore: KeyValueStore,
  tabs = memorySiblingTabs(),
  preferenceService: PreferenceService | null = null,
): Tab {
  const listeners = new Set<(state: AuthState) => void>()
  let state = initialAuthState
  let shown: Favorites | undefined
  const journal = memoryJournal()
  const keep = createFavoritesStore(
    { journal, keyValueStore, preferenceService, siblingTabs: tabs },
    {
      state: () => state,
      accessToken: async () =>
        state.isAuthenticated
          ? ok('token-of-ada')
          : fail({ kind: 'session-failure', text: 'Not authenticated' }),
      watch(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    () => 'copy',
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

describe('stored favorites', () => {
  test('are per user, leave the screen at sign-out, and return at sign-in', async () => {
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

  test('are empty while nobody is signed in', async () => {
    const store = memoryKeyValueStore()
    const tab = openTab(store)
    tab.become(nobody)
    expect(await tab.keep.change({ kind: 'starred', item: rwa })).toEqual({ ok: true, value: undefined })
    expect(tab.shown()).toEqual(noFavorites)
    expect(store.read(favoritesKey(sessionKey(nobody)))).toEqual({ ok: true, value: null })
  })

  test('survive a reload', async () => {
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

describe('the layout of Home’s strip', () => {
  const tile: FavoriteItem = {
    kind: 'tile',
    dashboardId: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01',
    tabId: null,
    chartId: 'price',
    title: 'Price',
  }

  test('is stored while a user is signed in, and removed at sign-out', async () => {
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

  test('survives a page whose session is not yet known, not one that finds no session', () => {
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

  test('agree, and neither loses a favorite of the other', async () => {
    const [one, other] = two()
    for (const tab of [one, other]) tab.become(person('ada'))
    await one.keep.change({ kind: 'starred', item: rwa })
    await expect.poll(() => other.shown().favorites).toEqual([rwa])
    await other.keep.change({ kind: 'starred', item: etf })
    await expect.poll(() => one.shown().favorites).toEqual([rwa, etf])
    await one.keep.change({ kind: 'unstarred', id: itemId(rwa) })
    await expect.poll(() => other.shown().favorites).toEqual([etf])
  })

  test('lose nothing where storage refused one of them for a while', async () => {
    const store = memoryKeyValueStore()
    const full = { on: false }
    const sometimesFull: KeyValueStore = {
      ...store,
      write: (key, value) => (full.on ? fail({ kind: 'store-full' }) : store.write(key, value)),
    }
    const tabs = memoryBrowser()
    const [one, other] = [openTab(sometimesFull, tabs.open()), openTab(store, tabs.open())]
    for (const tab of [one, other]) tab.become(person('ada'))
    full.on = true
    expect((await one.keep.change({ kind: 'starred', item: rwa })).ok).toBe(false)
    full.on = false
    await other.keep.change({ kind: 'starred', item: etf })
    await expect.poll(() => one.shown().favorites).toEqual([etf, rwa])
    await other.keep.change({ kind: 'unstarred', id: itemId(etf) })
    await expect.poll(() => one.shown().favorites).toEqual([rwa])
    const lending: FavoriteItem = { kind: 'dataset', key: 'lending' }
    await one.keep.change({ kind: 'starred', item: lending })
    await expect.poll(() => other.shown().favorites).toEqual([rwa, lending])
  })

  test('of two users do not share favorites', async () => {
    const [one, other] = two()
    one.become(person('ada'))
    other.become(person('bob'))
    await one.keep.change({ kind: 'starred', item: rwa })
    await other.keep.change({ kind: 'starred', item: etf })
    await expect.poll(() => one.shown().favorites).toEqual([rwa])
    expect(other.shown().favorites).toEqual([etf])
  })
})

describe('a service that stores favorites across browsers', () => {
  const token = 'token-of-ada'
  const lending: FavoriteItem = { kind: 'dataset', key: 'lending' }
  const textOf = (...favorites: readonly FavoriteItem[]) => favoritesText({ favorites, recents: [] }, 'copy')
  const browser = (service: MemoryPreferenceService, store: KeyValueStore = memoryKeyValueStore()): Tab => {
    const tab = openTab(store, memorySiblingTabs(), service)
    tab.become(person('ada'))
    return tab
  }

  test('receives favorites, and other browsers get them from it', async () => {
    const service = memoryPreferenceService()
    const one = browser(service)
    await one.keep.change({ kind: 'starred', item: rwa })
    await one.keep.change({ kind: 'visited', item: etf })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa))
    const other = browser(service)
    await expect.poll(() => other.shown().favorites).toEqual([rwa])
    // Recents stay in the browser.
    expect(other.shown().recents).toEqual([])
  })

  test('that is unreachable costs nothing: the browser keeps its favorites, and both are merged later', async () => {
    const service = memoryPreferenceService()
    service.put(token, textOf(lending))
    const away = { kind: 'preferences-unreachable' } as const
    service.failNext(away)
    const tab = browser(service)
    await expect
      .poll(() => tab.notes)
      .toContain('Favorites kept in this browser only: preferences-unreachable')
    service.failNext(away)
    expect((await tab.keep.change({ kind: 'starred', item: rwa })).ok).toBe(true)
    expect(tab.shown().favorites).toEqual([rwa])
    await expect.poll(() => tab.notes).toHaveLength(2)
    await tab.keep.change({ kind: 'starred', item: etf })
    await expect.poll(() => service.stored(token)).toBe(textOf(lending, rwa, etf))
    expect(tab.shown().favorites).toEqual([lending, rwa, etf])
  })

  test('merges concurrent changes of two browsers: removals and additions of both apply', async () => {
    const service = memoryPreferenceService()
    const one = browser(service)
    await one.keep.change({ kind: 'starred', item: rwa })
    await one.keep.change({ kind: 'starred', item: etf })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa, etf))
    // The other browser has replaced rwa with lending meanwhile; this one removes etf.
    service.put(token, textOf(etf, lending))
    await one.keep.change({ kind: 'unstarred', id: itemId(etf) })
    await expect.poll(() => service.stored(token)).toBe(textOf(lending))
    await expect.poll(() => one.shown().favorites).toEqual([lending])
  })

  test('a failed write does not restore a favorite that another browser removed', async () => {
    const service = memoryPreferenceService()
    let away = false
    const tab = openTab(memoryKeyValueStore(), memorySiblingTabs(), {
      read: (access) => service.read(access),
      write: async (...given) => (away ? fail({ kind: 'preferences-unreachable' }) : service.write(...given)),
    })
    tab.become(person('ada'))
    await tab.keep.change({ kind: 'starred', item: rwa })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa))
    service.put(token, textOf(rwa, lending))
    away = true
    await tab.keep.change({ kind: 'starred', item: etf })
    await expect.poll(() => tab.shown().favorites).toContainEqual(lending)
    away = false
    service.put(token, textOf(rwa))
    await tab.keep.change({ kind: 'unstarred', id: itemId(etf) })
    await expect.poll(() => tab.shown().favorites).toEqual([rwa])
    expect(service.stored(token)).toBe(textOf(rwa))
  })

  test('a favorite whose stored write got no answer, and that is removed then, stays removed', async () => {
    const service = memoryPreferenceService()
    const away = fail({ kind: 'preferences-unreachable' } as const)
    let endsNext = false
    let isAway = false
    const tab = openTab(memoryKeyValueStore(), memorySiblingTabs(), {
      read: async (access) => (isAway ? away : service.read(access)),
      async write(...given) {
        const written = await service.write(...given)
        isAway = endsNext
        return isAway ? away : written
      },
    })
    tab.become(person('ada'))
    await tab.keep.change({ kind: 'starred', item: rwa })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa))
    endsNext = true
    await tab.keep.change({ kind: 'starred', item: etf })
    await expect.poll(() => tab.notes.length).toBeGreaterThan(0)
    expect(service.stored(token)).toBe(textOf(rwa, etf))
    endsNext = false
    isAway = false
    await tab.keep.change({ kind: 'unstarred', id: itemId(etf) })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa))
    expect(tab.shown().favorites).toEqual([rwa])
  })

  test('a conflicting write is merged and retried, three times at most', async () => {
    const service = memoryPreferenceService()
    const tab = browser(service)
    let reads = 0
    const busy: PreferenceService = {
      async read(access) {
        reads += 1
        const read = await service.read(access)
        service.put(access, textOf(etf))
        return read
      },
      write: (...given) => service.write(...given),
    }
    const other = openTab(memoryKeyValueStore(), memorySiblingTabs(), busy)
    other.become(person('ada'))
    await expect.poll(() => reads).toBe(1)
    await other.keep.change({ kind: 'starred', item: rwa })
    await expect.poll(() => other.notes).toContain('Favorites kept in this browser only: preferences-changed')
    expect(other.shown().favorites).toEqual(expect.arrayContaining([rwa]))
    expect(tab.notes).toEqual([])
  })

  test('sends nothing of one user for another', async () => {
    const service = memoryPreferenceService()
    const tab = browser(service)
    await tab.keep.change({ kind: 'starred', item: rwa })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa))
    tab.become(nobody)
    expect(tab.shown()).toEqual(noFavorites)
    await tab.keep.change({ kind: 'starred', item: etf })
    expect(service.stored(token)).toBe(textOf(rwa))
  })

  const merged = (...lists: readonly (readonly FavoriteItem[])[]) => {
    const [common = noFavorites, mine = noFavorites, theirs = noFavorites] = lists.map((favorites) => ({
      favorites,
      recents: [],
    }))
    return mergedFavorites(common, mine, theirs).favorites
  }

  test('the first merge keeps everything of both, in the service’s order', () => {
    expect(merged([], [rwa, etf], [lending, etf])).toEqual([lending, etf, rwa])
    expect(merged([rwa, etf], [rwa, etf], [etf])).toEqual([etf])
    expect(merged([rwa, etf], [etf], [rwa, etf])).toEqual([etf])
    expect(merged([rwa], [rwa], [rwa])).toEqual([rwa])
    expect(merged([rwa], [], [])).toEqual([])
  })

  test('the merge takes the new name from either browser', () => {
    const before = { kind: 'dashboard', id: 'd1', name: 'Note' } as const
    const renamed = { ...before, name: 'London note' }
    expect(merged([before], [renamed], [before])).toEqual([renamed])
    expect(merged([before], [before], [renamed])).toEqual([renamed])
  })

  test('keeps favorites of kinds that only a later portal knows, also when this one writes', async () => {
    const service = memoryPreferenceService()
    const later = { kind: 'dataset', key: 'memecoins' }
    service.put(token, JSON.stringify({ version: 1, favourites: [later, rwa] }))
    const tab = browser(service)
    await expect.poll(() => tab.shown().favorites).toEqual([rwa])
    await tab.keep.change({ kind: 'starred', item: etf })
    await expect.poll(() => service.stored(token)).toContain('"etf"')
    expect(service.stored(token)).toContain(JSON.stringify(later))
    service.put(token, textOf(rwa, etf))
    await tab.keep.change({ kind: 'unstarred', id: itemId(rwa) })
    await expect.poll(() => service.stored(token)).toBe(textOf(etf))
  })

  test('a text in a later format stays unchanged, and new favorites last for this page', async () => {
    const store = memoryKeyValueStore()
    const key = favoritesKey(sessionKey(person('ada')))
    store.write(key, '{"version":2,"stars":[1]}')
    const tab = openTab(store, memorySiblingTabs())
    tab.become(person('ada'))
    await tab.keep.change({ kind: 'visited', item: rwa })
    expect((await tab.keep.change({ kind: 'starred', item: etf })).ok).toBe(false)
    expect(tab.shown()).toEqual({ favorites: [etf], recents: [rwa] })
    expect(store.read(key)).toEqual({ ok: true, value: '{"version":2,"stars":[1]}' })
  })

  test('that has lost everything is restored from this browser', async () => {
    const service = memoryPreferenceService()
    const store = memoryKeyValueStore()
    const first = browser(service, store)
    await first.keep.change({ kind: 'starred', item: rwa })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa))
    const emptied = memoryPreferenceService()
    const again = browser(emptied, store)
    await expect.poll(() => emptied.stored(token)).toBe(textOf(rwa))
    expect(again.shown().favorites).toEqual([rwa])
  })

  test('that is another one, or has lost everything, keeps what any browser brings', async () => {
    const [laptop, office] = [memoryKeyValueStore(), memoryKeyValueStore()]
    const service = memoryPreferenceService()
    const first = browser(service, laptop)
    await first.keep.change({ kind: 'starred', item: rwa })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa))
    await first.keep.change({ kind: 'starred', item: etf })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa, etf))
    // The office has starred something else at the new service, of which the laptop knows nothing.
    const another = memoryPreferenceService()
    another.put(token, textOf(lending).replace('"copy"', '"another copy"'))
    const [atOffice, atLaptop] = [browser(another, office), browser(another, laptop)]
    await expect.poll(() => atLaptop.shown().favorites).toEqual([lending, rwa, etf])
    await expect.poll(() => another.stored(token)).toContain('rwa')
    // From then on it is in common: what one removes is removed.
    await atLaptop.keep.change({ kind: 'unstarred', id: itemId(rwa) })
    await expect.poll(() => another.stored(token)).not.toContain('rwa')
    await atOffice.keep.change({ kind: 'starred', item: rwa })
    await atOffice.keep.change({ kind: 'unstarred', id: itemId(rwa) })
    await expect.poll(() => atOffice.shown().favorites).toEqual([lending, etf])
  })

  test('with the copy of an older portal, which has no id, removals count in every browser', async () => {
    const service = memoryPreferenceService()
    const [laptop, office] = [memoryKeyValueStore(), memoryKeyValueStore()]
    const older = favoritesText({ favorites: [rwa, etf], recents: [] })
    const session = sessionKey(person('ada'))
    service.put(token, older)
    for (const store of [laptop, office])
      for (const key of [favoritesKey(session), `assay.favorites-common.${session}`]) store.write(key, older)
    const atOffice = browser(service, office)
    await expect.poll(() => atOffice.shown().favorites).toEqual([rwa, etf])
    await atOffice.keep.change({ kind: 'unstarred', id: itemId(etf) })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa))
    const atLaptop = browser(service, laptop)
    await expect.poll(() => atLaptop.shown().favorites).toEqual([rwa])
    // A page of the older portal is still open somewhere, and removes another one.
    service.put(token, favoritesText({ favorites: [], recents: [] }))
    const again = browser(service, laptop)
    await expect.poll(() => again.shown().favorites).toEqual([])
    expect(readFavorites(service.stored(token)).favorites).toEqual([])
  })

  test('a tab that was open before the first star does not undo what another browser removed', async () => {
    const service = memoryPreferenceService()
    const store = memoryKeyValueStore()
    let reads = 0
    const counted: MemoryPreferenceService = {
      ...service,
      read(access) {
        reads += 1
        return service.read(access)
      },
    }
    const [idle, busy] = [browser(counted, store), browser(counted, store)]
    await expect.poll(() => reads).toBe(2)
    await busy.keep.change({ kind: 'starred', item: rwa })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa))
    await busy.keep.change({ kind: 'starred', item: lending })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa, lending))
    service.put(token, textOf(lending))
    await idle.keep.change({ kind: 'starred', item: etf })
    await expect.poll(() => service.stored(token)).toBe(textOf(lending, etf))
  })

  test('whoever leaves during a write has it in common with the service all the same', async () => {
    const service = memoryPreferenceService()
    const store = memoryKeyValueStore()
    const tab = openTab(store, memorySiblingTabs(), {
      read: (access) => service.read(access),
      async write(...given) {
        const written = await service.write(...given)
        if (given[1].includes('etf')) tab.become(nobody)
        return written
      },
    })
    tab.become(person('ada'))
    await tab.keep.change({ kind: 'starred', item: rwa })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa))
    await tab.keep.change({ kind: 'starred', item: etf })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa, etf))
    await expect.poll(() => tab.shown()).toEqual(noFavorites)
    // Another browser removes it meanwhile.
    service.put(token, textOf(rwa))
    const again = browser(service, store)
    await expect.poll(() => again.shown().favorites).toEqual([rwa])
    expect(service.stored(token)).toBe(textOf(rwa))
  })

  test('keeps what this browser could not store, also after a reload', async () => {
    const service = memoryPreferenceService()
    const store = memoryKeyValueStore()
    let isFull = false
    const filling: KeyValueStore = {
      ...store,
      write: (key, value) =>
        isFull && key.startsWith('assay.kept.') ? fail({ kind: 'store-full' }) : store.write(key, value),
    }
    const tab = browser(service, filling)
    await tab.keep.change({ kind: 'starred', item: rwa })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa))
    isFull = true
    await tab.keep.change({ kind: 'starred', item: etf })
    await tab.keep.change({ kind: 'starred', item: lending })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa, etf, lending))
    await tab.keep.change({ kind: 'unstarred', id: itemId(lending) })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa, etf))
    const again = browser(service, filling)
    await expect.poll(() => again.shown().favorites).toEqual([rwa, etf])
    expect(service.stored(token)).toBe(textOf(rwa, etf))
  })

  test('keeps everything after a rollback, when this browser’s text is in a later format', async () => {
    const service = memoryPreferenceService()
    const store = memoryKeyValueStore()
    const before = browser(service, store)
    await before.keep.change({ kind: 'starred', item: rwa })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa))
    store.write(favoritesKey(sessionKey(person('ada'))), '{"version":2,"stars":["rwa"]}')
    for (const _load of [1, 2]) {
      const tab = browser(service, store)
      await expect.poll(() => tab.shown().favorites).toEqual([rwa])
      expect(service.stored(token)).toBe(textOf(rwa))
    }
  })

  test('that has unreadable text: neither side is changed', async () => {
    const service = memoryPreferenceService()
    const later = '{"version":2,"favorites":["anything"]}'
    service.put(token, later)
    const tab = browser(service)
    await tab.keep.change({ kind: 'starred', item: rwa })
    await expect.poll(() => tab.notes).toContain('Favorites kept in this browser only: preferences-malformed')
    expect(tab.shown().favorites).toEqual([rwa])
    expect(service.stored(token)).toBe(later)
  })

  test('keeps removals even where the browser stores nothing', async () => {
    const service = memoryPreferenceService()
    const tab = browser(service, memoryKeyValueStore({ capacity: 0 }))
    await tab.keep.change({ kind: 'starred', item: rwa })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa))
    await tab.keep.change({ kind: 'unstarred', id: itemId(rwa) })
    await expect.poll(() => service.stored(token)).toBe(textOf())
    expect(tab.shown().favorites).toEqual([])
  })

  test('receives no request for a mere page visit', async () => {
    const service = memoryPreferenceService()
    let reads = 0
    const counted: PreferenceService = {
      read: (access) => {
        reads += 1
        return service.read(access)
      },
      write: (...given) => service.write(...given),
    }
    const tab = openTab(memoryKeyValueStore(), memorySiblingTabs(), counted)
    tab.become(person('ada'))
    await tab.keep.change({ kind: 'starred', item: rwa })
    await expect.poll(() => service.stored(token)).toBe(textOf(rwa))
    const before = reads
    await tab.keep.change({ kind: 'visited', item: etf })
    await tab.keep.change({ kind: 'visited', item: rwa })
    expect(reads).toBe(before)
  })
})

describe('broken storage costs only persistence', () => {
  const blocked: KeyValueStore = {
    read: () => fail({ kind: 'store-blocked' }),
    write: () => fail({ kind: 'store-blocked' }),
    remove: () => fail({ kind: 'store-blocked' }),
  }

  test.each([
    ['blocked', blocked],
    ['full', memoryKeyValueStore({ capacity: 0 })],
  ])('%s: this page keeps the favorite, and reports that it is not stored', async (_name, store) => {
    const tab = openTab(store)
    tab.become(person('ada'))
    expect((await tab.keep.change({ kind: 'starred', item: rwa })).ok).toBe(false)
    await tab.keep.change({ kind: 'starred', item: etf })
    expect(tab.shown().favorites).toEqual([rwa, etf])
    expect(tab.notes[0]).toMatch(/^Favorites not stored: store-/)
  })

  test('cleared while the page is open: the favorites on screen stay', async () => {
    const store = memoryKeyValueStore()
    const tab = openTab(store)
    tab.become(person('ada'))
    await tab.keep.change({ kind: 'starred', item: rwa })
    store.remove(favoritesKey(sessionKey(person('ada'))))
    await tab.keep.change({ kind: 'starred', item: etf })
    expect(tab.shown().favorites).toEqual([rwa, etf])
  })

  test('corrupt: reads as empty', async () => {
    const store = memoryKeyValueStore()
    store.write(favoritesKey(sessionKey(person('ada'))), '{"version":1,"favourites":[{]')
    const tab = openTab(store)
    tab.become(person('ada'))
    expect(tab.shown()).toEqual(noFavorites)
    expect((await tab.keep.change({ kind: 'starred', item: rwa })).ok).toBe(true)
  })
})
