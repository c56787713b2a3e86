import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bearerOf, createAccessTokenCheck, type AccessTokenOptions } from '../http/access-token'
import { entityTag, addOriginPolicy, answerPreflights, type OriginPolicy } from '../http/guard'
import { isRecord } from '../http/is-record'
import { people } from '../identity/people'
import { preferenceStates as states } from '../provider-states/states'
import type { Arrange, StateRules } from '../provider-states/routes'

/** Provider states of the contract. `arrangePreferences` sets them up. */
export const preferenceStateRules: StateRules = {
  [states.hasSome]: [],
  [states.hasNone]: [],
  [states.refusedAccessToken]: [],
}

const fileName = 'preferences.json'
const maxBodyBytes = 100_000

export interface PreferenceStore {
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

export interface PreferenceOptions extends AccessTokenOptions {
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
