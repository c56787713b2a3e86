import type { TokenService } from '../../core/ports/token-service'
import { characterSet, mediaType, type ExchangeOptions } from '../_shared/http/exchange'
import { askForToken } from './token-exchange'

/** Paths of the token service (specification, section 7). The pact is checked against this table. */
export const tokenServiceRoutes = {
  anonymous: { method: 'GET', path: '/api/token' },
  authenticated: { method: 'GET', path: '/api/token-authenticated' },
} as const

/**
 * A token is the whole body: printable ASCII without spaces, quotes or line ends. This is the only check: the SDK accepts any string, and
 * an error page would go to the BI host as a credential.
 */
const tokenShape = /^[A-Za-z0-9._~+/=:-]{8,8192}$/

/** Character sets that encode those characters in the same bytes. */
const plainSets: readonly (string | null)[] = [null, 'utf-8', 'utf8', 'us-ascii', 'iso-8859-1']

export function httpTokenService(options: { readonly baseUrl: string } & ExchangeOptions): TokenService {
  const ask = (
    { method, path }: (typeof tokenServiceRoutes)[keyof typeof tokenServiceRoutes],
    headers: Readonly<Record<string, string>> = {},
  ): ReturnType<typeof askForToken> =>
    askForToken(
      `${options.baseUrl}${path}`,
      { method, headers: { accept: 'text/plain', ...headers } },
      { ...options, maximumBytes: 16_384 },
      (reply) => {
        if (mediaType(reply.headers) !== 'text/plain' || !plainSets.includes(characterSet(reply.headers)))
          return 'content-type'
        return tokenShape.test(reply.text) ? { value: reply.text } : 'body'
      },
    )
  return {
    anonymousToken: () => ask(tokenServiceRoutes.anonymous),
    personalToken: (accessToken) =>
      ask(tokenServiceRoutes.authenticated, { authorization: `Bearer ${accessToken}` }),
  }
}
