import { createStore, type StoreApi } from 'zustand/vanilla'

/** Dialogs that open from anywhere. */
export interface DialogsState {
  readonly createDashboard: boolean
  readonly openCreateDashboard: () => void
  readonly closeCreateDashboard: () => void
  /** Somebody else is here: what the person before was doing, and has typed, goes. */
  readonly closeAll: () => void
}
export type DialogsStore = StoreApi<DialogsState>

export function createDialogsStore(): DialogsStore {
  return createStore<DialogsState>((set) => ({
    createDashboard: false,
    openCreateDashboard: () => set({ createDashboard: true }),
    closeCreateDashboard: () => set({ createDashboard: false }),
    closeAll: () => set({ createDashboard: false }),
  }))
}
