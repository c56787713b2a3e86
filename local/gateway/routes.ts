import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import type { FastifyRequest, FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { SignJWT, type JWTPayload } from 'jose'
import { bearerOf, createAccessTokenCheck } from '../http/access-token'
import {
  isAllowed,
  rowRulesFor,
  type CuratedDashboard,
  type GatewayConfiguration,
  type RowRule,
} from './configuration'
import { userNameOf, createOwnDashboards, type Person, type OwnDashboards } from './own-dashboards'
import { createCallerLimit, Problem, notFound } from './problems'
import { answerHeaders, answerPreflights, originHeaders, type OriginPolicy } from '../http/guard'
import { forLog, serveApp, type LocalService } from '../http/listen'
import { bodies, description, pageQuery } from './openapi'
import { createSupersetDashboards } from './superset-dashboards'
import { createSupersetSession, isUp } from './superset-session'

/** A user with a valid access token. `null` stands for a visitor. */
interface Caller extends Person {
  readonly claims: JWTPayload
}

/** Authenticates callers by access token and authorizes them by the rules. Refusals are thrown as Problems. */
function createCallers(
  { curated, identity, rates, rules }: GatewayConfiguration,
  log: (event: Readonly<Record<string, unknown>>) => void,
) {
  const check = createAccessTokenCheck(identity)
  /** Last logged reason: a wrong setting refuses all callers for the same reason, which is logged once. */
  let noted = ''
  const note = (event: 'token-refused' | 'keys-unavailable', reason: string): void => {
    if (reason !== noted) log({ event, reason })
    noted = reason
  }
  const limit = createCallerLimit(rates.person)

  const maySee = (caller: Caller | null, one: CuratedDashboard): boolean =>
    one.public || (caller !== null && isAllowed(rules, caller.claims, one))

  return {
    async anybody(request: FastifyRequest): Promise<Caller | null> {
      const token = bearerOf(request.headers.authorization)
      if (token === undefined) return null
      if (token === null) throw new Problem('token-refused')
      const verdict = await check(token)
      if (verdict.kind === 'unavailable') {
        note('keys-unavailable', verdict.reason)
        throw new Problem('identity-unavailable', undefined, 5)
      }
      if (verdict.kind === 'refused') {
        note('token-refused', verdict.reason)
        throw new Problem('token-refused')
      }
      if (verdict.keysProblem === undefined) noted = ''
      else note('keys-unavailable', verdict.keysProblem)
      const caller = { issuer: identity.issuer, subject: verdict.subject, claims: verdict.claims }
      limit(userNameOf(caller))
      if (!isAllowed(rules, caller.claims, 'anything')) throw new Problem('not-allowed')
      return caller
    },
    /** Requires a user who may have own dashboards. */
    owner(caller: Caller | null): Caller {
      if (caller === null) throw new Problem('token-needed')
      if (!isAllowed(rules, caller.claims, 'own')) throw new Problem('not-allowed')
      return caller
    },
    maySee,
    /** The curated dashboard with this id, or null. @throws Problem if the caller may not see it */
    curatedFor(caller: Caller | null, id: string): CuratedDashboard | null {
      const one = curated.find(({ embeddedId }) => embeddedId === id) ?? null
      if (one !== null && !maySee(caller, one))
        throw new Problem(caller === null ? 'token-needed' : 'not-allowed')
      return one
    },
  }
}

type Callers = ReturnType<typeof createCallers>

interface GatewayOptions {
  readonly configuration: GatewayConfiguration
  /** Timeout of one request to Superset, in ms; default 5,000. */
  readonly deadlineMs?: number
  /** Timeout of all requests to Superset for one caller's request, in ms; default 7,000, below the page's own timeout of 10 s. */
  readonly answerMs?: number
  /** Receives events for the operator's log: no secrets, tokens or names. */
  readonly log?: (event: Readonly<Record<string, unknown>>) => void
  /** Adds hooks that run before every route and after the CORS headers are set: faults, provider states. */
  readonly extend?: (scope: FastifyInstance) => void
}

const bodyBytes = 32_768
const healthMs = 5000

/**
 * For how long idle connections stay open: longer than proxies reuse them (nginx 60 s, Caddy 2 min), which would otherwise now and then send
 * a change into a closing one. Its outcome would be unknown.
 */
const idleMs = 130_000

/** The gateway as a Fastify instance that is not listening yet. */
function createGateway(options: GatewayOptions): FastifyInstance {
  const { configuration, log = () => undefined } = options
  const { trustedProxies } = configuration
  const app = fastify({
    bodyLimit: bodyBytes,
    requestTimeout: 15_000,
    keepAliveTimeout: idleMs,
    routerOptions: { maxParamLength: 100 },
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
    // For URLs that cannot be decoded and so reach no route.
    frameworkErrors: (error, request, reply) => void answerProblem(problemOf(error, log), request, reply),
  })
  const policy: OriginPolicy = {
    origins: configuration.portalOrigins,
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    requestHeaders: ['authorization', 'content-type'],
    responseHeaders: ['date', 'retry-after', 'www-authenticate'],
    others: 'refused',
  }
  const limitAddress = createCallerLimit(configuration.rates.address)

  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    reply.headers({ ...answerHeaders, ...originHeaders(policy, origin) })
    if (origin !== undefined && !policy.origins.includes(origin)) throw new Problem('origin-refused')
    if (request.url !== '/health') limitAddress(request.ip)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const ms = Math.round(reply.elapsedTime)
    log({ event: 'answer', method: request.method, route, status: reply.statusCode, ms })
  })
  options.extend?.(app)
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerProblem(problemOf(error, log), request, reply),
  )
  app.setNotFoundHandler((request, reply) => answerProblem(new Problem('no-such-route'), request, reply))
  answerPreflights(app, policy, ['/*'])
  addRoutes(app, options)
  return app
}

