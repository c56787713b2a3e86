import * as v from 'valibot'
import { fail, ok, type Result } from '../../../core/kernel/result'
import type { BiToken, TokenFailure, TokenRequest, TokenService } from '../../../core/ports/token-service'
import {
  exchange,
  mediaType,
  retryAfter,
  type ExchangeOptions,
  type Reply,
} from '../../_shared/http/exchange'

/** Of the gateway's interface (`docs/gateway.md`). The pact is checked against this table. */
export const gatewayTokenRoutes = {
  tokens: { method: 'POST', path: '/v1/tokens' },
} as const

const tokenReply = v.object({
  token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]{8,8191}$/)),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  dashboards: v.array(v.string()),
})

/**
 * Guest tokens of a Superset, signed by the gateway in front of it for the curated dashboards and those that are asked for. Own
 * dashboards are listed and changed with the person's access token itself, which then counts as the token.
 */
export function gatewayTokenService(options: { readonly baseUrl: string } & ExchangeOptions): TokenService {
  async function ask(
    headers: Record<string, string>,
    request: TokenRequest | undefined,
  ): Promise<Result<BiToken, TokenFailure>> {
    const { method, path } = gatewayTokenRoutes.tokens
    const reply = await exchange(
      `${options.baseUrl}${path}`,
      {
        method,
        headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
        cache: 'no-store',
        body: JSON.stringify({ dashboards: request?.dashboards ?? [] }),
      },
      { ...options, maximumBytes: 32_768 },
    )
    if (reply.ok) return read(reply.value, options)
    switch (reply.failure.kind) {
      case 'timeout':
        return fail({ kind: 'token-timeout' })
      case 'unreachable':
        return fail({ kind: 'token-unreachable' })
      case 'too-long':
        return read({ ...reply.failure, text: '' }, options)
    }
  }
  return {
    issues: 'by-request',
    anonymousToken: (request) => ask({}, request),
    personalToken: async (accessToken, request) =>
      request?.purpose === 'library'
        ? ok({ value: accessToken, serverTime: null })
        : ask({ authorization: `Bearer ${accessToken}` }, request),
  }
}

function read({ status, headers, text }: Reply, { drift }: ExchangeOptions): Result<BiToken, TokenFailure> {
  if (status === 429 || status >= 500)
    return fail({ kind: 'token-unavailable', status, retryAfter: retryAfter(headers, Date.now()) })
  if (status >= 300) return fail({ kind: 'token-refused', status })
  const isJson = status === 200 && mediaType(headers) === 'application/json'
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), tokenReply), isJson ? text : '')
  if (!parsed.success) {
    drift?.(status !== 200 ? 'status' : isJson ? 'body' : 'content-type')
    return fail({ kind: 'token-malformed' })
  }
  const { token, expiresAt, dashboards } = parsed.output
  const serverTime = Date.parse(headers.get('date') ?? '')
  return ok({
    value: token,
    serverTime: Number.isNaN(serverTime) ? null : serverTime,
    expiresAt: Date.parse(expiresAt),
    covers: dashboards,
  })
}
