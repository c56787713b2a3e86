import { record } from '../../../core/kernel/json'
import type { EmbedEvent } from '@thoughtspot/visual-embed-sdk'
import { isPlainId } from '../../../core/embedding/view-checks'
import { isLiveboardId } from '../../_shared/thoughtspot/ids'
import { itemName } from '../../../core/favorites/stored-favorites'
import type { PinOutcome, SurfaceEvent, StarredTile } from '../../../core/ports/dashboard-surface'
import type { ExtensionEvent } from './extensions'
import type { BoardRoute } from '../../_shared/embedded-frame/routes'

/** Every message name that the portal knows: the SDK's, and those of the declared extensions. */
export type FrameMessage = `${EmbedEvent}` | ExtensionEvent

/** Wire names of the messages about a view's content. `isMessage` accepts no other names. */
export const contentMessages = [
  'customAction',
  'save',
  'pin',
  'rename',
  'createLiveboard',
  'cancel',
  'unsavedChanges',
  'onPaper',
  'openPath',
] as const satisfies readonly FrameMessage[]

type ContentMessage = (typeof contentMessages)[number]

export const isMessage = (type: string, ...names: readonly ContentMessage[]): boolean =>
  (names as readonly string[]).includes(type)

// Parsers of a frame's messages. All input is untrusted: what does not fit counts as absent.

export function text(value: unknown, maxLength: number): string | null {
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : null
}

function plainId(value: unknown): string | null {
  const id = text(value, 64)
  return id !== null && isPlainId(id) ? id : null
}

function liveboardId(value: unknown): string | null {
  const id = text(value, 100)
  return id !== null && isLiveboardId(id) ? id : null
}

export function currentPath(data: unknown): string {
  return text(record(data)['currentPath'], 500) ?? ''
}

/** Last day and source of a board, if its data event contains them: a declared extension. */
export function boardData(data: unknown): { readonly asOf: string | null; readonly source: string | null } {
  const message = record(data)
  const day = text(message['asOf'], 10)
  return {
    asOf: day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null,
    source: text(message['source'], 80),
  }
}

/** Which answer a `data` event is about; null if it does not say. `Pin` needs it in the assistant's views. */
export function answerVizId(data: unknown): string | null {
  const { id, vizId } = record(data)
  return plainId(id ?? vizId)
}

type LibraryChange = Extract<SurfaceEvent, { readonly kind: 'library-changed' }>

/**
 * The vendor's messages for what a user has done to a dashboard inside the frame. `delete` is not among them: by the vendor's own
 * description it is about a chart.
 */
const libraryChanges: Readonly<Partial<Record<string, LibraryChange['change']>>> = {
  save: 'saved',
  pin: 'pinned',
  rename: 'renamed',
  createLiveboard: 'created',
} satisfies Partial<Record<ContentMessage, LibraryChange['change']>>

/** Null for every other message. Has the dashboard's id and name only if the frame sends them: the vendor documents neither. */
export function libraryChange(type: string, data: unknown): LibraryChange | null {
  const change = Object.hasOwn(libraryChanges, type) ? libraryChanges[type] : undefined
  if (change === undefined) return null
  const message = record(data)
  // A chart was renamed, not its dashboard.
  if (change === 'renamed' && message['vizId'] !== undefined) return null
  const answerId = plainId(message['answerId'])
  const tabId = plainId(message['tabId'])
  const chartId = change === 'pinned' ? plainId(message['vizId']) : null
  return {
    kind: 'library-changed',
    change,
    dashboardId: liveboardId(message['liveboardId'] ?? message['pinboardId']),
    name: text(message['liveboardName'] ?? message['name'], 10_000),
    ...(answerId === null ? {} : { answerId }),
    ...(tabId === null ? {} : { tabId }),
    ...(chartId === null ? {} : { chartId }),
    ...(message['replaced'] === true ? { replaced: true } : {}),
  }
}

type TileAction = Extract<SurfaceEvent, { readonly kind: 'action' }>

/** The portal's own entries in the menu of a chart; the vendor shows them beside its own (`customActions`). */
export const starAction = { id: 'portal-star', name: 'Add to favorites' } as const
export const researchAction = { id: 'portal-deep-research', name: 'Deep Research' } as const
export const builderAction = { id: 'portal-open-builder', name: 'Open in Data Weaver' } as const

/** The id of a custom action: some of the vendor's payloads have it beside the data, not in it. */
const actionId = (message: Readonly<Record<string, unknown>>): string | null =>
  text(message['id'] ?? record(message['payload'])['id'], 64)

/** The entry of a chart's menu that the portal is to handle; null for every other message. The question behind the chart is not in it. */
export function tileAction(
  type: string,
  data: unknown,
): (Omit<TileAction, 'question'> & { readonly title: string | null }) | null {
  const message = record(data)
  const action = isMessage(type, 'customAction') ? tileActions.get(actionId(message) ?? '') : undefined
  if (action === undefined) return null
  const answer = record(message['embedAnswerData'])
  return {
    kind: 'action',
    action,
    chartId: chartIn(message),
    title: text(answer['name'], 200),
    sourceId: plainId(record(record(firstOf(answer['sources']))['header'])['guid']),
  }
}

