import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenServiceStates as states } from '../../local/provider-states/provider-states'
import { pactFileName, pactFolder } from '../interactions/pact-file'
import { startPlainProvider, type PlainProviderOptions, type PlainReply } from './plain-provider'
import {
  credentials,
  failedIn,
  keeps,
  pactFile,
  realToken,
  verified as verifiedAlone,
} from './local-services'
import { exitCodeOf, textReport } from './report'
import { startNativeVerifier, type NativeVerifier } from './native'
import { verify } from './verify'

/** Shared, because starting one takes as long as all verifications here. The first test starts its own, as the command does. */
let native: NativeVerifier
beforeAll(() => {
  native = startNativeVerifier()
})
afterAll(() => native.close())

const verified: typeof verifiedAlone = (provider, options) => verifiedAlone(provider, { native, ...options })

describe('a provider that keeps to the contract', () => {
  test('is verified, each interaction in its state, with the real token where the contract has the valid one', async () => {
    const plain = await startPlainProvider({ answer: keeps })
    const verification = await verify({ pactFile, baseUrl: plain.origin, token: realToken, credentials })
    await plain.close()
    expect(textReport(verification)).toMatch(/8 interactions: 8 verified, 0 failed, 0 pending, 0 not run$/)
    const changes = plain.states.map((body): unknown => JSON.parse(body))
    const times = new Map<string, number>([
      // One for each of the five tokens that must be refused.
      [states.refusedAccessToken, 5],
      // Once more for the check across calls.
      [states.validAccessToken, 2],
    ])
    for (const state of Object.values(states))
      for (const action of ['setup', 'teardown'])
        expect(changes.filter((one) => isDeepStrictEqual(one, { state, action, params: {} }))).toHaveLength(
          times.get(state) ?? 1,
        )
    expect(changes).toHaveLength(18)
    const sent = plain.requests.filter(({ line }) => line === 'GET /api/token-authenticated')
    expect(sent.filter(({ authorization }) => authorization === `Bearer ${realToken}`)).toHaveLength(2)
    for (const other of Object.values(credentials))
      expect(sent.filter(({ authorization }) => authorization === `Bearer ${other}`)).toHaveLength(1)
    expect(sent).toHaveLength(8)
  })
})

const change =
  (matches: (request: IncomingMessage, state: string) => boolean, edit: (reply: PlainReply) => PlainReply) =>
  (request: IncomingMessage, state: string): PlainReply => {
    const reply = keeps(request)
    return matches(request, state) ? edit(reply) : reply
  }
const isAt = (path: string) => (request: IncomingMessage) => request.url === path
const isIn = (wanted: string) => (_request: IncomingMessage, state: string) => state === wanted
const isWith = (token: string) => (request: IncomingMessage) =>
  request.headers.authorization === `Bearer ${token}`
/** Whether a request has a token with this algorithm in its header, other than the pact's examples. */
const isOf = (algorithm: string) => (request: IncomingMessage) => {
  const [, header = ''] = /^Bearer ([\w-]+)\./.exec(request.headers.authorization ?? '') ?? []
  const text = Buffer.from(header, 'base64url').toString()
  return text.includes(`"${algorithm}"`) && !text.includes('"example"')
}
const good = (reply: PlainReply): PlainReply => ({
  ...reply,
  status: 200,
  headers: { ...reply.headers, 'content-type': 'text/plain' },
  body: 'BI0123456789.abc',
})
const anonymous = 'a BI token for nobody in particular'

