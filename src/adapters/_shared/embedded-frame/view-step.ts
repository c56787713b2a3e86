import type { SurfaceFailure, ViewRequest } from '../../../core/ports/dashboard-surface'
import {
  routeOf,
  sameBoard,
  sameRoute,
  type FrameFilter,
  type FrameLocation,
  type FrameRoute,
} from './routes'

export interface ViewState {
  readonly wanted: ViewRequest | undefined
  /** Why no frame can show what is wanted: another try would change nothing. */
  readonly invalid: SurfaceFailure | null
  readonly hidden: boolean
  /** `opening`: on its way, without a frame so far. `silent`: out of sight, since it has said nothing for too long; it may only be slow. */
  readonly frame: 'none' | 'opening' | 'running' | 'silent'
  /** What could not be shown. Another look, or the same board again, is no reason to try again by itself. */
  readonly lost: FrameRoute | undefined
  /** Where the frame was that went for want of a token: the next one takes its filters over. */
  readonly left: FrameLocation | undefined
  /** The frame has been without a container: its board may have been changed meanwhile. */
  readonly outdated: boolean
}

export const initialView: ViewState = {
  wanted: undefined,
  invalid: null,
  hidden: false,
  frame: 'none',
  lost: undefined,
  left: undefined,
  outdated: false,
}

export type ViewEvent =
  /** `invalid`: why no frame can show it, where that is so. */
  | { readonly kind: 'shown'; readonly request: ViewRequest; readonly invalid: SurfaceFailure | null }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'moved' }
  /** What a frame waits for is there: the SDK, and a token at hand. */
  | { readonly kind: 'ready' }
  /** The frame has said something. */
  | { readonly kind: 'spoke' }
  /** `location`: that of the frame that is lost by it. */
  | {
      readonly kind: 'failed'
      readonly failure: SurfaceFailure
      readonly location: FrameLocation | undefined
    }
  /**
   * In a new frame: a person asks for another try, or the one that is there cannot be sent to what is wanted, or cannot take another
   * look. `location`: where it is, so that its filters come along.
   */
  | { readonly kind: 'reopened'; readonly location?: FrameLocation | undefined }
  /** Somebody else is here: what the frame held is not theirs. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'ended' }

export type ViewEffect =
  | { readonly kind: 'take-down' }
  /** Asks for what a frame waits for, and says `ready`. */
  | { readonly kind: 'open' }
  | {
      readonly kind: 'make-frame'
      readonly request: ViewRequest
      readonly target: FrameRoute
      readonly filters: readonly FrameFilter[]
    }
  /** Nobody wants to see it any more: it is not waited for. */
  | { readonly kind: 'stop-opening' }
  | { readonly kind: 'reveal' }
  | { readonly kind: 'conceal' }
  /** The frame was slow, not silent: it is waited for again. */
  | { readonly kind: 'resume' }
  | { readonly kind: 'name-frame' }
  | { readonly kind: 'follow'; readonly route: FrameRoute; readonly back: boolean }
  | { readonly kind: 'follow-anew'; readonly route: FrameRoute }
  | { readonly kind: 'report'; readonly failure: SurfaceFailure }

export interface ViewStep {
  readonly state: ViewState
  readonly effects: readonly ViewEffect[]
}

/** What becomes of one view, as one pure step. Effects are carried out by `createFrameView`. */
export function viewStep(state: ViewState, event: ViewEvent): ViewStep {
  switch (event.kind) {
    case 'shown':
      return shown(state, event.request, event.invalid)
    case 'hidden':
      return hidden(state)
    case 'moved':
      return step({ ...state, outdated: true })
    case 'ready':
      return ready(state)
    case 'spoke':
      return spoke(state)
    case 'failed':
      return failed(state, event.failure, event.location)
    case 'reopened':
      return reopened(event.location === undefined ? state : { ...state, left: event.location })
    case 'reset':
      return then(takenDown({ ...state, left: undefined }), reopened)
    case 'ended':
      return takenDown({ ...state, wanted: undefined })
  }
}

