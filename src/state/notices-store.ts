import { createStore, type StoreApi } from 'zustand/vanilla'

/** A short message beside the page. Texts are chosen by whoever raises it; this store only shows and removes. */
export interface Notice {
  readonly id: number
  readonly tone: 'info' | 'success' | 'warning' | 'error'
  readonly text: string
  /** `outside`: it is no page of the router, and opens in a tab of its own. */
  readonly link?: { readonly label: string; readonly href: string; readonly outside?: true }
  readonly action?: { readonly label: string; readonly run: () => void }
  /** Id of the dashboard that it is about: once that is gone, there is nothing left to open or to undo. */
  readonly about?: string
}

export interface NoticesState {
  readonly notices: readonly Notice[]
  readonly raise: (notice: Omit<Notice, 'id'>) => number
  readonly dismiss: (id: number) => void
  /** Somebody else is here: what was said to the person before is not theirs to read. */
  readonly clear: () => void
}
export type NoticesStore = StoreApi<NoticesState>

/** More than anybody reads; a frame could else have a card drawn for each thing it says. */
const most = 20

export function createNoticesStore(): NoticesStore {
  let last = 0
  return createStore<NoticesState>((set) => ({
    notices: [],
    raise(notice) {
      last += 1
      const id = last
      set((before) => ({
        notices: [...before.notices.filter((other) => other.text !== notice.text), { ...notice, id }].slice(
          -most,
        ),
      }))
      return id
    },
    dismiss: (id) => set((before) => ({ notices: before.notices.filter((notice) => notice.id !== id) })),
    clear: () => set({ notices: [] }),
  }))
}