const drifts: readonly (readonly [
  drift: string,
  failing: readonly string[],
  answer: PlainProviderOptions['answer'],
])[] = [
  ['another path for the anonymous token', [anonymous], change(isAt('/api/token'), () => ({ status: 404 }))],
  [
    'a token in JSON',
    [anonymous],
    change(isIn(states.atWork), (reply) => ({
      status: 200,
      headers: { ...reply.headers, 'content-type': 'application/json' },
      body: '{"token":"BI0123456789.abc"}',
    })),
  ],
  [
    'a token with a line end',
    [anonymous],
    change(isIn(states.atWork), (reply) => ({ ...reply, body: `${reply.body}\n` })),
  ],
  ['an empty token', [anonymous], change(isIn(states.atWork), (reply) => ({ ...reply, body: '' }))],
  [
    'a token in quotes',
    [anonymous],
    change(isIn(states.atWork), (reply) => ({ ...reply, body: `"${reply.body}"` })),
  ],
  [
    'a created token',
    ['a BI token for the signed-in person'],
    change(isIn(states.validAccessToken), (reply) => ({ ...reply, status: 201 })),
  ],
  [
    '403 for a token that has expired',
    ['a BI token with an access token that has expired'],
    change(isWith(credentials.expired), (reply) => ({ ...reply, status: 403 })),
  ],
  [
    'a token for another audience taken',
    ['a BI token with an access token for another audience'],
    change(isWith(credentials.foreignAudience), good),
  ],
  [
    'every signed token taken, of whatever issuer',
    ['a BI token with an access token of another issuer'],
    change(isOf('HS256'), good),
  ],
  [
    'claims believed, whatever their signature',
    ['a BI token with an access token that is not valid'],
    change((request) => isOf('RS256')(request) && !isWith(realToken)(request), good),
  ],
  [
    'unsigned tokens taken',
    ['a BI token with an access token that nobody signed'],
    change(isOf('none'), good),
  ],
  [
    '401 for somebody without the right',
    ['a BI token for a person who may not have one'],
    change(isWith(credentials.forbidden), (reply) => ({ ...reply, status: 401 })),
  ],
]

describe('a provider that drifts', () => {
  test.each(drifts)('%s', async (_name, failing, answer) => {
    const verification = await verified({ answer })
    expect(failedIn(verification).toSorted()).toEqual(failing.toSorted())
    expect(exitCodeOf(verification)).toBe(1)
    for (const { outcome, reasons } of verification.interactions) {
      expect(reasons.length > 0).toBe(outcome === 'failed')
    }
  })
})

describe('states', () => {
  test('that nobody knows there fail the run, though the reply would have been right', async () => {
    const verification = await verified({ stateStatus: (state) => (state === states.atWork ? 404 : 200) })
    expect(failedIn(verification)).toEqual(['a BI token for nobody in particular'])
    expect(textReport(verification)).toContain(
      `setup of "${states.atWork}" was answered with 404; a service that brings about no states is verified with --no-states`,
    )
    expect(exitCodeOf(verification)).toBe(1)
  })

  test('whose handler fails, fail the run', async () => {
    const verification = await verified({
      stateStatus: (state) => (state === states.validAccessToken ? 500 : 200),
    })
    expect(failedIn(verification)).toEqual(['a BI token for the signed-in person'])
  })

  test.each([
    [states.notAllowed, 0],
    [states.atWork, 2],
  ])('that cannot be brought about are not run: "%s" ends with %i', async (given, code) => {
    const verification = await verified({ stateStatus: (state) => (state === given ? 501 : 200) })
    expect(failedIn(verification)).toEqual([])
    expect(textReport(verification)).toContain('7 verified, 0 failed, 0 pending, 1 not run')
    expect(textReport(verification)).toContain(`cannot bring about "${given}"`)
    expect(exitCodeOf(verification)).toBe(code)
  })

  test('are not asked for where there are none, and what there is is named', async () => {
    const plain = await startPlainProvider({ answer: keeps, stateStatus: () => 404 })
    const options = { pactFile, baseUrl: plain.origin, token: realToken, stateUrl: null, native }
    const { forbidden: _, ...others } = credentials
    const whole = await verify({ ...options, credentials })
    const without = await verify({ ...options, credentials: others })
    await plain.close()
    expect([plain.states, exitCodeOf(whole), exitCodeOf(without)]).toEqual([[], 0, 0])
    expect(textReport(without)).toContain('refuses (--forbidden-token-env)')
  })

  test('at another address', async () => {
    const elsewhere = await startPlainProvider({ answer: () => ({ status: 200 }) })
    const verification = await verified(
      { stateStatus: () => 404 },
      { stateUrl: `${elsewhere.origin}/_pact/state` },
    )
    await elsewhere.close()
    expect(elsewhere.states).toHaveLength(18)
    expect(failedIn(verification)).toEqual([])
  })
})

