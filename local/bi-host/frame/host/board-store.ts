import type {
  BoardReply,
  BoardRequest,
  Tile,
  BoardEvent,
  DrillRequest,
  FieldFilter,
  RangeId,
  ViewChoice,
} from '../../wire/board'
import type { Frame } from '../protocol/frame'
import { asFields, asList, asText, asTexts } from '../protocol/read'
import { problemOf, type BoardProblem } from './calls'
import { daysOf, needsLabels, toFieldFilters, type RuntimeFilter } from '../protocol/runtime'
import { createStore, type Store } from '../protocol/state'

export type BoardAnswer =
  | { readonly ok: true; readonly reply: BoardReply }
  | { readonly ok: false; readonly problem: BoardProblem }

/** Requests a board, or only its outline (`part: 'definition'`). */
export type LoadBoard = (request: BoardRequest, signal: AbortSignal) => Promise<BoardAnswer>

const boardCall = '/prism/?op=LoadContextBook'

/** The vendor's names of the calls that load one tile. */
const tileCalls = {
  chart: '/prism/?op=GetChartWithData',
  kpi: '/prism/?op=GetTableWithHeadlineData',
  table: '/prism/?op=GetTableWithData',
} as const

/**
 * Loads boards from this page's own origin with the session's token, in one call for all tiles. If the embedding page intercepts calls for
 * single answers, each tile has a call of its own. An aborted call throws AbortError.
 */
export function createLoadBoard(frame: Frame): LoadBoard {
  async function send(call: string, request: BoardRequest, signal: AbortSignal): Promise<BoardAnswer> {
    const init = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-by': 'ThoughtSpot',
        accept: 'application/json',
      },
      body: JSON.stringify(request),
    }
    try {
      const intercepted = request.part === 'definition' ? null : await intercept(frame, call, init)
      if (intercepted) return refusalIn(intercepted) ?? readReply(intercepted)
      const reply = await frame.session.call((token) =>
        fetch(call, { ...init, signal, headers: { ...init.headers, authorization: `Bearer ${token}` } }),
      )
      return reply.ok ? readReply(await reply.json()) : { ok: false, problem: await problemOf(reply) }
    } catch (error) {
      if (signal.aborted) throw error
      return { ok: false, problem: { kind: 'unavailable', reference: '' } }
    }
  }

  async function tileByTile(request: BoardRequest, signal: AbortSignal): Promise<BoardAnswer> {
    const outline = await send(boardCall, { ...request, part: 'definition' }, signal)
    if (!outline.ok) return outline
    const tiles = await Promise.all(
      outline.reply.tiles.map(async (tile): Promise<Tile> => {
        const answer = await send(tileCall(tile), { ...request, tiles: [tile.id] }, signal)
        const own = answer.ok ? answer.reply.tiles.find(({ id }) => id === tile.id) : undefined
        return own ?? { ...tile, problem: notDelivered(answer) }
      }),
    )
    return { ok: true, reply: { ...outline.reply, tiles } }
  }

  return (request, signal) => {
    const single = Object.values(tileCalls).some((call) => wantsToAnswer(frame, call))
    return single && request.part !== 'definition' && request.drill === undefined
      ? tileByTile(request, signal)
      : send(boardCall, request, signal)
  }
}

function tileCall({ kind }: Tile): string {
  if (kind === 'kpi') return tileCalls.kpi
  return kind === 'table' || kind === 'pivot' ? tileCalls.table : tileCalls.chart
}

function wantsToAnswer(frame: Frame, call: string): boolean {
  const wanted = asTexts(frame.state.get().options.interceptUrls) ?? []
  return wanted.some((url) => url === 'ALL' || url.endsWith(call))
}

function readReply(body: unknown): BoardAnswer {
  const fields = asFields(body)
  return typeof fields['board'] === 'object' && Array.isArray(fields['tiles'])
    ? { ok: true, reply: body as BoardReply }
    : { ok: false, problem: { kind: 'unavailable', reference: '' } }
}

