import { expect } from 'vitest'
import type { TokenService } from '../../src/core/ports/token-service'
import { defineSuite } from './suite'

/** What goes wrong with the next request. */
export type TokenTrouble =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterSeconds?: number }
  /** A success status without a token. */
  | { readonly kind: 'nonsense' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'silence' }

export interface TokenWorld {
  readonly service: TokenService
  /** The access token of a signed-in user. */
  readonly accessToken: string
  readonly failNext: (trouble: TokenTrouble) => void
  /** Access tokens of the requests that arrived, in order; null for an anonymous one. */
  readonly receivedTokens: () => readonly (string | null)[]
  /** For the same requests: whether a cache on the way could have answered in the service's place. */
  readonly cacheable: () => readonly boolean[]
  /** Set where a token covers only what it was requested for; absent where one covers everything. */
  readonly byRequest?: {
    /** For the same requests: the dashboards that the token should cover. */
    readonly requested: () => readonly (readonly string[])[]
    /** Ids of one that everybody may request, and of two that the user's tokens cover only on request. */
    readonly dashboards: { readonly anybody: string; readonly person: readonly [string, string] }
  }
}

export interface TokenClaims {
  /** A service over HTTP reports its time; one in memory need not. */
  readonly reportsTime: boolean
}

export const tokenServiceSuite = defineSuite<TokenWorld, TokenClaims>('TokenService', {
  'returns an anonymous token': async ({ service, receivedTokens }) => {
    const result = await service.anonymousToken()
    expect(result).toMatchObject({ ok: true, value: { value: expect.stringMatching(/^\S{8,}$/) } })
    expect(receivedTokens()).toEqual([null])
  },
  'returns a personal token, and sends the access token': async ({
    service,
    accessToken,
    receivedTokens,
  }) => {
    const result = await service.personalToken(accessToken)
    expect(result).toMatchObject({ ok: true, value: { value: expect.stringMatching(/^\S{8,}$/) } })
    expect(receivedTokens()).toEqual([accessToken])
  },
  'returns a new token on every call': async ({ service, accessToken, receivedTokens }) => {
    const results = [
      await service.anonymousToken(),
      await service.anonymousToken(),
      await service.personalToken(accessToken),
      await service.personalToken(accessToken),
    ]
    expect(new Set(results.map((result) => (result.ok ? result.value.value : ''))).size).toBe(4)
    expect(receivedTokens()).toHaveLength(4)
  },
  'returns a token for the requested dashboards only, where tokens are per request': async ({
    service,
    accessToken,
    byRequest,
  }) => {
    const { anybody, person } = byRequest?.dashboards ?? { anybody: 'one', person: ['other', 'third'] }
    const wanted = [[], [person[0]], [...person], [person[1]]]
    const tokens = [await service.anonymousToken({ dashboards: [anybody] })]
    for (const dashboards of wanted) tokens.push(await service.personalToken(accessToken, { dashboards }))
    const covers = tokens.map((token) => (token.ok ? token.value.covers : token.failure))
    expect(service.issues).toBe(byRequest === undefined ? undefined : 'by-request')
    if (byRequest === undefined) return expect(covers).toEqual(covers.map(() => undefined))
    expect(byRequest.requested()).toEqual([[anybody], ...wanted])
    expect(covers[0]).toContain(anybody)
    const opened = covers.map((ids) => person.filter((id) => Array.isArray(ids) && ids.includes(id)))
    expect(opened).toEqual([[], ...wanted])
  },
  'sends requests that no cache may answer': async ({ service, accessToken, cacheable }) => {
    await service.anonymousToken()
    await service.personalToken(accessToken)
    expect(cacheable()).toEqual([false, false])
  },
  'reports the server time, as it claims': async ({ service }, { reportsTime }) => {
    const result = await service.anonymousToken()
    const time = result.ok ? result.value.serverTime : undefined
    if (reportsTime) expect(Math.abs((time ?? 0) - Date.now())).toBeLessThan(60_000)
    else expect(time).toBeNull()
  },
  'reports 401 and 403 as refused': async ({ service, accessToken, failNext }) => {
    for (const status of [401, 403]) {
      failNext({ kind: 'status', status })
      const failure = { kind: 'token-refused', status }
      expect(await service.personalToken(accessToken)).toEqual({ ok: false, failure })
    }
  },
  'reports 404 as refused, with its status': async ({ service, failNext }) => {
    failNext({ kind: 'status', status: 404 })
    expect(await service.anonymousToken()).toEqual({
      ok: false,
      failure: { kind: 'token-refused', status: 404 },
    })
  },
  'reports 5xx and 429 as unavailable, with Retry-After': async ({ service, failNext }) => {
    const expected = [
      [{ kind: 'status', status: 500 }, null],
      [{ kind: 'status', status: 503, retryAfterSeconds: 0 }, 0],
      [{ kind: 'status', status: 429, retryAfterSeconds: 7 }, 7_000],
    ] as const
    for (const [trouble, retryAfter] of expected) {
      failNext(trouble)
      const failure = { kind: 'token-unavailable', status: trouble.status, retryAfter }
      expect(await service.anonymousToken()).toEqual({ ok: false, failure })
    }
  },
  'reports a response without a valid token as malformed': async ({ service, accessToken, failNext }) => {
    failNext({ kind: 'nonsense' })
    const failure = { kind: 'token-malformed' }
    expect(await service.personalToken(accessToken)).toEqual({ ok: false, failure })
  },
  'reports an unreachable service and a timeout': async ({ service, failNext }) => {
    failNext({ kind: 'unreachable' })
    expect(await service.anonymousToken()).toEqual({ ok: false, failure: { kind: 'token-unreachable' } })
    failNext({ kind: 'silence' })
    expect(await service.anonymousToken()).toEqual({ ok: false, failure: { kind: 'token-timeout' } })
  },
  'recovers after a failure': async ({ service, failNext }) => {
    failNext({ kind: 'status', status: 500 })
    await service.anonymousToken()
    expect((await service.anonymousToken()).ok).toBe(true)
  },
})
