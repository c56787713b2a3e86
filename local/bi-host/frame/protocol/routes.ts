import { asTexts } from './read'

/** Location of the frame. `none` is the empty route: a frame rendered in advance, before it gets a location. */
export type Route =
  | { readonly kind: 'none'; readonly path: '' }
  | BoardRoute
  | BuilderRoute
  | EditRoute
  | AnswerRoute
  | ConversationRoute
  | { readonly kind: 'other'; readonly path: string }

export interface BoardRoute {
  readonly kind: 'board'
  /** As navigated to, with a leading slash. */
  readonly path: string
  readonly liveboardId: string
  readonly tabId?: string
  readonly vizId?: string
  readonly viewId?: string
}

/** Edit page of a user's own dashboard. */
export interface EditRoute {
  readonly kind: 'edit'
  readonly path: string
  readonly liveboardId: string
  /** Opened from the board in this frame, and returns there. */
  readonly back: boolean
}

/** The chart builder, empty or with a saved chart. */
export interface BuilderRoute {
  readonly kind: 'builder'
  readonly path: string
  readonly answerId?: string
  /** Asked immediately. */
  readonly question?: string
  /** The source whose fields are shown. */
  readonly source?: string
  /** Continues the visit after a reload: unfinished work is restored. */
  readonly restore: boolean
}

/** One answer of the assistant. Conversation and message identify it. The other ids in the address are the vendor's. */
export interface AnswerRoute {
  readonly kind: 'answer'
  readonly path: string
  readonly convId: string
  readonly messageId: string
}

/** A conversation with the assistant about one worksheet. */
export interface ConversationRoute {
  readonly kind: 'conversation'
  readonly path: string
  readonly worksheetId: string
  /** Asked immediately. Empty for none. */
  readonly question: string
}

const boardPrefixes = [
  'embed/insights/viz/',
  'embed/viz/',
  'insights/pinboard/',
  'insights/liveboard/',
  'pinboard/',
  'liveboard/',
]

/** Parses a hash (`#/embed/viz/ID/tab/T`) or a path without one. */
export function parseRoute(text: string): Route {
  const path = text.replace(/^#/, '').replace(/^\/+/, '')
  if (path === '') return { kind: 'none', path: '' }
  const builder = /^(?:embed\/)?(?:answer|saved-answer\/(?<id>[\w-]+))\/?(?:\?(?<query>.*))?$/.exec(path)
  if (builder) {
    const { id, query } = builder.groups ?? {}
    const given = new URLSearchParams(query ?? '')
    const [question, source] = [given.get('question'), given.get('source')]
    return {
      kind: 'builder',
      path: `/${path}`,
      restore: given.get('restore') === 'true',
      ...(id === undefined ? {} : { answerId: id }),
      ...(question === null ? {} : { question }),
      ...(source === null ? {} : { source }),
    }
  }
  const [, edited, query = ''] = /^edit\/liveboard\/([^/?#]+)\/?(?:\?(.*))?$/.exec(path) ?? []
  if (edited !== undefined) {
    const back = new URLSearchParams(query).get('back') === 'true'
    return { kind: 'edit', path: `/${path}`, liveboardId: decodePart(edited), back }
  }
  const prefix = boardPrefixes.find((candidate) => path.startsWith(candidate))
  const board = prefix === undefined ? null : parseBoard(path, path.slice(prefix.length))
  return board ?? parseAnswer(path) ?? parseConversation(path) ?? { kind: 'other', path: `/${path}` }
}

function parseAnswer(path: string): AnswerRoute | null {
  const [location, query = ''] = path.split('?', 2)
  if (location !== 'embed/conv-assist-answer') return null
  const ids = new URLSearchParams(query)
  const [convId, messageId] = [ids.get('convId') ?? '', ids.get('messageId') ?? '']
  return convId === '' || messageId === '' ? null : { kind: 'answer', path: `/${path}`, convId, messageId }
}

/** The SDK encodes the query like a form: `+` is a space. */
function parseConversation(path: string): ConversationRoute | null {
  const [location, query = ''] = path.split('?', 2)
  if (location?.replace(/\/$/, '') !== 'embed/insights/conv-assist') return null
  const asked = new URLSearchParams(query)
  const worksheetId = asked.get('worksheet') ?? firstOf(asked.get('dataSources')) ?? ''
  return { kind: 'conversation', path: `/${path}`, worksheetId, question: asked.get('query') ?? '' }
}

function firstOf(list: string | null): string | undefined {
  try {
    const [first] = asTexts(JSON.parse(list ?? '[]')) ?? []
    return first
  } catch {
    return undefined
  }
}

function parseBoard(path: string, rest: string): BoardRoute | null {
  const [location = '', query = ''] = rest.split('?', 2)
  const [liveboardId, ...more] = location
    .split('/')
    .filter((part) => part !== '')
    .map(decodePart)
  if (liveboardId === undefined) return null
  const tabId = more[0] === 'tab' ? more[1] : undefined
  const vizId = tabId === undefined ? more[0] : more[2]
  const viewId = new URLSearchParams(query).get('view') ?? undefined
  return {
    kind: 'board',
    path: `/${path}`,
    liveboardId,
    ...(tabId === undefined ? {} : { tabId }),
    ...(vizId === undefined || vizId === 'tab' ? {} : { vizId }),
    ...(viewId === undefined ? {} : { viewId }),
  }
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const boardPath = (liveboardId: string): string => `/pinboard/${encodeURIComponent(liveboardId)}`

/** The vendor's page of automated analyses. */
export const analysesPath = '/insights/results'

export const editPath = (liveboardId: string): string =>
  `/edit/liveboard/${encodeURIComponent(liveboardId)}?back=true`

export function tabPath(route: BoardRoute, tabId: string): string {
  const view = route.viewId === undefined ? '' : `?view=${encodeURIComponent(route.viewId)}`
  return `/embed/viz/${encodeURIComponent(route.liveboardId)}/tab/${encodeURIComponent(tabId)}${view}`
}

/** The same location of a board, with a personal view or with the board's defaults. */
export function viewPath({ path }: BoardRoute, viewId: string | null): string {
  const [location = path] = path.split('?', 1)
  return viewId === null ? location : `${location}?view=${encodeURIComponent(viewId)}`
}

export function sameRoute(left: Route, right: Route): boolean {
  if (left.kind !== 'board' || right.kind !== 'board') return left.path === right.path
  return (
    left.liveboardId === right.liveboardId &&
    left.tabId === right.tabId &&
    left.vizId === right.vizId &&
    left.viewId === right.viewId
  )
}