/** The embedding page's message in place of data, which arrives as the first of the vendor's `errors`. */
function refusalIn(body: unknown): BoardAnswer | null {
  const [error] = asList(asFields(body)['errors']) ?? []
  const { title, description } = asFields(error)
  const message = { title: asText(title) ?? '', text: asText(description) ?? '' }
  return message.title === '' ? null : { ok: false, problem: { kind: 'forbidden', reference: '', message } }
}

function notDelivered(answer: BoardAnswer): string {
  const { message } = answer.ok ? {} : answer.problem
  return message === undefined
    ? 'The data of this chart did not arrive.'
    : `${message.title}. ${message.text}`
}

/** Lets the embedding page answer the call if it asked to intercept it. `null` to continue with the host. */
async function intercept(frame: Frame, call: string, init: object): Promise<unknown> {
  if (!wantsToAnswer(frame, call)) return null
  const { interceptTimeout } = frame.state.get().options
  try {
    const answer = asFields(
      await frame.port.ask('ApiIntercept', JSON.stringify({ input: call, init }), interceptTimeout),
    )
    if (answer['execute'] !== false) return null
    return asFields(answer['response'])['body'] ?? {}
  } catch {
    return null
  }
}

/** A click on this tile filters the others. */
interface CrossFilter {
  readonly tileId: string
  readonly field: string
  readonly key: string
  readonly label: string
}

interface BoardState {
  /** The location that the other fields belong to. */
  readonly location: BoardLocation | null
  readonly status: 'idle' | 'loading' | 'outline' | 'ready' | 'problem'
  readonly reply: BoardReply | null
  /** New data is loading, and the screen shows the previous data. */
  readonly refreshing: boolean
  readonly problem: BoardProblem | null
  readonly range: RangeId | null
  /** Chosen values by field. Absent fields have the board's default. */
  readonly chosen: Readonly<Record<string, readonly string[]>>
  /** The personal view that range and filters are based on. */
  readonly viewId: string | null
  readonly cross: CrossFilter | null
  readonly runtimeFilters: readonly RuntimeFilter[]
  /** Marked on time charts of every board while switched on. Null while off. */
  readonly events: readonly BoardEvent[] | null
}

interface BoardLocation {
  readonly liveboardId: string
  readonly tabId?: string | undefined
  readonly vizId?: string | undefined
}

interface ChosenView extends ViewChoice {
  readonly viewId: string
}

export interface BoardStore {
  readonly state: Store<BoardState>
  /**
   * Opens a board or another tab of it. Each board keeps its range and chips for the lifetime of the page: a board opened before is
   * restored as it was left, a new one has its defaults, or those of the given view.
   */
  open(location: BoardLocation, view?: ChosenView): void
  /** The personal view that a board shows, or showed when it was left. */
  viewOf(liveboardId: string): string | null
  show(view: ChosenView): void
  /** From now on, the choice belongs to this view. */
  setView(viewId: string | null): void
  /** Overrides the default range of boards. If one is open, sets its range. */
  setFirstRange(range: RangeId | null): void
  reload(): void
  setRange(range: RangeId): void
  setChosen(field: string, values: readonly string[]): void
  setCross(cross: CrossFilter | null): void
  setRuntimeFilters(filters: readonly RuntimeFilter[]): void
  /** Switches the event marks on or off. False if they could not be loaded. */
  showEvents(shown: boolean): Promise<boolean>
  /** Back to the board's default range and filters. */
  reset(): void
  /** Drills one number of a tile down by another attribute, with the tile's filters and those of the point. */
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
  const boardsLeft = new Map<string, LeftBoard>()
  let firstRange: RangeId | null = null
  let lastFirstRange: RangeId | null = null
  let running: AbortController | null = null

