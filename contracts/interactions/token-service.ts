import { expect } from 'vitest'
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
  type Contract,
} from './contract'
import { tokenServiceStates as states } from '../../local/provider-states/provider-states'

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
