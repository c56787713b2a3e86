import type { SurfaceEvent } from '../../../core/ports/dashboard-surface'
import {
  isBoard,
  isEditor,
  sameBoard,
  type BoardRoute,
  type FrameFilter,
  type FrameRoute,
} from '../../_shared/embedded-frame/routes'
import {
  drawn,
  drew,
  emit,
  initialFrame,
  located,
  narrowed,
  nowListening,
  spoke,
  started,
  step,
  andThen,
  type FrameEffect,
  type FrameState,
  type FrameStep,
} from '../../_shared/embedded-frame/running-frame-step'
import {
  answerVizId,
  boardData,
  currentPath,
  errorCode,
  isMessage,
  libraryChange,
  personalView,
  pageAsked,
  printHeight,
  starredTile,
  tileAction,
  unsavedWork,
  type FrameMessage,
} from './frame-messages'
import {
  choosesRange,
  filtersOf,
  isDays,
  isParameter,
  parametersOf,
  thoughtSpotVocabulary,
  withoutDays,
} from './filters'
import { readBoardRoute } from './paths'

/** The state of a frame, with what only the vendor's messages reveal. */
export interface ThoughtSpotFrameState extends FrameState {
  /** The present document has reported an error: part of it may be missing. */
  readonly hasError: boolean
  /** The frame's id of the answer that was rendered last. */
  readonly vizId: string | null
  readonly reportsUnsavedWork: boolean
  /** The path that the present document reported last; empty before its first. */
  readonly path: string
  readonly dateColumn: string
}

type State = ThoughtSpotFrameState
type Step = FrameStep<State>

export function initialThoughtSpotFrame(
  target: FrameRoute,
  style: string,
  filters: readonly FrameFilter[],
  dateColumn = '',
): State {
  return {
    ...initialFrame(target, style, filters, thoughtSpotVocabulary),
    dateColumn,
    hasError: false,
    vizId: null,
    reportsUnsavedWork: false,
    path: '',
  }
}

/** One pure step: how a message of the frame, by its wire name, changes the frame. */
export function messageStep(state: State, type: string, data: unknown): Step {
  // `init` and `load` are the SDK's own events, not the frame's: an error page fires `load` too.
  if (type === 'init' || type === 'load') return step(state)
  // For a board `authInit` is too early: a frame that is sent back now would stay where it starts. A board sends further signs by itself.
  const isTooEarly = type === 'authInit' && isBoard(state.here)
  const startsListening = !state.listening && !isTooEarly && signsOfListening.has(type)
  const now = startsListening ? andThen(spoke(state), nowListening) : spoke(state)
  return andThen(now, (one) => handleMessage(one, type, data))
}

/** The vendor does not guarantee `EmbedListenerReady`: any of these messages shows that the document is running. */
const signsOfListening: ReadonlySet<string> = new Set([
  'EmbedListenerReady',
  'authInit',
  'ROUTE_CHANGE',
  'PinboardRendered',
  'data',
] satisfies readonly FrameMessage[])

function handleMessage(state: State, type: string, data: unknown): Step {
  const handle = Object.hasOwn(handlers, type) ? handlers[type as FrameMessage] : undefined
  return handle === undefined ? contentMessage(state, type, data) : handle(state, data)
}

/** By message name. A name that neither the SDK nor a declared extension has does not compile. */
const handlers: Readonly<Partial<Record<FrameMessage, (state: State, data: unknown) => Step>>> = {
  appInit: (state) => started({ ...state, hasError: false, path: '' }),
  ROUTE_CHANGE(before, data) {
    const path = currentPath(data)
    const state = { ...before, path }
    const route = readBoardRoute(path)
    if (route === null) return state.rendered && hasLeft(state) ? endEdit(state) : step(state)
    if (!isEditor(state.sent))
      return andThen(backAtBoard(before, route), (now) => located({ ...now, path }, route))
    if (!state.rendered) return located(state, route)
    // The vendor does not guarantee an event for a save. The dashboard itself in place of the editor means that it was saved.
    return state.editing
      ? step({ ...state, editing: false }, ...editEnded, emit(savedAt(route.dashboardId)))
      : step(state)
  },
  // A cluster may not report the view in its path.
  changePersonalisedView(state, data) {
    const chosen = personalView(data)
    if (chosen === null || !isBoard(state.here)) return step(state)
    const { viewId: before, ...board } = state.here
    const isOther = board.dashboardId.toLowerCase() !== chosen.dashboardId.toLowerCase()
    if (isOther || before === chosen.viewId) return step(state)
    return located(state, chosen.viewId === undefined ? board : { ...board, viewId: chosen.viewId })
  },
  edit: (state) =>
    isBoard(state.here)
      ? step({ ...state, editing: true }, emit({ kind: 'unsaved-work', unsaved: true }))
      : step(state),
  PinboardRendered: boardDrawn,
  EMBED_HEIGHT: editorDrawn,
  data: (state, data) =>
    andThen(editorDrawn({ ...state, vizId: answerVizId(data) ?? state.vizId }), (now) =>
      drew(now, { kind: 'data', ...boardData(data) }),
    ),
  filterChanged(state, data) {
    // The event may omit runtime filters: the days stay as they were.
    const changed = filtersOf(data)
    const others = changed && withoutDays(changed, state.dateColumn)
    return narrowed(
      state,
      withOthers(state, others, (filter) => isParameter(filter) || isDays(filter)),
    )
  },
  parameterChanged(state, data) {
    const changed = parametersOf(data)
    const others = state.filters.filter((filter) => !isParameter(filter))
    const days = others.filter((filter) => isDays(filter) && filter.days !== null)
    // Days and a range together would leave only their intersection.
    if (changed === null || days.length === 0 || !choosesRange(changed, state.filters))
      return narrowed(state, changed && [...changed, ...others])
    const all = days.map((filter) => ({ ...filter, days: null }))
    const rest = others.filter((filter) => !days.includes(filter))
    // Everything, because the days reset the rest.
    const filters = [...changed, ...rest, ...all]
    return andThen(narrowed(state, filters), (one) => step(one, { kind: 'apply-filters', filters }))
  },
  'dialog-open': (state) => step(state, emit({ kind: 'dialog', open: true })),
  'dialog-close': (state) => step(state, emit({ kind: 'dialog', open: false })),
  ThoughtspotAuthFailure: refused,
  noCookieAccess: refused,
  Error: (state, data) => step({ ...state, hasError: true }, { kind: 'report-error', code: errorCode(data) }),
}

