import type { FastifyInstance, FastifyReply } from 'fastify'
import type { FlagStore, VersionedFlag } from './flag-store'
import {
  type Evaluation,
  evaluate,
  contextFrom,
  contextFromAddress,
  type PersonContext,
} from './flag-document'

/** One flag as LaunchDarkly's client-side SDKs read it. */
interface LaunchDarklyFlag {
  readonly value: Evaluation['value']
  readonly variation: number
  readonly version: number
  readonly flagVersion: number
  readonly trackEvents: false
  readonly reason?:
    | { readonly kind: 'FALLTHROUGH' }
    | { readonly kind: 'RULE_MATCH'; readonly ruleIndex: number }
}

export function launchDarklyFlag(
  { flag, version }: VersionedFlag,
  context: PersonContext,
  withReasons: boolean,
): LaunchDarklyFlag {
  const { value, rule } = evaluate(flag, context)
  return {
    value,
    variation: rule === null ? 0 : rule + 1,
    version,
    flagVersion: version,
    trackEvents: false,
    ...(withReasons && {
      reason: rule === null ? { kind: 'FALLTHROUGH' } : { kind: 'RULE_MATCH', ruleIndex: rule },
    }),
  }
}

export function launchDarklyFlags(
  store: FlagStore,
  context: PersonContext,
  withReasons: boolean,
): Record<string, LaunchDarklyFlag> {
  return Object.fromEntries(
    [...store.flags()].map(([key, flag]) => [key, launchDarklyFlag(flag, context, withReasons)]),
  )
}

interface Environment {
  readonly environment: string
}
interface Reasons {
  readonly withReasons?: string
}

/** Routes of the evaluation and event hosts for LaunchDarkly's client-side SDKs (3.x and 4.x). */
export function registerLaunchDarkly(app: FastifyInstance, store: FlagStore, environmentId: string): void {
  if (!app.supportedMethods.includes('REPORT')) app.addHttpMethod('REPORT', { hasBody: true })
  app.addHook<{ Params: Environment }>('preHandler', async (request, reply) => {
    const { environment } = request.params
    if (environment === undefined || environment === environmentId) return undefined
    return reply.code(404).send({ message: 'Environment not found' })
  })

  const answer = (reply: FastifyReply, context: PersonContext | null, reasons: Reasons) =>
    context === null
      ? reply.code(400).send({ message: 'The context is invalid' })
      : reply.send(launchDarklyFlags(store, context, reasons.withReasons === 'true'))

  app.get<{ Params: Environment & { '*': string }; Querystring: Reasons }>(
    '/sdk/evalx/:environment/contexts/*',
    async ({ params, query }, reply) => answer(reply, contextFromAddress(params['*']), query),
  )
  app.route<{ Params: Environment; Querystring: Reasons }>({
    method: 'REPORT',
    url: '/sdk/evalx/:environment/context',
    handler: async ({ body, query }, reply) => answer(reply, contextFrom(body), query),
  })
  app.get('/sdk/goals/:environment', async () => [])
  // Events have personal data and are not stored.
  for (const kind of ['bulk', 'diagnostic'])
    app.post(`/events/${kind}/:environment`, async (_request, reply) => reply.code(202).send())
}