/**
 * Listens on the configured address. With `localhost`, on both loopback addresses, for requests to loopback names only.
 * @throws PortTaken
 */
export async function startGateway(options: GatewayOptions): Promise<LocalService> {
  const { host, port } = options.configuration
  const app = createGateway(options)
  const name = 'gateway'
  const timeLimits = { keepAliveTimeout: idleMs }
  if (host === 'localhost') return serveApp(app, { name, port, variable: 'GATEWAY_PORT', timeLimits })
  const origin = await app.listen({ host, port })
  return { name, origin, close: () => app.close() }
}

function addRoutes(
  app: FastifyInstance,
  { configuration, deadlineMs, answerMs = 7000, log = () => undefined }: GatewayOptions,
): void {
  const { superset, portalOrigins } = configuration
  const session = createSupersetSession({
    ...superset,
    ...(deadlineMs !== undefined && { deadlineMs }),
    log,
  })
  // Includes Superset's own origin, which is the referrer when a frame reloads itself.
  const embedders = [...new Set([...portalOrigins, superset.publicOrigin])]
  const own = createOwnDashboards(createSupersetDashboards(session, embedders), superset.personRole)
  const callers = createCallers(configuration, log)
  const health = remembered(healthMs, () => isUp(session))
  app.addHook('preHandler', (_request, _reply, done) => session.within(answerMs, done))
  addTokenRoute(app, configuration, log, callers, own)
  addDashboardRoutes(app, callers, own)
  app.get('/health', async (_request, reply) => {
    const up = await health()
    return reply.send({ status: up ? 'ok' : 'degraded', dashboards: up ? 'up' : 'down' })
  })
  app.get('/openapi.json', async (_request, reply) => reply.send(description))
}

/** Superset cannot revoke tokens, so a token may outlive a log-out by this long. */
const lifetimeSeconds = 300
/** Superset's server accepts headers of up to 8 kB by default. */
const maxTokenLength = 8192

interface GuestToken {
  readonly token: string
  readonly expiresAt: Date
}

