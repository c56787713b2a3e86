import { fail, ok, type Result } from '../../core/kernel/result'
import type { BiToken, TokenFailure, TokenService } from '../../core/ports/token-service'
import type { ReportDrift } from '../_shared/http/exchange'
import {
  characterSet,
  exchange,
  mediaType,
  retryAfter,
  type ExchangeOptions,
  type Reply,
} from '../_shared/http/exchange'

/** Paths of the token service (specification, section 7). The pact is checked against this table. */
export const tokenServiceRoutes = {
  anonymous: { method: 'GET', path: '/api/token' },
  authenticated: { method: 'GET', path: '/api/token-authenticated' },
} as const

/**
 * A token is the whole body: printable ASCII without spaces, quotes or line ends. Nobody after this checks: the SDK takes any string,
 * and an error page would go to the BI host as a credential.
 */
const tokenShape = /^[A-Za-z0-9._~+/=:-]{8,8192}$/

/** Character sets in which those characters are the same bytes as here. */
const plainSets: readonly (string | null)[] = [null, 'utf-8', 'utf8', 'us-ascii', 'iso-8859-1']

export function httpTokenService(options: { readonly baseUrl: string } & ExchangeOptions): TokenService {
  async function ask(path: string, headers: Record<string, string>): Promise<Result<BiToken, TokenFailure>> {
    const reply = await exchange(
      `${options.baseUrl}${path}`,
      { method: 'GET', headers: { accept: 'text/plain', ...headers }, cache: 'no-store' },
      { ...options, maximumBytes: 16_384 },
    )
    if (reply.ok) return read(reply.value, options.drift)
    switch (reply.failure.kind) {
      case 'timeout':
        return fail({ kind: 'token-timeout' })
      case 'unreachable':
        return fail({ kind: 'token-unreachable' })
      case 'too-long':
        return read({ ...reply.failure, text: '' }, options.drift)
    }
  }
  return {
    anonymousToken: () => ask(tokenServiceRoutes.anonymous.path, {}),
    personalToken: (accessToken) =>
      ask(tokenServiceRoutes.authenticated.path, { authorization: `Bearer ${accessToken}` }),
  }
}

function read(reply: Reply, drift?: ReportDrift): Result<BiToken, TokenFailure> {
  const { status, headers, text } = reply
  const serverTime = Date.parse(headers.get('date') ?? '')
  if (status >= 200 && status < 300) {
    const isText = mediaType(headers) === 'text/plain' && plainSets.includes(characterSet(headers))
    if (status === 200 && isText && tokenShape.test(text)) {
      return ok({ value: text, serverTime: Number.isNaN(serverTime) ? null : serverTime })
    }
    drift?.(status !== 200 ? 'status' : isText ? 'body' : 'content-type')
    return fail({ kind: 'token-malformed' })
  }
  if (status === 429 || status >= 500) {
    return fail({ kind: 'token-unavailable', status, retryAfter: retryAfter(headers, Date.now()) })
  }
  return fail({ kind: 'token-refused', status })
}
