import { randomBytes, randomUUID } from 'node:crypto'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { SignJWT } from 'jose'
import {
  asList,
  filtersOf,
  layout,
  queryOf,
  registerDashboards,
  type DoubleDashboard,
} from './superset-double-dashboards'
import { serveApp, type LocalService } from '../../../local/http/listen'

export interface SupersetSettings {
  readonly userName: string
  readonly password: string
  readonly guestSecret: string
  readonly guestAudience: string
  readonly personRole: string
}

export interface SupersetDouble extends LocalService {
  readonly dashboards: ReadonlyMap<number, DoubleDashboard>
  readonly users: ReadonlyMap<string, number>
  /** Requests so far, as `METHOD /path` with the original numbers and ids. */
  readonly requests: string[]
  addCurated(title: string, embeddedId: string): void
  removeUser(name: string): void
  /** Deletes this dashboard, and gives its number to the next one of the same user. */
  reuseNumber(embeddedId: string, title: string): void
  /** Ends every login so far: `secret` as after a restart with other keys, `time` as after 900 s, `guard` the session only. */
  endLogins(how: 'secret' | 'time' | 'guard'): void
  /** Ends all failures. */
  recover(): void
  /**
   * What the next matching request gets instead: a response, a cut connection, no response, or its effect and then a cut. With `afterMs`,
   * the request is only delayed by that time.
   */
  fail(
    match: RegExp,
    how:
      | { readonly status: number; readonly body?: string }
      | { readonly afterMs: number }
      | 'cut'
      | 'silent'
      | 'done-then-cut',
    times?: number,
  ): void
}

const csrfFailure = (sentence: string) => ({
  errors: [{ message: `400 Bad Request: ${sentence}`, error_type: 'GENERIC_BACKEND_ERROR', level: 'error' }],
})

