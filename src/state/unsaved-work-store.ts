import { createStore, type StoreApi } from 'zustand/vanilla'

/** What would be lost by leaving the page, in words for the question. */
export interface UnsavedWork {
  readonly title: string
  readonly text: string
}

/** Leaving a page with unsaved work asks first. One page holds at most one piece of work. */
export interface UnsavedWorkState {
  readonly work: UnsavedWork | null
  /** Somebody wants to leave, and has not answered yet. */
  readonly asking: boolean
  /** There is such work from now on, until what comes back is called. */
  readonly hold: (work: UnsavedWork) => () => void
  /** Goes at once when nothing would be lost; otherwise when the question is answered with "leave". */
  readonly leaveBy: (go: () => void) => void
  readonly answer: (leave: boolean) => void
  /** Handles Back and Forward before the router, in browsers without the Navigation API, while there is unsaved work. */
  readonly beforeRouter?: ((event: Event) => void) | undefined
}
export type UnsavedWorkStore = StoreApi<UnsavedWorkState>

export function createUnsavedWorkStore(): UnsavedWorkStore {
  return createStore<UnsavedWorkState>((set, get) => {
    let waiting: () => void = () => undefined
    return {
      work: null,
      asking: false,
      hold(work) {
        set({ work })
        return () => {
          if (get().work === work) set({ work: null, asking: false })
        }
      },
      leaveBy(go) {
        if (get().work === null) return go()
        waiting = go
        set({ asking: true })
      },
      answer(leave) {
        set(leave ? { asking: false, work: null } : { asking: false })
        if (leave) waiting()
        waiting = () => undefined
      },
    }
  })
}
