import { MatchersV3 } from '@pact-foundation/pact'
import { expect } from 'vitest'
import {
  httpPreferenceService,
  preferenceRoutes,
} from '../../src/adapters/preference-service/http-preference-service'
import { preferenceStates as states } from '../../local/provider-states/provider-states'
import {
  bearerPattern,
  refusedAccessToken,
  refusedAccessTokens,
  validAccessToken,
  inBetween,
  type Contract,
  type Expected,
} from './contract'

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
      given: states.hasSome,
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
    { given: states.hasNone, request: reading(validAccessToken), response: { status: 204 } },
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
      given: states.hasNone,
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
      given: states.hasSome,
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
      { given: states.hasSome, request: writing(condition), response: { status: 412 } },
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
      { given: states.refusedAccessToken, request: reading(token), response: { status: 401 } },
      async (baseUrl) => {
        expect(await httpPreferenceService({ baseUrl }).read(token)).toEqual(refused)
      },
    )
  add(
    'other preferences with an access token that is not valid',
    {
      given: states.refusedAccessToken,
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
