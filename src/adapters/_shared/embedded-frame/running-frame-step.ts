import type { SurfaceEvent } from '../../../core/ports/dashboard-surface'
import { noNarrowing } from '../../../core/kernel/narrowing'
import {
  arrived,
  askFilters,
  askedAgain,
  requestedNarrowing,
  asking,
  beyondOwn,
  filtersRead,
  hasView,
  isWholeBoard,
  leftBehind,
  opening,
  reopening,
  settled,
  type NarrowedFrame,
  type NarrowingEffect,
} from './narrowed-frame'
import {
  withoutNarrowing,
  isBoard,
  isEditor,
  sameBoard,
  sameRoute,
  type BoardRoute,
  type FilterVocabulary,
  type FrameFilter,
  type FrameRoute,
} from './routes'

/** Where a running frame is, and what was requested of it. A vendor's frame may extend this state and goes through the same steps. */
export interface FrameState extends NarrowedFrame {
  /** Where the portal last sent it. */
  readonly sent: FrameRoute
  /** Where it reports to be. */
  readonly here: FrameRoute
  /** Sent once the frame has shown its previous target: seven quick clicks cause two loads. */
  readonly next: FrameRoute | undefined
  readonly listening: boolean
  readonly rendered: boolean
  /** A board is in edit mode, in the editor or in its own place: its document may hold unsaved work. */
  readonly editing: boolean
  /** It was sent to another board and has not shown it yet. */
  readonly isNavigating: boolean
  /** How often its document has started. */
  readonly starts: number
  /** Its present style, as text; empty if unknown. */
  readonly style: string
  /** The document has restarted without the filters. A board accepts them only after it has rendered. */
  readonly filtersDue: boolean
}

/** What the portal does with a frame. The messages of a frame depend on the vendor: its adapter maps them to the transitions below. */
export type FrameEvent =
  /** The frame is to show this route. `back`: it was hidden until now. */
  | { readonly kind: 'followed'; readonly route: FrameRoute; readonly back: boolean }
  /** The frame is on this board, and a reload is about to follow. */
  | { readonly kind: 'placed'; readonly route: FrameRoute }
  | { readonly kind: 'refreshed' }
  /** The frame's reply to a request for its filters; null if it could not be parsed. */
  | { readonly kind: 'filters-read'; readonly filters: readonly FrameFilter[] | null }
  /** The time that the frame has to apply its filters is over. */
  | { readonly kind: 'narrowing-settled' }
  | { readonly kind: 'restyle-due' }
  | { readonly kind: 'styled'; readonly style: string }

/** An entry of a chart's menu that the portal handles. */
export type ChartAction = Extract<SurfaceEvent, { readonly kind: 'action' }>

export type FrameEffect =
  | NarrowingEffect
  | { readonly kind: 'navigate'; readonly route: FrameRoute }
  /** Its document has restarted and may have lost its location. */
  | { readonly kind: 'bring-back'; readonly route: FrameRoute }
  /** Sends the present style, unless the frame has it. */
  | { readonly kind: 'restyle' }
  | { readonly kind: 'restyle-soon' }
  | { readonly kind: 'apply-filters'; readonly filters: readonly FrameFilter[] }
  /** The user chose an entry that the portal handles. The question behind the chart is still to be read. */
  | { readonly kind: 'complete-action'; readonly action: ChartAction }
  /** Controls the watchdog. `extend-watch`: the frame sent something, but has not rendered yet. */
  | { readonly kind: 'watch' }
  | { readonly kind: 'extend-watch' }
  | { readonly kind: 'stop-watching' }
  /** The frame shows what it was created for or, if `sent`, what it was sent to. */
  | { readonly kind: 'shown'; readonly sent: boolean }
  /** Reloads the document at the address of this route. */
  | { readonly kind: 'reload'; readonly route: FrameRoute }
  | { readonly kind: 'print-height'; readonly pixels: number }
  | { readonly kind: 'refused' }
  | { readonly kind: 'report-error'; readonly code: string | null }

export interface FrameStep<State extends FrameState> {
  readonly state: State
  readonly effects: readonly FrameEffect[]
}

