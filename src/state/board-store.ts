import { createStore, type StoreApi } from 'zustand/vanilla'
import type {
  SurfaceEvent,
  SurfaceFailure,
  SurfaceView,
  ViewPurpose,
  ViewRequest,
} from '../core/ports/dashboard-surface'
import type { UseCases } from '../core/use-cases'

/** What the page shows about an embedded board: the frame itself belongs to the surface. */
export interface BoardState {
  readonly phase: 'idle' | 'loading' | 'rendered' | 'failed'
  readonly failure: SurfaceFailure | null
  /** The board on screen, as the frame tells it. */
  readonly liveboardId: string | null
  /** The tab a person went to on it; null as long as it is on the one it opened with. */
  readonly chosenTabId: string | null
  /** The personal view a person went to on it, null for none; undefined as long as it is as it opened. */
  readonly chosenViewId: string | null | undefined
  /** Last day of the data, ISO, and its source; null when the vendor does not say. */
  readonly asOf: string | null
  readonly source: string | null
  /** Something of the data has come. */
  readonly hasData: boolean
  /** The view holds work that would be lost with it. */
  readonly unsaved: boolean
  /** From the click until the board is there again, or has failed. */
  readonly refreshing: boolean
  /** The element that holds the frame is there, or has gone. */
  readonly attach: (element: unknown) => () => void
  readonly show: (request: ViewRequest) => void
  readonly hide: () => void
  readonly retry: () => void
  readonly refresh: () => Promise<void>
  /** What happens on the board and leaves no state behind: told once, to whoever listens then. */
  readonly watch: (listener: (event: BoardEvent) => void) => () => void
}
/** What is done inside the frame and dealt with outside of it. */
export type BoardEvent = Extract<
  SurfaceEvent,
  { readonly kind: 'library-changed' | 'tile-starred' | 'page-asked' | 'edit-ended' | 'action' }
>
export type BoardStore = StoreApi<BoardState>

const nothing = {
  failure: null,
  liveboardId: null,
  chosenTabId: null,
  chosenViewId: undefined,
  asOf: null,
  source: null,
  hasData: false,
  unsaved: false,
}

export function createBoardStore(
  useCases: Pick<UseCases, 'openView' | 'report'>,
  purpose: ViewPurpose = 'board',
): BoardStore {
  return createStore<BoardState>((set, get) => {
    const listeners = new Set<(event: BoardEvent) => void>()
    let view: SurfaceView | undefined
    let wanted: ViewRequest | undefined
    /** What the view is opened in; a new object each time that the store is attached. */
    let container: { readonly element: unknown; opening: boolean } | undefined
    let settled = (): void => undefined

    function receive(event: SurfaceEvent): void {
      switch (event.kind) {
        case 'loading':
          return set({ ...nothing, phase: 'loading' })
        case 'rendered':
          set({ phase: 'rendered', failure: null })
          return settled()
        case 'failed':
          set({ phase: 'failed', failure: event.failure })
          return settled()
        case 'navigated':
          // What a board says on its way is where it opens; only one that is there has been moved by somebody. But a view that it opens
          // under is one that somebody has left it with.
          return set(({ phase, chosenTabId, chosenViewId }) => ({
            liveboardId: event.liveboardId,
            chosenTabId: phase === 'rendered' ? event.tabId : chosenTabId,
            chosenViewId: event.viewId ?? (phase === 'rendered' ? null : chosenViewId),
          }))
        case 'data':
          // Every tile speaks for the board; one that does not say takes nothing back.
          return set((before) => ({
            asOf: event.asOf ?? before.asOf,
            source: event.source ?? before.source,
            hasData: true,
          }))
        case 'unsaved-work':
          return set({ unsaved: event.unsaved })
        case 'library-changed':
        case 'tile-starred':
        case 'page-asked':
        case 'edit-ended':
        case 'action':
          for (const listener of listeners) listener(event)
      }
    }

    /** Opens the view where there is a container and none has been opened in it: the surface may have been out of reach until now. */
    function open(): void {
      const here = container
      if (here === undefined || here.opening || view !== undefined) return
      here.opening = true
      useCases.openView(here.element, { purpose }).then(
        (opened) => {
          here.opening = false
          if (here !== container) return opened.dispose()
          view = opened
          opened.watch(receive)
          if (wanted !== undefined) opened.show(wanted)
        },
        () => {
          here.opening = false
          if (here === container) receive({ kind: 'failed', failure: { kind: 'sdk-unavailable' } })
        },
      )
    }

    return {
      phase: 'idle',
      ...nothing,
      refreshing: false,
      attach(element) {
        const here = { element, opening: false }
        container = here
        open()
        return () => {
          if (here !== container) return
          container = undefined
          view?.dispose()
          view = undefined
          settled()
        }
      },
      show(request) {
        wanted = request
        if (get().phase === 'idle') set({ phase: 'loading' })
        if (view === undefined) open()
        else view.show(request)
      },
      hide() {
        wanted = undefined
        view?.hide()
        set({ ...nothing, phase: 'idle' })
        settled()
      },
      retry() {
        if (view !== undefined) return view.retry()
        if (wanted !== undefined) set({ ...nothing, phase: 'loading' })
        open()
      },
      async refresh() {
        const { phase, refreshing, retry } = get()
        if (refreshing || phase === 'idle') return
        if (phase === 'failed') return retry()
        if (view === undefined) return
        set({ refreshing: true })
        const shown = new Promise<void>((resolve) => {
          settled = resolve
        })
        try {
          await view.refresh()
          await shown
        } catch (cause) {
          await useCases.report({ where: 'dashboard', text: `Refresh failed: ${String(cause)}` })
        } finally {
          set({ refreshing: false })
        }
      },
      watch(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
  })
}