const step = (state: ViewState, ...effects: readonly ViewEffect[]): ViewStep => ({ state, effects })

const then = (first: ViewStep, second: (state: ViewState) => ViewStep): ViewStep => {
  const { state, effects } = second(first.state)
  return step(state, ...first.effects, ...effects)
}

const takenDown = (state: ViewState): ViewStep =>
  step({ ...state, frame: 'none', outdated: false }, { kind: 'take-down' })

const opened = (state: ViewState): ViewStep =>
  then(takenDown(state), (now) => step({ ...now, frame: 'opening', lost: undefined }, { kind: 'open' }))

function reopened(state: ViewState): ViewStep {
  const { wanted, invalid } = state
  if (wanted === undefined) return step(state)
  return invalid === null ? opened(state) : failed({ ...state, lost: undefined }, invalid, undefined)
}

function shown(before: ViewState, request: ViewRequest, invalid: SurfaceFailure | null): ViewStep {
  if (invalid !== null)
    return failed({ ...before, wanted: request, invalid, lost: undefined }, invalid, undefined)
  const route = routeOf(request.view)
  const state = { ...before, wanted: request, invalid, hidden: false }
  // Another look, or the same board again, while a panel stands in its place.
  if (state.frame !== 'running' && state.lost !== undefined && sameRoute(state.lost, route))
    return step(state)
  return then(step(state, { kind: 'reveal' }), (now) =>
    now.frame === 'running' ? followed(now, route, before.hidden) : opened(now),
  )
}

function hidden(state: ViewState): ViewStep {
  // Who comes back to a board that could not be shown wants to see it: in a new frame.
  const left = state.frame === 'silent' ? takenDown(state) : step(state)
  return then(left, (now) =>
    step({ ...now, wanted: undefined, hidden: true, lost: undefined }, { kind: 'conceal' }),
  )
}

/** The panel in its place goes. What was asked for meanwhile, another look, it is told now. */
function spoke(state: ViewState): ViewStep {
  const { wanted } = state
  if (state.frame !== 'silent' || wanted === undefined) return step(state)
  return then(
    step({ ...state, frame: 'running', lost: undefined }, { kind: 'reveal' }, { kind: 'resume' }),
    (now) => followed(now, routeOf(wanted.view), false),
  )
}

function followed(state: ViewState, route: FrameRoute, back: boolean): ViewStep {
  const name: ViewEffect = { kind: 'name-frame' }
  return state.outdated
    ? step({ ...state, outdated: false }, name, { kind: 'follow-anew', route })
    : step(state, name, { kind: 'follow', route, back })
}

function ready(state: ViewState): ViewStep {
  // What was asked for while the SDK was loading; nothing, when the person has left for a page without a board.
  const { wanted: request, left } = state
  if (request === undefined) return step({ ...state, frame: 'none' }, { kind: 'stop-opening' })
  const target = routeOf(request.view)
  const filters = left !== undefined && sameBoard(left.route, target) ? left.filters : []
  return step(
    { ...state, frame: 'running', left: undefined },
    { kind: 'make-frame', request, target, filters },
  )
}

function failed(state: ViewState, failure: SurfaceFailure, location: FrameLocation | undefined): ViewStep {
  const { wanted } = state
  if (wanted === undefined && state.frame !== 'running') return step(state)
  // Told once: all that was on its way for the frame fails after it.
  if (state.frame === 'none' && state.lost !== undefined) return step(state)
  const left = failure.kind === 'token-unavailable' ? (location ?? state.left) : undefined
  const lost = wanted === undefined ? undefined : routeOf(wanted.view)
  // On a machine at work a frame may speak later than that: it goes on, out of sight, until something else is wanted.
  const isSilent = failure.kind === 'frame-silent' && state.frame === 'running' && wanted !== undefined
  const gone = isSilent
    ? step({ ...state, left, lost, frame: 'silent' as const }, { kind: 'conceal' })
    : takenDown({ ...state, left, lost })
  return then(gone, (now) => step(now, { kind: 'report', failure }))
}
