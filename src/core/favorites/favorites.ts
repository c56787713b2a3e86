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
  /** What a later portal has starred and this one does not know: shown nowhere, handed on as it is. */
  readonly later?: readonly LaterItem[]
}

/** An entry as it is stored. */
export type LaterItem = Readonly<Record<string, unknown>>

export type FavoritesChange =
  | { readonly kind: 'visited' | 'starred'; readonly item: FavoriteItem }
  /** `gone`: it does not exist any more, so nothing leads to it any more, and neither is a tile of it. */
  | { readonly kind: 'unstarred' | 'gone'; readonly id: string }

export const noFavorites: Favorites = { favorites: [], recents: [] }

/** The same for the same thing, whatever it is called today. */
export function itemId(item: FavoriteItem): string {
  switch (item.kind) {
    case 'dataset':
      return `dataset:${item.key}`
    case 'dashboard':
      return `dashboard:${item.id.toLowerCase()}`
    case 'tile':
      return `tile:${item.dashboardId.toLowerCase()}:${item.chartId}`
  }
}

export function isFavorite(state: Favorites, id: string): boolean {
  return state.favorites.some((item) => itemId(item) === id)
}
