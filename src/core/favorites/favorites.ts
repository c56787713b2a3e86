import type { DatasetKey } from '../catalogue/catalogue'
import type { StarredTile } from '../ports/dashboard-surface'

/** Something a person can come back to: a curated page, a dashboard of their own, or one visualisation of either. */
export type FavoriteItem =
  | { readonly kind: 'dataset'; readonly key: DatasetKey }
  | { readonly kind: 'dashboard'; readonly id: string; readonly name: string }
  | StarredTile

/** What one person has starred, in the order of starring, and where they were last, newest first. */
export interface Favorites {
  readonly favorites: readonly FavoriteItem[]
  readonly recents: readonly FavoriteItem[]
}

export type FavoritesChange =
  | { readonly kind: 'visited' | 'starred'; readonly item: FavoriteItem }
  /** `gone`: it does not exist any more, so nothing leads to it any more, and neither is a tile of it. */
  | { readonly kind: 'unstarred' | 'gone'; readonly id: string }

export const favoriteLimits = { favorites: 100, recents: 12, name: 200 } as const

export const noFavorites: Favorites = { favorites: [], recents: [] }

/** The same for the same thing, whatever it is called today. */
export function itemId(item: FavoriteItem): string {
  switch (item.kind) {
    case 'dataset':
      return `dataset:${item.key}`
    case 'dashboard':
      return `dashboard:${item.id.toLowerCase()}`
    case 'tile':
      return `tile:${item.liveboardId.toLowerCase()}:${item.vizId}`
  }
}

export function isFavorite(state: Favorites, id: string): boolean {
  return state.favorites.some((item) => itemId(item) === id)
}

/** One step. The same object when nothing has changed. */
export function favoritesReducer(state: Favorites, change: FavoritesChange): Favorites {
  switch (change.kind) {
    case 'visited':
      return visited(state, change.item)
    case 'starred':
      return isFavorite(state, itemId(change.item))
        ? state
        : { ...state, favorites: [...state.favorites, change.item].slice(-favoriteLimits.favorites) }
    case 'unstarred':
      return isFavorite(state, change.id)
        ? { ...state, favorites: without(state.favorites, change.id) }
        : state
    case 'gone': {
      const favorites = state.favorites.filter((item) => !standsOn(item, change.id))
      const recents = state.recents.filter((item) => !standsOn(item, change.id))
      const same = favorites.length === state.favorites.length && recents.length === state.recents.length
      return same ? state : { favorites, recents }
    }
  }
}

/** To the front; a favorite takes the name it has now. */
function visited(state: Favorites, item: FavoriteItem): Favorites {
  const id = itemId(item)
  const [last] = state.recents
  if (last !== undefined && JSON.stringify(last) === JSON.stringify(item)) return state
  return {
    favorites: state.favorites.map((one) => (itemId(one) === id ? item : one)),
    recents: [item, ...without(state.recents, id)].slice(0, favoriteLimits.recents),
  }
}

/** It is this thing, or a tile of this dashboard. */
function standsOn(item: FavoriteItem, id: string): boolean {
  if (itemId(item) === id) return true
  return item.kind === 'tile' && itemId({ kind: 'dashboard', id: item.liveboardId, name: '' }) === id
}

function without(items: readonly FavoriteItem[], id: string): readonly FavoriteItem[] {
  return items.filter((item) => itemId(item) !== id)
}
