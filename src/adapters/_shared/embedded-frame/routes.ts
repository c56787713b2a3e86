import type { EmbeddedView, PinnedChart } from '../../../core/ports/dashboard-surface'

export interface BoardRoute {
  readonly liveboardId: string
  /** To be arranged. */
  readonly editing?: true
  readonly tabId: string | null
  readonly vizId: string | null
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

/** One answer of the assistant. The ids go into the address as they are given, escaped. */
export interface AnswerRoute {
  readonly answer: Readonly<
    Record<'sessionId' | 'genNo' | 'acSessionId' | 'acGenNo' | 'convId' | 'messageId', string>
  >
}

/** The assistant's own conversation view. */
export interface ConversationRoute {
  readonly conversation: { readonly worksheetId: string; readonly question: string | null }
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
  return 'liveboardId' in route
}

export function isBuilder(route: FrameRoute): route is BuilderRoute {
  return 'builder' in route
}

/** The same board, whatever tab or visualisation of it. */
export function sameBoard(one: FrameRoute, other: FrameRoute): boolean {
  if (!isBoard(one) || !isBoard(other)) return false
  return one.liveboardId.toLowerCase() === other.liveboardId.toLowerCase()
}

export function sameRoute(one: FrameRoute, other: FrameRoute): boolean {
  if (!isBoard(one) || !isBoard(other)) return JSON.stringify(one) === JSON.stringify(other)
  return (
    one.liveboardId.toLowerCase() === other.liveboardId.toLowerCase() &&
    one.editing === other.editing &&
    one.tabId === other.tabId &&
    one.vizId === other.vizId &&
    one.viewId === other.viewId
  )
}

/** Null for a board without an id. */
export function routeOf(view: EmbeddedView): FrameRoute | null {
  if (view.kind === 'builder') {
    const { sourceId = null, question = null, answerId = null, pinned = null } = view
    return { builder: { sourceId, question, answerId, pinned } }
  }
  if (view.kind === 'editor')
    return { liveboardId: view.liveboardId, tabId: null, vizId: null, editing: true }
  if (view.kind === 'answer') {
    const { conversationId, messageId, sessionId, genNo, acSessionId, acGenNo } = view
    const generations = { genNo: String(genNo), acGenNo: String(acGenNo) }
    return { answer: { sessionId, acSessionId, convId: conversationId, messageId, ...generations } }
  }
  if (view.kind === 'conversation')
    return { conversation: { worksheetId: view.worksheetId, question: view.question ?? null } }
  const { liveboardId, pinboardId, activeTabId, vizId, personalViewId } = view
  const id = liveboardId ?? pinboardId
  if (id === undefined) return null
  const under = personalViewId === undefined ? {} : { viewId: personalViewId }
  return { liveboardId: id, tabId: activeTabId ?? null, vizId: vizId ?? null, ...under }
}
