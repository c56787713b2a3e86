import type { SurfaceEvent } from '../../../core/ports/dashboard-surface'
import { noNarrowing } from '../../../core/kernel/narrowing'
import {
  arrived,
  askFilters,
  askedAgain,
  askedOf,
  asking,
  beyondOwn,
  filtersRead,
  isWhole,
  leftBehind,
  opening,
  reopening,
  settled,
  type NarrowedFrame,
  type NarrowingEffect,
} from './narrowed-frame'
import {
  bare,
  isBoard,
  sameBoard,
  sameRoute,
  type BoardRoute,
  type FilterVocabulary,
  type FrameFilter,
  type FrameRoute,
} from './routes'

/** Where a running frame is, and what it has been asked for. A vendor's frame may know more, and goes through the same steps with it. */
export interface FrameState extends NarrowedFrame {
  /** Where it was last sent, and where it says it is. */
  readonly sent: FrameRoute
  readonly here: FrameRoute
  /** Sent once the frame has shown what it was sent to before: seven quick clicks are two loads. */
  readonly next: FrameRoute | undefined
  readonly listening: boolean
  readonly rendered: boolean
  /** It was sent to another board, in the document that it has, and has not shown it so far. */
  readonly underWay: boolean
  /** How often its document has begun. */
  readonly starts: number
  /** The style it has, as text; empty when nobody knows. */
  readonly style: string
  /** The document has begun anew and does not know of the filters yet. A board takes them once it is there, not before. */
  readonly filtersDue: boolean
}

/** What the portal does with a frame. What the frame says is the vendor's: its adapter understands it, by the transitions below. */
export type FrameEvent =
  /** It is to be there. `back`: it was out of sight until now. */
  | { readonly kind: 'followed'; readonly route: FrameRoute; readonly back: boolean }
  /** It is there, and what is there is to be read anew. */
  | { readonly kind: 'placed'; readonly route: FrameRoute }
  | { readonly kind: 'refreshed' }
  /** What it replied when it was asked for its filters; null where nobody understood it. */
  | { readonly kind: 'filters-read'; readonly filters: readonly FrameFilter[] | null }
  /** The time that it has to be narrowed as it was told is over. */
  | { readonly kind: 'narrowing-settled' }
  | { readonly kind: 'restyle-due' }
  | { readonly kind: 'styled'; readonly style: string }

/** What a chart's menu leaves to the portal. */
export type ChartAction = Extract<SurfaceEvent, { readonly kind: 'action' }>

export type FrameEffect =
  | NarrowingEffect
  | { readonly kind: 'navigate'; readonly route: FrameRoute }
  /** Its document has begun anew and may not remember where it was. */
  | { readonly kind: 'bring-back'; readonly route: FrameRoute }
  /** The present style, unless the frame has it. */
  | { readonly kind: 'restyle' }
  | { readonly kind: 'restyle-soon' }
  | { readonly kind: 'apply-filters'; readonly filters: readonly FrameFilter[] }
  /** A chart's menu left something to the portal; the question behind the chart is still to be read. */
  | { readonly kind: 'complete-action'; readonly action: ChartAction }
  /** The watchdog. `extend-watch`: what it waits for has not come yet, but something was said. */
  | { readonly kind: 'watch' }
  | { readonly kind: 'extend-watch' }
  | { readonly kind: 'stop-watching' }
  /** What it was made for, or sent to, is on screen. */
  | { readonly kind: 'shown'; readonly sent: boolean }
  /** The document anew, at the address of this route. */
  | { readonly kind: 'reload'; readonly route: FrameRoute }
  | { readonly kind: 'print-height'; readonly pixels: number }
  | { readonly kind: 'refused' }
  | { readonly kind: 'report-error'; readonly code: string | null }

export interface FrameStep<State extends FrameState> {
  readonly state: State
  readonly effects: readonly FrameEffect[]
}

/** As it was made: at this place, in this style, and with what a frame before it, which was lost, had been narrowed to. */
export function initialFrame(
  target: FrameRoute,
  style: string,
  filters: readonly FrameFilter[],
  vocabulary: FilterVocabulary,
): FrameState {
  const asked = askedOf(target)
  const begun =
    filters.length > 0 ? ({ asked, restored: 'unproven', filters } as const) : opening({ vocabulary }, target)
  return {
    ...begun,
    vocabulary,
    own: new Map(),
    sent: target,
    here: bare(target),
    next: undefined,
    listening: false,
    rendered: false,
    underWay: false,
    starts: 0,
    style,
    filtersDue: true,
  }
}

