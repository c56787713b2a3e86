import { createStore, type StoreApi } from 'zustand/vanilla'

/** Title and text of the dialog that asks before unsaved work is lost. */
export interface UnsavedWork {
  readonly title: string
  readonly text: string
}

/** Confirms before the user leaves a page with unsaved work. A page has at most one piece of unsaved work. */
export interface UnsavedWorkState {
  readonly work: UnsavedWork | null
  /** The confirmation dialog is open. */
  readonly isConfirming: boolean
  /** Registers unsaved work until the returned function is called. */
  readonly hold: (work: UnsavedWork) => () => void
  /** Calls `go` at once when there is no unsaved work, otherwise when the user confirms. */
  readonly confirmLeave: (go: () => void) => void
  readonly answer: (leave: boolean) => void
  /** Handles Back and Forward before the router, in browsers without the Navigation API, while there is unsaved work. */
  readonly beforeRouter?: ((event: Event) => void) | undefined
}
export type UnsavedWorkStore = StoreApi<UnsavedWorkState>

export function createUnsavedWorkStore(): UnsavedWorkStore {
  return createStore<UnsavedWorkState>((set, get) => {
    let pendingLeave: () => void = () => undefined
    return {
      work: null,
      isConfirming: false,
      hold(work) {
        set({ work })
        return () => {
          if (get().work === work) set({ work: null, isConfirming: false })
        }
      },
      confirmLeave(go) {
        if (get().work === null) return go()
        pendingLeave = go
        set({ isConfirming: true })
      },
      answer(leave) {
        set(leave ? { isConfirming: false, work: null } : { isConfirming: false })
        if (leave) pendingLeave()
        pendingLeave = () => undefined
      },
    }
  })
}
