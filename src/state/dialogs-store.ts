import { createStore, type StoreApi } from 'zustand/vanilla'

/** Dialogs that open from anywhere. */
export interface DialogsState {
  readonly createDashboard: boolean
  readonly openCreateDashboard: () => void
  readonly closeCreateDashboard: () => void
  /** Somebody else is here: what the person before was doing, and has typed, goes. */
  readonly closeAll: () => void
  /** The command palette. */
  readonly search: boolean
  readonly openSearch: () => void
  readonly closeSearch: () => void
  /** The sheet of keyboard shortcuts. */
  readonly help: boolean
  readonly openHelp: () => void
  readonly closeHelp: () => void
}
export type DialogsStore = StoreApi<DialogsState>

export function createDialogsStore(): DialogsStore {
  return createStore<DialogsState>((set) => ({
    createDashboard: false,
    openCreateDashboard: () => set({ createDashboard: true }),
    closeCreateDashboard: () => set({ createDashboard: false }),
    closeAll: () => set({ createDashboard: false, search: false, help: false }),
    search: false,
    openSearch: () => set({ search: true, help: false }),
    closeSearch: () => set({ search: false }),
    help: false,
    openHelp: () => set({ help: true, search: false }),
    closeHelp: () => set({ help: false }),
  }))
}
