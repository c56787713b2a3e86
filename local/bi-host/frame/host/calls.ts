import { type AnswerOperations, sessionOf } from '../../wire/answers'
import type { Frame } from '../protocol/frame'
import { asFields, asList, asText, type Fields } from '../protocol/read'
import type { PinTo } from '../protocol/page-events'

type Operation = keyof AnswerOperations
export type HostAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: BoardProblem }

/** Calls a host operation. Aborting stops its statement and rejects with AbortError. */
export type AnswerHost = <Name extends Operation>(
  operation: Name,
  body: AnswerOperations[Name]['body'],
  signal?: AbortSignal,
) => Promise<HostAnswer<AnswerOperations[Name]['reply']>>

/** The host behind this page, called with the session's token. */
export function createAnswerHost(frame: Frame): AnswerHost {
  return (operation, body, signal) => callOperation(frame, operation, body, signal)
}

/** An operation by name, for replies of a known JSON shape. Rejects only on abort. */
export async function callOperation<Value>(
  frame: Frame,
  operation: string,
  body: object,
  signal?: AbortSignal,
): Promise<HostAnswer<Value>> {
  try {
    const reply = await frame.session.call((token) =>
      fetch(`/prism/?op=${operation}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-requested-by': 'ThoughtSpot',
          accept: 'application/json',
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify(body),
        ...(signal === undefined ? {} : { signal }),
      }),
    )
    if (!reply.ok) return { ok: false, problem: await problemOf(reply) }
    return { ok: true, value: (await reply.json()) as Value }
  } catch (error) {
    if (signal?.aborted === true) throw error
    return { ok: false, problem: { kind: 'unavailable', reference: '' } }
  }
}

/**
 * Pins a tile of a board, or an answer of a conversation, to a dashboard of the user, and notifies the embedding page. The reply has an
 * `error` only if the host refused. @throws if the outcome is unknown: there was no reply.
 */
export async function pinViz(
  frame: Pick<Frame, 'port' | 'session'>,
  container: string,
  vizId: string,
  { title, ...to }: PinTo,
): Promise<object> {
  frame.port.post('pin', { vizId }, 'start')
  const pinned = await callHost(frame, 'AddVizToLiveboard', {
    session: sessionOf(container, vizId),
    ...(title === '' ? {} : { newVizName: title }),
    ...to,
  })
  if (!pinned.ok && !pinned.refused) throw new Error(pinned.message)
  if (!pinned.ok) return { error: pinned.message }
  const { pinboardId, pinboardName, vizId: tileId, created } = pinned.data
  if (created === true) frame.port.post('createLiveboard', { liveboardId: pinboardId, name: pinboardName })
  const tabId = pinned.data['tabId'] ?? null
  frame.port.post(
    'pin',
    { vizId: tileId, liveboardId: pinboardId, liveboardName: pinboardName, tabId },
    'end',
  )
  return { pinboardId, tabId, vizId: tileId }
}

/** Saves the answer of a tile or message, and notifies the embedding page. Reply and errors as for `pinViz`. */
export async function saveViz(
  frame: Pick<Frame, 'port' | 'session'>,
  container: string,
  vizId: string,
  name: string,
): Promise<object> {
  frame.port.post('save', { vizId }, 'start')
  const saved = await callHost(frame, 'SaveViz', { session: sessionOf(container, vizId), name })
  if (!saved.ok && !saved.refused) throw new Error(saved.message)
  if (!saved.ok) return { error: saved.message }
  const { id } = asFields(saved.data['answer'])
  frame.port.post('save', { vizId, answerId: id, name }, 'end')
  return { saveResponse: { data: { Answer__save: { answer: { id } } } } }
}

export type HostReply =
  | { readonly ok: true; readonly data: Fields }
  /** `refused`: the host refused. If false, the request may have been carried out. */
  | { readonly ok: false; readonly message: string; readonly refused: boolean }

const broken = 'The analytics service isn’t responding. Try again in a moment.'

/** One of the vendor's GraphQL calls, by name and variables. Resolves to the first value of `data`, as the SDK reads it. */
export async function callHost(
  frame: Pick<Frame, 'session'>,
  operation: string,
  variables: object,
): Promise<HostReply> {
  try {
    const reply = await frame.session.call((token) =>
      fetch(`/prism/?op=${operation}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ operationName: operation, variables }),
      }),
    )
    const body = asFields(await reply.json())
    if (reply.ok) return { ok: true, data: asFields(Object.values(asFields(body['data']))[0]) }
    const { message } = asFields(body['error'])
    const refused = reply.status >= 400 && reply.status < 500
    return { ok: false, message: typeof message === 'string' ? message : broken, refused }
  } catch {
    return { ok: false, message: broken, refused: false }
  }
}

interface ListedDashboard {
  readonly id: string
  readonly name: string
  readonly description: string
}

/** Dashboards the user can see, last changed first. `null` if they cannot be loaded. */
export async function dashboards(frame: Frame): Promise<readonly ListedDashboard[] | null> {
  const path = `/callosum/v1/tspublic/v1/metadata/list?category=ALL&sort=MODIFIED`
  try {
    const reply = await frame.session.call((token) =>
      fetch(path, { headers: { authorization: `Bearer ${token}` } }),
    )
    const headers = asList(asFields(await reply.json())['headers'])
    if (!reply.ok || headers === undefined) return null
    return headers.map((header) => {
      const { id, name, description } = asFields(header)
      return { id: asText(id) ?? '', name: asText(name) ?? '', description: asText(description) ?? '' }
    })
  } catch {
    return null
  }
}

/** Why a board cannot be shown, in the terms of the error page. */
export interface BoardProblem {
  readonly kind: 'forbidden' | 'not-found' | 'signed-out' | 'timeout' | 'unavailable'
  readonly reference: string
  /** The embedding page answered instead of the host, with this message. */
  readonly message?: { readonly title: string; readonly text: string }
}

/** Maps a refusal of the host to a problem the page has words for. The host's own text is not shown. */
export async function problemOf(reply: Response): Promise<BoardProblem> {
  const reference = await referenceOf(reply)
  if (reply.status === 401) return { kind: 'signed-out', reference }
  if (reply.status === 403) return { kind: 'forbidden', reference }
  if (reply.status === 404) return { kind: 'not-found', reference }
  if (reply.status === 408 || reply.status === 504) return { kind: 'timeout', reference }
  return { kind: 'unavailable', reference }
}

async function referenceOf(reply: Response): Promise<string> {
  try {
    const body = (await reply.json()) as { readonly error?: { readonly reference?: unknown } } | null
    const reference = body?.error?.reference
    return typeof reference === 'string' ? reference.slice(0, 64) : ''
  } catch {
    return ''
  }
}
