import {
  narrowingDifference,
  isNarrowed,
  applyNarrowing,
  narrowedFields,
  noNarrowing,
  sameNarrowing,
  sameValues,
  type Narrowing,
} from '../../../core/kernel/narrowing'
import type {
  FilterValue,
  ReportedNarrowing,
  SurfaceEvent,
  ViewPart,
} from '../../../core/ports/dashboard-surface'
import { isBoard, type BoardRoute, type FilterVocabulary, type FrameFilter, type FrameRoute } from './routes'

/** The range and the filters of a frame's boards. */
export interface NarrowedFrame {
  /** As the frame last reported them, or as they were last sent to it. */
  readonly filters: readonly FrameFilter[]
  readonly vocabulary: FilterVocabulary
  /** As last requested, or as the frame has reported since: what differs from the board's defaults. */
  readonly asked: Narrowing
  /**
   * How far the frame is with `asked`. `unsaid`: not sent yet. `unproven`: sent, but not confirmed. `overdue`: not confirmed in time.
   */
  readonly restored: 'unsaid' | 'unproven' | 'overdue' | 'yes'
  /** The default filters of boards, by board and personal view. */
  readonly own: ReadonlyMap<string, readonly FrameFilter[]>
}

export type NarrowingEffect =
  | { readonly kind: 'emit'; readonly event: SurfaceEvent }
  /** Sends these filters to the running frame, or reloads its document with all `filters` of its state. */
  | { readonly kind: 'narrow'; readonly filters: readonly FrameFilter[] }
  | { readonly kind: 'ask-filters' }

export const askFilters: NarrowingEffect = { kind: 'ask-filters' }

export interface NarrowingStep<State> {
  readonly state: State
  readonly effects: readonly NarrowingEffect[]
}

export const requestedNarrowing = (route: FrameRoute): Narrowing =>
  (isBoard(route) ? route.narrowing : undefined) ?? noNarrowing

/** A whole board outside the editor: nothing else is narrowed by an address. */
export const isWholeBoard = (route: FrameRoute): route is BoardRoute =>
  isBoard(route) && route.editing !== true && route.chartId === null

export const hasView = (route: FrameRoute): boolean => isBoard(route) && route.viewId !== undefined

const keyOf = ({ dashboardId, viewId = '' }: BoardRoute): string => `${dashboardId.toLowerCase()} ${viewId}`
const ownOf = ({ own }: NarrowedFrame, route: FrameRoute): readonly FrameFilter[] | undefined =>
  isBoard(route) ? own.get(keyOf(route)) : undefined

/** The board's default filters have not been read from this frame yet. */
const isUnread = (state: NarrowedFrame, route: FrameRoute): boolean => ownOf(state, route) === undefined

/** The state for a board that is opened now. */
export function opening(
  state: Pick<NarrowedFrame, 'vocabulary'>,
  route: FrameRoute,
): Pick<NarrowedFrame, 'asked' | 'restored' | 'filters'> {
  const { vocabulary } = state
  const asked = requestedNarrowing(route)
  if (!isNarrowed(asked) || !isWholeBoard(route)) return { asked, restored: 'yes', filters: [] }
  // Filters in an address replace all those of a personal view, which are known once it is open.
  return vocabulary.inAddress && !hasView(route)
    ? { asked, restored: 'unproven', filters: vocabulary.write(asked, []) }
    : { asked, restored: 'unsaid', filters: [] }
}

export function asking(
  state: NarrowedFrame,
  route: FrameRoute,
): Partial<Pick<NarrowedFrame, 'asked' | 'restored'>> {
  const asked = requestedNarrowing(route)
  return sameNarrowing(asked, state.asked) ? {} : { asked, restored: 'unsaid' }
}

/**
 * The state for another tab or personal view of the present board. Filters in the address stay with their view; others are read from the
 * frame again.
 */
