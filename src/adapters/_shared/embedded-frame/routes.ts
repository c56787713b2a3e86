import type { FieldLabels, FieldName, Narrowing, TimeRange } from '../../../core/kernel/narrowing'
import type { EmbeddedView, PinnedChart } from '../../../core/ports/dashboard-surface'

export interface BoardRoute {
  readonly dashboardId: string
  /** The board is open in the editor. */
  readonly editing?: true
  readonly tabId: string | null
  readonly chartId: string | null
  /** A personal view; absent for the board's default. */
  readonly viewId?: string
  /** What the portal requests; absent from a location that a frame reports. */
  readonly narrowing?: Narrowing
}

/** The chart builder, or a saved answer in it. */
export interface BuilderRoute {
  readonly builder: {
    readonly sourceId: string | null
    readonly question: string | null
    readonly answerId: string | null
    readonly pinned: PinnedChart | null
  }
}

/** One answer of the assistant, by its handle. */
export interface AnswerRoute {
  readonly answer: string
}

/** The assistant's own conversation view. */
export interface ConversationRoute {
  readonly conversation: { readonly sourceId: string; readonly question: string | null }
}

/** Every location that the portal can send a frame to. The vendor's adapter turns it into an address. */
export type FrameRoute = BoardRoute | BuilderRoute | AnswerRoute | ConversationRoute

/** A filter in the form in which the vendor's frame reports and accepts it. Only its `FilterVocabulary` looks into it. */
export type FrameFilter = object

/** Translates between a vendor's filters and the portal's. */
export interface FilterVocabulary {
  /** Filters are part of a document's address, so that other filters need a reload. Otherwise they are sent to the running frame. */
  readonly inAddress: boolean
  read(filters: readonly FrameFilter[]): FiltersRead
  /**
   * The filters that narrow a board as requested, given the default filters `own` that it has. Empty: the defaults are unknown, or, with
   * filters in an address, come by themselves. There, those given are kept.
   */
  write(asked: Narrowing, own: readonly FrameFilter[]): readonly FrameFilter[]
  /** What has to be sent for these changes, of all filters that are to apply: one change may reset the others. */
  toSend(changes: readonly FrameFilter[], all: readonly FrameFilter[]): readonly FrameFilter[]
  /** A board's default filters, from the first read after `given` was applied; null if `given` hides them all. */
  own(read: readonly FrameFilter[], given: readonly FrameFilter[]): readonly FrameFilter[] | null
  /** Filters to send before another board opens, if some of the present ones would stay with the frame. */
  leaving(now: readonly FrameFilter[], own: readonly FrameFilter[]): readonly FrameFilter[]
}

export interface FiltersRead {
  readonly narrowing: Narrowing
  /** Names of the active filters that the portal cannot express. */
  readonly beyond: readonly string[]
  /** What the board calls its filters, if the vendor reports it. */
  readonly labels?: FieldLabels
  /** What the board can be narrowed by. */
  readonly fields: readonly FieldName[]
  /** Whether the board accepts this range. */
  readonly acceptsRange: (range: TimeRange) => boolean
}

/** Where a frame is, and what it is narrowed to. */
export interface FrameLocation {
  readonly route: FrameRoute
  readonly filters: readonly FrameFilter[]
}

export function isBoard(route: FrameRoute): route is BoardRoute {
  return 'dashboardId' in route
}

export function isBuilder(route: FrameRoute): route is BuilderRoute {
  return 'builder' in route
}

/** The same board, on any tab or chart. */
export function sameBoard(one: FrameRoute, other: FrameRoute): boolean {
  if (!isBoard(one) || !isBoard(other)) return false
  return one.dashboardId.toLowerCase() === other.dashboardId.toLowerCase()
}

export function sameRoute(one: FrameRoute, other: FrameRoute): boolean {
  if (!isBoard(one) || !isBoard(other)) return JSON.stringify(one) === JSON.stringify(other)
  return (
    one.dashboardId.toLowerCase() === other.dashboardId.toLowerCase() &&
    one.editing === other.editing &&
    one.tabId === other.tabId &&
    one.chartId === other.chartId &&
    one.viewId === other.viewId
  )
}

/** The route without the requested narrowing. */
export function withoutNarrowing(route: FrameRoute): FrameRoute {
  if (!isBoard(route)) return route
  const { narrowing: _, ...rest } = route
  return rest
}

/** The page on which the vendor edits a board. */
export const isEditor = (route: FrameRoute): boolean => isBoard(route) && route.editing === true

export function routeOf(view: EmbeddedView): FrameRoute {
  switch (view.kind) {
    case 'builder': {
      const { sourceId = null, question = null, answerId = null, pinned = null } = view
      return { builder: { sourceId, question, answerId, pinned } }
    }
    case 'editor':
      return { dashboardId: view.dashboardId, tabId: null, chartId: null, editing: true }
    case 'answer':
      return { answer: view.handle }
    case 'conversation':
      return { conversation: { sourceId: view.sourceId, question: view.question ?? null } }
    case 'dashboard': {
      const { dashboardId, tabId = null, chartId = null, personalViewId, narrowing } = view
      const personalView = personalViewId === undefined ? {} : { viewId: personalViewId }
      return {
        dashboardId,
        tabId,
        chartId,
        ...personalView,
        ...(narrowing === undefined ? {} : { narrowing }),
      }
    }
  }
}
