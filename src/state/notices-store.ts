import { createStore, type StoreApi } from 'zustand/vanilla'

/** A short message (toast). The caller provides the text; this store only adds and removes notices. */
export interface Notice {
  readonly id: number
  readonly tone: 'info' | 'success' | 'warning' | 'error'
  readonly text: string
  /** `outside`: not a page of the router. Opens in a new tab. */
  readonly link?: { readonly label: string; readonly href: string; readonly outside?: true }
  readonly action?: { readonly label: string; readonly run: () => void }
  /**
   * Id of the dashboard or chart that the notice is about, so that one about another does not replace it. Once a dashboard is deleted,
   * there is nothing left to open or undo.
   */
  readonly about?: string
}

export interface NoticesState {
  readonly notices: readonly Notice[]
  readonly raise: (notice: Omit<Notice, 'id'>) => number
  readonly dismiss: (id: number) => void
  /** Call when the user changes, because the notices were meant for the previous user. */
  readonly clear: () => void
}
export type NoticesStore = StoreApi<NoticesState>

/** Limits the notices that a frame's messages can cause. */
const maxNotices = 20

export function createNoticesStore(): NoticesStore {
  let last = 0
  return createStore<NoticesState>((set) => ({
    notices: [],
    raise(notice) {
      last += 1
      const id = last
      set((before) => ({
        notices: [
          ...before.notices.filter((other) => other.text !== notice.text || other.about !== notice.about),
          { ...notice, id },
        ].slice(-maxNotices),
      }))
      return id
    },
    dismiss: (id) => set((before) => ({ notices: before.notices.filter((notice) => notice.id !== id) })),
    clear: () => set({ notices: [] }),
  }))
}