/** A preference service written only from the contract, with one person and without states. */
function storing(stored: string | null, drift: Readonly<Record<string, string>> = {}) {
  let held = { text: stored, tag: 0 }
  return ({ method, headers }: IncomingMessage, _state: string, body: string): PlainReply => {
    const cors = {
      'access-control-allow-origin': 'http://localhost:4300',
      'access-control-allow-headers': 'authorization, content-type, if-match, if-none-match',
      'access-control-allow-methods': 'PUT',
      'access-control-expose-headers': 'etag',
      ...drift,
    }
    const current = `"${held.tag}"`
    if (method === 'OPTIONS') return { status: 204, headers: cors }
    if (headers.authorization !== `Bearer ${realToken}`) return { status: 401, headers: cors }
    if (method === 'PUT') {
      const isMet = held.text === null ? headers['if-none-match'] === '*' : headers['if-match'] === current
      if (!isMet) return { status: 412, headers: cors }
      held = { text: body, tag: held.tag + 1 }
      return { status: 204, headers: { ...cors, etag: `"${held.tag}"` } }
    }
    if (held.text === null) return { status: 204, headers: cors }
    const typed = { ...cors, etag: current, 'content-type': 'application/json' }
    return { status: 200, headers: typed, body: held.text }
  }
}

describe('a preference service without states', () => {
  const run = (answer: PlainProviderOptions['answer']) =>
    verified({ answer }, { pactFile: join(pactFolder, pactFileName('preferences')), stateUrl: null })
  const some = '{"version":1,"favourites":[{"kind":"dataset","key":"bitcoin"}]}'

  test.each([null, some])('fails nothing, whatever the person has there: %s', async (stored) => {
    const verification = await run(storing(stored))
    const { interactions, browser } = verification
    expect([...interactions, ...browser].filter(({ outcome }) => outcome === 'failed')).toEqual([])
    const described = (rows: typeof interactions) => rows.map(({ description }) => description)
    const refusals = interactions.filter(({ states: [given] }) => given === states.refusedAccessToken)
    expect(described(refusals)).toContain('preferences with an access token that is not valid')
    expect(described(interactions.filter(({ outcome }) => outcome === 'verified'))).toEqual(
      described(refusals),
    )
    // What every service must meet, and was not run, is no success.
    expect(exitCodeOf(verification)).toBe(2)
  })

  test.each<[string, number, (reply: PlainReply) => PlainReply, string]>([
    ['a read', 200, (reply) => ({ ...reply, status: 500 }), 'GET is preferences-unavailable (500)'],
    ['a read', 200, (reply) => ({ ...reply, body: '[]' }), 'GET is preferences-malformed'],
    ['a write', 204, ({ status }) => ({ status }), 'PUT is preferences-malformed'],
    ['a late write', 412, (reply) => ({ ...reply, status: 409 }), 'PUT is preferences-refused (409)'],
  ])('fails the check across calls by %s with a bad %i', async (_what, status, edit, reason) => {
    const keep = storing(some)
    const { browser } = await run((...asked) => {
      const reply = keep(...asked)
      return reply.status === status && asked[0].method !== 'OPTIONS' ? edit(reply) : reply
    })
    const row = browser.find(({ description }) => description === 'read back: PUT /v1/preferences')
    expect(row).toMatchObject({ outcome: 'failed', reasons: [reason] })
  })

  test.each<[string, string, readonly string[]]>([
    [
      'access-control-expose-headers',
      'date',
      ['browser headers: GET /v1/preferences', 'browser headers: PUT /v1/preferences'],
    ],
    [
      'access-control-allow-headers',
      'authorization, content-type, if-none-match',
      ['browser preflight: PUT /v1/preferences'],
    ],
  ])('is held to what a browser needs all the same: %s', async (header, value, expected) => {
    const { browser } = await run(storing(some, { [header]: value }))
    const failed = browser.filter(({ outcome }) => outcome === 'failed')
    expect(failed.map(({ description }) => description)).toEqual(expected)
  })
})

