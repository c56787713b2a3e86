import type {
  BoardEvent,
  BoardReply,
  BoardRequest,
  DrillRequest,
  FieldFilter,
  RangeId,
  ViewChoice,
} from '../../wire/board'
import { daysOf, needsLabels, toFieldFilters, type RuntimeFilter } from '../protocol/runtime'
import { createStore, type Store } from '../protocol/state'
import type { BoardAnswer, LoadBoard } from './load-board'
import type { BoardProblem } from './calls'

/** Clicking this tile narrowed the others. */
export interface CrossFilter {
  readonly tileId: string
  readonly field: string
  readonly key: string
  readonly label: string
}

export interface BoardState {
  /** What the rest of the state is about. */
  readonly location: BoardLocation | null
  readonly status: 'idle' | 'loading' | 'outline' | 'ready' | 'problem'
  readonly reply: BoardReply | null
  /** New data is on its way; what is on screen is from before. */
  readonly refreshing: boolean
  readonly problem: BoardProblem | null
  readonly range: RangeId | null
  /** Chosen values by field; a field that is absent is at the board's own choice. */
  readonly chosen: Readonly<Record<string, readonly string[]>>
  /** The personal view that range and filters began from. */
  readonly viewId: string | null
  readonly cross: CrossFilter | null
  readonly runtimeFilters: readonly RuntimeFilter[]
  /** Marked on charts over time, on every board until they are switched off; null while they are off. */
  readonly events: readonly BoardEvent[] | null
}

export interface BoardLocation {
  readonly liveboardId: string
  readonly tabId?: string | undefined
  readonly vizId?: string | undefined
}

export interface ChosenView extends ViewChoice {
  readonly viewId: string
}

export interface BoardStore {
  readonly state: Store<BoardState>
  /**
   * Shows a board or another tab of it. Range and chips stay with their board for as long as the page lives: a board
   * that comes back is as it was left, a new one starts with its own, or with the view that is given.
   */
  open(location: BoardLocation, view?: ChosenView): void
  /** The personal view that a board shows, or showed when it was left. */
  viewOf(liveboardId: string): string | null
  show(view: ChosenView): void
  /** The range is kept under this view from now on. */
  setView(viewId: string | null): void
  /** The range that boards open with, in place of their own; of the one that is open, the range. */
  setFirstRange(range: RangeId | null): void
  reload(): void
  setRange(range: RangeId): void
  setChosen(field: string, values: readonly string[]): void
  setCross(cross: CrossFilter | null): void
  setRuntimeFilters(filters: readonly RuntimeFilter[]): void
  /** Switches the marks of events on or off; false where they could not be loaded. */
  showEvents(shown: boolean): Promise<boolean>
  /** Back to the range and the filters the board opens with. */
  reset(): void
  /** One number of a tile by another attribute, under the filters that hold for the tile and those of the point. */
  drill(drill: DrillRequest, point: readonly FieldFilter[], signal: AbortSignal): Promise<BoardAnswer>
}

const fresh: BoardState = {
  location: null,
  status: 'idle',
  reply: null,
  refreshing: false,
  problem: null,
  range: null,
  chosen: {},
  viewId: null,
  cross: null,
  runtimeFilters: [],
  events: null,
}

