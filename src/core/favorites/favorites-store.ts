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
import {
  favoriteLimits,
  favoritesText,
  isFavoritesText,
  isFromNewerPortal,
  isFull,
  readFavorites,
} from './stored-favorites'
import { stripLayoutFor, stripKey, stripLayoutText } from './strip'

/** Storage key per user (issuer and subject). */
export const favoritesKey = (session: string): string => `assay.kept.${session}`

export type ChangeFavorites = (change: FavoritesChange) => Promise<Result<void, StoreFailure>>

/** The signed-in user's favorites and recents, on screen and in storage. */
export interface FavoritesStore {
  /** A failure means that the change applies to this page but was not stored. A no-op when signed out. */
  readonly change: ChangeFavorites
  /** Calls back at once with the current value, then on every change in this or another tab. Returns the unsubscribe function. */
  subscribe(listener: (favorites: Favorites) => void): () => void
}

type Needs = Pick<Ports, 'journal' | 'keyValueStore' | 'preferenceService' | 'siblingTabs'>

export function createFavoritesStore(
  { journal, keyValueStore, preferenceService, siblingTabs }: Needs,
  session: Pick<SessionStore, 'state' | 'watch' | 'accessToken'>,
  newId: () => string,
): FavoritesStore {
  const listeners = new Set<(favorites: Favorites) => void>()
  let owner = anonymousSession
  let favorites = noFavorites
  /** While writes fail: the stored state that this page's unwritten changes are based on. Null when nothing is unwritten. */
  let unwritten: Favorites | null = null
  const rememberLayout = layoutMemory(keyValueStore)

  function show(next: Favorites): void {
    favorites = next
    if (owner !== anonymousSession) rememberLayout(stripLayoutText(stripLayoutFor(favorites)))
    for (const listener of listeners) listener(favorites)
  }

  function stored(): Favorites {
    const saved = storedOf(keyValueStore, owner)
    // If the browser's storage was cleared meanwhile, keep what is on screen.
    if (saved === null) return favorites
    if (unwritten === null) return saved
    // Another tab may have written successfully: merge, so that neither tab's changes are lost.
    favorites = mergedFavorites(unwritten, favorites, saved)
    unwritten = saved
    return favorites
  }

  function storeAndShow(next: Favorites): Result<void, StoreFailure> {
    const written = write(keyValueStore, owner, next)
    unwritten = written.ok ? null : (unwritten ?? storedOf(keyValueStore, owner) ?? noFavorites)
    if (written.ok) siblingTabs.post({ kind: 'favorites-changed', session: owner })
    else noteUnstored(journal, written.failure)
    show(next)
    return written
  }
  const isStored = (): boolean | null => (storedOf(keyValueStore, owner) === null ? null : unwritten === null)
  const local = { owner: () => owner, read: stored, replace: storeAndShow, isStored }
  const syncWithService =
    preferenceService && favoritesSync({ journal, keyValueStore, preferenceService }, session, local, newId)

  function onSessionChange(): void {
    const key = sessionKey(session.state())
    if (key === anonymousSession && !session.state().isLoading) rememberLayout('')
    if (key === owner) return
    owner = key
    unwritten = null
    favorites = noFavorites
    show(key === anonymousSession ? noFavorites : stored())
    if (key !== anonymousSession) void syncWithService?.()
  }
  session.watch(onSessionChange)
  onSessionChange()
  siblingTabs.watch((message) => {
    if (message.kind === 'favorites-changed' && message.session === owner) show(stored())
  })

  return {
    async change(change) {
      if (owner === anonymousSession) return ok()
      // Start from storage: another tab may have written since.
      const before = stored()
      const next = favoritesReducer(before, change)
      if (next === before) {
        show(next)
        return ok()
      }
      const written = storeAndShow(next)
      if (next.favorites !== before.favorites) void syncWithService?.()
      return written
    },
    subscribe(listener) {
      listeners.add(listener)
      listener(favorites)
      return () => void listeners.delete(listener)
    },
  }
}

/** Null when nothing is stored or it cannot be read. */
function storedOf(keyValueStore: Needs['keyValueStore'], owner: string): Favorites | null {
  const text = keyValueStore.read(favoritesKey(owner))
  return text.ok && text.value !== null && isFavoritesText(text.value) ? readFavorites(text.value) : null
}

/** Never overwrites a text in the format of a newer portal. */
function write(
  keyValueStore: Needs['keyValueStore'],
  owner: string,
  favorites: Favorites,
): Result<void, StoreFailure> {
  const present = keyValueStore.read(favoritesKey(owner))
  return present.ok && present.value !== null && isFromNewerPortal(present.value)
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

/** Stores the strip's layout, so that the next page reserves space for it in its first paint. If storage fails, only that is lost. */
function layoutMemory(keyValueStore: Needs['keyValueStore']): (text: string) => void {
  /** The layout stored last; null while unknown. */
  let layout: string | null = null
  return (text) => {
    if (text === layout) return
    layout = text
    if (text === '') keyValueStore.remove(stripKey)
    else keyValueStore.write(stripKey, text)
  }
}

/** Returns the same object when nothing has changed. */
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
      const isUnchanged =
        favorites.length === state.favorites.length && recents.length === state.recents.length
      return isUnchanged ? state : { ...state, favorites, recents }
    }
  }
}

/** Moves the item to the front of the recents, and updates its name if it is a favorite. */
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

/** Whether the item has this id or is a tile of the dashboard with this id. */
function standsOn(item: FavoriteItem, id: string): boolean {
  if (itemId(item) === id) return true
  return item.kind === 'tile' && itemId({ kind: 'dashboard', id: item.dashboardId, name: '' }) === id
}

function without(items: readonly FavoriteItem[], id: string): readonly FavoriteItem[] {
  return items.filter((item) => itemId(item) !== id)
}