export function reopening(
  state: NarrowedFrame & { readonly here: FrameRoute },
  route: BoardRoute,
): Partial<NarrowedFrame> {
  if (!state.vocabulary.inAddress) return { ...asking(state, route), filters: [] }
  const isSameView = isBoard(state.here) && state.here.viewId === route.viewId
  return isSameView ? asking(state, route) : opening(state, route)
}

/** The portal requests a board again. `here`: that board, if it is on screen; null while it is loading. */
export function askedAgain<State extends NarrowedFrame>(
  state: State,
  route: FrameRoute,
  here: FrameRoute | null,
): NarrowingStep<State> {
  const asked = requestedNarrowing(route)
  if (!isWholeBoard(route) || sameNarrowing(asked, state.asked)) return { state, effects: [] }
  if (here === null || isUnread(state, here))
    return { state: { ...state, ...asking(state, route) }, effects: [] }
  const now = narrowed(state, here, asked)
  return now.effects.length > 0 ? now : { ...now, effects: [askFilters] }
}

/** The frame has rendered a board: reports a requested tab that is missing, and reads the filters. `sent`: by the portal. */
export function arrived(
  state: NarrowedFrame & { readonly sent: FrameRoute; readonly here: FrameRoute },
  sent: boolean,
): readonly NarrowingEffect[] {
  if (!isWholeBoard(state.here) || !isBoard(state.sent)) return []
  const isElsewhere = sent && state.sent.tabId !== null && state.sent.tabId !== state.here.tabId
  return [
    ...(isElsewhere ? [{ kind: 'emit', event: { kind: 'not-restored', parts: ['tab'] } } as const] : []),
    ...(sent || state.restored !== 'yes' || isUnread(state, state.here) ? [askFilters] : []),
  ]
}

/** Another narrowing is requested of the present board. */
function narrowed<State extends NarrowedFrame>(
  state: State,
  here: FrameRoute,
  asked: Narrowing,
): NarrowingStep<State> {
  const { vocabulary } = state
  const own = ownOf(state, here) ?? []
  // A board without a personal view sets its defaults itself, as they are by then.
  const included = vocabulary.inAddress && !hasView(here) ? [] : own
  const filters = vocabulary.write(asked, included)
  const changes = own.length === 0 ? filters : filters.filter((one) => !isAmong(one, state.filters))
  const toSend = vocabulary.toSend(changes, filters)
  return {
    state: { ...state, asked, filters, restored: 'unproven' },
    effects: toSend.length === 0 && !vocabulary.inAddress ? [] : [{ kind: 'narrow', filters: toSend }],
  }
}

const isAmong = (one: FrameFilter, others: readonly FrameFilter[]): boolean =>
  others.some((other) => JSON.stringify(other) === JSON.stringify(one))

/** The filters that differ from the board's defaults. A document that restarts has only the defaults. */
export const beyondOwn = (state: NarrowedFrame, here: FrameRoute): readonly FrameFilter[] => {
  const own = ownOf(state, here) ?? []
  return state.filters.filter((one) => !isAmong(one, own))
}

/** The filters to send before another board replaces this one. */
export const leftBehind = (state: NarrowedFrame, here: FrameRoute): readonly FrameFilter[] =>
  state.vocabulary.leaving(state.filters, ownOf(state, here) ?? [])

/** `read`: the frame's reply to a request for its filters; null if it could not be parsed. */
export function filtersRead<State extends NarrowedFrame>(
  before: State,
  here: FrameRoute,
  read: readonly FrameFilter[] | null,
): NarrowingStep<State> {
  if (!isWholeBoard(here)) return { state: { ...before, filters: read ?? before.filters }, effects: [] }
  const defaults = isUnread(before, here) ? before.vocabulary.own(read ?? [], before.filters) : null
  const own = defaults === null ? before.own : new Map([...before.own, [keyOf(here), defaults]])
  const state: State = { ...before, own, filters: read ?? before.filters }
  if (state.restored !== 'unsaid') return checked(state, here, read)
  const { state: next, effects } = narrowed(state, here, state.asked)
  return effects.length === 0 ? checked(next, here, read) : { state: next, effects }
}

