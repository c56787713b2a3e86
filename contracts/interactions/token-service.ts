import { expect } from 'vitest'
import { MatchersV3 } from '@pact-foundation/pact'
import { httpTokenService, tokenServiceRoutes } from '../../src/adapters/token-service/http-token-service'
import {
  inBetween,
  bearerPattern,
  biTokenPattern,
  exampleBiToken,
  exampleCredentials,
  refusedAccessTokens,
  validAccessToken,
  retryAfter,
  refusedAccessToken,
  type Contract,
  type Expected,
} from './contract'
import { tokenServiceStates as states, preferenceStates } from '../../local/provider-states/provider-states'
import {
  httpPreferenceService,
  preferenceRoutes,
} from '../../src/adapters/preference-service/http-preference-service'

const accept = { Accept: 'text/plain' }
const bearer = (token: string) => ({ example: `Bearer ${token}`, pattern: bearerPattern })
const anonymous = { ...tokenServiceRoutes.anonymous, headers: accept }
const personal = (token: string) => ({
  ...tokenServiceRoutes.authenticated,
  headers: { ...accept, Authorization: bearer(token) },
})
const token = { type: 'text/plain', example: exampleBiToken, pattern: biTokenPattern }

export const tokenServiceContract: Contract = (add) => {
  add(
    'a BI token for nobody in particular',
    {
      given: states.atWork,
      request: anonymous,
      response: { status: 200, text: token },
    },
    async (baseUrl) => {
      const result = await httpTokenService({ baseUrl }).anonymousToken()
      expect(result).toMatchObject({ ok: true, value: { value: exampleBiToken } })
    },
  )

  add(
    'a BI token for the signed-in person',
    {
      given: states.validAccessToken,
      request: personal(validAccessToken),
      response: { status: 200, text: token },
    },
    async (baseUrl) => {
      const result = await httpTokenService({ baseUrl }).personalToken(validAccessToken)
      expect(result).toMatchObject({ ok: true, value: { value: exampleBiToken } })
    },
  )

  const refused = async (baseUrl: string, accessToken: string, status: number) => {
    const result = await httpTokenService({ baseUrl }).personalToken(accessToken)
    expect(result).toEqual({ ok: false, failure: { kind: 'token-refused', status } })
  }
  for (const [which, accessToken] of refusedAccessTokens)
    add(
      `a BI token with an access token ${which}`,
      { given: states.refusedAccessToken, request: personal(accessToken), response: { status: 401 } },
      (baseUrl) => refused(baseUrl, accessToken, 401),
    )

  const { forbidden } = exampleCredentials
  add(
    'a BI token for a person who may not have one',
    { given: states.notAllowed, mayNotRun: true, request: personal(forbidden), response: { status: 403 } },
    (baseUrl) => refused(baseUrl, forbidden, 403),
  )

  inBetween(add, 'a BI token for nobody in particular', anonymous, {
    failures: { unreachable: 'token-unreachable', malformed: 'token-malformed', refused: 'token-refused' },
    drive: (baseUrl) => httpTokenService({ baseUrl }).anonymousToken(),
  })
  inBetween(add, 'a BI token for the signed-in person', personal(validAccessToken), {
    failures: {
      unreachable: 'token-unreachable',
      malformed: 'token-malformed',
      unavailable: 'token-unavailable',
    },
    drive: (baseUrl) => httpTokenService({ baseUrl }).personalToken(validAccessToken),
  })
  for (const [description, response, failure] of unavailable)
    add(description, { request: anonymous, response }, async (baseUrl) => {
      expect(await httpTokenService({ baseUrl }).anonymousToken()).toEqual({ ok: false, failure })
    })
}

/** The portal's own cases with more detail than their failure kind. */
const unavailable = [
  [
    'a BI token while too many are asked for',
    { status: 429, headers: { 'Retry-After': retryAfter } },
    { kind: 'token-unavailable', status: 429, retryAfter: 7_000 },
  ],
  [
    'a BI token while the token service is out of order',
    { status: 503 },
    { kind: 'token-unavailable', status: 503, retryAfter: null },
  ],
] as const

const { integer, eachLike } = MatchersV3
const saved = { version: integer(1), favourites: eachLike({ kind: 'dataset', key: 'bitcoin' }) }
const written = { version: 1, favourites: [{ kind: 'dataset', key: 'etf' }], recents: [] }
const tag = '"kept-0001"'
/** A strong entity tag. A weak one never matches in `If-Match` (RFC 9110, 13.1.1), so its content could never be overwritten. */
const anyTag = { example: '"kept-0002"', pattern: '^"[^"]+"$' }

