import * as v from 'valibot'
import type { TokenRequest, TokenService } from '../../../core/ports/token-service'
import { mediaType, type ExchangeOptions } from '../../_shared/http/exchange'
import { askForToken } from '../token-exchange'

/** Routes of the gateway's API (`docs/gateway.md`). The pact is checked against this table. */
export const gatewayTokenRoutes = {
  tokens: { method: 'POST', path: '/v1/tokens' },
} as const

const tokenReply = v.object({
  token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]{8,8191}$/)),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  dashboards: v.array(v.string()),
})

/**
 * Superset's guest tokens. The gateway in front of it signs them for the curated dashboards and those that are requested.
 */
export function gatewayTokenService(options: { readonly baseUrl: string } & ExchangeOptions): TokenService {
  const ask = (
    headers: Readonly<Record<string, string>>,
    request: TokenRequest | undefined,
  ): ReturnType<typeof askForToken> => {
    const { method, path } = gatewayTokenRoutes.tokens
    return askForToken(
      `${options.baseUrl}${path}`,
      {
        method,
        headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ dashboards: request?.dashboards ?? [] }),
      },
      { ...options, maximumBytes: 32_768 },
      (reply) => {
        if (mediaType(reply.headers) !== 'application/json') return 'content-type'
        const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), tokenReply), reply.text)
        if (!parsed.success) return 'body'
        const { token, expiresAt, dashboards } = parsed.output
        return { value: token, expiresAt: Date.parse(expiresAt), covers: dashboards }
      },
    )
  }
  return {
    issues: 'by-request',
    anonymousToken: (request) => ask({}, request),
    personalToken: (accessToken, request) => ask({ authorization: `Bearer ${accessToken}` }, request),
  }
}
