import { fail, ok, type Result } from '../kernel/result'
import type { Ports } from '../ports'
import type { StoreFailure } from '../ports/key-value-store'
import { anonymousSession, sessionKey } from '../session/session-key'
import type { SessionStore } from '../session/session-store'
import {
  isFavorite,
  itemId,
  noFavorites,
  type FavoriteItem,
  type Favorites,
  type FavoritesChange,
} from './favorites'
import { favoritesSync, mergedFavorites } from './favorites-sync'
import { favoriteLimits, favoritesText, isFull, isLaterText, readFavorites } from './stored-favorites'
import { stripLayoutFor, stripKey, stripLayoutText } from './strip'

/** Each person's own, by issuer and subject. */
export const favoritesKey = (session: string): string => `assay.kept.${session}`

export type ChangeFavorites = (change: FavoritesChange) => Promise<Result<void, StoreFailure>>

/** One person's favorites and recents, on screen and in storage. */
export interface FavoritesStore {
  /** A failure means that this page has it and the next one will not. Without a session nothing is stored at all. */
  readonly change: ChangeFavorites
  /** Calls back at once with the present value, then on every change, here or in another tab. Returns the way to stop. */
  subscribe(listener: (favorites: Favorites) => void): () => void
}

type Needs = Pick<Ports, 'journal' | 'keyValueStore' | 'preferenceService' | 'siblingTabs'>

export function createFavoritesStore(
  { journal, keyValueStore, preferenceService, siblingTabs }: Needs,
  session: Pick<SessionStore, 'state' | 'watch' | 'accessToken'>,
): FavoritesStore {
  const listeners = new Set<(favorites: Favorites) => void>()
  let owner = anonymousSession
  let favorites = noFavorites
  /** While storage takes nothing, and this page holds more than it: what was stored when both were last compared. */
  let unwritten: Favorites | null = null
  const rememberLayout = layoutMemory(keyValueStore)

  function show(next: Favorites): void {
    favorites = next
    if (owner !== anonymousSession) rememberLayout(stripLayoutText(stripLayoutFor(favorites)))
    for (const listener of listeners) listener(favorites)
  }

  const inStorage = (): Favorites | null => storedOf(keyValueStore, owner)

  function stored(): Favorites {
    const there = inStorage()
    // Whoever cleared this browser's storage meanwhile has them on screen still.
    if (there === null) return favorites
    if (unwritten === null) return there
    // Another tab may have had more luck: neither's changes are lost.
    favorites = mergedFavorites(unwritten, favorites, there)
    unwritten = there
    return favorites
  }

  function keep(next: Favorites): Result<void, StoreFailure> {
    const written = write(keyValueStore, owner, next)
    unwritten = written.ok ? null : (unwritten ?? inStorage() ?? noFavorites)
    if (written.ok) siblingTabs.post({ kind: 'favorites-changed', session: owner })
    else noteUnstored(journal, written.failure)
    show(next)
    return written
  }
  const local = { owner: () => owner, read: stored, replace: keep }
  const bringTogether =
    preferenceService && favoritesSync({ journal, keyValueStore, preferenceService }, session, local)

  function follow(): void {
    const key = sessionKey(session.state())
    if (key === anonymousSession && !session.state().isLoading) rememberLayout('')
    if (key === owner) return
    owner = key
    unwritten = null
    favorites = noFavorites
    show(key === anonymousSession ? noFavorites : stored())
    if (key !== anonymousSession) void bringTogether?.()
  }
  session.watch(follow)
  follow()
  siblingTabs.watch((message) => {
    if (message.kind === 'favorites-changed' && message.session === owner) show(stored())
  })

  return {
    async change(change) {
      if (owner === anonymousSession) return ok()
      // Another tab may have written since: its change stays.
      const before = stored()
      const next = favoritesReducer(before, change)
      if (next === before) {
        show(next)
        return ok()
      }
      const written = keep(next)
      if (next.favorites !== before.favorites) void bringTogether?.()
      return written
    },
    subscribe(listener) {
      listeners.add(listener)
      listener(favorites)
      return () => void listeners.delete(listener)
    },
  }
}

/** Null where nothing is stored, or nothing can be read. */
function storedOf(keyValueStore: Needs['keyValueStore'], owner: string): Favorites | null {
  const text = keyValueStore.read(favoritesKey(owner))
  return text.ok && text.value !== null ? readFavorites(text.value) : null
}

/** Over what only a later portal can read nothing is written. */
function write(
  keyValueStore: Needs['keyValueStore'],
  owner: string,
  favorites: Favorites,
): Result<void, StoreFailure> {
  const there = keyValueStore.read(favoritesKey(owner))
  return there.ok && there.value !== null && isLaterText(there.value)
    ? fail({ kind: 'store-blocked' })
    : keyValueStore.write(favoritesKey(owner), favoritesText(favorites))
}

function noteUnstored(journal: Needs['journal'], failure: StoreFailure): void {
  journal.record({
    level: 'info',
    where: 'favorites',
    text: `Favorites not stored: ${failure.kind}`,
    failure,
  })
}

/** The next page has room for it in its first painted frame. Storage that takes nothing costs only that. */
function layoutMemory(keyValueStore: Needs['keyValueStore']): (text: string) => void {
  /** As it was last stored; null while that is not known. */
  let layout: string | null = null
  return (text) => {
    if (text === layout) return
    layout = text
    if (text === '') keyValueStore.remove(stripKey)
    else keyValueStore.write(stripKey, text)
  }
}

/** One step. The same object when nothing has changed. */
export function favoritesReducer(state: Favorites, change: FavoritesChange): Favorites {
  switch (change.kind) {
    case 'visited':
      return visited(state, change.item)
    case 'starred':
      return isFavorite(state, itemId(change.item)) || isFull(state)
        ? state
        : { ...state, favorites: [...state.favorites, change.item] }
    case 'unstarred':
      return isFavorite(state, change.id)
        ? { ...state, favorites: without(state.favorites, change.id) }
        : state
    case 'gone': {
      const favorites = state.favorites.filter((item) => !standsOn(item, change.id))
      const recents = state.recents.filter((item) => !standsOn(item, change.id))
      const same = favorites.length === state.favorites.length && recents.length === state.recents.length
      return same ? state : { ...state, favorites, recents }
    }
  }
}

/** To the front; a favorite takes the name it has now. */
function visited(state: Favorites, item: FavoriteItem): Favorites {
  const id = itemId(item)
  const [last] = state.recents
  if (last !== undefined && JSON.stringify(last) === JSON.stringify(item)) return state
  const renamed = (one: FavoriteItem): boolean =>
    itemId(one) === id && JSON.stringify(one) !== JSON.stringify(item)
  return {
    ...state,
    favorites: state.favorites.some(renamed)
      ? state.favorites.map((one) => (itemId(one) === id ? item : one))
      : state.favorites,
    recents: [item, ...without(state.recents, id)].slice(0, favoriteLimits.recents),
  }
}

/** It is this thing, or a tile of this dashboard. */
function standsOn(item: FavoriteItem, id: string): boolean {
  if (itemId(item) === id) return true
  return item.kind === 'tile' && itemId({ kind: 'dashboard', id: item.dashboardId, name: '' }) === id
}

function without(items: readonly FavoriteItem[], id: string): readonly FavoriteItem[] {
  return items.filter((item) => itemId(item) !== id)
}
