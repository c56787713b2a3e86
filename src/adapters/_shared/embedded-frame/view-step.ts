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
  /** Why no frame can show what is wanted: a retry would not help. */
  readonly invalid: SurfaceFailure | null
  readonly hidden: boolean
  /** `opening`: waiting for what a frame needs. `silent`: hidden because it sent nothing for too long; it may only be slow. */
  readonly frame: 'none' | 'opening' | 'running' | 'silent'
  /** What could not be shown. A request for another look, or for the same board again, does not retry it. */
  readonly failedRoute: FrameRoute | undefined
  /** Where the previous frame was when it was reopened or failed for lack of a token: the next one takes over its filters. */
  readonly previousLocation: FrameLocation | undefined
  /** The frame was in the warm-frame pool: its board may have been changed meanwhile. */
  readonly outdated: boolean
}

export const initialView: ViewState = {
  wanted: undefined,
  invalid: null,
  hidden: false,
  frame: 'none',
  failedRoute: undefined,
  previousLocation: undefined,
  outdated: false,
}

export type ViewEvent =
  /** `invalid`: why no frame can show it, or null. */
  | { readonly kind: 'shown'; readonly request: ViewRequest; readonly invalid: SurfaceFailure | null }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'moved' }
  /** What a frame waits for is there: the vendor's code, and the session is known. */
  | { readonly kind: 'ready' }
  /** The frame sent something. */
  | { readonly kind: 'spoke' }
  /** `location`: that of the frame that is lost. */
  | {
      readonly kind: 'failed'
      readonly failure: SurfaceFailure
      readonly location: FrameLocation | undefined
    }
  /**
   * Shows the view in a new frame: the user retries, or the present frame can neither be sent to what is wanted nor take another look.
   * `location`: where the present frame is, so that the new one takes over its filters.
   */
  | { readonly kind: 'reopened'; readonly location?: FrameLocation | undefined }
  /** The user has changed: the frame's content is not theirs. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'ended' }

export type ViewEffect =
  | { readonly kind: 'take-down' }
  /** Requests what a frame waits for; `ready` follows. */
  | { readonly kind: 'open' }
  | {
      readonly kind: 'make-frame'
      readonly request: ViewRequest
      readonly target: FrameRoute
      readonly filters: readonly FrameFilter[]
    }
  /** Nothing is wanted any more: ends the deadline for a frame. */
  | { readonly kind: 'stop-opening' }
  | { readonly kind: 'reveal' }
  | { readonly kind: 'conceal' }
  /** The frame was slow, not silent: waits for it again. */
  | { readonly kind: 'resume' }
  | { readonly kind: 'name-frame' }
  | { readonly kind: 'follow'; readonly route: FrameRoute; readonly back: boolean }
  | { readonly kind: 'follow-anew'; readonly route: FrameRoute }
  | { readonly kind: 'report'; readonly failure: SurfaceFailure }

export interface ViewStep {
  readonly state: ViewState
  readonly effects: readonly ViewEffect[]
}

/** One pure step of a view. `createFrameView` carries out the effects. */
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
      return reopened(event.location === undefined ? state : { ...state, previousLocation: event.location })
    case 'reset':
      return then(takenDown({ ...state, previousLocation: undefined }), reopened)
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
  then(takenDown(state), (now) =>
    step({ ...now, frame: 'opening', failedRoute: undefined }, { kind: 'open' }),
  )

function reopened(state: ViewState): ViewStep {
  const { wanted, invalid } = state
  if (wanted === undefined) return step(state)
  return invalid === null ? opened(state) : failed({ ...state, failedRoute: undefined }, invalid, undefined)
}

function shown(before: ViewState, request: ViewRequest, invalid: SurfaceFailure | null): ViewStep {
  if (invalid !== null)
    return failed({ ...before, wanted: request, invalid, failedRoute: undefined }, invalid, undefined)
  const route = routeOf(request.view)
  const state = { ...before, wanted: request, invalid, hidden: false }
  // Another look, or the same board again, while an error panel is shown in its place.
  if (state.frame !== 'running' && state.failedRoute !== undefined && sameRoute(state.failedRoute, route))
    return step(state)
  return then(step(state, { kind: 'reveal' }), (now) =>
    now.frame === 'running' ? followed(now, route, before.hidden) : opened(now),
  )
}

function hidden(state: ViewState): ViewStep {
  // A user who returns to a board that could not be shown wants to see it: in a new frame.
  const first = state.frame === 'silent' ? takenDown(state) : step(state)
  return then(first, (now) =>
    step({ ...now, wanted: undefined, hidden: true, failedRoute: undefined }, { kind: 'conceal' }),
  )
}

/** Removes the error panel. The frame gets now what was requested meanwhile, such as another look. */
function spoke(state: ViewState): ViewStep {
  const { wanted } = state
  if (state.frame !== 'silent' || wanted === undefined) return step(state)
  return then(
    step({ ...state, frame: 'running', failedRoute: undefined }, { kind: 'reveal' }, { kind: 'resume' }),
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
  // The latest request while the SDK was loading; undefined if the user has left for a page without a board.
  const { wanted: request, previousLocation } = state
  if (request === undefined) return step({ ...state, frame: 'none' }, { kind: 'stop-opening' })
  const target = routeOf(request.view)
  const filters =
    previousLocation !== undefined && sameBoard(previousLocation.route, target)
      ? previousLocation.filters
      : []
  return step(
    { ...state, frame: 'running', previousLocation: undefined },
    { kind: 'make-frame', request, target, filters },
  )
}

function failed(state: ViewState, failure: SurfaceFailure, location: FrameLocation | undefined): ViewStep {
  const { wanted } = state
  if (wanted === undefined && state.frame !== 'running') return step(state)
  // Reported once: everything in flight for the frame fails after it.
  if (state.frame === 'none' && state.failedRoute !== undefined) return step(state)
  const previousLocation =
    failure.kind === 'token-unavailable' ? (location ?? state.previousLocation) : undefined
  const failedRoute = wanted === undefined ? undefined : routeOf(wanted.view)
  // On a busy machine a frame may send its first message later: it runs on, hidden, until something else is wanted.
  const isSilent = failure.kind === 'frame-silent' && state.frame === 'running' && wanted !== undefined
  const gone = isSilent
    ? step({ ...state, previousLocation, failedRoute, frame: 'silent' as const }, { kind: 'conceal' })
    : takenDown({ ...state, previousLocation, failedRoute })
  return then(gone, (now) => step(now, { kind: 'report', failure }))
}
