import { createStore, type StoreApi } from 'zustand/vanilla'
import { nothingKept, type Kept, type KeptChange } from '../core/favorites/favorites'
import type { StripRoom } from '../core/favorites/strip'
import type { UseCases } from '../core/use-cases'

/** Favourites and recents as the screen shows them: of the person who is signed in, and of nobody else. */
export interface FavoritesState extends Kept {
  /** What Home's strip took the last time, for as long as it is not known who is here. */
  readonly remembered: StripRoom
  /** False when this browser would not store it: it holds until the page goes. */
  readonly change: (change: KeptChange) => Promise<boolean>
}
export type FavoritesStore = StoreApi<FavoritesState>

export function createFavoritesStore(
  useCases: Pick<UseCases, 'changeKept'>,
  remembered: StripRoom,
): {
  readonly store: FavoritesStore
  readonly receive: (favorites: Kept) => void
} {
  const store = createStore<FavoritesState>(() => ({
    ...nothingKept,
    remembered,
    change: async (change) => (await useCases.changeKept(change)).ok,
  }))
  return { store, receive: (favorites) => store.setState(favorites) }
}
