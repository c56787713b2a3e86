import { fail, ok, type Result } from '../../core/kernel/result'
import type { BiToken, TokenFailure } from '../../core/ports/token-service'
import { exchange, retryAfter, type ExchangeOptions, type Reply } from '../_shared/http/exchange'

/** Reads a reply with status 200: returns the token, or the part of the reply that differs from the contract. */
type ReadToken = (reply: Reply) => Omit<BiToken, 'serverTime'> | 'content-type' | 'body'

/** Sends one request. Network failures, refusals and contract drift are the same for every token service. */
export async function askForToken(
  address: string,
  init: RequestInit,
  options: ExchangeOptions,
  read: ReadToken,
): Promise<Result<BiToken, TokenFailure>> {
  const exchanged = await exchange(address, { cache: 'no-store', ...init }, options)
  if (exchanged.ok) return tokenIn(exchanged.value, options, read)
  const { failure } = exchanged
  return failure.kind === 'too-long'
    ? tokenIn({ ...failure, text: '' }, options, read)
    : fail({ kind: `token-${failure.kind}` })
}

function tokenIn(reply: Reply, { drift }: ExchangeOptions, read: ReadToken): Result<BiToken, TokenFailure> {
  const { status, headers } = reply
  if (status === 429 || status >= 500)
    return fail({ kind: 'token-unavailable', status, retryAfter: retryAfter(headers, Date.now()) })
  if (status >= 300) return fail({ kind: 'token-refused', status })
  const found = status === 200 ? read(reply) : 'status'
  if (typeof found === 'string') {
    drift?.(found)
    return fail({ kind: 'token-malformed' })
  }
  const serverTime = Date.parse(headers.get('date') ?? '')
  return ok({ ...found, serverTime: Number.isNaN(serverTime) ? null : serverTime })
}
