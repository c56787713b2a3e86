import { expect } from 'vitest'
import { httpTokenService, tokenServiceRoutes } from '../../src/adapters/token-service/http-token-service'
import type { Contract } from './contract'
import {
  bearerPattern,
  biTokenPattern,
  exampleBiToken,
  refusedAccessToken,
  signInPage,
  validAccessToken,
  retryAfter,
} from './examples'
import { tokenServiceStates as states } from '../../local/provider-states/states'

const accept = { Accept: 'text/plain' }
const bearer = (token: string) => ({ example: `Bearer ${token}`, pattern: bearerPattern })
const anonymous = { ...tokenServiceRoutes.anonymous, headers: accept }
const personal = (token: string) => ({
  ...tokenServiceRoutes.authenticated,
  headers: { ...accept, Authorization: bearer(token) },
})
/** Seconds, or a date as HTTP writes it. */
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

  for (const [description, state, accessToken, status] of [
    ['a BI token with an access token that is not valid', states.refusedAccessToken, refusedAccessToken, 401],
    ['a BI token for a person who may not have one', states.notAllowed, validAccessToken, 403],
  ] as const)
    add(
      description,
      { given: state, request: personal(accessToken), response: { status } },
      async (baseUrl) => {
        const result = await httpTokenService({ baseUrl }).personalToken(accessToken)
        expect(result).toEqual({ ok: false, failure: { kind: 'token-refused', status } })
      },
    )

  for (const [description, state, response, failure] of unavailable)
    add(description, { given: state, request: anonymous, response }, async (baseUrl) => {
      expect(await httpTokenService({ baseUrl }).anonymousToken()).toEqual({ ok: false, failure })
    })
}

const unavailable = [
  [
    'a BI token while too many are asked for',
    states.askedTooOften,
    { status: 429, headers: { 'Retry-After': retryAfter } },
    { kind: 'token-unavailable', status: 429, retryAfter: 7_000 },
  ],
  [
    'a BI token while the token service is out of order',
    states.outOfOrder,
    { status: 503 },
    { kind: 'token-unavailable', status: 503, retryAfter: null },
  ],
  [
    'a BI token while something in between answers with a page',
    states.pageInBetween,
    { status: 200, text: signInPage },
    { kind: 'token-malformed' },
  ],
] as const
