import type { FastifyInstance } from 'fastify'
import { listen, type ListeningService, type ListenOptions } from './listen'

/** Serves a Fastify instance on both loopback addresses; closing the service closes the instance. */
export async function serveApp(
  app: FastifyInstance,
  options: Omit<ListenOptions, 'handler' | 'onClose'>,
): Promise<ListeningService> {
  await app.ready()
  return listen({
    ...options,
    handler: (request, response) => app.routing(request, response),
    onClose: () => app.close(),
  })
}
