import { fail, ok, type Result } from '../../core/kernel/result'
import type { BiToken, TokenFailure } from '../../core/ports/token-service'
import { exchange, retryAfter, type ExchangeOptions, type Reply } from '../_shared/http/exchange'

/** What a reply of status 200 holds: the token, or which part of the reply is not as agreed. */
type ReadToken = (reply: Reply) => Omit<BiToken, 'serverTime'> | 'content-type' | 'body'

/** Asks once. Failures of the line, refusals and what is not as agreed mean the same whatever the service calls a token. */
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
