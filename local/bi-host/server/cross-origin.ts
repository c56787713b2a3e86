import type { FastifyInstance } from 'fastify'
import { Refusal } from '../warehouse/problem'

/** Who may read the host's answers from a page: the host's own frame and the configured portals, with credentials. */
export function allowOrigins(
  app: FastifyInstance,
  portals: readonly string[],
  own: () => readonly string[],
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    reply.header('vary', 'Origin')
    if (origin === undefined || own().includes(origin)) return
    if (!portals.includes(origin))
      throw new Refusal('forbidden', 'Pages of this origin may not use this host.')
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'retry-after',
    })
  })
  app.options('/*', async (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'GET, POST, OPTIONS',
        'access-control-allow-headers':
          'authorization, content-type, x-requested-by, accept, accept-language, x-requested-with',
        'access-control-max-age': '86400',
        'cache-control': 'no-store',
      })
      .code(204)
      .send(),
  )
}
