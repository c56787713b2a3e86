import { isLiveboardId, isPlainId } from '../../../core/embedding/view-checks'
import { itemName } from '../../../core/favorites/stored-favorites'
import type { PinOutcome, SurfaceEvent, StarredTile } from '../../../core/ports/dashboard-surface'
import type { BoardRoute } from './paths'

/** Parsers of what a frame says. All of it is untrusted: what does not fit counts as not said. */

type Fields = Readonly<Record<string, unknown>>

function fields(data: unknown): Fields {
  return typeof data === 'object' && data !== null ? (data as Fields) : {}
}

function text(value: unknown, longest: number): string | null {
  return typeof value === 'string' && value !== '' && value.length <= longest ? value : null
}

export function currentPath(data: unknown): string {
  return text(fields(data)['currentPath'], 500) ?? ''
}

/** Last day and source of a board, where its data event tells them; the vendor's own does not. */
export function boardData(data: unknown): { readonly asOf: string | null; readonly source: string | null } {
  const message = fields(data)
  const day = text(message['asOf'], 10)
  return {
    asOf: day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null,
    source: text(message['source'], 80),
  }
}

type LibraryChange = Extract<SurfaceEvent, { readonly kind: 'library-changed' }>

/** The vendor's words for what a person has done to a dashboard inside the frame. */
const libraryChanges: Readonly<Record<string, LibraryChange['change']>> = {
  save: 'saved',
  pin: 'pinned',
  delete: 'deleted',
  rename: 'renamed',
  createLiveboard: 'created',
  makeACopy: 'created',
}

/** Null for every other message. Which dashboard, and its name, only where the frame tells: the vendor describes neither. */
export function libraryChange(type: string, data: unknown): LibraryChange | null {
  const change = Object.hasOwn(libraryChanges, type) ? libraryChanges[type] : undefined
  if (change === undefined) return null
  const message = fields(data)
  const answer = text(message['answerId'], 64)
  const tab = text(message['tabId'], 64)
  const id = text(message['liveboardId'] ?? message['pinboardId'], 100)
  return {
    kind: 'library-changed',
    change,
    liveboardId: id !== null && isLiveboardId(id) ? id : null,
    name: text(message['liveboardName'] ?? message['name'], 10_000),
    ...(answer !== null && isPlainId(answer) ? { answerId: answer } : {}),
    ...(tab !== null && isPlainId(tab) ? { tabId: tab } : {}),
    ...(message['replaced'] === true ? { replaced: true } : {}),
  }
}

/** What a tile's menu leaves to the portal; null for every other message. */
export function tileAction(
  type: string,
  data: unknown,
): Extract<SurfaceEvent, { readonly kind: 'action' }> | null {
  const action = Object.hasOwn(tileActions, type) ? tileActions[type] : undefined
  if (action === undefined) return null
  const message = fields(data)
  const viz = text(message['vizId'], 64)
  return {
    kind: 'action',
    action,
    vizId: viz !== null && isPlainId(viz) ? viz : null,
    question: text(message['question'], 500),
    title: text(message['title'], 200),
  }
}

type TileAction = Extract<SurfaceEvent, { readonly kind: 'action' }>['action']

const tileActions: Readonly<Record<string, TileAction>> = {
  explore: 'open-in-builder',
  AskAi: 'deep-research',
}

/** What a frame replies when an answer was to be kept. A vendor without that call opens its own dialog and replies nothing. */
export function pinOutcome(reply: unknown): PinOutcome {
  const reported = fields(reply)
  if (reply instanceof Error || reported['liveboardId'] === undefined) return { kind: 'unknown' }
  const id = text(reported['liveboardId'], 100)
  return { kind: 'pinned', liveboardId: id !== null && isLiveboardId(id) ? id : null }
}

/**
 * What the SDK rejects with: `{ error }` is what the frame said, but for the SDK's own sentence about a reply with nothing in it. Only
 * the frame's word is a refusal; whatever else went wrong may have gone wrong after the answer was kept.
 */
export function pinRejection(cause: unknown): PinOutcome {
  const reason = cause instanceof Error ? null : text(fields(cause)['error'], 10_000)
  if (reason === null || reason.startsWith('No answer found')) return { kind: 'unknown' }
  return { kind: 'refused', reason: reason.length <= longestReason ? reason : null }
}

const longestReason = 300

/** The portal's own entry in the menu of a tile; the vendor shows it beside its own. */
export const starAction = { id: 'portal-star', name: 'Add to favorites' } as const

/** The tile whose star was asked for, on the board that the frame is on; null for every other message. */
export function starredTile(type: string, data: unknown, here: BoardRoute): StarredTile | null {
  const message = fields(data)
  if (type !== 'customAction' || message['id'] !== starAction.id) return null
  const vizId = text(message['vizId'], 64) ?? here.vizId
  if (vizId === null || !isPlainId(vizId)) return null
  const viz = fields(fields(message['embedAnswerData'])['viz'])
  const title = itemName(text(viz['name'], 10_000) ?? 'Tile')
  return { kind: 'tile', liveboardId: here.liveboardId, tabId: here.tabId, vizId, title }
}

/** Whether the view holds unsaved work, by the local BI host's own event; null for every other message. */
export function unsavedWork(type: string, data: unknown): boolean | null {
  return type === 'unsavedChanges' ? fields(data)['unsaved'] === true : null
}

/** How high the view is on paper, in px, by the local BI host's own event; null for every other message. */
export function printHeight(type: string, data: unknown): number | null {
  const height = type === 'onPaper' ? fields(data)['height'] : null
  return typeof height === 'number' && height >= 0 && height <= 100_000 ? height : null
}

/** The page of the portal that a link in the view leads to, by the local BI host's own event; null for every other message. */
export function pageAsked(type: string, data: unknown): string | null {
  const path = type === 'openPath' ? text(fields(data)['path'], 200) : null
  return path !== null && /^(?:\/[a-z0-9-]+)+$/.test(path) ? path : null
}

/** A filter in the shape that `updateFilters` takes back. */
export interface RememberedFilter {
  readonly column: string
  readonly oper: string
  readonly values: readonly (string | number | boolean)[]
}

/** The filters in force after a `filterChanged`; what is malformed leaves them as they were. */
export function filterOf(data: unknown, before: readonly RememberedFilter[]): readonly RememberedFilter[] {
  const list = fields(data)['filters'] ?? fields(data)['liveboardFilters']
  if (!Array.isArray(list) || list.length > 100) return before
  return list.flatMap((entry) => {
    const { column, oper, values } = fields(entry)
    const name = text(column, 200)
    const operator = text(oper, 40)
    if (name === null || operator === null || !Array.isArray(values)) return []
    const plainValues = values
      .filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
      .slice(0, 1_000)
    return [{ column: name, oper: operator, values: plainValues as (string | number | boolean)[] }]
  })
}
