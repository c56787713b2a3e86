import { createStore, type StoreApi } from 'zustand/vanilla'
import { nothingKept, type Kept, type KeptChange } from '../core/favorites/favorites'
import type { StripRoom } from '../core/favorites/strip'
import type { UseCases } from '../core/use-cases'

/** Favourites and recents as the screen shows them: of the person who is signed in, and of nobody else. */
export interface KeptState extends Kept {
  /** What Home's strip took the last time, for as long as it is not known who is here. */
  readonly remembered: StripRoom
  /** False when this browser would not store it: it holds until the page goes. */
  readonly change: (change: KeptChange) => Promise<boolean>
}
export type KeptStore = StoreApi<KeptState>

export function createKeptStore(
  useCases: Pick<UseCases, 'changeKept'>,
  remembered: StripRoom,
): {
  readonly store: KeptStore
  readonly receive: (kept: Kept) => void
} {
  const store = createStore<KeptState>(() => ({
    ...nothingKept,
    remembered,
    change: async (change) => (await useCases.changeKept(change)).ok,
  }))
  return { store, receive: (kept) => store.setState(kept) }
}