/**
 * The chart of a custom action: beside the answer in the SDK's type, inside it in the message that the vendor has recorded
 * (thoughtspot/developer-docs, `callback-response-payload.adoc`).
 */
const chartIn = (message: Readonly<Record<string, unknown>>): string | null =>
  plainId(message['vizId']) ?? plainId(record(message['embedAnswerData'])['vizId'])

/** `sources` is a single object in the vendor's type, and a list in what its own pages send. */
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as readonly unknown[])[0] : value)

const tileActions: ReadonlyMap<string, TileAction['action']> = new Map([
  [builderAction.id, 'open-in-builder'],
  [researchAction.id, 'deep-research'],
] as const)

/** The question behind an answer, in the syntax of the search bar, from the result of the SDK's `getTML`. */
export function questionOfTml(tml: unknown): string | null {
  return text(record(record(tml)['answer'])['search_query'], 1_000)
}

/** The question as a user would type it: `[Volume] [Date].monthly` is `Volume Date monthly`. */
export function plainQuestion(question: string): string {
  return question
    .replaceAll(/\]\.|[[\]']/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The outcome in a frame's reply to a pin. A cluster without that call opens its own dialog and sends no reply. */
export function pinOutcome(reply: unknown): PinOutcome {
  const reported = record(reply)
  if (reply instanceof Error || reported['liveboardId'] === undefined) return { kind: 'unknown' }
  return {
    kind: 'pinned',
    dashboardId: liveboardId(reported['liveboardId']),
    chartId: plainId(reported['vizId']),
  }
}

/**
 * The SDK rejects with what the frame sent, as it is or as `{ error }`; with an `Error`; or with its own sentence about an empty reply.
 * Only what the frame sent is a refusal: anything else may have gone wrong after the answer was pinned.
 */
export function pinRejection(cause: unknown): PinOutcome {
  const reason = sentenceIn(cause)
  const hasNoReply = cause === undefined || cause === null || cause instanceof Error
  if (hasNoReply || reason?.startsWith('No answer found') === true) return { kind: 'unknown' }
  return { kind: 'refused', reason: reason !== null && reason.length <= maxReasonLength ? reason : null }
}

const maxReasonLength = 300

/** The readable text of an error: of a list its first entry, of an object its message. The SDK may have made JSON of either. */
function sentenceIn(error: unknown, maxDepth = 8): string | null {
  if (maxDepth === 0) return null
  if (Array.isArray(error)) return sentenceIn(firstOf(error), maxDepth - 1)
  if (typeof error === 'object') {
    const { message, error: within, errors } = record(error)
    return sentenceIn(message ?? within ?? errors, maxDepth - 1)
  }
  const words = text(error, 10_000)
  if (words === null || !/^\s*[[{]/.test(words)) return words
  try {
    return sentenceIn(JSON.parse(words), maxDepth - 1)
  } catch {
    return null
  }
}

/** The chart that the user starred, on the board that the frame is on; null for every other message. */
export function starredTile(type: string, data: unknown, here: BoardRoute): StarredTile | null {
  const message = record(data)
  if (!isMessage(type, 'customAction') || actionId(message) !== starAction.id) return null
  const vizId = chartIn(message) ?? here.chartId
  if (vizId === null) return null
  const title = itemName(text(record(message['embedAnswerData'])['name'], 10_000) ?? '') || 'Chart'
  return { kind: 'tile', dashboardId: here.dashboardId, tabId: here.tabId, chartId: vizId, title }
}

/** The view of a dashboard that the user has chosen: by its id, or the dashboard itself. */
export function personalView(
  data: unknown,
): { readonly dashboardId: string; readonly viewId: string | undefined } | null {
  const { liveboardId: board, viewId } = record(data)
  const [dashboardId, id] = [plainId(board), plainId(viewId)]
  return dashboardId === null || (id === null && viewId !== null)
    ? null
    : { dashboardId, viewId: id ?? undefined }
}

/** Whether the view holds unsaved work: a declared extension; null for every other message. */
export function unsavedWork(type: string, data: unknown): boolean | null {
  return isMessage(type, 'unsavedChanges') ? record(data)['unsaved'] === true : null
}

/** The height of the view in print, in px: a declared extension; null for every other message. */
export function printHeight(type: string, data: unknown): number | null {
  const height = isMessage(type, 'onPaper') ? record(data)['height'] : null
  return typeof height === 'number' && height >= 0 && height <= 100_000 ? height : null
}

/** The page of the portal that a link in the view leads to: a declared extension; null for every other message. */
export function pageAsked(type: string, data: unknown): string | null {
  const path = isMessage(type, 'openPath') ? text(record(data)['path'], 200) : null
  return path !== null && /^(?:\/[a-z0-9-]+)+$/.test(path) ? path : null
}

/** The code of the vendor's error, for the journal, which never gets its sentence. */
export function errorCode(data: unknown): string | null {
  const { code, errorType } = record(data)
  const name = Number.isFinite(code) ? String(code) : text(code ?? errorType, 64)
  return name !== null && /^[\w.-]+$/.test(name) ? name : null
}