/** The part of Superset 6.1.0 that the gateway uses. test/open-stack/gateway.test.ts checks the real one against the same list. */
export async function startSupersetDouble(settings: SupersetSettings): Promise<SupersetDouble> {
  const dashboards = new Map<number, DoubleDashboard>()
  const users = new Map<string, number>([[settings.userName, 1]])
  const requests: string[] = []
  const faults: { match: RegExp; how: Parameters<SupersetDouble['fail']>[1]; left: number }[] = []
  const sessions = new Map<string, string>()
  const logins = new Map<string, 'good' | 'Token has expired' | 'Signature verification failed'>()
  const secret = randomBytes(32)
  let clock = Date.now()
  let numbers = 0
  /** Now, but always later than the moment before. */
  const moment = (): number => (clock = Math.max(clock + 1, Date.now()))

  const app = fastify({ ajv: { customOptions: { coerceTypes: false } } })
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))

  app.addHook('onRequest', async (request, reply) => {
    const line = `${request.method} ${decodeURIComponent(request.url)}`
    requests.push(line)
    const fault = faults.find(({ match, left }) => left > 0 && match.test(line))
    if (fault === undefined || fault.how === 'done-then-cut') return undefined
    fault.left -= 1
    const { how } = fault
    if (typeof how === 'object' && 'afterMs' in how) {
      await new Promise((resolve) => setTimeout(resolve, how.afterMs))
      return undefined
    }
    if (typeof how === 'object')
      return reply
        .code(how.status)
        .type('text/html')
        .send(how.body ?? '<h1>Traceback: /srv/superset/app.py</h1>')
    reply.hijack()
    if (how === 'cut') request.raw.socket.destroy()
    return reply
  })
  app.addHook('onSend', async (request, reply) => {
    const line = `${request.method} ${decodeURIComponent(request.url)}`
    const fault = faults.find(
      ({ match, left, how }) => how === 'done-then-cut' && left > 0 && match.test(line),
    )
    if (fault === undefined) return
    fault.left -= 1
    reply.hijack()
    request.raw.socket.destroy()
  })

  async function bearer(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    if (token === undefined) await reply.code(401).send({ msg: 'Missing Authorization Header' })
    else if (logins.get(token) !== 'good')
      await reply.code(422).send({ msg: logins.get(token) ?? 'Signature verification failed' })
    else return true
    return false
  }

  /** CSRF protection, which Superset checks before the bearer token. */
  async function guarded(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const sent = request.headers['x-csrftoken']
    const session = /(?:^|; )superset=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]
    const expected = sessions.get(session ?? '')
    if (typeof sent !== 'string') await reply.code(400).send(csrfFailure('The CSRF token is missing.'))
    else if (expected === undefined)
      await reply.code(400).send(csrfFailure('The CSRF session token is missing.'))
    else if (expected !== sent) await reply.code(400).send(csrfFailure('The CSRF token is invalid.'))
    else return bearer(request, reply)
    return false
  }

  app.get('/health', async (_request, reply) => reply.type('text/plain').send('OK'))
  app.post<{ Body: { username?: string; password?: string } }>(
    '/api/v1/security/login',
    async (request, reply) => {
      const { username, password } = request.body
      if (username !== settings.userName || password !== settings.password)
        return reply.code(401).send({ message: 'Not authorized' })
      const token = await new SignJWT({ type: 'access', jti: randomUUID() })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('900s')
        .sign(secret)
      logins.set(token, 'good')
      return reply.send({ access_token: token })
    },
  )
  app.get('/api/v1/security/csrf_token/', async (request, reply) => {
    if (!(await bearer(request, reply))) return reply
    const [session, token] = [randomUUID(), randomUUID()]
    sessions.set(session, token)
    return reply
      .header('set-cookie', `superset=${session}; HttpOnly; Path=/; SameSite=Lax`)
      .send({ result: token })
  })

  app.get('/api/v1/security/users/', async (request, reply) => {
    if (!(await bearer(request, reply))) return reply
    const [{ value } = { value: '' }] = filtersOf(queryOf(request))
    const id = users.get(value)
    return reply.send(asList(id === undefined ? [] : [{ id }]))
  })
  app.get('/api/v1/security/roles/', async (request, reply) => {
    if (!(await bearer(request, reply))) return reply
    const [{ value } = { value: '' }] = filtersOf(queryOf(request))
    return reply.send(asList(value === settings.personRole ? [{ id: 6 }] : []))
  })
  app.post<{ Body: { username: string; roles: number[] } }>(
    '/api/v1/security/users/',
    async (request, reply) => {
      if (!(await guarded(request, reply))) return reply
      const { username, roles } = request.body
      if (roles.length === 0)
        return reply
          .code(400)
          .send({ message: { _schema: ['At least one of roles or groups must be provided and non-empty.'] } })
      if (users.has(username))
        return reply.code(422).send({ message: 'UNIQUE constraint failed: ab_user.email' })
      const id = users.size + 100
      users.set(username, id)
      return reply.code(201).send({ id })
    },
  )

  registerDashboards(app, {
    dashboards,
    users,
    guest: settings,
    bearer,
    guarded,
    number: () => (numbers += 1),
    moment,
  })

  const service = await serveApp(app, { name: 'Superset double', port: 0, variable: '', host: '127.0.0.1' })
  return {
    ...service,
    dashboards,
    users,
    requests,
    addCurated(title, uuid) {
      const number = (numbers += 1)
      dashboards.set(number, {
        number,
        uuid: randomUUID(),
        title,
        owners: [],
        changed: moment(),
        charts: ['One', 'Two'],
        positions: layout,
        metadata: {},
        embedded: { uuid, domains: [] },
      })
    },
    removeUser: (name) => void users.delete(name),
    reuseNumber(embeddedId, title) {
      const old = [...dashboards.values()].find(({ embedded }) => embedded?.uuid === embeddedId)
      if (old !== undefined)
        dashboards.set(old.number, {
          ...old,
          uuid: randomUUID(),
          title,
          embedded: { uuid: randomUUID(), domains: [] },
        })
    },
    endLogins(how) {
      const why = how === 'time' ? 'Token has expired' : 'Signature verification failed'
      if (how !== 'guard') for (const token of logins.keys()) logins.set(token, why)
      if (how !== 'time') sessions.clear()
    },
    recover: () => void faults.splice(0),
    fail: (match, how, times = 1) => void faults.push({ match, how, left: times }),
  }
}
