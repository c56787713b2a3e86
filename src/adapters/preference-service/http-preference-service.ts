import { isRecord, parsed } from '../../core/kernel/json'
import { fail, ok, type Result } from '../../core/kernel/result'
import type { PreferenceFailure, PreferenceService } from '../../core/ports/preference-service'
import { exchange, mediaType, type ExchangeOptions, type Reply } from '../_shared/http/exchange'

/** Paths of the preferences endpoint. The pact is checked against this table. */
export const preferenceRoutes = {
  read: { method: 'GET', path: '/v1/preferences' },
  write: { method: 'PUT', path: '/v1/preferences' },
} as const

/** One person's JSON, with an entity tag that identifies its version (RFC 9110, section 13). */
export function httpPreferenceService(
  options: { readonly baseUrl: string } & ExchangeOptions,
): PreferenceService {
  async function send(
    route: keyof typeof preferenceRoutes,
    accessToken: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<Result<Reply, PreferenceFailure>> {
    const { method, path } = preferenceRoutes[route]
    const reply = await exchange(
      `${options.baseUrl}${path}`,
      {
        method,
        headers: { accept: 'application/json', authorization: `Bearer ${accessToken}`, ...headers },
        cache: 'no-store',
        ...(body !== undefined && { body }),
      },
      { ...options, maximumBytes: 200_000 },
    )
    if (!reply.ok)
      return fail({
        kind:
          reply.failure.kind === 'too-long' ? 'preferences-malformed' : `preferences-${reply.failure.kind}`,
      })
    const { status } = reply.value
    if (status === 412) return fail({ kind: 'preferences-changed' })
    if (status === 429 || status >= 500) return fail({ kind: 'preferences-unavailable', status })
    if (status >= 300) return fail({ kind: 'preferences-refused', status })
    return reply
  }

  function malformed(path: string): Result<never, PreferenceFailure> {
    options.drift?.(path)
    return fail({ kind: 'preferences-malformed' })
  }

  return {
    async read(accessToken) {
      const reply = await send('read', accessToken, {})
      if (!reply.ok) return reply
      const { status, headers, text } = reply.value
      if (status === 204) return ok({ text: null, version: null })
      const version = headers.get('etag')
      if (status !== 200) return malformed('status')
      if (mediaType(headers) !== 'application/json') return malformed('content-type')
      if (version === null) return malformed('etag')
      return isObject(text) ? ok({ text, version }) : malformed('body')
    },
    async write(accessToken, text, version) {
      const before: Record<string, string> =
        version === null ? { 'if-none-match': '*' } : { 'if-match': strong(version) }
      const headers = { 'content-type': 'application/json', ...before }
      const reply = await send('write', accessToken, headers, text)
      if (!reply.ok) return reply
      const written = reply.value.headers.get('etag')
      return written === null ? malformed('etag') : ok({ version: written })
    },
  }
}

/**
 * The service's own tag. A proxy that compresses makes it weak, which matches nothing (nginx; RFC 9110, 13.1.1), or adds the encoding to it
 * (Caddy's `encode`, Apache's `DeflateAlterETag`), and passes `If-Match` on as it is.
 */
const strong = (tag: string): string => tag.replace(/^W\//, '').replace(/-(?:gzip|br|zstd|deflate)"$/, '"')

/** Whether the text is a JSON object, as the portal writes it. */
function isObject(text: string): boolean {
  const value = parsed(text)
  return isRecord(value) && !Array.isArray(value)
}