/** What belongs to one frame, as one pure step: where it is, how it looks. Effects are carried out by `createRunningFrame`. */
export function frameStep<State extends FrameState>(state: State, event: FrameEvent): FrameStep<State> {
  switch (event.kind) {
    case 'followed':
      return followed(state, event.route, event.back)
    case 'placed':
      return step({
        ...state,
        ...asking(state, event.route),
        here: bare(event.route),
        sent: event.route,
        next: undefined,
      })
    case 'refreshed':
      return refreshed(state)
    case 'filters-read':
      return state.underWay ? step(state) : ofNarrowing(filtersRead(state, state.here, event.filters))
    case 'narrowing-settled':
      return step(settled(state), ...(isWhole(state.here) ? [askFilters] : []))
    case 'restyle-due':
      return step(state, ...restyle(state))
    case 'styled':
      return step({ ...state, style: event.style })
  }
}

export const step = <State extends FrameState>(
  state: State,
  ...effects: readonly FrameEffect[]
): FrameStep<State> => ({ state, effects })

export const andThen = <State extends FrameState>(
  first: FrameStep<State>,
  second: (state: State) => FrameStep<State>,
): FrameStep<State> => {
  const { state, effects } = second(first.state)
  return step(state, ...first.effects, ...effects)
}

export const emit = (event: SurfaceEvent): FrameEffect => ({ kind: 'emit', event })
const loading = emit({ kind: 'loading' })
const rendered = emit({ kind: 'rendered' })
const watch: FrameEffect = { kind: 'watch' }
const restyleSoon: FrameEffect = { kind: 'restyle-soon' }

const ofNarrowing = <State extends FrameState>(
  one: ReturnType<typeof filtersRead<State>>,
): FrameStep<State> => step(one.state, ...one.effects)

/** A frame that does not listen yet is told once it does. */
const restyle = ({ listening }: FrameState): readonly FrameEffect[] =>
  listening ? [{ kind: 'restyle' }] : []

function go<State extends FrameState>(state: State, route: FrameRoute): FrameStep<State> {
  if (!state.listening || !state.rendered) return step({ ...state, next: route }, loading)
  const navigate: FrameEffect = { kind: 'navigate', route }
  const sent = { ...state, next: undefined, sent: route }
  // Asked inside the page that is there; it says nothing when it is done.
  if (!isBoard(route)) return step({ ...sent, here: route }, loading, navigate, rendered)
  const underWay = { rendered: false, underWay: true, filtersDue: false } as const
  const isSame = sameBoard(route, state.here)
  const narrowing = isSame ? reopening(state, route) : opening(state, route)
  const left = isSame ? [] : leftBehind(state, state.here)
  return step(
    { ...sent, ...underWay, ...narrowing },
    loading,
    watch,
    ...(left.length === 0 ? [] : [{ kind: 'apply-filters', filters: left } as const]),
    navigate,
  )
}

function followed<State extends FrameState>(
  state: State,
  route: FrameRoute,
  back: boolean,
): FrameStep<State> {
  const there = isSettled(state) && sameRoute(state.here, route)
  // A tab that the person has pressed in the frame comes back as the address of the page: it is there already.
  const moved =
    there || hasCaughtUp(state, route)
      ? step({ ...state, sent: route })
      : sameRoute(state.next ?? state.sent, route)
        ? step(state)
        : go(state, route)
  const narrowed = andThen(moved, (now) => {
    const isWanted = sameBoard(route, now.next ?? now.sent)
    return isWanted ? ofNarrowing(askedAgain(now, route, isSettled(now) ? now.here : null)) : step(now)
  })
  return andThen(narrowed, (now) => step(now, ...(back ? cameBack(now) : []), ...restyle(now)))
}

/** Warm all the while: whoever sees it again is told what is there. */
function cameBack(state: FrameState): readonly FrameEffect[] {
  if (!isSettled(state)) return [watch]
  return isBoard(state.here) ? [emit({ kind: 'navigated', ...state.here }), rendered] : [rendered]
}

const isSettled = (state: FrameState): boolean => state.rendered && state.next === undefined

