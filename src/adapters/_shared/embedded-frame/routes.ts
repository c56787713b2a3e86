import type { FieldName, Narrowing, TimeRange } from '../../../core/kernel/narrowing'
import type { EmbeddedView, PinnedChart } from '../../../core/ports/dashboard-surface'

export interface BoardRoute {
  readonly dashboardId: string
  /** To be arranged. */
  readonly editing?: true
  readonly tabId: string | null
  readonly chartId: string | null
  /** Absent for the board as it opens. */
  readonly viewId?: string
  /** As it is asked for; where a frame says that it is, this is not among it. */
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

/** Everything the portal sends a frame to. What address that is, the vendor's adapter says. */
export type FrameRoute = BoardRoute | BuilderRoute | AnswerRoute | ConversationRoute

/** A filter as the vendor's frame tells it and takes it back; its `FilterVocabulary` alone looks into it. */
export type FrameFilter = object

/** What a vendor's filters mean in the portal's words. */
export interface FilterVocabulary {
  /** They are in the address of a document: a board that is narrowed otherwise is loaded anew. Else they are told to the one that is there. */
  readonly inAddress: boolean
  read(filters: readonly FrameFilter[]): FiltersRead
  /** What makes a board with these filters of its own be as is asked. Empty ones: nobody knows what it has. */
  write(asked: Narrowing, own: readonly FrameFilter[]): readonly FrameFilter[]
  /** Of what it is narrowed to when it is first read, what a board with these `given` filters has by itself; null where they hide it. */
  own(read: readonly FrameFilter[], given: readonly FrameFilter[]): readonly FrameFilter[] | null
  /** What has to be told before another board comes, where some of what this one is narrowed to now stays with the frame. */
  leaving(now: readonly FrameFilter[], own: readonly FrameFilter[]): readonly FrameFilter[]
}

export interface FiltersRead {
  readonly narrowing: Narrowing
  /** Names of those that are narrowed and have no word. */
  readonly beyond: readonly string[]
  /** What the board can be narrowed by. */
  readonly fields: readonly FieldName[]
  /** Whether it can have this range. */
  readonly takes: (range: TimeRange) => boolean
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

/** The same board, whatever tab or visualisation of it. */
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

/** Where it is, without what it was asked to be narrowed to. */
export function bare(route: FrameRoute): FrameRoute {
  if (!isBoard(route)) return route
  const { narrowing: _, ...rest } = route
  return rest
}

/** A dashboard, a chart or an answer: all that is on screen comes again in a new frame. */
export const comesAgain = (route: FrameRoute): boolean =>
  isBoard(route) ? route.editing !== true : 'answer' in route

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
      const under = personalViewId === undefined ? {} : { viewId: personalViewId }
      return { dashboardId, tabId, chartId, ...under, ...(narrowing === undefined ? {} : { narrowing }) }
    }
  }
}
