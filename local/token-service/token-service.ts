import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { JWTPayload } from 'jose'
import type { BiTokens } from '../bi-host/wire/bi-token'
import { addFaults, type Faults } from '../http/faults'
import { addOriginPolicy, answerPreflights, entityTag, type OriginPolicy } from '../http/guard'
import { people } from '../identity/people'
import {
  tokenServiceStates,
  preferenceStates as states,
  type StateRules,
  type Arrange,
} from '../provider-states/provider-states'
import { bearerOf, createAccessTokenCheck, type AccessTokenOptions } from '../http/access-token'
import { isRecord } from '../http/is-record'

/** Provider states of the token service's contract. A state that already holds needs no rule. */
export const tokenServiceStateRules: StateRules = {
  [tokenServiceStates.atWork]: [],
  [tokenServiceStates.validAccessToken]: [],
  [tokenServiceStates.refusedAccessToken]: [],
  [tokenServiceStates.notAllowed]: [],
}

export interface TokenServiceOptions extends AccessTokenOptions {
  /** Origins whose pages may request tokens. Any other `Origin` is refused. Requests without one (a backend) are served. */
  readonly portalOrigins: readonly string[]
  readonly tokens: BiTokens
  /** Token lifetimes in seconds; default that of `tokens`. */
  readonly lifetimes?: { readonly anonymous?: number; readonly person?: number }
  readonly faults: Faults
}

const anonymousPath = '/api/token'
const personPath = '/api/token-authenticated'

/**
 * The token service: `GET /api/token` for visitors, `GET /api/token-authenticated` for the user of the access token.
 * Responses are plain text: 200 with a new token each time; 401 for an invalid or missing access token; 403 for a
 * foreign origin or a refused account; 503 if the identity provider's keys cannot be fetched.
 */
export function registerTokenService(app: FastifyInstance, options: TokenServiceOptions): void {
  const policy: OriginPolicy = {
    origins: options.portalOrigins,
    methods: ['GET'],
    requestHeaders: ['authorization'],
    responseHeaders: ['date', 'retry-after', 'www-authenticate'],
    others: 'refused',
  }
  const check = createAccessTokenCheck(options)
  const now = () => new Date(Date.now() + options.faults.clockOffset('token-service'))

  void app.register(async (scope) => {
    addOriginPolicy(scope, policy)
    addFaults(scope, options.faults, 'token-service')
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('date', now().toUTCString())
    })
    answerPreflights(scope, policy, [anonymousPath, personPath])

    scope.get(anonymousPath, async (_request, reply) =>
      text(reply, 200, await options.tokens.issue({ kind: 'anonymous' }, options.lifetimes?.anonymous)),
    )

    scope.get(personPath, async (request, reply) => {
      const token = bearerOf(request.headers.authorization) ?? null
      if (token === null) {
        reply.header('www-authenticate', 'Bearer')
        return text(reply, 401, 'An access token is required.\n')
      }
      const verdict = await check(token, now())
      if (verdict.kind === 'unavailable')
        return text(reply, 503, 'The identity provider cannot be reached.\n')
      if (verdict.kind === 'refused') {
        reply.header('www-authenticate', 'Bearer error="invalid_token"')
        return text(reply, 401, 'The access token is not valid.\n')
      }
      if (people.some(({ subject, fate }) => subject === verdict.subject && fate.kind === 'refused'))
        return text(reply, 403, 'This account has no access.\n')
      const bearer = { kind: 'person', ...personOf(verdict.subject, verdict.claims) } as const
      return text(reply, 200, await options.tokens.issue(bearer, options.lifetimes?.person))
    })
  })
}

/** Uses the subject if the provider leaves out the name or the email, or says that it has not verified the email. */
function personOf(subject: string, claims: JWTPayload) {
  const text = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : subject)
  const { email, email_verified: isVerified = true, name } = claims
  return { subject, email: isVerified === true ? text(email) : subject, name: text(name) }
}

function text(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(body)
}

/** Provider states of the contract. `arrangePreferences` sets them up. */
export const preferenceStateRules: StateRules = {
  [states.hasSome]: [],
  [states.hasNone]: [],
  [states.refusedAccessToken]: [],
}

const fileName = 'preferences.json'
const maxBodyBytes = 100_000

interface PreferenceStore {
  /** JSON text of this person; undefined if there is none. */
  get(subject: string): string | undefined
  /** Settles once it is on disk. */
  put(subject: string, text: string | undefined): Promise<void>
}

