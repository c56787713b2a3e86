import type { EmbeddedView, PinnedChart } from '../../../core/ports/dashboard-surface'

export interface BoardRoute {
  readonly dashboardId: string
  /** To be arranged. */
  readonly editing?: true
  readonly tabId: string | null
  readonly chartId: string | null
  /** Absent for the board as it opens. */
  readonly viewId?: string
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

/** A filter as the vendor's frame tells it and takes it back; nobody else looks into it. */
export type FrameFilter = object

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
      const { dashboardId, tabId = null, chartId = null, personalViewId } = view
      const under = personalViewId === undefined ? {} : { viewId: personalViewId }
      return { dashboardId, tabId, chartId, ...under }
    }
  }
}