export function createBoardStore(load: LoadBoard): BoardStore {
  const state = createStore<BoardState>(fresh)
  const left = new Map<string, Left>()
  let firstRange: RangeId | null = null
  let given: RangeId | null = null
  let running: AbortController | null = null

  /** The outline and the data are asked for at once; the outline lays the page out while the queries run. */
  async function fetchBoard(outlineFirst: boolean): Promise<void> {
    running?.abort()
    const { signal } = (running = new AbortController())
    try {
      if (outlineFirst && needsLabels(state.get().runtimeFilters)) await fetchPart('definition', signal)
      await Promise.all([
        outlineFirst ? fetchPart('definition', signal) : undefined,
        fetchPart('all', signal),
      ])
    } catch {
      // Given up for a newer request, which will report.
    }
  }

  async function fetchPart(part: 'all' | 'definition', signal: AbortSignal): Promise<void> {
    const body = requestOf(state.get(), part)
    if (!body) return
    const answer = await load(body, signal)
    if (!signal.aborted) state.set(changeBy(answer, part, state.get()))
  }

  function change(next: Partial<BoardState>): void {
    state.set({ ...next, refreshing: (next.status ?? state.get().status) === 'ready' })
    if (state.get().location) void fetchBoard(false)
  }

  return {
    state,
    open(location, view) {
      const now = state.get()
      const before = now.location?.liveboardId
      if (before !== undefined && before !== location.liveboardId)
        left.set(before, { ...leftOf(now), seen: now })
      const begun: Left = view ?? left.get(location.liveboardId) ?? { ...fresh, range: firstRange }
      const { fetch, next } = opening(now, location, view, begun)
      if (fetch === 'again') return change(next)
      state.set(next)
      if (fetch === 'anew') void fetchBoard(true)
    },
    reload() {
      if (!state.get().location) return
      if (state.get().status === 'ready') return change({})
      state.set({ status: 'loading', problem: null, reply: null })
      void fetchBoard(true)
    },
    setRange: (range) => range === state.get().range || change({ range }),
    setChosen: (field, values) => change({ chosen: { ...state.get().chosen, [field]: values } }),
    setCross: (cross) => change({ cross }),
    reset: () => change({ range: firstRange, chosen: {}, cross: null, viewId: null }),
    show: (view) => change({ ...leftOf(view), cross: null }),
    setView: (viewId) => state.set({ viewId }),
    viewOf: (liveboardId) =>
      (state.get().location?.liveboardId === liveboardId ? state.get() : left.get(liveboardId))?.viewId ??
      null,
    setFirstRange(range) {
      if (range === given) return
      given = range
      if (!state.get().location) firstRange = range
      else if (range !== null) change({ range })
    },
    setRuntimeFilters(filters) {
      // The portal sends the whole set with every restyle; only another set is worth a query.
      if (JSON.stringify(filters) === JSON.stringify(state.get().runtimeFilters)) return
      if (state.get().status === 'idle') state.set({ runtimeFilters: filters })
      else change({ runtimeFilters: filters })
    },
    showEvents: (shown) => switchEvents(state, load, shown),
    drill: (drill, point, signal) => load(drillOf(state.get(), drill, point), signal),
  }
}

function drillOf(state: BoardState, drill: DrillRequest, point: readonly FieldFilter[]): BoardRequest {
  const { tiles: _tiles, filters = [], ...body } = requestOf(state, 'all') ?? { liveboardId: '' }
  const remaining = filters.filter(({ fromTile }) => fromTile !== drill.tile)
  return { ...body, filters: [...remaining, ...point], drill }
}

async function switchEvents(state: Store<BoardState>, load: LoadBoard, shown: boolean): Promise<boolean> {
  if (!shown) state.set({ events: null })
  const { location } = state.get()
  if (!shown || !location) return true
  const { liveboardId } = location
  const answer = await load({ liveboardId, tiles: [], events: true }, new AbortController().signal)
  const { events } = answer.ok ? answer.reply : {}
  if (events) state.set({ events })
  return events !== undefined
}

function changeBy(
  answer: BoardAnswer,
  part: 'all' | 'definition',
  { status }: BoardState,
): Partial<BoardState> {
  // Only the data decides: an outline that failed alone costs nothing but the early layout.
  if (part === 'definition')
    return answer.ok && status === 'loading' ? { status: 'outline', reply: answer.reply } : {}
  if (!answer.ok) return { status: 'problem', problem: answer.problem, refreshing: false }
  return { status: 'ready', reply: answer.reply, problem: null, refreshing: false }
}

interface Opening {
  readonly next: Partial<BoardState>
  /** From the outline on, the tiles that are on screen once more, or nothing. */
  readonly fetch: 'anew' | 'again' | 'nothing'
}

