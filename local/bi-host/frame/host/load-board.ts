import type { BoardReply, BoardRequest, Tile } from '../../wire/board'
import type { Frame } from '../protocol/frame'
import { asFields, asList, asText, asTexts } from '../protocol/read'
import { problemOf, type BoardProblem } from './calls'

export type BoardAnswer =
  | { readonly ok: true; readonly reply: BoardReply }
  | { readonly ok: false; readonly problem: BoardProblem }

/** Requests a board, or only its outline (`part: 'definition'`). */
export type LoadBoard = (request: BoardRequest, signal: AbortSignal) => Promise<BoardAnswer>

const boardCall = '/prism/?op=LoadContextBook'

/** The vendor's names of the calls that load one tile. */
const tileCalls = {
  chart: '/prism/?op=GetChartWithData',
  kpi: '/prism/?op=GetTableWithHeadlineData',
  table: '/prism/?op=GetTableWithData',
} as const

/**
 * Loads boards from this page's own origin with the session's token, in one call for all tiles. If the embedding page intercepts calls for
 * single answers, each tile has a call of its own. An aborted call throws AbortError.
 */
export function createLoadBoard(frame: Frame): LoadBoard {
  async function send(call: string, request: BoardRequest, signal: AbortSignal): Promise<BoardAnswer> {
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
      const intercepted = request.part === 'definition' ? null : await intercept(frame, call, init)
      if (intercepted) return refusalIn(intercepted) ?? readReply(intercepted)
      const reply = await frame.session.call((token) =>
        fetch(call, { ...init, signal, headers: { ...init.headers, authorization: `Bearer ${token}` } }),
      )
      return reply.ok ? readReply(await reply.json()) : { ok: false, problem: await problemOf(reply) }
    } catch (error) {
      if (signal.aborted) throw error
      return { ok: false, problem: { kind: 'unavailable', reference: '' } }
    }
  }

  async function tileByTile(request: BoardRequest, signal: AbortSignal): Promise<BoardAnswer> {
    const outline = await send(boardCall, { ...request, part: 'definition' }, signal)
    if (!outline.ok) return outline
    const tiles = await Promise.all(
      outline.reply.tiles.map(async (tile): Promise<Tile> => {
        const answer = await send(tileCall(tile), { ...request, tiles: [tile.id] }, signal)
        const own = answer.ok ? answer.reply.tiles.find(({ id }) => id === tile.id) : undefined
        return own ?? { ...tile, problem: notDelivered(answer) }
      }),
    )
    return { ok: true, reply: { ...outline.reply, tiles } }
  }

  return (request, signal) => {
    const single = Object.values(tileCalls).some((call) => wantsToAnswer(frame, call))
    return single && request.part !== 'definition' && request.drill === undefined
      ? tileByTile(request, signal)
      : send(boardCall, request, signal)
  }
}

function tileCall({ kind }: Tile): string {
  if (kind === 'kpi') return tileCalls.kpi
  return kind === 'table' || kind === 'pivot' ? tileCalls.table : tileCalls.chart
}

function wantsToAnswer(frame: Frame, call: string): boolean {
  const wanted = asTexts(frame.state.get().options.interceptUrls) ?? []
  return wanted.some((url) => url === 'ALL' || url.endsWith(call))
}

function readReply(body: unknown): BoardAnswer {
  const fields = asFields(body)
  return typeof fields['board'] === 'object' && Array.isArray(fields['tiles'])
    ? { ok: true, reply: body as BoardReply }
    : { ok: false, problem: { kind: 'unavailable', reference: '' } }
}

/** The embedding page's message in place of data, which arrives as the first of the vendor's `errors`. */
function refusalIn(body: unknown): BoardAnswer | null {
  const [error] = asList(asFields(body)['errors']) ?? []
  const { title, description } = asFields(error)
  const message = { title: asText(title) ?? '', text: asText(description) ?? '' }
  return message.title === '' ? null : { ok: false, problem: { kind: 'forbidden', reference: '', message } }
}

function notDelivered(answer: BoardAnswer): string {
  const { message } = answer.ok ? {} : answer.problem
  return message === undefined
    ? 'The data of this chart did not arrive.'
    : `${message.title}. ${message.text}`
}

/** Lets the embedding page answer the call if it asked to intercept it. `null` to continue with the host. */
async function intercept(frame: Frame, call: string, init: object): Promise<unknown> {
  if (!wantsToAnswer(frame, call)) return null
  const { interceptTimeout } = frame.state.get().options
  try {
    const answer = asFields(
      await frame.port.ask('ApiIntercept', JSON.stringify({ input: call, init }), interceptTimeout),
    )
    if (answer['execute'] !== false) return null
    return asFields(answer['response'])['body'] ?? {}
  } catch {
    return null
  }
}