/** The state of a new frame: its target, its style, and the filters of the lost frame that it replaces. */
export function initialFrame(
  target: FrameRoute,
  style: string,
  filters: readonly FrameFilter[],
  vocabulary: FilterVocabulary,
): FrameState {
  const asked = requestedNarrowing(target)
  // A personal view in an address brings its own filters, which only a document without others shows.
  const isView = vocabulary.inAddress && hasView(target)
  const begun =
    filters.length > 0 && !isView
      ? ({ asked, restored: 'unproven', filters } as const)
      : opening({ vocabulary }, target)
  return {
    ...begun,
    vocabulary,
    own: new Map(),
    sent: target,
    here: withoutNarrowing(target),
    next: undefined,
    listening: false,
    rendered: false,
    editing: isEditor(target),
    isNavigating: false,
    starts: 0,
    style,
    filtersDue: true,
  }
}

/** One pure step of a frame's location and look. `createRunningFrame` carries out the effects. */
export function frameStep<State extends FrameState>(state: State, event: FrameEvent): FrameStep<State> {
  switch (event.kind) {
    case 'followed':
      return followed(state, event.route, event.back)
    case 'placed':
      return step({
        ...state,
        ...asking(state, event.route),
        here: withoutNarrowing(event.route),
        sent: event.route,
        next: undefined,
      })
    case 'refreshed':
      return refreshed(state)
    case 'filters-read':
      return state.isNavigating
        ? step(state)
        : fromNarrowingStep(filtersRead(state, state.here, event.filters))
    case 'narrowing-settled':
      return step(settled(state), ...(isWholeBoard(state.here) ? [askFilters] : []))
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

const fromNarrowingStep = <State extends FrameState>(
  one: ReturnType<typeof filtersRead<State>>,
): FrameStep<State> => step(one.state, ...one.effects)

/** A frame that does not listen yet gets the style once it does. */
const restyle = ({ listening }: FrameState): readonly FrameEffect[] =>
  listening ? [{ kind: 'restyle' }] : []

function navigateTo<State extends FrameState>(state: State, route: FrameRoute): FrameStep<State> {
  if (!state.listening || !state.rendered) return step({ ...state, next: route }, loading)
  const navigate: FrameEffect = { kind: 'navigate', route }
  const sent = { ...state, next: undefined, sent: route, editing: isEditor(route) }
  // The present page takes the question, and sends nothing when it is done.
  if (!isBoard(route)) return step({ ...sent, here: route }, loading, navigate, rendered)
  const navigating = { rendered: false, isNavigating: true, filtersDue: false } as const
  const isSame = sameBoard(route, state.here)
  const narrowing = isSame ? reopening(state, route) : opening(state, route)
  const leftover = isSame ? [] : leftBehind(state, state.here)
  return step(
    { ...sent, ...navigating, ...narrowing },
    loading,
    watch,
    ...(leftover.length === 0 ? [] : [{ kind: 'apply-filters', filters: leftover } as const]),
    navigate,
  )
}

function followed<State extends FrameState>(
  state: State,
  route: FrameRoute,
  back: boolean,
): FrameStep<State> {
  const isThere = isSettled(state) && sameRoute(state.here, route)
  // A tab that the user clicked in the frame comes back as the address of the page: the frame is already there.
  const moved =
    isThere || hasCaughtUp(state, route)
      ? step({ ...state, sent: route })
      : sameRoute(state.next ?? state.sent, route)
        ? step(state)
        : navigateTo(state, route)
  const narrowed = andThen(moved, (now) => {
    const isWanted = sameBoard(route, now.next ?? now.sent)
    return isWanted ? fromNarrowingStep(askedAgain(now, route, isSettled(now) ? now.here : null)) : step(now)
  })
  return andThen(narrowed, (now) => step(now, ...(back ? cameBack(now) : []), ...restyle(now)))
}

/** The frame kept running while it was hidden: the page that shows it again gets its present state. */
function cameBack(state: FrameState): readonly FrameEffect[] {
  if (!isSettled(state)) return [watch]
  return isBoard(state.here) ? [emit({ kind: 'navigated', ...state.here }), rendered] : [rendered]
}

/** A dashboard, a chart or an answer: a new frame shows the same again, and no work is lost. */
export const isReproducible = ({ sent, editing }: FrameState): boolean =>
  isBoard(sent) ? !editing && !isEditor(sent) : 'answer' in sent

const isSettled = (state: FrameState): boolean => state.rendered && state.next === undefined

/** The address of the page has caught up with the personal view that the board opened by itself. */
function hasCaughtUp({ next, sent, here }: FrameState, route: FrameRoute): boolean {
  if (next !== undefined || !isBoard(sent) || !isBoard(route) || route.viewId === undefined) return false
  const there = isBoard(here) && sameBoard(here, route) && here.viewId === route.viewId
  return there && sameRoute({ ...sent, viewId: route.viewId }, route)
}

/** The specified refresh, also of a board that the frame is still navigating to. The question of a conversation is not asked again. */
function refreshed<State extends FrameState>(state: State): FrameStep<State> {
  const here = state.isNavigating ? withoutNarrowing(state.sent) : state.here
  const route: FrameRoute =
    'conversation' in here ? { conversation: { ...here.conversation, question: null } } : here
  const reloading = { ...state, here, rendered: false, isNavigating: false }
  return step(reloading, loading, watch, { kind: 'reload', route })
}

/** The frame sent something, which extends the watchdog while nothing has rendered. */
export function spoke<State extends FrameState>(state: State): FrameStep<State> {
  return step(state, ...(state.rendered ? [] : [{ kind: 'extend-watch' } as const]))
}

/** A second start means that the document has restarted: Refresh, or a reload by the frame itself. */
export function started<State extends FrameState>(state: State): FrameStep<State> {
  const begun = { ...state, starts: state.starts + 1, listening: false }
  if (begun.starts === 1) return step(begun)
  return step(
    {
      ...begun,
      rendered: false,
      // The editor opens again; a board that was edited in its own place is only shown.
      editing: state.editing && isEditor(state.sent),
      isNavigating: false,
      filtersDue: true,
      style: '',
    },
    ...(state.rendered ? [watch] : []),
    loading,
  )
}

/** Its document accepts messages from now on. */
export function nowListening<State extends FrameState>(before: State): FrameStep<State> {
  const state = { ...before, listening: true }
  // Only boards report that they have rendered. Any other page counts as rendered once it listens, and keeps its draft across a reload.
  if (!isBoard(state.here)) return andThen(step<State>(state, ...restyle(state)), drawn)
  if (state.starts === 1) return step(state, ...restyle(state))
  // The host may have forgotten route and filters: the portal restores them (engineering decision 18).
  const route = sameBoard(state.sent, state.here) ? state.here : state.sent
  return step(state, { kind: 'bring-back', route }, ...restyle(state))
}

/** The frame reports that it is on this board. */
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

/** The frame shows what it was sent to. `first`: effects that precede the `rendered` event. */
export function drawn<State extends FrameState>(
  before: State,
  first: readonly FrameEffect[] = [],
): FrameStep<State> {
  const stop: readonly FrameEffect[] = [
    { kind: 'stop-watching' },
    { kind: 'shown', sent: before.isNavigating },
  ]
  const state = { ...before, rendered: true, isNavigating: false }
  const { next } = state
  const filters = beyondOwn(state, state.here)
  if (next !== undefined && !sameRoute(next, state.here))
    return andThen(step<State>(state, ...stop), (now) => navigateTo(now, next))
  return step(
    { ...state, next: undefined, filtersDue: false },
    ...stop,
    ...(state.filtersDue && filters.length > 0 ? [{ kind: 'apply-filters', filters } as const] : []),
    ...first,
    rendered,
    ...(before.rendered ? [] : arrived(before, before.starts <= 1 || before.isNavigating)),
    restyleSoon,
  )
}

/** The frame reports something about the content that it has rendered. */
export function drew<State extends FrameState>(state: State, event: SurfaceEvent): FrameStep<State> {
  return step(state, emit(event), restyleSoon)
}

/** The frame reports its filters; null if they could not be parsed. */
export function narrowed<State extends FrameState>(
  state: State,
  filters: readonly FrameFilter[] | null,
): FrameStep<State> {
  // A board that is being replaced still reports that its filters are reset; the next board is queried once it is there. A switch to
  // another tab of a board with its filters in the address resets nothing: a reload has to restore what is reported meanwhile.
  const isTab = state.vocabulary.inAddress && sameBoard(state.sent, state.here)
  if (state.isNavigating && !isTab) return step(state)
  const now = { ...state, filters: filters ?? state.filters }
  // Queries all filters, which come in one form: the payload of a change event is not documented.
  return isWholeBoard(state.here) || filters === null ? step(now, askFilters) : step(now)
}
