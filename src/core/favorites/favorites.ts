import type { DatasetKey } from '../catalogue/catalogue'
import type { StarredTile } from '../ports/dashboard-surface'

/** An item that can be starred or visited: a curated page, a saved dashboard, or a chart of either. */
export type FavoriteItem =
  | { readonly kind: 'dataset'; readonly key: DatasetKey }
  | { readonly kind: 'dashboard'; readonly id: string; readonly name: string }
  | StarredTile

/** A user's favorites in the order of starring, and recents, newest first. */
export interface Favorites {
  readonly favorites: readonly FavoriteItem[]
  readonly recents: readonly FavoriteItem[]
  /** Favorites of kinds that only a newer portal knows. Not shown; written back unchanged. */
  readonly later?: readonly LaterItem[]
}

/** A raw stored entry. */
export type LaterItem = Readonly<Record<string, unknown>>

export type FavoritesChange =
  | { readonly kind: 'visited' | 'starred'; readonly item: FavoriteItem }
  /** `gone`: the item no longer exists. Removes it and its tiles from favorites and recents. */
  | { readonly kind: 'unstarred' | 'gone'; readonly id: string }

export const noFavorites: Favorites = { favorites: [], recents: [] }

/** A stable id that does not depend on the item's name. */
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
