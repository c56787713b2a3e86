import { setMaxListeners } from 'node:events'
import type { FastifyReply } from 'fastify'

/** Aborts when the client hangs up before it has its answer. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}