/** The address of the page has caught up with the personal view that the board came back under by itself. */
function hasCaughtUp({ next, sent, here }: FrameState, route: FrameRoute): boolean {
  if (next !== undefined || !isBoard(sent) || !isBoard(route) || route.viewId === undefined) return false
  const there = isBoard(here) && sameBoard(here, route) && here.viewId === route.viewId
  return there && sameRoute({ ...sent, viewId: route.viewId }, route)
}

/** The specified refresh: a conversation is not asked again. */
function refreshed<State extends FrameState>(state: State): FrameStep<State> {
  const { here } = state
  const route: FrameRoute =
    'conversation' in here ? { conversation: { ...here.conversation, question: null } } : here
  return step({ ...state, rendered: false, underWay: false }, loading, watch, { kind: 'reload', route })
}

/** It has said something: while nothing is shown, that is all that is known of it. */
export function spoke<State extends FrameState>(state: State): FrameStep<State> {
  return step(state, ...(state.rendered ? [] : [{ kind: 'extend-watch' } as const]))
}

/** A second start is the frame's document beginning anew: Refresh, or a reload of its own. */
export function started<State extends FrameState>(state: State): FrameStep<State> {
  const begun = { ...state, starts: state.starts + 1, listening: false }
  if (begun.starts === 1) return step(begun)
  return step(
    { ...begun, rendered: false, underWay: false, filtersDue: true, style: '' },
    ...(state.rendered ? [watch] : []),
    loading,
  )
}

/** Its document takes what it is told from now on. */
export function nowListening<State extends FrameState>(before: State): FrameStep<State> {
  const state = { ...before, listening: true }
  // None of the pages that are no board says that it is drawn: what listens is there, and keeps its own draft over a reload.
  if (!isBoard(state.here)) return andThen(step<State>(state, ...restyle(state)), drawn)
  if (state.starts === 1) return step(state, ...restyle(state))
  // The host need not remember: route and filters are ours to bring back (engineering decision 18).
  const route = sameBoard(state.sent, state.here) ? state.here : state.sent
  return step(state, { kind: 'bring-back', route }, ...restyle(state))
}

/** It is on a board, by its own word. */
export function located<State extends FrameState>(state: State, route: BoardRoute): FrameStep<State> {
  const now = { ...state, here: route }
  const isOtherView =
    state.rendered &&
    sameBoard(state.here, route) &&
    isBoard(state.here) &&
    state.here.viewId !== route.viewId
  return step(
    isOtherView ? { ...now, asked: noNarrowing, restored: 'yes' as const, filters: [] } : now,
    emit({ kind: 'navigated', ...route }),
    ...(isOtherView ? [askFilters] : []),
    restyleSoon,
  )
}

/** What it was sent to is on screen. `first`: said before the page hears of it. */
export function drawn<State extends FrameState>(
  before: State,
  first: readonly FrameEffect[] = [],
): FrameStep<State> {
  const stop: readonly FrameEffect[] = [{ kind: 'stop-watching' }, { kind: 'shown', sent: before.underWay }]
  const state = { ...before, rendered: true, underWay: false }
  const { next } = state
  const filters = beyondOwn(state, state.here)
  if (next !== undefined && !sameRoute(next, state.here))
    return andThen(step<State>(state, ...stop), (now) => go(now, next))
  return step(
    { ...state, next: undefined, filtersDue: false },
    ...stop,
    ...(state.filtersDue && filters.length > 0 ? [{ kind: 'apply-filters', filters } as const] : []),
    ...first,
    rendered,
    ...(before.rendered ? [] : arrived(before, before.starts <= 1 || before.underWay)),
    restyleSoon,
  )
}

/** It says something about the content that it has drawn. */
export function drew<State extends FrameState>(state: State, event: SurfaceEvent): FrameStep<State> {
  return step(state, emit(event), restyleSoon)
}

/** What it is narrowed to, by its own word; null where nobody understands it. */
export function narrowed<State extends FrameState>(
  state: State,
  filters: readonly FrameFilter[] | null,
): FrameStep<State> {
  // The board that makes way still says what was taken back with it; the next one is asked once it is there. On a tab of the same one,
  // where that takes nothing back, it is what a reload has to bring.
  const isTab = state.vocabulary.inAddress && sameBoard(state.sent, state.here)
  if (state.underWay && !isTab) return step(state)
  const now = { ...state, filters: filters ?? state.filters }
  // By its own word about all of them, in one form: what a change is told with is not documented.
  return isWhole(state.here) || filters === null ? step(now, askFilters) : step(now)
}
