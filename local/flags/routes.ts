import type { FastifyInstance } from 'fastify'
import type { Faults } from '../http/faults'
import { addFaults } from '../http/faulty'
import { addOriginPolicy, answerPreflights, type OriginPolicy } from '../http/origins'
import type { FlagStore } from './flag-store'
import { registerFlagPage } from './flag-page'
import { registerLaunchDarkly } from './launchdarkly'
import { registerOfrep } from './ofrep'

export interface FlagEvaluationOptions {
  readonly store: FlagStore
  readonly environmentId: string
  readonly portalOrigins: readonly string[]
  /** Full address of the OFREP stream. */
  readonly ofrepStream: string
  readonly faults: Faults
  readonly product?: string
}

/**
 * Flag evaluation for LaunchDarkly's SDKs and for OFREP clients, and `/flags` where a person flips them. The Fastify
 * instance needs a `maxParamLength` of some thousands: LaunchDarkly puts the whole context into the address.
 */
export function registerFlagEvaluation(app: FastifyInstance, options: FlagEvaluationOptions): void {
  const policy: OriginPolicy = {
    origins: options.portalOrigins,
    methods: ['GET', 'POST', 'REPORT'],
    requestHeaders: [
      'authorization',
      'content-type',
      'if-none-match',
      'x-launchdarkly-event-schema',
      'x-launchdarkly-payload-id',
      'x-launchdarkly-tags',
      'x-launchdarkly-user-agent',
      'x-launchdarkly-wrapper',
    ],
    responseHeaders: ['date', 'etag'],
    others: 'unreadable',
  }
  void app.register(async (scope) => {
    addOriginPolicy(scope, policy)
    addFaults(scope, options.faults, 'flags', grouped)
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    // Events may come as any type; what is not JSON is dropped unread.
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      done(null)
    })
    answerPreflights(scope, policy, ['/sdk/*', '/events/*', '/ofrep/*'])
    await scope.register(async (inner) => registerLaunchDarkly(inner, options.store, options.environmentId))
    await scope.register(async (inner) => registerOfrep(inner, options.store, options.ofrepStream))
  })
  registerFlagPage(app, options.store, options.product ?? 'Assay')
}

/** Contexts name people; they are not counted one by one. */
function grouped(path: string): string {
  return path.replace(/^(\/sdk\/evalx\/[^/]+\/contexts)\/.*/, '$1/*')
}