  /** Requests outline and data in parallel: the outline lays out the page while the queries run. */
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
      // Aborted by a newer request, which reports its own result.
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
        boardsLeft.set(before, { ...choiceOf(now), seen: now })
      const base: LeftBoard = view ?? boardsLeft.get(location.liveboardId) ?? { ...fresh, range: firstRange }
      const { fetch, next } = opening(now, location, view, base)
      if (fetch === 'refresh') return change(next)
      state.set(next)
      if (fetch === 'full') void fetchBoard(true)
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
    show: (view) => change({ ...choiceOf(view), cross: null }),
    setView: (viewId) => state.set({ viewId }),
    viewOf: (liveboardId) =>
      (state.get().location?.liveboardId === liveboardId ? state.get() : boardsLeft.get(liveboardId))
        ?.viewId ?? null,
    setFirstRange(range) {
      if (range === lastFirstRange) return
      lastFirstRange = range
      if (!state.get().location) firstRange = range
      else if (range !== null) change({ range })
    },
    setRuntimeFilters(filters) {
      // The portal sends the whole set with every restyle, so query only if it changed.
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
  // Only the data request decides: if just the outline fails, the page merely lays out later.
  if (part === 'definition')
    return answer.ok && status === 'loading' ? { status: 'outline', reply: answer.reply } : {}
  if (!answer.ok) return { status: 'problem', problem: answer.problem, refreshing: false }
  return { status: 'ready', reply: answer.reply, problem: null, refreshing: false }
}

interface Opening {
  readonly next: Partial<BoardState>
  /** `full`: outline and data. `refresh`: the tiles on screen again. */
  readonly fetch: 'full' | 'refresh' | 'none'
}

/** How to open a location. `base` is the initial choice of a board that is not on screen. */
function opening(
  { location: before, reply, runtimeFilters, events }: BoardState,
  location: BoardLocation,
  view: ChosenView | undefined,
  base: LeftBoard,
): Opening {
  if (before?.liveboardId !== location.liveboardId) {
    const next = { ...fresh, ...choiceOf(base), location, status: 'loading', runtimeFilters, events } as const
    // A board opened before shows its old data while they are refreshed.
    const { seen } = base
    return seen && isWhole(seen, location, runtimeFilters)
      ? { fetch: 'refresh', next: { ...next, status: 'ready', reply: seen.reply } }
      : { fetch: 'full', next }
  }
  const whole = location.vizId === undefined && before.vizId === undefined
  const onTab = isOnTab(reply, location.tabId)
  // The same tab under another address needs no request.
  const here = onTab || (reply !== null && before.tabId === location.tabId)
  if (whole && here && view) return { fetch: 'refresh', next: { ...choiceOf(view), location, cross: null } }
  if (whole && onTab) return { fetch: 'none', next: { location } }
  const next: Partial<BoardState> = {
    ...(view && choiceOf(view)),
    location,
    status: 'loading',
    reply: whole ? withoutTiles(reply, location.tabId) : null,
    cross: null,
    problem: null,
    refreshing: false,
  }
  return { fetch: 'full', next }
}

/** The board request. Null if no board is open. */
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

type LeftBoard = Pick<BoardState, 'range' | 'chosen' | 'viewId'> & { readonly seen?: BoardState }

const choiceOf = ({ range, chosen, viewId }: LeftBoard): LeftBoard => ({ range, chosen, viewId })

/** A missing or unknown tab means the board's first tab. */
function tabOf({ board }: BoardReply, tabId: string | undefined): string | null {
  return (board.tabs.find(({ id }) => id === tabId) ?? board.tabs[0])?.id ?? null
}

function isOnTab(reply: BoardReply | null, tabId: string | undefined): boolean {
  const shown = reply?.board.activeTabId ?? null
  return reply !== null && shown !== null && shown === tabOf(reply, tabId)
}

/** Whether `seen` has all of this tab, under exactly these filters of the embedding page. */
function isWhole(seen: BoardState, { tabId, vizId }: BoardLocation, filters: readonly RuntimeFilter[]) {
  const { status, cross, runtimeFilters, location, reply } = seen
  if (status !== 'ready' || cross !== null || runtimeFilters !== filters) return false
  if (vizId !== undefined || location?.vizId !== undefined) return false
  return reply?.board.tabs.length === 0 || isOnTab(reply, tabId)
}

/** The board's header with another tab selected, shown while that tab's tiles load. */
function withoutTiles(reply: BoardReply | null, tabId: string | undefined): BoardReply | null {
  if (!reply) return null
  return { ...reply, tiles: [], board: { ...reply.board, activeTabId: tabOf(reply, tabId) } }
}
