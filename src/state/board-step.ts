import type {
  ReportedNarrowing,
  SurfaceEvent,
  SurfaceFailure,
  ViewRequest,
} from '../core/ports/dashboard-surface'

/** What the page shows about an embedded board: the frame itself belongs to the surface. */
export interface ShownBoard {
  readonly phase: 'idle' | 'loading' | 'rendered' | 'failed'
  readonly failure: SurfaceFailure | null
  /** The board on screen, as the frame reports it. */
  readonly dashboardId: string | null
  /** The tab a person went to on it; null as long as it is on the one it opened with. */
  readonly chosenTabId: string | null
  /** The personal view a person went to on it, null for none; undefined as long as it is as it opened. */
  readonly chosenViewId: string | null | undefined
  /** What the board is narrowed to, by its own word; null until it has said so. */
  readonly narrowed: ReportedNarrowing | null
  /** How often somebody has moved on it since it came: to another tab or view, to another range or filter. */
  readonly moves: number
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
  {
    readonly kind:
      | 'library-changed'
      | 'tile-starred'
      | 'not-restored'
      | 'not-filtered'
      | 'page-asked'
      | 'dialog'
      | 'restyled'
      | 'edit-ended'
      | 'action'
  }
>

export interface EmbeddedBoard {
  readonly shown: ShownBoard
  readonly wanted: ViewRequest | null
  /** `absent`: there is no element to open it in. `none`: it is not opened yet, or could not be. */
  readonly view: 'absent' | 'none' | 'opening' | 'open'
}

/** What the page asks, what becomes of opening the view, and what the view says. */
export type EmbeddingEvent =
  | { readonly kind: 'attached' | 'detached' | 'opened' | 'not-opened' | 'hide' | 'retry' }
  | { readonly kind: 'show'; readonly request: ViewRequest }
  | SurfaceEvent

/** `show`: what is wanted, if anything is. `end-refresh`: whoever waits for the board to be there again waits no longer. */
export type EmbeddingEffect = 'open' | 'dispose' | 'show' | 'hide' | 'retry' | 'end-refresh' | BoardEvent

export interface EmbeddingStep {
  readonly board: EmbeddedBoard
  readonly effects: readonly EmbeddingEffect[]
}

const nothing: Omit<ShownBoard, 'phase'> = {
  failure: null,
  dashboardId: null,
  chosenTabId: null,
  chosenViewId: undefined,
  narrowed: null,
  moves: 0,
  asOf: null,
  source: null,
  hasData: false,
  unsaved: false,
}

export const noBoard: EmbeddedBoard = {
  shown: { ...nothing, phase: 'idle' },
  wanted: null,
  view: 'absent',
}

/** What becomes of an embedded board, as one pure step. Effects are carried out by `createBoardStore`, in this order. */
export function boardStep(board: EmbeddedBoard, event: EmbeddingEvent): EmbeddingStep {
  const { shown, wanted, view } = board
  const showing = (change: Partial<ShownBoard>): EmbeddedBoard => ({
    ...board,
    shown: { ...shown, ...change },
  })
  const showingOnly = (phase: ShownBoard['phase']): EmbeddedBoard => showing({ ...nothing, phase })
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the names of what is only passed on are bytes of the first view
  switch (event.kind) {
    case 'attached':
      return step({ ...board, view: 'opening' }, 'dispose', 'open')
    case 'detached':
      return step({ ...board, view: 'absent' }, 'dispose', 'end-refresh')
    case 'opened':
      return step({ ...board, view: 'open' }, 'show')
    case 'not-opened':
      return boardStep({ ...board, view: 'none' }, { kind: 'failed', failure: { kind: 'sdk-unavailable' } })
    case 'show': {
      const begun = shown.phase === 'idle' ? showingOnly('loading') : board
      return openOr('show', { ...begun, wanted: event.request })
    }
    case 'hide':
      return step({ ...showingOnly('idle'), wanted: null }, 'hide', 'end-refresh')
    case 'retry':
      return openOr('retry', view === 'open' || wanted === null ? board : showingOnly('loading'))
    case 'loading':
      return step(showingOnly('loading'))
    case 'rendered':
      return step(showing({ phase: 'rendered', failure: null }), 'end-refresh')
    case 'failed':
      return step(showing({ phase: 'failed', failure: event.failure }), 'end-refresh')
    case 'navigated': {
      // What a board says on its way is where it opens; only one that is there has been moved by somebody. But a view that it opens
      // under is one that somebody has left it with.
      const isThere = shown.phase === 'rendered'
      return step(
        showing({
          dashboardId: event.dashboardId,
          chosenTabId: isThere ? event.tabId : shown.chosenTabId,
          chosenViewId: event.viewId ?? (isThere ? null : shown.chosenViewId),
          moves: isThere ? shown.moves + 1 : 0,
        }),
      )
    }
    case 'narrowed': {
      const moves = shown.narrowed ? shown.moves + 1 : 0
      return step(showing({ narrowed: event, moves }))
    }
    case 'data':
      // Every chart speaks for the board; one that does not say takes nothing back.
      return step(
        showing({ asOf: event.asOf ?? shown.asOf, source: event.source ?? shown.source, hasData: true }),
      )
    case 'unsaved-work':
      return step(showing({ unsaved: event.unsaved }))
    default:
      // What is left leaves no state behind; another kind that is no `BoardEvent` does not compile here.
      return step(board, event)
  }
}

const step = (board: EmbeddedBoard, ...effects: readonly EmbeddingEffect[]): EmbeddingStep => ({
  board,
  effects,
})

/** What an open view is asked; else it is opened, if there is an element for it: the surface may have been out of reach until now. */
function openOr(effect: 'show' | 'retry', board: EmbeddedBoard): EmbeddingStep {
  if (board.view === 'none') return step({ ...board, view: 'opening' }, 'open')
  return board.view === 'open' ? step(board, effect) : step(board)
}