describe('a provider that is not there', () => {
  test('is one clear sentence and no riddles', async () => {
    const plain = await startPlainProvider({ answer: keeps })
    await plain.close()
    const verification = await verify({ pactFile, baseUrl: plain.origin, token: realToken })
    expect(verification.problem).toMatch(/cannot be reached: .*ECONNREFUSED/)
    expect(verification.interactions.every(({ outcome }) => outcome === 'not-run')).toBe(true)
    expect(exitCodeOf(verification)).toBe(1)
  })

  test('or is there and unwell', async () => {
    const verification = await verified({}, { healthPath: '/health' })
    expect(verification.problem).toMatch(/\/health answered 404$/)
    expect(exitCodeOf(verification)).toBe(1)
  })
})

describe('a provider that keeps to the contract and fails in a browser', () => {
  const personal = 'GET /api/token-authenticated'
  const without = (name: string) => (reply: PlainReply) => ({
    ...reply,
    headers: Object.fromEntries(Object.entries(reply.headers ?? {}).filter(([header]) => header !== name)),
  })
  const always = () => true
  const isPreflight = ({ method }: IncomingMessage): boolean => method === 'OPTIONS'

  test.each<[string, PlainProviderOptions['answer'], readonly string[]]>([
    [
      'no CORS at all',
      change(always, without('access-control-allow-origin')),
      ['browser origin: GET /api/token', `browser preflight: ${personal}`, `browser origin: ${personal}`],
    ],
    [
      'CORS for another origin',
      change(always, (reply) => ({
        ...reply,
        headers: { ...reply.headers, 'access-control-allow-origin': 'https://elsewhere.example' },
      })),
      ['browser origin: GET /api/token', `browser preflight: ${personal}`, `browser origin: ${personal}`],
    ],
    [
      'CORS on good answers only',
      change((request) => keeps(request).status >= 400, without('access-control-allow-origin')),
      [`browser origin: ${personal}`],
    ],
    ['no preflight', change(isPreflight, () => ({ status: 405 })), [`browser preflight: ${personal}`]],
    [
      'a preflight that does not name Authorization',
      change(isPreflight, (reply) => ({
        ...reply,
        headers: { ...reply.headers, 'access-control-allow-headers': '*' },
      })),
      [`browser preflight: ${personal}`],
    ],
    [
      'windows-1252',
      change(isAt('/api/token'), (reply) => ({
        ...reply,
        headers: { ...reply.headers, 'content-type': 'text/plain; charset=windows-1252' },
      })),
      ['browser charset: GET /api/token'],
    ],
    [
      'tokens that caches may store',
      change(isAt('/api/token'), (reply) => ({
        ...reply,
        headers: { ...reply.headers, 'cache-control': 'public, max-age=600' },
      })),
      ['browser caching: GET /api/token'],
    ],
    [
      'a redirect in place of a token',
      (request) =>
        request.url === '/api/token' && request.headers['x-followed'] === undefined
          ? { status: 302, headers: { ...keeps(request).headers, location: '/api/v2/token' } }
          : keeps(Object.assign(request, { url: request.url?.replace('/v2', '') })),
      ['browser redirect: GET /api/token'],
    ],
  ])('%s', async (_name, answer, expected) => {
    const verification = await verified({ answer })
    const failed = verification.browser.filter(({ outcome }) => outcome === 'failed')
    expect(failed.map(({ description }) => description)).toEqual(expected)
    expect([failedIn(verification), exitCodeOf(verification)]).toEqual([[], 1])
    for (const { reasons } of failed) expect(reasons.length).toBeGreaterThan(0)
  })

  test('a clock that cannot be read is told, and fails nothing', async () => {
    const answer = change(always, without('access-control-expose-headers'))
    const verification = await verified({ answer })
    expect(textReport(verification)).toContain('Date is not sent or not exposed')
    expect(exitCodeOf(verification)).toBe(0)
  })
})
