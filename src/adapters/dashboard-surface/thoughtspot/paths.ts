import type { PinnedChart } from '../../../core/ports/dashboard-surface'
import { isLiveboardId, isPlainId } from '../../../core/embedding/view-checks'

export interface BoardRoute {
  readonly liveboardId: string
  /** To be arranged: `/#/edit/liveboard/{id}` of the whole application (specification, section 2.9). */
  readonly editing?: true
  readonly tabId: string | null
  readonly vizId: string | null
  /** Absent for the board as it opens. */
  readonly viewId?: string
}

/** The chart builder: the vendor's search page, or a saved answer. */
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

/** Everything the portal sends a frame to. */
export type FrameRoute = BoardRoute | BuilderRoute | AnswerRoute | ConversationRoute

export function isBoard(route: FrameRoute): route is BoardRoute {
  return 'liveboardId' in route
}

export function isBuilder(route: FrameRoute): route is BuilderRoute {
  return 'builder' in route
}

/** The vendor's link to a board: `/#/pinboard/{liveboardId}[/tab/{activeTabId}][/{vizId}]` (specification, section 2.9). */
export function pinboardLink(route: BoardRoute): string {
  return `/#/pinboard/${route.liveboardId}${tail(route)}`
}

/** The same page as the SDK's frames address it, without a leading slash, as `Navigate` wants it. */
export function framePath(route: FrameRoute): string {
  if ('builder' in route) {
    const { answerId } = route.builder
    return answerId === null ? 'embed/answer' : `embed/saved-answer/${answerId}`
  }
  if ('answer' in route) return `embed/conv-assist-answer?${new URLSearchParams(route.answer)}`
  if ('conversation' in route) {
    const { worksheetId, question } = route.conversation
    const query = question === null ? '' : `&query=${encodeURIComponent(question)}`
    return `embed/insights/conv-assist?worksheet=${encodeURIComponent(worksheetId)}${query}`
  }
  if (route.editing) return `edit/liveboard/${route.liveboardId}`
  return `embed/viz/${route.liveboardId}${tail(route)}`
}

function tail(route: BoardRoute): string {
  const tab = route.tabId === null ? '' : `/tab/${route.tabId}`
  const viz = route.vizId === null ? '' : `/${route.vizId}`
  const view = route.viewId === undefined ? '' : `?view=${encodeURIComponent(route.viewId)}`
  return `${tab}${viz}${view}`
}

const shape =
  /^\/?(?:embed\/(?:insights\/)?viz|(?:insights\/)?pinboard|liveboard)\/([^/?#]+)(?:\/tab\/([^/?#]+))?(?:\/([^/?#]+))?\/?(?:\?(.*))?$/

/** Reads the path a frame says it is on; null for anything that is not a board. */
export function readBoardRoute(path: string): BoardRoute | null {
  const match = shape.exec(path)
  if (match === null) return null
  const [, liveboardId = '', tabId = null, vizId = null, query] = match.map(
    (part) => part as string | undefined,
  )
  const viewId = new URLSearchParams(query ?? '').get('view')
  const view = viewId !== null && isPlainId(viewId) ? { viewId } : {}
  const plain = [tabId, vizId].every((part) => part === null || isPlainId(part))
  return isLiveboardId(liveboardId) && plain ? { liveboardId, tabId, vizId, ...view } : null
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
