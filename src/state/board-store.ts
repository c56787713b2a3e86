import { createStore, type StoreApi } from 'zustand/vanilla'
import type {
  SurfaceEvent,
  SurfaceFailure,
  SurfaceView,
  ViewRequest,
  ViewPurpose,
  StarredTile,
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
  /** What was last done to the library inside the frame; a new object each time. */
  readonly change: LibraryChange | null
  /** The tile whose star was last asked for inside the frame; a new object each time. */
  readonly starredTile: StarredTile | null
  /** Something of the data has come. */
  readonly hasData: boolean
  /** The view holds work that would be lost with it. */
  readonly unsaved: boolean
  /** The page that a link on the board leads to, until it has been followed. */
  readonly linked: string | null
  /** Somebody wants the question of this tile in the chart builder. */
  readonly explored: TileAction | null
  /** Somebody wants to ask about this tile. */
  readonly researched: TileAction | null
  /** The person is done in the editor. */
  readonly ended: boolean
  /** From the click until the board is there again, or has failed. */
  readonly refreshing: boolean
  /** The element that holds the frame is there, or has gone. */
  readonly attach: (element: unknown) => () => void
  readonly show: (request: ViewRequest) => void
  readonly hide: () => void
  readonly retry: () => void
  readonly refresh: () => Promise<void>
}
type LibraryChange = Extract<SurfaceEvent, { readonly kind: 'library-changed' }>
type TileAction = Extract<SurfaceEvent, { readonly kind: 'action' }>
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
  linked: null,
  explored: null,
  researched: null,
  ended: false,
}

export function createBoardStore(
  useCases: Pick<UseCases, 'openView' | 'report'>,
  purpose: ViewPurpose = 'board',
  onLibraryChanged: () => void = () => undefined,
): BoardStore {
  return createStore<BoardState>((set, get) => {
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
        case 'library-changed':
          set({ change: event })
          return onLibraryChanged()
        case 'tile-starred':
          return set({ starredTile: event.tile })
        case 'unsaved-work':
          return set({ unsaved: event.unsaved })
        case 'page-asked':
          return set({ linked: event.path })
        case 'edit-ended':
          return set({ ended: true })
        case 'action':
          return set(event.action === 'open-in-builder' ? { explored: event } : { researched: event })
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
      change: null,
      starredTile: null,
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
        set({ ...nothing, change: null, starredTile: null, phase: 'idle' })
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
    }
  })
}
