import type { FastifyInstance } from 'fastify'
import { entityTag } from '../http/entity-tag'
import type { Faults, FaultRule } from '../http/faults'
import { addFaults } from '../http/faulty'
import { addOriginPolicy, answerPreflights, type OriginPolicy } from '../http/origins'
import type { FlagStore, VersionedFlag } from './flag-store'
import { registerFlagPage } from './flag-page'
import { registerLaunchDarkly } from './launchdarkly'
import { flagEvaluationStates as states } from '../provider-states/states'
import type { Arrange, StateRules } from '../provider-states/routes'
import { isRecord } from '../http/is-record'
import { evaluate, contextFrom, type PersonContext } from './flag-document'

/** OpenFeature's remote evaluation protocol: all flags for a context at once, or one by its key. */
function registerOfrep(app: FastifyInstance, store: FlagStore, streamAddress: string): void {
  app.post('/ofrep/v1/evaluate/flags', async (request, reply) => {
    const context = contextOf(request.body)
    if (context === null)
      return reply.code(400).send({ errorCode: 'INVALID_CONTEXT', errorDetails: 'context must be an object' })
    const { body, tag } = bulkEvaluation(store, context, streamAddress)
    reply.header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  })

  app.post<{ Params: { '*': string } }>('/ofrep/v1/evaluate/flags/*', async (request, reply) => {
    const key = request.params['*']
    const context = contextOf(request.body)
    if (context === null)
      return reply
        .code(400)
        .send({ key, errorCode: 'INVALID_CONTEXT', errorDetails: 'context must be an object' })
    const flag = store.flags().get(key)
    return flag === undefined
      ? reply.code(404).send({ key, errorCode: 'FLAG_NOT_FOUND' })
      : reply.send(ofrepFlag(key, flag, context))
  })
}

/** The response body for a context, and its entity tag. */
function bulkEvaluation(
  store: FlagStore,
  context: PersonContext,
  streamAddress: string,
): { readonly body: string; readonly tag: string } {
  const body = JSON.stringify({
    flags: [...store.flags()].map(([key, flag]) => ofrepFlag(key, flag, context)),
    eventStreams: [{ type: 'sse', url: streamAddress }],
  })
  return { body, tag: entityTag(body) }
}

function contextOf(body: unknown): PersonContext | null {
  return isRecord(body) ? contextFrom(body['context']) : null
}

function ofrepFlag(key: string, { flag }: VersionedFlag, context: PersonContext) {
  const { value, rule } = evaluate(flag, context)
  return rule === null
    ? { key, value, variant: 'default', reason: flag.rules === undefined ? 'STATIC' : 'DEFAULT' }
    : { key, value, variant: `rule-${rule + 1}`, reason: 'TARGETING_MATCH' }
}

const answering = (contentType: string, body: string): readonly FaultRule[] => [
  { service: 'flags', kind: 'reply', contentType, body },
]

/** Provider states of the flag service's contract. A state that already holds needs no rule. */
export const flagEvaluationStateRules: StateRules = {
  [states.atWork]: [],
  [states.defined]: [],
  [states.streaming]: [],
  [states.tagged]: [],
  [states.unchanged]: [],
  [states.changes]: [],
  [states.oneCannotBeEvaluated]: answering(
    'application/json; charset=utf-8',
    JSON.stringify({
      flags: [
        { key: 'miu-app-enabled', value: true },
        { key: 'miu-deep-research-enabled', errorCode: 'PARSE_ERROR', errorDetails: 'rules.0 is not valid' },
      ],
    }),
  ),
}

/** Returns the current entity tag for the user in the state's parameters, and adds and removes the flag that changes. */
export function arrangeFlags(store: FlagStore, streamAddress: string): Arrange {
  return async ({ state, action, params }) => {
    if (state === states.unchanged && action === 'setup')
      return { tag: bulkEvaluation(store, params, streamAddress).tag }
    if (state !== states.changes) return undefined
    return store.change((document) => {
      const others = Object.entries(document).filter(([key]) => key !== changingFlag)
      return Object.fromEntries(action === 'setup' ? [...others, [changingFlag, { value: true }]] : others)
    })
  }
}

const changingFlag = 'contract-verification'

interface FlagEvaluationOptions {
  readonly store: FlagStore
  readonly environmentId: string
  readonly portalOrigins: readonly string[]
  /** Full URL of the OFREP stream. */
  readonly ofrepStream: string
  readonly faults: Faults
  readonly product?: string
}

/**
 * Flag evaluation for LaunchDarkly's SDKs and for OFREP clients, and the page `/flags` to change them. The Fastify
 * instance needs a `maxParamLength` of several thousand, because LaunchDarkly puts the whole context into the URL.
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
    // Events may have any content type. Bodies other than JSON are discarded.
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

/** Contexts have personal data, so requests are not counted by context. */
function grouped(path: string): string {
  return path.replace(/^(\/sdk\/evalx\/[^/]+\/contexts)\/.*/, '$1/*')
}
