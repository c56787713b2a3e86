import type { BoardReply, BoardRequest } from '../../contract'
import type { Frame } from '../protocol/frame'
import { asFields, asTexts } from '../protocol/read'
import { problemOf, type BoardProblem } from './problem'

export type BoardAnswer =
  | { readonly ok: true; readonly reply: BoardReply }
  | { readonly ok: false; readonly problem: BoardProblem }

/** Asks the host for a board, or for its outline alone (`part: 'definition'`). */
export type LoadBoard = (request: BoardRequest, signal: AbortSignal) => Promise<BoardAnswer>

const operation = '/prism/?op=LoadContextBook'

/** Loads boards from this page's own origin with the session's token. A call that was given up on throws AbortError. */
export function createLoadBoard(frame: Frame): LoadBoard {
  return async (request, signal) => {
    const init = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-by': 'ThoughtSpot',
        accept: 'application/json',
      },
      body: JSON.stringify(request),
    }
    try {
      const intercepted = request.part === 'definition' ? null : await intercept(frame, init)
      if (intercepted) return readReply(intercepted)
      const reply = await frame.session.call((token) =>
        fetch(operation, { ...init, signal, headers: { ...init.headers, authorization: `Bearer ${token}` } }),
      )
      return reply.ok ? readReply(await reply.json()) : { ok: false, problem: await problemOf(reply) }
    } catch (error) {
      if (signal.aborted) throw error
      return { ok: false, problem: { kind: 'unavailable', reference: '' } }
    }
  }
}

function readReply(body: unknown): BoardAnswer {
  const fields = asFields(body)
  return typeof fields['board'] === 'object' && Array.isArray(fields['tiles'])
    ? { ok: true, reply: body as BoardReply }
    : { ok: false, problem: { kind: 'unavailable', reference: '' } }
}

/** Lets the embedding page answer the call itself when it asked for that; `null` to go on with the host. */
async function intercept(frame: Frame, init: object): Promise<unknown> {
  const { interceptUrls, interceptTimeout } = frame.state.get().options
  const wanted = asTexts(interceptUrls) ?? []
  if (!wanted.some((url) => url === 'ALL' || url.endsWith(operation))) return null
  try {
    const answer = asFields(
      await frame.port.ask('ApiIntercept', JSON.stringify({ input: operation, init }), interceptTimeout),
    )
    if (answer['execute'] !== false) return null
    return asFields(answer['response'])['body'] ?? {}
  } catch {
    return null
  }
}
