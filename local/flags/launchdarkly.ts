import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { FlagStore, VersionedFlag } from './flag-store'
import {
  evaluate,
  contextFrom,
  contextFromAddress,
  type Evaluation,
  type PersonContext,
} from './flag-document'
import { portVariables } from '../http/addresses'
import { withFaults, type Faults } from '../http/faults'
import { listen, type ListeningService } from '../http/listen'
import { originHeaders, type OriginPolicy } from '../http/guard'

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

function launchDarklyFlag(
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

function launchDarklyFlags(
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

interface FlagStreamOptions {
  /** 0 for any free port (tests). */
  readonly port: number
  readonly store: FlagStore
  readonly environmentId: string
  readonly portalOrigins: readonly string[]
  readonly faults: Faults
  /** Interval of comments that detect dead connections; default 30 s. */
  readonly heartbeatMilliseconds?: number
}

/** Path of the event stream for OFREP clients. */
export const ofrepStreamPath = '/ofrep/stream'

/** One open connection, and its handler for flag changes. */
interface Listener {
  readonly response: ServerResponse
  changed(keys: readonly string[]): void
}

/**
 * Server-sent events of flag changes, on a separate origin: a browser opens at most six connections to an origin, and the
 * streams of several tabs would use them up. LaunchDarkly: `/eval/{environment}/{context}` and `/ping/{environment}`.
 * OFREP: `/ofrep/stream`.
 */
export async function startFlagStream(options: FlagStreamOptions): Promise<ListeningService> {
  const { store, faults } = options
  const policy: OriginPolicy = {
    origins: options.portalOrigins,
    methods: ['GET'],
    requestHeaders: ['cache-control', 'last-event-id'],
    others: 'unreadable',
  }
  const headers = (request: IncomingMessage) => originHeaders(policy, request.headers.origin)
  const { open, stream } = createStreams(headers)

  function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(`http://localhost${request.url ?? '/'}`)
    const refuse = (status: number, body: string) => {
      response.writeHead(status, {
        ...headers(request),
        'content-type': 'text/plain',
        'cache-control': 'no-store',
      })
      response.end(`${body}\n`)
    }
    if (pathname === '/health')
      return refuse(200, `ok, ${open.size} ${open.size === 1 ? 'connection' : 'connections'}`)
    if (request.method !== 'GET') return refuse(405, 'Use GET to open a stream.')
    if (pathname === ofrepStreamPath) return stream(request, response, refetch)
    const [, kind, environment, address] = /^\/(eval|ping)\/([^/]+)(?:\/(.*))?$/.exec(pathname) ?? []
    if (kind === undefined || environment !== options.environmentId)
      return refuse(404, 'Environment not found')
    if (kind === 'ping') return stream(request, response, ping)
    const context = contextFromAddress(address ?? '')
    if (context === null) return refuse(400, 'The context is invalid')
    const withReasons = searchParams.get('withReasons') === 'true'
    return stream(request, response, (send) => flagEvents(store, context, withReasons, send))
  }

  const stopWatching = store.watch((keys) => {
    for (const listener of open) listener.changed(keys)
  })
  const stopFaults = faults.watch(({ service, kind, body = '', repeat = 1 }) => {
    if (service !== 'flag-stream') return
    for (const { response } of open) {
      if (kind === 'drop') response.destroy()
      if (kind === 'reply') response.write(body.repeat(repeat))
    }
  })
  const heartbeat = setInterval(() => {
    for (const { response } of open) response.write(':\n\n')
  }, options.heartbeatMilliseconds ?? 30_000)
  heartbeat.unref()

  return listen({
    name: 'flag stream',
    port: options.port,
    variable: portVariables.flagStream,
    handler: withFaults(faults, 'flag-stream', answer, { headers, countedAs: grouped }),
    async onClose() {
      clearInterval(heartbeat)
      stopWatching()
      stopFaults()
    },
  })
}

/** Keeps track of open connections. */
function createStreams(headers: (request: IncomingMessage) => Readonly<Record<string, string>>) {
  const open = new Set<Listener>()
  return {
    open,
    stream: (
      request: IncomingMessage,
      response: ServerResponse,
      begin: (send: Send) => Listener['changed'],
    ) => {
      response.writeHead(200, {
        ...headers(request),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      const send: Send = (event, data) =>
        void response.write(`${event === null ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`)
      const listener = { response, changed: begin(send) }
      open.add(listener)
      response.once('close', () => open.delete(listener))
    },
  }
}

type Send = (event: string | null, data: unknown) => void

/** Sends all flags, then those whose outcome changes for this user: a rule may change a flag for some users only. */
function flagEvents(store: FlagStore, context: PersonContext, withReasons: boolean, send: Send) {
  const sent = new Map<string, string>()
  const outcome = (flag: { value: unknown; variation: number }) =>
    JSON.stringify([flag.value, flag.variation])
  const all = launchDarklyFlags(store, context, withReasons)
  for (const [key, flag] of Object.entries(all)) sent.set(key, outcome(flag))
  send('put', all)
  return (keys: readonly string[]) => {
    for (const key of keys) {
      const known = store.flags().get(key)
      if (known === undefined) {
        if (sent.delete(key)) send('delete', { key, version: store.nextVersion() })
        continue
      }
      const flag = launchDarklyFlag(known, context, withReasons)
      if (sent.get(key) === outcome(flag)) continue
      sent.set(key, outcome(flag))
      send('patch', { key, ...flag })
    }
  }
}

/** For clients that send their context in a body: a signal to fetch the flags again. */
function ping(send: Send) {
  send('ping', null)
  return () => send('ping', null)
}

/** Also sent on connecting, because an OFREP client does not fetch again by itself after its stream was down. */
function refetch(send: Send) {
  const message = { type: 'refetchEvaluation' }
  send(null, message)
  return () => send(null, message)
}

function grouped(path: string): string {
  return path.replace(/^(\/eval\/[^/]+)\/.*/, '$1/*')
}
