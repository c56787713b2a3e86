import type { SurfaceEvent } from '../../../core/ports/dashboard-surface'
import {
  answerVizId,
  boardData,
  currentPath,
  errorCode,
  filtersOf,
  libraryChange,
  printHeight,
  pageAsked,
  tileAction,
  starredTile,
  unsavedWork,
  type FrameMessage,
  type RememberedFilter,
} from '../../dashboard-surface/thoughtspot/frame-messages'
import {
  framePath,
  isBoard,
  isBuilder,
  readBoardRoute,
  sameBoard,
  sameRoute,
  type FrameRoute,
} from '../../dashboard-surface/thoughtspot/paths'

/** Where a running frame is, and what it has been asked for. */
export interface FrameState {
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
  readonly filters: readonly RememberedFilter[]
  /** The document has begun anew and does not know of the filters yet. A board takes them once it is there, not before. */
  readonly filtersDue: boolean
  readonly editing: boolean
  /** The answer that was drawn last, as the frame names it. */
  readonly vizId: string | null
  readonly reportsUnsavedWork: boolean
}

export type FrameEvent =
  /** Something was said inside the frame, by its name on the wire. */
  | { readonly kind: 'message'; readonly type: string; readonly data: unknown }
  /** It is to be there. `back`: it was out of sight until now. */
  | { readonly kind: 'followed'; readonly route: FrameRoute; readonly back: boolean }
  /** It is there, and what is there is to be read anew. */
  | { readonly kind: 'placed'; readonly route: FrameRoute }
  | { readonly kind: 'refreshed' }
  /** What it replied when it was asked for its filters. */
  | { readonly kind: 'filters-read'; readonly reply: unknown }
  | { readonly kind: 'restyle-due' }
  | { readonly kind: 'styled'; readonly style: string }

export type FrameEffect =
  | { readonly kind: 'emit'; readonly event: SurfaceEvent }
  | { readonly kind: 'navigate'; readonly route: FrameRoute }
  /** Its document has begun anew and may not remember where it was. */
  | { readonly kind: 'bring-back'; readonly route: FrameRoute }
  /** The present style, unless the frame has it. */
  | { readonly kind: 'restyle' }
  | { readonly kind: 'restyle-soon' }
  | { readonly kind: 'apply-filters'; readonly filters: readonly RememberedFilter[] }
  | { readonly kind: 'ask-filters' }
  /** A chart's menu left something to the portal; the question behind the chart is still to be read. */
  | { readonly kind: 'tile-action'; readonly action: NonNullable<ReturnType<typeof tileAction>> }
  /** The watchdog. */
  | { readonly kind: 'watch' }
  | { readonly kind: 'stop-watching' }
  /** The document anew, at this address of its own. */
  | { readonly kind: 'reload'; readonly hash: string }
  | { readonly kind: 'print-height'; readonly pixels: number }
  | { readonly kind: 'refused' }
  | { readonly kind: 'report-error'; readonly code: string | null }

export interface FrameStep {
  readonly state: FrameState
  readonly effects: readonly FrameEffect[]
}

/** As it was made: at this place, in this style, and with what a frame before it, which was lost, had been narrowed to. */
export function initialFrame(
  target: FrameRoute,
  style: string,
  filters: readonly RememberedFilter[],
): FrameState {
  return {
    sent: target,
    here: target,
    next: undefined,
    listening: false,
    rendered: false,
    underWay: false,
    starts: 0,
    style,
    filters,
    filtersDue: true,
    editing: isBoard(target) && target.editing === true,
    reportsUnsavedWork: false,
    vizId: null,
  }
}

/** What belongs to one frame, as one pure step: where it is, how it looks, what it says. Effects are carried out by `runningFrame`. */
export function frameStep(state: FrameState, event: FrameEvent): FrameStep {
  switch (event.kind) {
    case 'message':
      return message(state, event.type, event.data)
    case 'followed':
      return followed(state, event.route, event.back)
    case 'placed':
      return step({ ...state, here: event.route, sent: event.route, next: undefined })
    case 'refreshed':
      return refreshed(state)
    case 'filters-read':
      return step({ ...state, filters: filtersOf(event.reply) ?? state.filters })
    case 'restyle-due':
      return step(state, ...restyle(state))
    case 'styled':
      return step({ ...state, style: event.style })
  }
}

const step = (state: FrameState, ...effects: readonly FrameEffect[]): FrameStep => ({ state, effects })

