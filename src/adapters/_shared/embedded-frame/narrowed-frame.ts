import {
  differenceOf,
  isNarrowed,
  laidOver,
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

/** What a frame knows of the range and the filters of its boards. */
export interface NarrowedFrame {
  /** As the frame told them last. */
  readonly filters: readonly FrameFilter[]
  readonly vocabulary: FilterVocabulary
  /** As it was asked for last, or as the frame has said since: what differs from the board's own. */
  readonly asked: Narrowing
  /**
   * `unsaid`: the frame does not know of it yet. `unproven`: it has been told, and has not said since that it is so. `overdue`: it had
   * its time.
   */
  readonly restored: 'unsaid' | 'unproven' | 'overdue' | 'yes'
  /** What boards were narrowed to before anybody did, by board and personal view. */
  readonly own: ReadonlyMap<string, readonly FrameFilter[]>
}

export type NarrowingEffect =
  | { readonly kind: 'emit'; readonly event: SurfaceEvent }
  /** The frame that is there is told these, or its document is loaded with all that is `filters` of its state. */
  | { readonly kind: 'narrow'; readonly filters: readonly FrameFilter[] }
  | { readonly kind: 'ask-filters' }

export const askFilters: NarrowingEffect = { kind: 'ask-filters' }

export interface NarrowingStep<State> {
  readonly state: State
  readonly effects: readonly NarrowingEffect[]
}

export const askedOf = (route: FrameRoute): Narrowing =>
  (isBoard(route) ? route.narrowing : undefined) ?? noNarrowing

/** A board as a whole and to be read: nothing else is narrowed by an address. */
export const isWhole = (route: FrameRoute): route is BoardRoute =>
  isBoard(route) && route.editing !== true && route.chartId === null

const keyOf = ({ dashboardId, viewId = '' }: BoardRoute): string => `${dashboardId.toLowerCase()} ${viewId}`
const ownOf = ({ own }: NarrowedFrame, route: FrameRoute): readonly FrameFilter[] | undefined =>
  isBoard(route) ? own.get(keyOf(route)) : undefined

/** Nobody has asked this frame yet what the board has of its own. */
const isUnread = (state: NarrowedFrame, route: FrameRoute): boolean => ownOf(state, route) === undefined

/** Of a board that is opened now. */
export function opening(
  state: Pick<NarrowedFrame, 'vocabulary'>,
  route: FrameRoute,
): Pick<NarrowedFrame, 'asked' | 'restored' | 'filters'> {
  const { vocabulary } = state
  const asked = askedOf(route)
  if (!isNarrowed(asked) || !isWhole(route)) return { asked, restored: 'yes', filters: [] }
  return vocabulary.inAddress
    ? { asked, restored: 'unproven', filters: vocabulary.write(asked, []) }
    : { asked, restored: 'unsaid', filters: [] }
}

export function asking(
  state: NarrowedFrame,
  route: FrameRoute,
): Partial<Pick<NarrowedFrame, 'asked' | 'restored'>> {
  const asked = askedOf(route)
  return sameNarrowing(asked, state.asked) ? {} : { asked, restored: 'unsaid' }
}

/** Of the board that it is on, at another tab: a document that has its filters in its address keeps them, the others are asked. */
export const reopening = (state: NarrowedFrame, route: FrameRoute): Partial<NarrowedFrame> => ({
  ...asking(state, route),
  ...(state.vocabulary.inAddress ? {} : { filters: [] }),
})

/** `here`: the board that is on screen, and is asked for; null while it is on its way. */
export function askedAgain<State extends NarrowedFrame>(
  state: State,
  route: FrameRoute,
  here: FrameRoute | null,
): NarrowingStep<State> {
  const asked = askedOf(route)
  if (!isWhole(route) || sameNarrowing(asked, state.asked)) return { state, effects: [] }
  if (here === null || isUnread(state, here))
    return { state: { ...state, ...asking(state, route) }, effects: [] }
  const now = narrowed(state, here, asked)
  return now.effects.length > 0 ? now : { ...now, effects: [askFilters] }
}

/** It has drawn a board that it had not: what was asked for and is not there is named, and its filters are read. `sent`: by the portal. */
export function arrived(
  state: NarrowedFrame & { readonly sent: FrameRoute; readonly here: FrameRoute },
  sent: boolean,
): readonly NarrowingEffect[] {
  if (!isWhole(state.here) || !isBoard(state.sent)) return []
  const isElsewhere = sent && state.sent.tabId !== null && state.sent.tabId !== state.here.tabId
  return [
    ...(isElsewhere ? [{ kind: 'emit', event: { kind: 'not-restored', parts: ['tab'] } } as const] : []),
    ...(sent || state.restored !== 'yes' || isUnread(state, state.here) ? [askFilters] : []),
  ]
}

/** The board that is there is asked for with another narrowing. */
function narrowed<State extends NarrowedFrame>(
  state: State,
  here: FrameRoute,
  asked: Narrowing,
): NarrowingStep<State> {
  const { vocabulary } = state
  const own = ownOf(state, here) ?? []
  const filters = vocabulary.write(asked, own)
  const given = own.length === 0 ? filters : filters.filter((one) => !isAmong(one, state.filters))
  return {
    state: { ...state, asked, filters, restored: 'unproven' },
    effects: given.length === 0 && !vocabulary.inAddress ? [] : [{ kind: 'narrow', filters: given }],
  }
}

const isAmong = (one: FrameFilter, others: readonly FrameFilter[]): boolean =>
  others.some((other) => JSON.stringify(other) === JSON.stringify(one))

/** Those that are not as the board has them by itself: a document that begins anew has the others. */
export const beyondOwn = (state: NarrowedFrame, here: FrameRoute): readonly FrameFilter[] => {
  const own = ownOf(state, here) ?? []
  return state.filters.filter((one) => !isAmong(one, own))
}

/** Of a board that makes way for another. */
export const leftBehind = (state: NarrowedFrame, here: FrameRoute): readonly FrameFilter[] =>
  state.vocabulary.leaving(state.filters, ownOf(state, here) ?? [])

/** What it replied when it was asked for its filters; null where nobody understood it. */
export function filtersRead<State extends NarrowedFrame>(
  before: State,
  here: FrameRoute,
  read: readonly FrameFilter[] | null,
): NarrowingStep<State> {
  if (!isWhole(here)) return { state: { ...before, filters: read ?? before.filters }, effects: [] }
  const first = isUnread(before, here) ? before.vocabulary.own(read ?? [], before.filters) : null
  const own = first === null ? before.own : new Map([...before.own, [keyOf(here), first]])
  const state: State = { ...before, own, filters: read ?? before.filters }
  if (state.restored !== 'unsaid') return checked(state, here, read)
  const { state: next, effects } = narrowed(state, here, state.asked)
  return effects.length === 0 ? checked(next, here, read) : { state: next, effects }
}

/** Says what it is narrowed to; of what was asked and cannot be, by name, once. */
function checked<State extends NarrowedFrame>(
  state: State,
  here: BoardRoute,
  read: readonly FrameFilter[] | null,
): NarrowingStep<State> {
  const now = reportOf(state, here)
  const isOpen = state.restored !== 'yes'
  const missing = isOpen && read !== null ? missingOf(state, read) : []
  const isAsked = isOpen && (read === null || hasWhatWasAsked(state, missing))
  // On its way: what it says in between nobody has chosen.
  if (state.restored === 'unproven' && !isAsked && !state.vocabulary.inAddress) return { state, effects: [] }
  const narrowing = isAsked ? state.asked : now.narrowing
  const values = isAsked || !isOpen || state.vocabulary.inAddress ? [] : valuesLost(state, missing)
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

/** It had its time: whatever it is narrowed to by now is what there is. */
export const settled = <State extends NarrowedFrame>(state: State): State => ({
  ...state,
  restored: state.restored === 'unproven' ? 'overdue' : 'yes',
})

export function reportOf(state: NarrowedFrame, here: BoardRoute): ReportedNarrowing {
  const { vocabulary, filters } = state
  const own = vocabulary.read(ownOf(state, here) ?? []).narrowing
  return {
    narrowing: differenceOf(own, laidOver(own, vocabulary.read(filters).narrowing)),
    beyond: vocabulary.read(beyondOwn(state, here)).beyond,
  }
}

function missingOf({ asked, vocabulary }: NarrowedFrame, read: readonly FrameFilter[]): readonly ViewPart[] {
  const { fields, takes } = vocabulary.read(read)
  const range = asked.range !== null && !takes(asked.range) ? (['range'] as const) : []
  return [...range, ...narrowedFields(asked).filter((field) => !fields.includes(field))]
}

/** Of filters that the board has: values that were asked for, and that it is not filtered by, itself or by its own. */
function valuesLost(
  { asked, filters, vocabulary }: NarrowedFrame,
  missing: readonly ViewPart[],
): readonly FilterValue[] {
  const now = vocabulary.read(filters).narrowing.filters
  return narrowedFields(asked).flatMap((field) =>
    missing.includes(field)
      ? []
      : (asked.filters[field] ?? [])
          .filter((value) => now[field]?.includes(value) !== true)
          .map((value) => ({ field, value })),
  )
}

/** All that was asked for and is there to be had. */
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
