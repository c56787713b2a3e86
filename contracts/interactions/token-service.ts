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
} from './examples'
import { tokenServiceStates } from '../../local/provider-states/states'

const accept = { Accept: 'text/plain' }
const bearer = (token: string) => ({ example: `Bearer ${token}`, pattern: bearerPattern })
const anonymous = { ...tokenServiceRoutes.anonymous, headers: accept }
const personal = (token: string) => ({
  ...tokenServiceRoutes.authenticated,
  headers: { ...accept, Authorization: bearer(token) },
})
/** Seconds, or a date as HTTP writes it. */
const retryAfter = { example: '7', pattern: '^([0-9]+|[A-Z][a-z][a-z], [0-9A-Za-z: ]+ GMT)$' }
const token = { type: 'text/plain', example: exampleBiToken, pattern: biTokenPattern }

export const tokenServiceContract: Contract = (add) => {
  add(
    'a BI token for nobody in particular',
    {
      given: tokenServiceStates.atWork,
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
      given: tokenServiceStates.validAccessToken,
      request: personal(validAccessToken),
      response: { status: 200, text: token },
    },
    async (baseUrl) => {
      const result = await httpTokenService({ baseUrl }).personalToken(validAccessToken)
      expect(result).toMatchObject({ ok: true, value: { value: exampleBiToken } })
    },
  )

  add(
    'a BI token with an access token that is not valid',
    {
      given: tokenServiceStates.refusedAccessToken,
      request: personal(refusedAccessToken),
      response: { status: 401 },
    },
    async (baseUrl) => {
      const result = await httpTokenService({ baseUrl }).personalToken(refusedAccessToken)
      expect(result).toEqual({ ok: false, failure: { kind: 'token-refused', status: 401 } })
    },
  )

  add(
    'a BI token for a person who may not have one',
    {
      given: tokenServiceStates.notAllowed,
      request: personal(validAccessToken),
      response: { status: 403 },
    },
    async (baseUrl) => {
      const result = await httpTokenService({ baseUrl }).personalToken(validAccessToken)
      expect(result).toEqual({ ok: false, failure: { kind: 'token-refused', status: 403 } })
    },
  )

  add(
    'a BI token while too many are asked for',
    {
      given: tokenServiceStates.askedTooOften,
      request: anonymous,
      response: { status: 429, headers: { 'Retry-After': retryAfter } },
    },
    async (baseUrl) => {
      const result = await httpTokenService({ baseUrl }).anonymousToken()
      expect(result).toEqual({
        ok: false,
        failure: { kind: 'token-unavailable', status: 429, retryAfter: 7_000 },
      })
    },
  )

  add(
    'a BI token while the token service is out of order',
    {
      given: tokenServiceStates.outOfOrder,
      request: anonymous,
      response: { status: 503 },
    },
    async (baseUrl) => {
      const result = await httpTokenService({ baseUrl }).anonymousToken()
      expect(result).toEqual({
        ok: false,
        failure: { kind: 'token-unavailable', status: 503, retryAfter: null },
      })
    },
  )

  add(
    'a BI token while something in between answers with a page',
    {
      given: tokenServiceStates.pageInBetween,
      request: anonymous,
      response: {
        status: 200,
        text: signInPage,
      },
    },
    async (baseUrl) => {
      const result = await httpTokenService({ baseUrl }).anonymousToken()
      expect(result).toEqual({ ok: false, failure: { kind: 'token-malformed' } })
    },
  )
}
