import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

export interface OriginPolicy {
  /** Origins whose pages may read the answers. */
  readonly origins: readonly string[]
  readonly methods: readonly string[]
  readonly requestHeaders: readonly string[]
  readonly responseHeaders?: readonly string[]
  /** What a page of any other origin gets: an answer it cannot read, or a refusal. */
  readonly others: 'unreadable' | 'refused'
}

/** A page of the service's own, the address bar, or no page at all: a page of another origin must not switch anything. */
export function isOwnPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  // A browser says itself whose page asks; the form of a page that sends no referrer has "null" for its origin.
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return origin === undefined || origin === `http://${host}`
}

const daySeconds = 86_400

/** Headers of an ordinary answer to a page of `origin`. */
export function originHeaders(policy: OriginPolicy, origin: string | undefined): Record<string, string> {
  if (origin === undefined || !policy.origins.includes(origin)) return { vary: 'Origin' }
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    ...(policy.responseHeaders && { 'access-control-expose-headers': policy.responseHeaders.join(', ') }),
  }
}

/**
 * Who may call the routes of this Fastify scope from a page. No `Origin` (a backend, a contract test, a person's
 * address bar) is served. Preflights are answered by `answerPreflights`, once per path pattern.
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

/** Preflights of the given paths; the browser caches the answer for a day. */
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