const then = (first: FrameStep, second: (state: FrameState) => FrameStep): FrameStep => {
  const { state, effects } = second(first.state)
  return step(state, ...first.effects, ...effects)
}

const emit = (event: SurfaceEvent): FrameEffect => ({ kind: 'emit', event })
const loading = emit({ kind: 'loading' })
const rendered = emit({ kind: 'rendered' })
const watch: FrameEffect = { kind: 'watch' }
const restyleSoon: FrameEffect = { kind: 'restyle-soon' }

/** A frame that does not listen yet is told once it does. */
const restyle = ({ listening }: FrameState): readonly FrameEffect[] =>
  listening ? [{ kind: 'restyle' }] : []

function go(state: FrameState, route: FrameRoute): FrameStep {
  if (!state.listening || !state.rendered) return step({ ...state, next: route }, loading)
  const navigate: FrameEffect = { kind: 'navigate', route }
  const sent = { ...state, next: undefined, sent: route }
  // Asked inside the page that is there; it says nothing when it is done.
  if (!isBoard(route)) return step({ ...sent, here: route }, loading, navigate, rendered)
  const underWay = { rendered: false, underWay: true, filters: [], filtersDue: false } as const
  return step({ ...sent, ...underWay }, loading, watch, navigate)
}

function followed(state: FrameState, route: FrameRoute, back: boolean): FrameStep {
  const there = isSettled(state) && sameRoute(state.here, route)
  // A tab that the person has pressed in the frame comes back as the address of the page: it is there already.
  const moved =
    there || hasCaughtUp(state, route)
      ? step({ ...state, sent: route })
      : sameRoute(state.next ?? state.sent, route)
        ? step(state)
        : go(state, route)
  return then(moved, (now) => step(now, ...(back ? cameBack(now) : []), ...restyle(now)))
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

/** The specified refresh: the builder is told that this is no new beginning, the conversation is not asked again. */
function refreshed(state: FrameState): FrameStep {
  const { here } = state
  const route: FrameRoute =
    'conversation' in here ? { conversation: { ...here.conversation, question: null } } : here
  const hash = `#/${framePath(route)}${isBuilder(here) ? '?restore=true' : ''}`
  return step({ ...state, rendered: false, underWay: false }, loading, watch, { kind: 'reload', hash })
}

function message(state: FrameState, type: string, data: unknown): FrameStep {
  // `init` and `load` are the SDK's own: an error page fires `load` too.
  if (type === 'init' || type === 'load') return step(state)
  const watched = step(state, ...(state.rendered ? [] : [watch]))
  // A board that was sent back too early would stay where it begins: it says more by itself.
  const early = type === 'authInit' && isBoard(state.here)
  const listens = !state.listening && !early && signsOfListening.has(type)
  const now = listens ? then(watched, (one) => nowListening({ ...one, listening: true })) : watched
  return then(now, (one) => understood(one, type, data))
}

/** The vendor does not promise `EmbedListenerReady`: who says any of these has its document running. */
const signsOfListening: ReadonlySet<string> = new Set([
  'EmbedListenerReady',
  'authInit',
  'ROUTE_CHANGE',
  'PinboardRendered',
  'data',
] satisfies readonly FrameMessage[])

function understood(state: FrameState, type: string, data: unknown): FrameStep {
  const handle = Object.hasOwn(handlers, type) ? handlers[type as FrameMessage] : undefined
  return handle === undefined ? contentMessage(state, type, data) : handle(state, data)
}

/** By names that the SDK knows: any other does not compile. */
const handlers: Readonly<Partial<Record<FrameMessage, (state: FrameState, data: unknown) => FrameStep>>> = {
  appInit: started,
  ROUTE_CHANGE(state, data) {
    const path = currentPath(data)
    const route = readBoardRoute(path)
    if (route === null)
      return hasLeft(state, path) ? step({ ...state, editing: false }, ...editEnded) : step(state)
    if (isEditor(state) && state.rendered) {
      // A saved dashboard is not promised to be told: the editor has made way for the dashboard itself.
      return state.editing
        ? step({ ...state, editing: false }, ...editEnded, emit(savedAt(route.liveboardId)))
        : step(state)
    }
    return step({ ...state, here: route }, emit({ kind: 'navigated', ...route }), restyleSoon)
  },
  PinboardRendered: shown,
  data: (state, data) =>
    step(
      { ...state, vizId: answerVizId(data) ?? state.vizId },
      emit({ kind: 'data', ...boardData(data) }),
      restyleSoon,
    ),
  filterChanged(state, data) {
    const filters = filtersOf(data)
    return filters === null ? step(state, { kind: 'ask-filters' }) : step({ ...state, filters })
  },
  ThoughtspotAuthFailure: refused,
  ThoughtspotAuthLogout: refused,
  noCookieAccess: refused,
  Error: (state, data) => step(state, { kind: 'report-error', code: errorCode(data) }),
}

/** Wire names of what changes a frame's state. */
export const handledMessages: readonly string[] = Object.keys(handlers)

function refused(state: FrameState): FrameStep {
  return step(state, { kind: 'refused' })
}

const isEditor = ({ sent }: FrameState): boolean => isBoard(sent) && sent.editing === true
/** Deleted, or left by the vendor's own ways: the frame is on a page that has nothing to do with the dashboard. */
const hasLeft = ({ editing, rendered, sent }: FrameState, path: string): boolean =>
  editing && rendered && path !== '' && isBoard(sent) && !path.includes(sent.liveboardId)
const editEnded: readonly FrameEffect[] = [
  emit({ kind: 'unsaved-work', unsaved: false }),
  emit({ kind: 'edit-ended' }),
]
const savedAt = (liveboardId: string): SurfaceEvent => ({
  kind: 'library-changed',
  change: 'saved',
  liveboardId,
  name: null,
})

/** A second start is the frame's document beginning anew: Refresh, or the SDK's own reload when the network came back. */
function started(state: FrameState): FrameStep {
  const begun = { ...state, starts: state.starts + 1, listening: false }
  if (begun.starts === 1) return step(begun)
  return step(
    { ...begun, rendered: false, underWay: false, filtersDue: true, style: '' },
    ...(state.rendered ? [watch] : []),
    loading,
  )
}

function nowListening(state: FrameState): FrameStep {
  // The builder keeps its own draft over a reload. None of these pages has an event that says "drawn": what listens is there.
  if (!isBoard(state.here)) return then(step(state, ...restyle(state)), shown)
  if (state.starts === 1) return step(state, ...restyle(state))
  // The host need not remember: route and filters are ours to bring back (engineering decision 18).
  const route = sameBoard(state.sent, state.here) ? state.here : state.sent
  return step(state, { kind: 'bring-back', route }, ...restyle(state))
}

function shown(before: FrameState): FrameStep {
  const stop: FrameEffect = { kind: 'stop-watching' }
  const state = { ...before, rendered: true, underWay: false }
  const { next, filters } = state
  if (next !== undefined && !sameRoute(next, state.here))
    return then(step(state, stop), (now) => go(now, next))
  // An editor that never says whether there is unsaved work may hold some.
  const mayHoldWork = state.editing && !state.reportsUnsavedWork
  return step(
    { ...state, next: undefined, filtersDue: false },
    stop,
    ...(state.filtersDue && filters.length > 0 ? [{ kind: 'apply-filters', filters } as const] : []),
    ...(mayHoldWork ? [emit({ kind: 'unsaved-work', unsaved: true })] : []),
    rendered,
    restyleSoon,
  )
}

/** What a view says about its content. One message may be several things. */
function contentMessage(state: FrameState, type: string, data: unknown): FrameStep {
  const change = libraryChange(type, data)
  const action = tileAction(type, data)
  const tile = isBoard(state.here) ? starredTile(type, data, state.here) : null
  const pixels = printHeight(type, data)
  const unsaved = unsavedWork(type, data)
  const ended = state.editing && (type === 'cancel' || type === 'save')
  const path = pageAsked(type, data)
  return step(
    {
      ...state,
      // What it was ended by is said by now: the dashboard that comes in its place tells nothing more.
      editing: state.editing && !ended,
      reportsUnsavedWork: state.reportsUnsavedWork || unsaved !== null,
    },
    ...(change === null ? [] : [emit(change)]),
    ...(action === null ? [] : [{ kind: 'tile-action', action } as const]),
    ...(tile === null ? [] : [emit({ kind: 'tile-starred', tile })]),
    ...(pixels === null ? [] : [{ kind: 'print-height', pixels } as const]),
    ...(unsaved === null ? [] : [emit({ kind: 'unsaved-work', unsaved })]),
    ...(ended ? editEnded : []),
    ...(path === null ? [] : [emit({ kind: 'page-asked', path })]),
  )
}