function boardDrawn(state: State): Step {
  // A cluster that does not know the editor's address shows another page instead.
  if (hasLeft(state)) return endEdit(state)
  // An editor that never reports whether there is unsaved work may hold some.
  const mayHoldWork = state.editing && !state.reportsUnsavedWork
  return drawn(state, mayHoldWork ? [emit({ kind: 'unsaved-work', unsaved: true })] : [])
}

/**
 * `PinboardRendered` comes "only on LiveboardEmbed components" (the vendor's "Embed events"): a page of the whole application counts as
 * rendered once it has a height or data.
 */
function editorDrawn(state: State): Step {
  return state.editing && !state.rendered ? boardDrawn(state) : step(state)
}

/** Wire names of the messages that change a frame's state. */
export const handledMessages: readonly string[] = Object.keys(handlers)

/** The changed filters, with the present ones of the other kind. */
const withOthers = (
  { filters }: State,
  changed: readonly FrameFilter[] | null,
  isOther: (filter: FrameFilter) => boolean,
): readonly FrameFilter[] | null => changed && [...changed, ...filters.filter(isOther)]

function refused(state: State): Step {
  return step(state, { kind: 'refused' })
}

/** The dashboard was deleted, or the user followed one of the vendor's own links: the editor's frame is on an unrelated page. */
const hasLeft = ({ editing, sent, path }: State): boolean =>
  editing && path !== '' && isBoard(sent) && isEditor(sent) && !path.includes(sent.dashboardId)
const editEnded: readonly FrameEffect[] = [
  emit({ kind: 'unsaved-work', unsaved: false }),
  emit({ kind: 'edit-ended' }),
]
const endEdit = (state: State): Step => step({ ...state, editing: false }, ...editEnded)
/** A board that is edited in its own place has left its page for a chart's editor, and returns; or another board replaces it. */
function backAtBoard(state: State, route: BoardRoute): Step {
  const wasAway = state.path !== '' && readBoardRoute(state.path) === null
  return state.editing && (wasAway || !sameBoard(state.here, route)) ? endEdit(state) : step(state)
}
const savedAt = (dashboardId: string): SurfaceEvent => ({
  kind: 'library-changed',
  change: 'saved',
  dashboardId,
  name: null,
})

/** Handles a message about a view's content. One message may have several meanings. */
function contentMessage(state: State, type: string, data: unknown): Step {
  const change = libraryChange(type, data)
  const action = tileAction(type, data)
  const tile = isBoard(state.here) ? starredTile(type, data, state.here) : null
  const pixels = printHeight(type, data)
  const unsaved = unsavedWork(type, data)
  const ended = state.editing && isMessage(type, 'cancel', 'save')
  const path = pageAsked(type, data)
  return step(
    {
      ...state,
      // This message reports how editing ended: the dashboard that replaces the editor reports nothing more.
      editing: state.editing && !ended,
      reportsUnsavedWork: state.reportsUnsavedWork || unsaved !== null,
    },
    ...(change === null ? [] : [emit(change)]),
    ...(action === null ? [] : [{ kind: 'complete-action', action } as const]),
    ...(tile === null ? [] : [emit({ kind: 'tile-starred', tile })]),
    ...(pixels === null ? [] : [{ kind: 'print-height', pixels } as const]),
    ...(unsaved === null ? [] : [emit({ kind: 'unsaved-work', unsaved })]),
    ...(ended ? editEnded : []),
    ...(path === null ? [] : [emit({ kind: 'page-asked', path })]),
  )
}
