import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SurfaceView, ViewPurpose, ViewRequest } from '../core/ports/dashboard-surface'
import type { UseCases } from '../core/use-cases'
import {
  boardStep,
  noBoard,
  type BoardEvent,
  type EmbeddingEffect,
  type EmbeddingEvent,
  type ShownBoard,
} from './board-step'

export interface BoardState extends ShownBoard {
  /** True from the click until the board has rendered again or failed. */
  readonly refreshing: boolean
  /** Opens the view in this element. The returned function disposes it. */
  readonly attach: (element: unknown) => () => void
  readonly show: (request: ViewRequest) => void
  readonly hide: () => void
  readonly retry: () => void
  readonly refresh: () => Promise<void>
  /** The open view, for requests such as `narrowing` and `pin`. */
  readonly view: () => SurfaceView | undefined
  /** Subscribes to events that leave no state behind. They are not replayed. */
  readonly watch: (listener: (event: BoardEvent) => void) => () => void
}
export type BoardStore = StoreApi<BoardState>

/** A board's state for the screen. Carries out the effects of `boardStep`. */
export function createBoardStore(
  useCases: Pick<UseCases, 'openView' | 'report'>,
  purpose: ViewPurpose = 'board',
): BoardStore {
  return createStore<BoardState>((set, get) => {
    const listeners = new Set<(event: BoardEvent) => void>()
    const slot = createViewSlot(useCases, purpose, dispatch)
    let board = noBoard
    let endRefresh = (): void => undefined

    function dispatch(event: EmbeddingEvent): void {
      const { board: next, effects } = boardStep(board, event)
      board = next
      set(next.shown)
      for (const effect of effects) carryOut(effect)
    }

    function carryOut(effect: EmbeddingEffect): void {
      switch (effect) {
        case 'open':
        case 'dispose':
          return slot[effect]()
        case 'show':
          return void (board.wanted && slot.view()?.show(board.wanted))
        case 'hide':
        case 'retry':
          return slot.view()?.[effect]()
        case 'end-refresh':
          return endRefresh()
        default:
          for (const listener of listeners) listener(effect)
      }
    }

    return {
      ...board.shown,
      refreshing: false,
      attach: slot.attach,
      show: (request) => dispatch({ kind: 'show', request }),
      hide: () => dispatch({ kind: 'hide' }),
      retry: () => dispatch({ kind: 'retry' }),
      async refresh() {
        const { phase, refreshing, retry } = get()
        const view = slot.view()
        if (refreshing || phase === 'idle') return
        if (phase === 'failed') return retry()
        if (view === undefined) return
        set({ refreshing: true })
        const shown = new Promise<void>((resolve) => void (endRefresh = resolve))
        await refreshed(view, shown, useCases)
        set({ refreshing: false })
      },
      view: slot.view,
      watch(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
  })
}

interface ViewSlot extends Pick<BoardState, 'attach'> {
  readonly view: () => SurfaceView | undefined
  readonly open: () => void
  readonly dispose: () => void
}

/** The view in the current container element. Events for a detached element are ignored. */
function createViewSlot(
  { openView }: Pick<UseCases, 'openView'>,
  purpose: ViewPurpose,
  dispatch: (event: EmbeddingEvent) => void,
): ViewSlot {
  let view: SurfaceView | undefined
  /** A new object for each attachment, also of the same element. */
  let container: { readonly element: unknown } | undefined
  return {
    view: () => view,
    attach(element) {
      const attached = { element }
      container = attached
      dispatch({ kind: 'attached' })
      return () => {
        if (attached !== container) return
        container = undefined
        dispatch({ kind: 'detached' })
      }
    },
    open() {
      const attached = container
      const emit = (event: EmbeddingEvent): void => void (attached === container && dispatch(event))
      openView(attached?.element, { purpose }).then(
        (opened) => {
          if (attached !== container) return opened.dispose()
          view = opened
          opened.watch(emit)
          emit({ kind: 'opened' })
        },
        () => emit({ kind: 'not-opened' }),
      )
    },
    dispose() {
      view?.dispose()
      view = undefined
    },
  }
}

/** Settles when the board has rendered again or failed. */
async function refreshed(
  view: SurfaceView,
  shown: Promise<void>,
  { report }: Pick<UseCases, 'report'>,
): Promise<void> {
  try {
    await view.refresh()
    await shown
  } catch (cause) {
    await report({ where: 'dashboard', text: `Refresh failed: ${String(cause)}` })
  }
}