/** Opens `preferences.json` in a folder, which has each person's JSON text by subject. An unreadable file counts as empty. */
export async function openPreferences(folder: string): Promise<PreferenceStore> {
  const file = join(folder, fileName)
  await mkdir(folder, { recursive: true })
  const read: unknown = await readFile(file, 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch(() => null)
  const entries = isRecord(read) ? Object.entries(read) : []
  const stored = new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  let work: Promise<void> = Promise.resolve()
  return {
    get: (subject) => stored.get(subject),
    put(subject, text) {
      if (text === undefined) stored.delete(subject)
      else stored.set(subject, text)
      // Serializes writes and replaces the file atomically.
      work = work
        .catch(() => undefined)
        .then(async () => {
          await writeFile(`${file}.new`, JSON.stringify(Object.fromEntries(stored)))
          await rename(`${file}.new`, file)
        })
      return work
    },
  }
}

/** Sets up a provider state for the person with the contract's `valid` credential. */
export function arrangePreferences(store: PreferenceStore, otherwise: Arrange): Arrange {
  const [person] = people
  const example = JSON.stringify({ version: 1, favourites: [{ kind: 'dataset', key: 'bitcoin' }] })
  return async (change) => {
    if (change.state !== states.hasSome && change.state !== states.hasNone) return otherwise(change)
    const some = change.action === 'setup' && change.state === states.hasSome
    await store.put(person?.subject ?? '', some ? example : undefined)
    return some ? { version: entityTag(example) } : undefined
  }
}

interface PreferenceOptions extends AccessTokenOptions {
  /** Origins whose pages may read the responses. */
  readonly portalOrigins: readonly string[]
  readonly store: PreferenceStore
  readonly now: () => Date
}

const path = '/v1/preferences'

/**
 * The preferences endpoint, with one JSON text for each person. `GET` returns it with its entity tag, or 204. `PUT` replaces it under
 * `If-Match` or `If-None-Match: *`: 204 with the new tag, 412 if it has changed, 428 without a condition. Errors: 401 for an invalid or
 * missing access token, 400 for a body that is not a JSON object, 503 if the identity provider's keys cannot be fetched.
 */
export function registerPreferences(app: FastifyInstance, options: PreferenceOptions): void {
  const { store } = options
  const policy: OriginPolicy = {
    origins: options.portalOrigins,
    methods: ['GET', 'PUT'],
    requestHeaders: ['authorization', 'content-type', 'if-match', 'if-none-match'],
    responseHeaders: ['etag'],
    others: 'refused',
  }
  const check = createAccessTokenCheck(options)

  /** Null after an error response has been sent. */
  async function subjectOf(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
    const token = bearerOf(request.headers.authorization) ?? null
    const verdict = token === null ? ({ kind: 'refused' } as const) : await check(token, options.now())
    if (verdict.kind === 'accepted') return verdict.subject
    await reply
      .code(verdict.kind === 'refused' ? 401 : 503)
      .header('www-authenticate', 'Bearer')
      .send({ error: verdict.kind })
    return null
  }

  void app.register(async (scope) => {
    addOriginPolicy(scope, policy)
    answerPreflights(scope, policy, [path])
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    scope.get(path, async (request, reply) => {
      const subject = await subjectOf(request, reply)
      if (subject === null) return reply
      const text = store.get(subject)
      return text === undefined
        ? reply.code(204).send()
        : reply.header('etag', entityTag(text)).type('application/json; charset=utf-8').send(text)
    })
    scope.put(path, { bodyLimit: maxBodyBytes }, async (request, reply) => {
      const subject = await subjectOf(request, reply)
      if (subject === null) return reply
      const { 'if-match': match, 'if-none-match': none } = request.headers
      if (match === undefined && none !== '*') return reply.code(428).send({ error: 'If-Match is required' })
      if (!isRecord(request.body)) return reply.code(400).send({ error: 'The body must be a JSON object' })
      const before = store.get(subject)
      const expected = before === undefined ? undefined : entityTag(before)
      if (match === undefined ? before !== undefined : match !== expected)
        return reply.code(412).send({ error: 'The preferences have changed in the meantime' })
      const text = JSON.stringify(request.body)
      await store.put(subject, text)
      return reply.header('etag', entityTag(text)).code(204).send()
    })
  })
}
