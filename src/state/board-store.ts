import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SurfaceView, ViewPurpose, ViewRequest } from '../core/ports/dashboard-surface'
import type { UseCases } from '../core/use-cases'
import {
  boardStep,
  noBoard,
  type BoardEvent,
  type Container,
  type EmbeddingEffect,
  type EmbeddingEvent,
  type ShownBoard,
} from './board-step'

export interface BoardState extends ShownBoard {
  /** From the click until the board is there again, or has failed. */
  readonly refreshing: boolean
  /** The element that holds the frame is there, or has gone. */
  readonly attach: (element: unknown) => () => void
  readonly show: (request: ViewRequest) => void
  readonly hide: () => void
  readonly retry: () => void
  readonly refresh: () => Promise<void>
  /** What happens on the board and leaves no state behind: once, to whoever listens then. */
  readonly watch: (listener: (event: BoardEvent) => void) => () => void
}
export type BoardStore = StoreApi<BoardState>

/** A board's state for the screen: carries out what `boardStep` asks for. */
export function createBoardStore(
  useCases: Pick<UseCases, 'openView' | 'report'>,
  purpose: ViewPurpose = 'board',
): BoardStore {
  return createStore<BoardState>((set, get) => {
    const listeners = new Set<(event: BoardEvent) => void>()
    const views = new Map<Container, SurfaceView>()
    let board = noBoard
    let endRefresh = (): void => undefined

    const view = (): SurfaceView | undefined => (board.container ? views.get(board.container) : undefined)

    function dispatch(event: EmbeddingEvent): void {
      const { board: next, effects } = boardStep(board, event)
      const before = board
      board = next
      if (next.shown !== before.shown) set(next.shown)
      for (const effect of effects) carryOut(effect)
    }

    function carryOut(effect: EmbeddingEffect): void {
      switch (effect.kind) {
        case 'open-view':
          return openView(effect.container)
        case 'dispose-view':
          views.get(effect.container)?.dispose()
          return void views.delete(effect.container)
        case 'show-view':
          return view()?.show(effect.request)
        case 'hide-view':
          return view()?.hide()
        case 'retry-view':
          return view()?.retry()
        case 'end-refresh':
          return endRefresh()
        case 'publish':
          for (const listener of listeners) listener(effect.event)
      }
    }

    function openView(container: Container): void {
      useCases.openView(container.element, { purpose }).then(
        (opened) => {
          views.set(container, opened)
          opened.watch((event) => dispatch({ kind: 'reported', container, event }))
          dispatch({ kind: 'opened', container })
        },
        () => dispatch({ kind: 'not-opened', container }),
      )
    }

    return {
      ...board.shown,
      refreshing: false,
      attach(element) {
        const container: Container = { element }
        dispatch({ kind: 'attached', container })
        return () => dispatch({ kind: 'detached', container })
      },
      show: (request) => dispatch({ kind: 'show', request }),
      hide: () => dispatch({ kind: 'hide' }),
      retry: () => dispatch({ kind: 'retry' }),
      async refresh() {
        const { phase, refreshing, retry } = get()
        if (refreshing || phase === 'idle') return
        if (phase === 'failed') return retry()
        const shownView = view()
        if (shownView === undefined) return
        set({ refreshing: true })
        const shown = new Promise<void>((resolve) => void (endRefresh = resolve))
        await refreshed(shownView, shown, useCases)
        set({ refreshing: false })
      },
      watch(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
  })
}

/** Settles when the board is there again, or has failed. */
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