const by = (token: string): Readonly<Record<string, Expected>> => ({
  Accept: 'application/json',
  Authorization: { example: `Bearer ${token}`, pattern: bearerPattern },
})
const reading = (token: string) => ({ ...preferenceRoutes.read, headers: by(token) })
const writing = (condition: Readonly<Record<string, Expected>>, token = validAccessToken) => ({
  ...preferenceRoutes.write,
  headers: { ...by(token), 'Content-Type': 'application/json', ...condition },
  json: written,
})
const write = (baseUrl: string, version: string | null, token = validAccessToken) =>
  httpPreferenceService({ baseUrl }).write(token, JSON.stringify(written), version)

export const preferencesContract: Contract = (add) => {
  reads(add)
  writes(add)
  refusals(add)
}

const reads: Contract = (add) => {
  add(
    'the preferences of a person who has some',
    {
      given: preferenceStates.hasSome,
      request: reading(validAccessToken),
      response: { status: 200, headers: { ETag: { ...anyTag, example: tag } }, json: saved },
    },
    async (baseUrl) => {
      const read = await httpPreferenceService({ baseUrl }).read(validAccessToken)
      expect(read).toMatchObject({ ok: true, value: { version: tag } })
      // Checks the text as the service sent it, because the adapter passes it on without reading members.
      const text = read.ok ? read.value.text : ''
      for (const member of [/"version":\s*1\b/, /"favourites":/, /"kind":\s*"dataset"/, /"key":\s*"bitcoin"/])
        expect(text).toMatch(member)
    },
  )
  add(
    'the preferences of a person who has none',
    { given: preferenceStates.hasNone, request: reading(validAccessToken), response: { status: 204 } },
    async (baseUrl) => {
      const read = await httpPreferenceService({ baseUrl }).read(validAccessToken)
      expect(read).toEqual({ ok: true, value: { text: null, version: null } })
    },
  )
}

const writes: Contract = (add) => {
  add(
    'the first preferences of a person',
    {
      given: preferenceStates.hasNone,
      request: writing({ 'If-None-Match': '*' }),
      response: { status: 204, orStatus: [200, 201], headers: { ETag: anyTag } },
    },
    async (baseUrl) => {
      expect(await write(baseUrl, null)).toEqual({ ok: true, value: { version: anyTag.example } })
    },
  )
  add(
    'other preferences, in place of those that were read',
    {
      given: preferenceStates.hasSome,
      request: writing({ 'If-Match': { example: tag, fromState: 'version' } }),
      response: { status: 204, orStatus: [200, 201], headers: { ETag: anyTag } },
    },
    async (baseUrl) => {
      expect(await write(baseUrl, tag)).toEqual({ ok: true, value: { version: anyTag.example } })
    },
  )
  for (const [description, version, condition] of [
    [
      'other preferences, in place of those that somebody has changed since',
      '"kept-0000"',
      { 'If-Match': '"kept-0000"' },
    ],
    ['the first preferences of a person who has some by then', null, { 'If-None-Match': '*' }],
  ] as const)
    add(
      description,
      { given: preferenceStates.hasSome, request: writing(condition), response: { status: 412 } },
      async (baseUrl) => {
        expect(await write(baseUrl, version)).toEqual({ ok: false, failure: { kind: 'preferences-changed' } })
      },
    )
}

/** Refused callers, and the portal's handling of other responses. */
const refusals: Contract = (add) => {
  const refused = { ok: false, failure: { kind: 'preferences-refused', status: 401 } }
  for (const [which, token] of refusedAccessTokens)
    add(
      `preferences with an access token ${which}`,
      { given: preferenceStates.refusedAccessToken, request: reading(token), response: { status: 401 } },
      async (baseUrl) => {
        expect(await httpPreferenceService({ baseUrl }).read(token)).toEqual(refused)
      },
    )
  add(
    'other preferences with an access token that is not valid',
    {
      given: preferenceStates.refusedAccessToken,
      request: writing({ 'If-None-Match': '*' }, refusedAccessToken),
      response: { status: 401 },
    },
    async (baseUrl) => {
      expect(await write(baseUrl, null, refusedAccessToken)).toEqual(refused)
    },
  )

  const failures = {
    unreachable: 'preferences-unreachable',
    malformed: 'preferences-malformed',
    unavailable: 'preferences-unavailable',
    refused: 'preferences-refused',
  }
  inBetween(add, 'the preferences of a person', reading(validAccessToken), {
    failures,
    drive: (baseUrl) => httpPreferenceService({ baseUrl }).read(validAccessToken),
  })
  inBetween(add, 'other preferences', writing({ 'If-None-Match': '*' }), {
    failures,
    drive: (baseUrl) => write(baseUrl, null),
  })
}
