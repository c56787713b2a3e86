import { describe, expect, test } from 'vitest'
import { auth0Problem, SdkMissing, SdkRefused } from '../../../src/adapters/identity-provider/auth0/problems'
import { OidcFailure, oidcProblem } from '../../../src/adapters/identity-provider/oidc/problems'
import {
  endsSession,
  isNoSession,
  problemOf,
  needsInteraction,
} from '../../../src/adapters/identity-provider/problem-codes'
import { homePath, portalPath } from '../../../src/core/kernel/portal-path'
import type { IdentityProblem } from '../../../src/core/ports/identity-provider'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import {
  redirectIdentityProvider,
  type RedirectClient,
} from '../../../src/adapters/identity-provider/redirect-sign-in'

/** An error as vendors' libraries throw them, with extra fields. */
function thrown(message: string, fields: Readonly<Record<string, unknown>> = {}, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), fields)
}

const codeOf = (problem: IdentityProblem): string => problem.code

describe("a provider's error code", () => {
  test('keeps the original code and maps it ignoring case', () => {
    expect(problemOf('Access_Denied', 'No.')).toEqual({
      code: 'refused',
      providerCode: 'Access_Denied',
      description: 'No.',
    })
  })

  test('maps codes of Auth0 that mean something else', () => {
    expect(codeOf(problemOf('login_required', 'Multifactor authentication required'))).toBe('mfa-required')
    expect(codeOf(problemOf('access_denied', 'Service not found: https://api'))).toBe('misconfigured')
  })

  test('that is named like an inherited property is unknown', () => {
    expect(codeOf(problemOf('constructor'))).toBe('invalid-response')
    expect(codeOf(problemOf('__proto__'))).toBe('invalid-response')
  })

  test('carries at most 300 characters of text, and none when there is none', () => {
    expect(problemOf('x', 'y'.repeat(400)).description).toHaveLength(300)
    expect(problemOf('x', '')).toEqual({ code: 'invalid-response', providerCode: 'x' })
  })

  test('decides what happens to the session', () => {
    const of = (code: string) => problemOf(code)
    expect(
      ['login_required', 'invalid_grant', 'access_denied', 'timeout', 'mfa_required']
        .map(of)
        .map(endsSession),
    ).toEqual([true, true, true, false, false])
    expect(['login_required', 'missing_refresh_token', 'access_denied'].map(of).map(isNoSession)).toEqual([
      true,
      true,
      false,
    ])
    expect(['mfa_required', 'consent_required', 'timeout'].map(of).map(needsInteraction)).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe("what Auth0's SDK throws", () => {
  test.each([
    [thrown('Timeout', { error: 'timeout', error_description: 'Timeout' }), 'timeout'],
    [thrown('x', { error: 'missing_refresh_token' }), 'login-required'],
    [thrown('x', { error: 'mfa_required', mfa_token: 'm' }), 'mfa-required'],
    [
      thrown('x', { error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' }),
      'session-lost',
    ],
    [thrown('x', { error: 'too_many_requests', error_description: 'Global limit' }), 'unreachable'],
    [
      thrown('x', { error: 'access_denied', error_description: 'Global limit has been reached' }),
      'unreachable',
    ],
    [thrown('x', { error: 'Too Many Requests', error_description: 'HTTP error.' }), 'unreachable'],
    [thrown("Timeout when executing 'fetch'"), 'timeout'],
    [thrown('Failed to fetch'), 'unreachable'],
    [thrown('NetworkError when attempting to fetch resource.'), 'unreachable'],
    [thrown('Load failed'), 'unreachable'],
    [thrown('Nonce (nonce) claim mismatch in the ID token'), 'invalid-response'],
    [new SdkMissing(), 'unreachable'],
    [new SdkRefused(), 'misconfigured'],
    ['a text', 'invalid-response'],
    [null, 'invalid-response'],
  ])('%s is %s', (cause, code) => expect(codeOf(auth0Problem(cause))).toBe(code))

  test('an ID token outside its validity points at the clock', () => {
    const sentence =
      'Expiration Time (exp) claim error in the ID token; current time is after expiration time'
    expect(auth0Problem(thrown(sentence))).toEqual({ code: 'invalid-response', providerCode: 'clock' })
  })
})

describe('what the OpenID Connect library throws', () => {
  const http = (status: number) => new Response(null, { status })

  test.each([
    [thrown('x', { code: 'OAUTH_RESPONSE_BODY_ERROR', error: 'invalid_grant' }), 'session-lost'],
    [thrown('x', { code: 'OAUTH_AUTHORIZATION_RESPONSE_ERROR', error: 'login_required' }), 'login-required'],
    [thrown('x', { code: 'OAUTH_RESPONSE_IS_NOT_CONFORM' }, http(503)), 'unreachable'],
    [thrown('x', { code: 'OAUTH_RESPONSE_IS_NOT_CONFORM' }, http(429)), 'unreachable'],
    [thrown('x', { code: 'OAUTH_RESPONSE_BODY_ERROR', error: 'slow_down', status: 429 }), 'unreachable'],
    [thrown('x', { code: 'OAUTH_RESPONSE_IS_NOT_CONFORM' }, http(404)), 'invalid-response'],
    [thrown('x', { code: 'OAUTH_RESPONSE_IS_NOT_JSON' }), 'invalid-response'],
    [thrown('x', { code: 'OAUTH_HTTP_REQUEST_FORBIDDEN' }), 'misconfigured'],
    [thrown('x', { code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE', status: 401 }), 'misconfigured'],
    [thrown('x', { code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE', status: 403 }), 'invalid-response'],
    [new TypeError('Failed to fetch'), 'unreachable'],
    [Object.assign(new TypeError('x'), { code: 'ERR_INVALID_ARG_VALUE' }), 'invalid-response'],
    [new DOMException('too slow', 'TimeoutError'), 'timeout'],
    [new OidcFailure({ code: 'login-required' }), 'login-required'],
    [undefined, 'invalid-response'],
  ])('%s is %s', (cause, code) => expect(codeOf(oidcProblem(cause))).toBe(code))

  test('an ID token outside its validity points at the clock', () => {
    const cause = thrown('x', { code: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' })
    expect(oidcProblem(cause)).toEqual({ code: 'invalid-response', providerCode: 'clock' })
  })
})

/** A vendor whose library never loads. */
function withoutLibrary(signedInBefore: boolean): RedirectClient & { readonly asked: () => number } {
  let asked = 0
  const never = (): Promise<never> => {
    asked += 1
    return new Promise(() => undefined)
  }
  return {
    asked: () => asked,
    connect: never,
    signedInBefore: () => signedInBefore,
    pendingState: () => null,
    finish: never,
    abandon: never,
    token: never,
    leaveForSignIn: never,
    leaveForSignOut: never,
    revoke: never,
    clear: never,
    problemFrom: () => ({ code: 'unreachable' }),
    isStray: () => false,
  }
}

const plain = { kind: 'plain' } as const
const address = 'https://portal.example.com/home'

test('without a trace of a sign-in the session is anonymous at once, without loading the provider’s library', async () => {
  const client = withoutLibrary(false)
  const provider = redirectIdentityProvider(client, { clock: fixedClock(0), displayName: 'Example' })
  expect(await provider.start(plain, address)).toEqual({ session: { kind: 'signed-out' } })
  expect(client.asked()).toBe(0)
})

test('after an earlier sign-in the library decides first, and the session is not anonymous meanwhile', async () => {
  const client = withoutLibrary(true)
  const provider = redirectIdentityProvider(client, { clock: fixedClock(0), displayName: 'Example' })
  let isSettled = false
  void provider.start(plain, address).then(() => (isSettled = true))
  await new Promise((resolve) => void setImmediate(resolve))
  expect(client.asked()).toBe(1)
  expect(isSettled).toBe(false)
})

test('a page that retries returns to the user’s current location, without the provider’s parameters', async () => {
  const left: string[] = []
  const answers = ['temporarily_unavailable', 'login_required']
  const client: RedirectClient = {
    ...withoutLibrary(true),
    connect: async () => undefined,
    token: async () => {
      throw new OidcFailure(problemOf(answers.shift() ?? ''))
    },
    leaveToRestore: async (target) => {
      left.push(target)
      return false
    },
    problemFrom: oidcProblem,
  }
  const provider = redirectIdentityProvider(client, { clock: fixedClock(0), displayName: 'Example' })
  const arrival = { kind: 'provider-error', error: 'temporarily_unavailable' } as const
  await provider.start(arrival, 'https://portal.example.com/datasets/bitcoin?error=temporarily_unavailable')
  await provider.restart(portalPath('/datasets/etf?tab=two') ?? homePath)
  expect(left).toEqual(['/datasets/etf?tab=two'])
})
