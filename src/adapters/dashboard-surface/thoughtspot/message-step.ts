import type { SurfaceEvent } from '../../../core/ports/dashboard-surface'
import { isBoard, type FrameFilter, type FrameRoute } from '../../_shared/embedded-frame/routes'
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
  withDays,
} from './filters'
import { readBoardRoute } from './paths'

/** What the messages of the vendor's frames make known, beside what every frame has. */
export interface ThoughtSpotFrameState extends FrameState {
  readonly editing: boolean
  /** Its present document has reported an error: something of it may be missing. */
  readonly erred: boolean
  /** The answer that was drawn last, as the frame names it. */
  readonly vizId: string | null
  readonly reportsUnsavedWork: boolean
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
    editing: isBoard(target) && target.editing === true,
    erred: false,
    vizId: null,
    reportsUnsavedWork: false,
  }
}

/** Something was said inside the frame, by its name on the wire: what that makes of the frame, as one pure step. */
export function messageStep(state: State, type: string, data: unknown): Step {
  // `init` and `load` are the SDK's own: an error page fires `load` too.
  if (type === 'init' || type === 'load') return step(state)
  // A board that was sent back too early would stay where it begins: it says more by itself.
  const early = type === 'authInit' && isBoard(state.here)
  const listens = !state.listening && !early && signsOfListening.has(type)
  const now = listens ? andThen(spoke(state), nowListening) : spoke(state)
  return andThen(now, (one) => understood(one, type, data))
}

/** The vendor does not promise `EmbedListenerReady`: who says any of these has its document running. */
const signsOfListening: ReadonlySet<string> = new Set([
  'EmbedListenerReady',
  'authInit',
  'ROUTE_CHANGE',
  'PinboardRendered',
  'data',
] satisfies readonly FrameMessage[])

function understood(state: State, type: string, data: unknown): Step {
  const handle = Object.hasOwn(handlers, type) ? handlers[type as FrameMessage] : undefined
  return handle === undefined ? contentMessage(state, type, data) : handle(state, data)
}

/** By names that the SDK knows: any other does not compile. */
const handlers: Readonly<Partial<Record<FrameMessage, (state: State, data: unknown) => Step>>> = {
  appInit: (state) => started({ ...state, erred: false }),
  ROUTE_CHANGE(state, data) {
    const path = currentPath(data)
    const route = readBoardRoute(path)
    if (route === null)
      return hasLeft(state, path) ? step({ ...state, editing: false }, ...editEnded) : step(state)
    if (!isEditor(state) || !state.rendered) return located(state, route)
    // A saved dashboard is not promised to be told: the editor has made way for the dashboard itself.
    return state.editing
      ? step({ ...state, editing: false }, ...editEnded, emit(savedAt(route.dashboardId)))
      : step(state)
  },
  PinboardRendered: boardDrawn,
  EMBED_HEIGHT: editorDrawn,
  data: (state, data) =>
    andThen(editorDrawn({ ...state, vizId: answerVizId(data) ?? state.vizId }), (now) =>
      drew(now, { kind: 'data', ...boardData(data) }),
    ),
  filterChanged(state, data) {
    // Of runtime filters it may say nothing: the days are what they were.
    const changed = filtersOf(data)
    const others = changed && withDays(changed, state.dateColumn).filter((filter) => !isDays(filter))
    return narrowed(
      state,
      among(state, others, (filter) => isParameter(filter) || isDays(filter)),
    )
  },
  parameterChanged(state, data) {
    const changed = parametersOf(data)
    const others = state.filters.filter((filter) => !isParameter(filter))
    const days = others.filter((filter) => isDays(filter) && filter.days !== null)
    // Two days and a range would leave what lies within both.
    if (changed === null || days.length === 0 || !choosesRange(changed, state.filters))
      return narrowed(state, changed && [...changed, ...others])
    const all = days.map((filter) => ({ ...filter, days: null }))
    const rest = others.filter((filter) => !days.includes(filter))
    const now = narrowed(state, [...changed, ...rest, ...all])
    return andThen(now, (one) => step(one, { kind: 'apply-filters', filters: all }))
  },
  'dialog-open': (state) => step(state, emit({ kind: 'dialog', open: true })),
  'dialog-close': (state) => step(state, emit({ kind: 'dialog', open: false })),
  ThoughtspotAuthFailure: refused,
  noCookieAccess: refused,
  Error: (state, data) => step({ ...state, erred: true }, { kind: 'report-error', code: errorCode(data) }),
}

function boardDrawn(state: State): Step {
  // An editor that never says whether there is unsaved work may hold some.
  const mayHoldWork = state.editing && !state.reportsUnsavedWork
  return drawn(state, mayHoldWork ? [emit({ kind: 'unsaved-work', unsaved: true })] : [])
}

/** `PinboardRendered` comes "only on LiveboardEmbed components" (the vendor's "Embed events"): a page of the whole application is there once it has a height, or data. */
function editorDrawn(state: State): Step {
  return state.editing && !state.rendered ? boardDrawn(state) : step(state)
}

/** Wire names of what changes a frame's state. */
export const handledMessages: readonly string[] = Object.keys(handlers)

/** Those that were told, beside those of the other kind. */
const among = (
  { filters }: State,
  changed: readonly FrameFilter[] | null,
  isOther: (filter: FrameFilter) => boolean,
): readonly FrameFilter[] | null => changed && [...changed, ...filters.filter(isOther)]

function refused(state: State): Step {
  return step(state, { kind: 'refused' })
}

const isEditor = ({ sent }: State): boolean => isBoard(sent) && sent.editing === true
/** Deleted, or left by the vendor's own ways: the frame is on a page that has nothing to do with the dashboard. */
const hasLeft = ({ editing, rendered, sent }: State, path: string): boolean =>
  editing && rendered && path !== '' && isBoard(sent) && !path.includes(sent.dashboardId)
const editEnded: readonly FrameEffect[] = [
  emit({ kind: 'unsaved-work', unsaved: false }),
  emit({ kind: 'edit-ended' }),
]
const savedAt = (dashboardId: string): SurfaceEvent => ({
  kind: 'library-changed',
  change: 'saved',
  dashboardId,
  name: null,
})

/** What a view says about its content. One message may be several things. */
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
      // What it was ended by is said by now: the dashboard that comes in its place tells nothing more.
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