/** Reports the present narrowing and, once, each part of the request that the board cannot have. */
function checked<State extends NarrowedFrame>(
  state: State,
  here: BoardRoute,
  read: readonly FrameFilter[] | null,
): NarrowingStep<State> {
  const now = reportOf(state, here)
  const isUnconfirmed = state.restored !== 'yes'
  const missing = isUnconfirmed && read !== null ? missingOf(state, read) : []
  const isApplied = isUnconfirmed && (read === null || hasWhatWasAsked(state, missing))
  // The request is still being applied: the filters in between are not the user's choice.
  if (state.restored === 'unproven' && !isApplied && !state.vocabulary.inAddress)
    return { state, effects: [] }
  const narrowing = isApplied ? state.asked : now.narrowing
  const values = isApplied || !isUnconfirmed ? [] : valuesLost(state, missing)
  const report: SurfaceEvent = { kind: 'narrowed', dashboardId: here.dashboardId, ...now, narrowing }
  return {
    state: { ...state, asked: narrowing, restored: 'yes' },
    effects: [
      { kind: 'emit', event: report },
      ...(missing.length === 0
        ? []
        : [{ kind: 'emit', event: { kind: 'not-restored', parts: missing } } as const]),
      ...(values.length === 0 ? [] : [{ kind: 'emit', event: { kind: 'not-filtered', values } } as const]),
    ],
  }
}

/** The time to apply the request is over: the present narrowing counts. */
export const settled = <State extends NarrowedFrame>(state: State): State => ({
  ...state,
  restored: state.restored === 'unproven' ? 'overdue' : 'yes',
})

export function reportOf(state: NarrowedFrame, here: BoardRoute): ReportedNarrowing {
  const { vocabulary, filters } = state
  const own = vocabulary.read(ownOf(state, here) ?? [])
  const now = vocabulary.read(filters)
  const labels = { ...own.labels, ...now.labels }
  return {
    narrowing: narrowingDifference(own.narrowing, applyNarrowing(own.narrowing, now.narrowing)),
    beyond: vocabulary.read(beyondOwn(state, here)).beyond,
    ...(Object.keys(labels).length > 0 && { labels }),
  }
}

function missingOf({ asked, vocabulary }: NarrowedFrame, read: readonly FrameFilter[]): readonly ViewPart[] {
  const { fields, acceptsRange } = vocabulary.read(read)
  const range = asked.range !== null && !acceptsRange(asked.range) ? (['range'] as const) : []
  return [...range, ...narrowedFields(asked).filter((field) => !fields.includes(field))]
}

/**
 * Requested values that the board is not filtered by, although it has the filter. Filters in an address are applied as they come, unless
 * they were too long for it.
 */
function valuesLost(
  { asked, filters, vocabulary }: NarrowedFrame,
  missing: readonly ViewPart[],
): readonly FilterValue[] {
  const now = vocabulary.read(filters).narrowing.filters
  return narrowedFields(asked).flatMap((field) =>
    missing.includes(field) || (vocabulary.inAddress && (now[field] ?? []).length > 0)
      ? []
      : (asked.filters[field] ?? [])
          .filter((value) => now[field]?.includes(value) !== true)
          .map((value) => ({ field, value })),
  )
}

/** Everything requested that the board can have is applied. */
function hasWhatWasAsked(state: NarrowedFrame, missing: readonly ViewPart[]): boolean {
  const { asked, vocabulary, filters } = state
  const now = vocabulary.read(filters).narrowing
  return (
    (asked.range === null || missing.includes('range') || asked.range === now.range) &&
    narrowedFields(asked).every(
      (field) => missing.includes(field) || sameValues(asked.filters[field], now.filters[field]),
    )
  )
}
