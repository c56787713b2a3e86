import { isPlainId } from '../../../core/embedding/view-checks'
import { isLiveboardId, readAnswerHandle } from '../../_shared/thoughtspot/ids'
import { isBuilder, type BoardRoute, type FrameRoute } from '../../_shared/embedded-frame/routes'

/**
 * A page as the SDK's frames address it, without a leading slash, as `Navigate` wants it. The editor's is the specification's
 * edit shape (section 2.9).
 */
export function framePath(route: FrameRoute): string {
  if ('builder' in route) {
    const { answerId } = route.builder
    return answerId === null ? 'embed/answer' : `embed/saved-answer/${answerId}`
  }
  if ('answer' in route)
    return `embed/conv-assist-answer?${new URLSearchParams(readAnswerHandle(route.answer) ?? {})}`
  if ('conversation' in route) {
    const { sourceId: worksheetId, question } = route.conversation
    const query = question === null ? '' : `&query=${encodeURIComponent(question)}`
    return `embed/insights/conv-assist?worksheet=${encodeURIComponent(worksheetId)}${query}`
  }
  if (route.editing) return `edit/liveboard/${route.dashboardId}`
  return `embed/viz/${route.dashboardId}${tail(route)}`
}

/** The hash of the address that a frame's document reloads from. `restore` marks the reload of the builder as no new start. */
export function reloadHash(route: FrameRoute): string {
  return `#/${framePath(route)}${isBuilder(route) ? '?restore=true' : ''}`
}

function tail(route: BoardRoute): string {
  const tab = route.tabId === null ? '' : `/tab/${route.tabId}`
  const viz = route.chartId === null ? '' : `/${route.chartId}`
  const view = route.viewId === undefined ? '' : `?view=${encodeURIComponent(route.viewId)}`
  return `${tab}${viz}${view}`
}

/** The vendor's own links to a board too: `/#/pinboard/{liveboardId}[/tab/{activeTabId}][/{vizId}]` (specification, section 2.9). */
const shape =
  /^\/?(?:embed\/(?:insights\/)?viz|(?:insights\/)?(?:pinboard|liveboard))\/([^/?#]+)(?:\/tab\/([^/?#]+))?(?:\/([^/?#]+))?\/?(?:\?(.*))?$/

/** Parses the path that a frame reports; null for anything that is not a board. */
export function readBoardRoute(path: string): BoardRoute | null {
  const match = shape.exec(path)
  if (match === null) return null
  const [, liveboardId = '', tabId = null, vizId = null, query] = match.map(
    (part) => part as string | undefined,
  )
  const viewId = new URLSearchParams(query ?? '').get('view')
  const view = viewId !== null && isPlainId(viewId) ? { viewId } : {}
  const plain = [tabId, vizId].every((part) => part === null || isPlainId(part))
  return isLiveboardId(liveboardId) && plain
    ? { dashboardId: liveboardId, tabId, chartId: vizId, ...view }
    : null
}
