import type { SurfaceEvent, SurfaceFailure, ViewRequest } from '../core/ports/dashboard-surface'

/** What the page shows about an embedded board: the frame itself belongs to the surface. */
export interface ShownBoard {
  readonly phase: 'idle' | 'loading' | 'rendered' | 'failed'
  readonly failure: SurfaceFailure | null
  /** The board on screen, as the frame reports it. */
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
}

/** What is done inside the frame and dealt with outside of it. */
export type BoardEvent = Extract<
  SurfaceEvent,
  { readonly kind: 'library-changed' | 'tile-starred' | 'page-asked' | 'edit-ended' | 'action' }
>

/** One attachment to an element of the page; told apart by identity. */
export interface Container {
  readonly element: unknown
}

export interface EmbeddedBoard {
  readonly shown: ShownBoard
  readonly wanted: ViewRequest | null
  readonly container: Container | null
  /** Of the container. `none`: not opened yet, or it could not be opened. */
  readonly view: 'none' | 'opening' | 'open'
}

export type EmbeddingEvent =
  | { readonly kind: 'attached'; readonly container: Container }
  | { readonly kind: 'detached'; readonly container: Container }
  | { readonly kind: 'opened'; readonly container: Container }
  | { readonly kind: 'not-opened'; readonly container: Container }
  | { readonly kind: 'show'; readonly request: ViewRequest }
  | { readonly kind: 'hide' }
  | { readonly kind: 'retry' }
  /** The view in this container has something to say. */
  | { readonly kind: 'reported'; readonly container: Container; readonly event: SurfaceEvent }

export type EmbeddingEffect =
  | { readonly kind: 'open-view'; readonly container: Container }
  | { readonly kind: 'dispose-view'; readonly container: Container }
  | { readonly kind: 'show-view'; readonly request: ViewRequest }
  | { readonly kind: 'hide-view' }
  | { readonly kind: 'retry-view' }
  /** Whoever waits for the board to be there again waits no longer. */
  | { readonly kind: 'end-refresh' }
  | { readonly kind: 'publish'; readonly event: BoardEvent }

export interface EmbeddingStep {
  readonly board: EmbeddedBoard
  readonly effects: readonly EmbeddingEffect[]
}

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

export const noBoard: EmbeddedBoard = {
  shown: { ...nothing, phase: 'idle' },
  wanted: null,
  container: null,
  view: 'none',
}

/** What becomes of an embedded board, as one pure step. Effects are carried out by `createBoardStore`. */
export function boardStep(board: EmbeddedBoard, event: EmbeddingEvent): EmbeddingStep {
  switch (event.kind) {
    case 'attached': {
      const left = board.container === null ? [] : [disposing(board.container)]
      const { board: next, effects } = opening({ ...board, container: event.container, view: 'none' })
      return step(next, ...left, ...effects)
    }
    case 'detached':
      if (event.container !== board.container) return step(board)
      return step({ ...board, container: null, view: 'none' }, disposing(event.container), {
        kind: 'end-refresh',
      })
    case 'opened': {
      if (event.container !== board.container) return step(board, disposing(event.container))
      const show = board.wanted === null ? [] : [{ kind: 'show-view', request: board.wanted } as const]
      return step({ ...board, view: 'open' }, ...show)
    }
    case 'not-opened':
      if (event.container !== board.container) return step(board)
      return reported({ ...board, view: 'none' }, { kind: 'failed', failure: { kind: 'sdk-unavailable' } })
    case 'show': {
      const { shown } = board
      const begun = shown.phase === 'idle' ? ({ ...shown, phase: 'loading' } as const) : shown
      const wanting = { ...board, wanted: event.request, shown: begun }
      return board.view === 'open'
        ? step(wanting, { kind: 'show-view', request: event.request })
        : opening(wanting)
    }
    case 'hide':
      return step(
        { ...board, wanted: null, shown: { ...nothing, phase: 'idle' } },
        ...(board.view === 'open' ? [{ kind: 'hide-view' } as const] : []),
        { kind: 'end-refresh' },
      )
    case 'retry':
      if (board.view === 'open') return step(board, { kind: 'retry-view' })
      return opening(board.wanted === null ? board : { ...board, shown: { ...nothing, phase: 'loading' } })
    case 'reported':
      return event.container === board.container ? reported(board, event.event) : step(board)
  }
}

const step = (board: EmbeddedBoard, ...effects: readonly EmbeddingEffect[]): EmbeddingStep => ({
  board,
  effects,
})

const disposing = (container: Container): EmbeddingEffect => ({ kind: 'dispose-view', container })

/** Opens a view where there is a container without one: the surface may have been out of reach until now. */
function opening(board: EmbeddedBoard): EmbeddingStep {
  const { container, view } = board
  return container === null || view !== 'none'
    ? step(board)
    : step({ ...board, view: 'opening' }, { kind: 'open-view', container })
}

function reported(board: EmbeddedBoard, event: SurfaceEvent): EmbeddingStep {
  const { shown } = board
  const showing = (change: Partial<ShownBoard>): EmbeddedBoard => ({
    ...board,
    shown: { ...shown, ...change },
  })
  switch (event.kind) {
    case 'loading':
      return step({ ...board, shown: { ...nothing, phase: 'loading' } })
    case 'rendered':
      return step(showing({ phase: 'rendered', failure: null }), { kind: 'end-refresh' })
    case 'failed':
      return step(showing({ phase: 'failed', failure: event.failure }), { kind: 'end-refresh' })
    case 'navigated': {
      // What a board says on its way is where it opens; only one that is there has been moved by somebody. But a view that it opens
      // under is one that somebody has left it with.
      const isThere = shown.phase === 'rendered'
      return step(
        showing({
          liveboardId: event.liveboardId,
          chosenTabId: isThere ? event.tabId : shown.chosenTabId,
          chosenViewId: event.viewId ?? (isThere ? null : shown.chosenViewId),
        }),
      )
    }
    case 'data':
      // Every tile speaks for the board; one that does not say takes nothing back.
      return step(
        showing({ asOf: event.asOf ?? shown.asOf, source: event.source ?? shown.source, hasData: true }),
      )
    case 'unsaved-work':
      return step(showing({ unsaved: event.unsaved }))
    case 'library-changed':
    case 'tile-starred':
    case 'page-asked':
    case 'edit-ended':
    case 'action':
      return step(board, { kind: 'publish', event })
  }
}