/** What becomes of a board that is opened at a location; `begun` is what a board begins with that is not on screen yet. */
function opening(
  { location: before, reply, runtimeFilters, events }: BoardState,
  location: BoardLocation,
  view: ChosenView | undefined,
  begun: Left,
): Opening {
  if (before?.liveboardId !== location.liveboardId) {
    const next = { ...fresh, ...leftOf(begun), location, status: 'loading', runtimeFilters, events } as const
    // A board that was here before stands as it was while its data are asked for again.
    const { seen } = begun
    return seen && isWhole(seen, location, runtimeFilters)
      ? { fetch: 'again', next: { ...next, status: 'ready', reply: seen.reply } }
      : { fetch: 'anew', next }
  }
  const whole = location.vizId === undefined && before.vizId === undefined
  const onTab = isOnTab(reply, location.tabId)
  // The same tab under another address: nothing to fetch.
  const here = onTab || (reply !== null && before.tabId === location.tabId)
  if (whole && here && view) return { fetch: 'again', next: { ...leftOf(view), location, cross: null } }
  if (whole && onTab) return { fetch: 'nothing', next: { location } }
  const next: Partial<BoardState> = {
    ...(view && leftOf(view)),
    location,
    status: 'loading',
    reply: whole ? withoutTiles(reply, location.tabId) : null,
    cross: null,
    problem: null,
    refreshing: false,
  }
  return { fetch: 'anew', next }
}

/** What the host is asked for; null where no board is open. */
function requestOf(
  { location, range, chosen, cross, runtimeFilters, reply }: BoardState,
  part: 'all' | 'definition',
): BoardRequest | null {
  if (!location) return null
  const days = daysOf(runtimeFilters)
  const filters: FieldFilter[] = [
    ...Object.entries(chosen)
      .filter(([, values]) => values.length > 0)
      .map(([field, values]) => ({ field, op: 'in' as const, values })),
    ...toFieldFilters(runtimeFilters, reply?.board.filters ?? []).filter(
      (filter) => !(filter.field in chosen),
    ),
    ...(cross
      ? [{ field: cross.field, op: 'in' as const, values: [cross.key], fromTile: cross.tileId }]
      : []),
  ]
  return {
    liveboardId: location.liveboardId,
    ...(location.tabId === undefined ? {} : { tabId: location.tabId }),
    ...(range === null ? {} : { range }),
    ...(days === null ? {} : { days }),
    ...(filters.length === 0 ? {} : { filters }),
    ...(location.vizId === undefined ? {} : { tiles: [location.vizId] }),
    part,
  }
}

type Left = Pick<BoardState, 'range' | 'chosen' | 'viewId'> & { readonly seen?: BoardState }

const leftOf = ({ range, chosen, viewId }: Left): Left => ({ range, chosen, viewId })

/** A location without a tab, or with one that the board has not got, is its first tab. */
function tabOf({ board }: BoardReply, tabId: string | undefined): string | null {
  return (board.tabs.find(({ id }) => id === tabId) ?? board.tabs[0])?.id ?? null
}

function isOnTab(reply: BoardReply | null, tabId: string | undefined): boolean {
  const shown = reply?.board.activeTabId ?? null
  return reply !== null && shown !== null && shown === tabOf(reply, tabId)
}

/** All of this tab, under these filters of the embedding page and no other. */
function isWhole(seen: BoardState, { tabId, vizId }: BoardLocation, filters: readonly RuntimeFilter[]) {
  const { status, cross, runtimeFilters, location, reply } = seen
  if (status !== 'ready' || cross !== null || runtimeFilters !== filters) return false
  if (vizId !== undefined || location?.vizId !== undefined) return false
  return reply?.board.tabs.length === 0 || isOnTab(reply, tabId)
}

/** The head of the board with another tab chosen: it stands while the tiles of that tab are on their way. */
function withoutTiles(reply: BoardReply | null, tabId: string | undefined): BoardReply | null {
  if (!reply) return null
  return { ...reply, tiles: [], board: { ...reply.board, activeTabId: tabOf(reply, tabId) } }
}
