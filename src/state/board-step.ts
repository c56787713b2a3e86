import type {
  ReportedNarrowing,
  SurfaceEvent,
  SurfaceFailure,
  ViewRequest,
} from '../core/ports/dashboard-surface'

/** What the page shows about an embedded board. The frame itself belongs to the surface. */
export interface ShownBoard {
  readonly phase: 'idle' | 'loading' | 'rendered' | 'failed'
  readonly failure: SurfaceFailure | null
  /** The board on screen, as the frame reports it. */
  readonly dashboardId: string | null
  /** The tab that the user selected; null while the board shows the tab it opened with. */
  readonly chosenTabId: string | null
  /** The personal view that the user selected, null for none; undefined while the board is as it opened. */
  readonly chosenViewId: string | null | undefined
  /** The board's range and filters, as the frame reports them; null before the first report. */
  readonly narrowed: ReportedNarrowing | null
  /** Number of the user's changes since the board rendered: of tab, personal view, range or filters. */
  readonly moves: number
  /** Last day (ISO) and source of the data; null when the vendor does not send them. */
  readonly asOf: string | null
  readonly source: string | null
  /** Some data has arrived. */
  readonly hasData: boolean
  /** The view has unsaved changes that would be lost with it. */
  readonly unsaved: boolean
}

/** Surface events that leave no state behind. Subscribers outside the store handle them. */
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
  /** `absent`: there is no container element. `none`: not opened yet, or opening failed. */
  readonly view: 'absent' | 'none' | 'opening' | 'open'
}

/** Requests of the page, results of opening the view, and events of the view. */
export type EmbeddingEvent =
  | { readonly kind: 'attached' | 'detached' | 'opened' | 'not-opened' | 'hide' | 'retry' }
  | { readonly kind: 'show'; readonly request: ViewRequest }
  | SurfaceEvent

/** `show`: show `wanted`, if it is set. `end-refresh`: settle the pending refresh. */
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

/** A pure reducer. `createBoardStore` carries out the effects in order. */
export function boardStep(board: EmbeddedBoard, event: EmbeddingEvent): EmbeddingStep {
  const { shown, wanted, view } = board
  const showing = (change: Partial<ShownBoard>): EmbeddedBoard => ({
    ...board,
    shown: { ...shown, ...change },
  })
  const showingOnly = (phase: ShownBoard['phase']): EmbeddedBoard => showing({ ...nothing, phase })
  // A board that stays in its frame sends its data only once. If another one is shown, `loading` follows.
  const { asOf, source, hasData } = shown
  const waiting = (phase: ShownBoard['phase']): EmbeddedBoard =>
    showing({ ...nothing, asOf, source, hasData, phase })
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- listing the passed-on kinds would add bytes to the first view
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
      const begun = shown.phase === 'idle' ? waiting('loading') : board
      return openOr('show', { ...begun, wanted: event.request })
    }
    case 'hide':
      return step({ ...waiting('idle'), wanted: null }, 'hide', 'end-refresh')
    case 'retry':
      return openOr('retry', view === 'open' || wanted === null ? board : showingOnly('loading'))
    case 'loading':
      return step(showingOnly('loading'))
    case 'rendered':
      return step(showing({ phase: 'rendered', failure: null }), 'end-refresh')
    case 'failed':
      return step(showing({ phase: 'failed', failure: event.failure }), 'end-refresh')
    case 'navigated': {
      // Before `rendered` the event reports where the board opens; after it, a move by the user. A personal view counts as the user's
      // choice in both cases, because the board opens with the one it was left with.
      const isUserMove = shown.phase === 'rendered'
      return step(
        showing({
          dashboardId: event.dashboardId,
          chosenTabId: isUserMove ? event.tabId : shown.chosenTabId,
          chosenViewId: event.viewId ?? (isUserMove ? null : shown.chosenViewId),
          moves: isUserMove ? shown.moves + 1 : 0,
        }),
      )
    }
    case 'narrowed': {
      const moves = shown.narrowed ? shown.moves + 1 : 0
      return step(showing({ narrowed: event, moves }))
    }
    case 'data':
      // Every chart sends this event. One without `asOf` or `source` does not clear the values.
      return step(
        showing({ asOf: event.asOf ?? shown.asOf, source: event.source ?? shown.source, hasData: true }),
      )
    case 'unsaved-work':
      return step(showing({ unsaved: event.unsaved }))
    default:
      // The remaining kinds leave no state behind. A new kind that is not a `BoardEvent` does not compile here.
      return step(board, event)
  }
}

const step = (board: EmbeddedBoard, ...effects: readonly EmbeddingEffect[]): EmbeddingStep => ({
  board,
  effects,
})

/** Passes the effect to an open view. If opening failed before, opens the view again, because the surface may be available by now. */
function openOr(effect: 'show' | 'retry', board: EmbeddedBoard): EmbeddingStep {
  if (board.view === 'none') return step({ ...board, view: 'opening' }, 'open')
  return board.view === 'open' ? step(board, effect) : step(board)
}
