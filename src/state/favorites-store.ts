import { createStore, type StoreApi } from 'zustand/vanilla'
import { noFavorites, type Favorites, type FavoritesChange } from '../core/favorites/favorites'
import type { StripLayout } from '../core/favorites/strip'
import type { UseCases } from '../core/use-cases'

/** Favorites and recents as the screen shows them: of the person who is signed in, and of nobody else. */
export interface FavoritesState extends Favorites {
  /** What Home's strip took the last time, for as long as it is not known who is here. */
  readonly remembered: StripLayout
  /** False when this browser would not store it: it holds until the page goes. */
  readonly change: (change: FavoritesChange) => Promise<boolean>
}
export type FavoritesStore = StoreApi<FavoritesState>

export function createFavoritesStore(
  useCases: Pick<UseCases, 'changeFavorites'>,
  remembered: StripLayout,
): {
  readonly store: FavoritesStore
  readonly receive: (favorites: Favorites) => void
} {
  const store = createStore<FavoritesState>(() => ({
    ...noFavorites,
    remembered,
    change: async (change) => (await useCases.changeFavorites(change)).ok,
  }))
  return { store, receive: (favorites) => store.setState(favorites) }
}
