import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

export interface OriginPolicy {
  /** Origins whose pages may read the responses. */
  readonly origins: readonly string[]
  readonly methods: readonly string[]
  readonly requestHeaders: readonly string[]
  readonly responseHeaders?: readonly string[]
  /** Response to pages of any other origin: one without CORS headers, or a refusal. */
  readonly others: 'unreadable' | 'refused'
}

/** Whether the request comes from the service's own page, the address bar or no page. Pages of other origins must not change anything. */
export function isOwnPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  // Sec-Fetch-Site first: a form on a page without referrer sends the origin "null".
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return origin === undefined || origin === `http://${host}`
}

const daySeconds = 86_400

/** CORS headers of a response (other than to a preflight) for a page of `origin`. */
export function originHeaders(policy: OriginPolicy, origin: string | undefined): Record<string, string> {
  if (origin === undefined || !policy.origins.includes(origin)) return { vary: 'Origin' }
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    ...(policy.responseHeaders && { 'access-control-expose-headers': policy.responseHeaders.join(', ') }),
  }
}

/**
 * Applies the policy to the routes of this Fastify scope. Requests without `Origin` (a backend, a contract test, the
 * address bar) are served. `answerPreflights` handles preflights, once per path pattern.
 */
export function addOriginPolicy(app: FastifyInstance, policy: OriginPolicy): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    reply.headers(originHeaders(policy, origin))
    if (origin === undefined || policy.origins.includes(origin) || policy.others === 'unreadable')
      return undefined
    return reply
      .code(403)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send('Requests from this origin are not allowed.\n')
  })
}

/** Answers preflights for the given paths. Browsers cache the response for a day. */
export function answerPreflights(app: FastifyInstance, policy: OriginPolicy, paths: readonly string[]): void {
  for (const path of paths) {
    app.options(path, async (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': policy.methods.join(', '),
          'access-control-allow-headers': policy.requestHeaders.join(', '),
          'access-control-max-age': String(daySeconds),
          'cache-control': 'no-store',
        })
        .code(204)
        .send(),
    )
  }
}