/** Signs guest tokens as Superset itself would, without a request to Superset. */
function createGuestTokens(
  options: { readonly secret: string; readonly audience: string },
  log: NonNullable<GatewayOptions['log']>,
) {
  const key = new TextEncoder().encode(options.secret)
  /** @throws Problem `too-many-dashboards` */
  return async (
    userName: string,
    dashboards: readonly string[],
    rows: readonly RowRule[],
  ): Promise<GuestToken> => {
    const expires = Math.floor(Date.now() / 1000) + lifetimeSeconds
    // No `iat`, because Superset refuses a token whose `iat` is in the future by its own clock.
    const token = await new SignJWT({
      user: { username: userName },
      resources: dashboards.map((id) => ({ type: 'dashboard', id })),
      rls_rules: rows,
      type: 'guest',
      aud: options.audience,
      exp: expires,
      // A random id, so that a token requested again within the same second differs from the first.
      jti: randomUUID(),
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(key)
    if (token.length >= maxTokenLength) {
      log({
        event: 'token-too-long',
        dashboards: dashboards.length,
        rowCharacters: JSON.stringify(rows).length,
      })
      throw new Problem(
        'too-many-dashboards',
        'Request fewer own dashboards in one token. The conditions on rows take their share of it.',
      )
    }
    return { token, expiresAt: new Date(expires * 1000) }
  }
}

function addTokenRoute(
  app: FastifyInstance,
  { curated, guest, rules }: GatewayConfiguration,
  log: NonNullable<GatewayOptions['log']>,
  callers: Callers,
  own: OwnDashboards,
): void {
  const issue = createGuestTokens(guest, log)
  app.post<{ Body: { dashboards: string[] } }>(
    '/v1/tokens',
    { schema: { body: bodies.tokens } },
    async (request, reply) => {
      const caller = await callers.anybody(request)
      const wanted = [...new Set(request.body.dashboards.map((id) => id.toLowerCase()))]
      const others = wanted.filter((id) => callers.curatedFor(caller, id) === null)
      if (others.length > 0) {
        const owner = callers.owner(caller)
        await Promise.all(others.map((id) => own.requireOwn(owner, id)))
      }
      const seen = curated.filter((one) => callers.maySee(caller, one)).map(({ embeddedId }) => embeddedId)
      const dashboards = [...seen, ...others]
      const name = caller === null ? 'assay-visitor' : userNameOf(caller)
      const { token, expiresAt } = await issue(name, dashboards, rowRulesFor(rules, caller?.claims ?? null))
      return reply.send({ token, expiresAt: expiresAt.toISOString(), dashboards })
    },
  )
}

interface One {
  readonly Params: { readonly id: string }
}

function addDashboardRoutes(app: FastifyInstance, callers: Callers, own: OwnDashboards): void {
  const ownerOf = async (request: FastifyRequest): Promise<Caller> =>
    callers.owner(await callers.anybody(request))

  app.get<{ Querystring: Record<string, unknown> }>('/v1/dashboards', async (request, reply) => {
    const caller = await ownerOf(request)
    const page = queried(request.query, 'page')
    return reply.send(await own.list(caller, page, queried(request.query, 'pageSize')))
  })

  app.post<{ Body: { title: string; copyOf?: string } }>(
    '/v1/dashboards',
    { schema: { body: bodies.create } },
    async (request, reply) => {
      const caller = await ownerOf(request)
      const { title, copyOf } = request.body
      const id = copyOf?.toLowerCase()
      const original = id === undefined ? null : { id, isCurated: callers.curatedFor(caller, id) !== null }
      return reply.code(201).send(await own.create(caller, title.trim(), original))
    },
  )

  app.get<One>('/v1/dashboards/:id', async (request, reply) => {
    const id = idOf(request.params.id)
    const caller = await callers.anybody(request)
    const isCurated = callers.curatedFor(caller, id) !== null
    return reply.send(isCurated ? await own.openCurated(id) : await own.open(callers.owner(caller), id))
  })

  /** Refuses curated dashboards. Whether the caller owns the dashboard is checked later. */
  async function changeable(request: FastifyRequest<One>) {
    const id = idOf(request.params.id)
    const caller = await ownerOf(request)
    if (callers.curatedFor(caller, id) !== null) throw new Problem('curated')
    return { id, caller }
  }

  app.patch<One & { Body: { title: string } }>(
    '/v1/dashboards/:id',
    { schema: { body: bodies.rename } },
    async (request, reply) => {
      const { id, caller } = await changeable(request)
      return reply.send(await own.rename(caller, id, request.body.title.trim()))
    },
  )

  app.delete<One>('/v1/dashboards/:id', async (request, reply) => {
    const { id, caller } = await changeable(request)
    await own.remove(caller, id)
    return reply.code(204).send()
  })

  app.post<One & { Body: { filters?: object } }>(
    '/v1/dashboards/:id/links',
    { schema: { body: bodies.link } },
    async (request, reply) => {
      const id = idOf(request.params.id)
      const caller = await ownerOf(request)
      const isCurated = callers.curatedFor(caller, id) !== null
      return reply.code(201).send({ key: await own.link(caller, { id, isCurated }, request.body.filters) })
    },
  )
}

/** @throws Problem `not-found` for text that is not a UUID */
function idOf(text: string): string {
  const id = text.toLowerCase()
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return id
  throw notFound()
}

function queried(query: Readonly<Record<string, unknown>>, name: keyof typeof pageQuery): number {
  const { minimum, maximum, default: otherwise } = pageQuery[name]
  const value = query[name] ?? String(otherwise)
  const number = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : 0
  if (number >= minimum && number <= maximum) return number
  throw new Problem('invalid-request', `"${name}" must be a whole number from ${minimum} to ${maximum}.`)
}

function answerProblem(problem: Problem, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter))
  if (problem.status === 401)
    reply.header(
      'www-authenticate',
      problem.code === 'token-needed' ? 'Bearer' : 'Bearer error="invalid_token"',
    )
  return reply.code(problem.status).headers(answerHeaders).type('application/problem+json').send(problem.body)
}

const frameworkProblems: Readonly<Record<number, () => Problem>> = {
  400: () => new Problem('malformed-request'),
  413: () => new Problem('too-large', `The maximum is ${bodyBytes / 1024} KiB.`),
  414: () => new Problem('no-such-route'),
  415: () => new Problem('not-json'),
}

function problemOf(error: unknown, log: (event: Readonly<Record<string, unknown>>) => void): Problem {
  if (error instanceof Problem) return error
  const known: Partial<FastifyError> = error instanceof Error ? error : {}
  if (known.validation) {
    const where = known.validation[0]?.instancePath.slice(1) || 'The body'
    return new Problem('invalid-request', `${where} does not match /openapi.json.`)
  }
  const made = frameworkProblems[known.statusCode ?? 500]
  if (made) return made()
  log({ event: 'failure', error: forLog(error) })
  return new Problem('broken')
}

/** Caches the result of `ask` for this long. */
function remembered<T>(forMs: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly value: Promise<T> } | null = null
  return () => {
    const at = performance.now()
    if (last === null || at - last.at > forMs) last = { at, value: ask() }
    return last.value
  }
}
