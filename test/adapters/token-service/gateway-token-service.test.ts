import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gatewayTokenService } from '../../../src/adapters/token-service/superset/gateway-token-service'
import type { TokenService } from '../../../src/core/ports/token-service'
import { conforms } from '../../conformance/suite'
import { tokenServiceSuite, type TokenTrouble, type TokenWorld } from '../../conformance/token-service.suite'
import { newcomer, startDoubleStage, type DoubleStage } from '../../local/gateway/stage'

/** The adapter against the real gateway, whose responses can be replaced on the way. */
async function gatewayWorld(): Promise<TokenWorld & { readonly close: () => Promise<void> }> {
  const double = await startDoubleStage()
  const person = newcomer()
  const accessToken = await double.stage.provider.accessToken(person)
  const ask = await double.stage.as(person)
  const own = async (title: string): Promise<string> =>
    ((await ask('POST', '/v1/dashboards', { title })).body as { readonly id: string }).id
  const dashboards = {
    anybody: double.stage.curated.find(({ slug }) => slug === 'home')?.embeddedId ?? '',
    person: [await own('One'), await own('Other')],
  } as const
  const requested: (readonly string[])[] = []
  const arrived: (string | null)[] = []
  const cacheable: boolean[] = []
  let met: TokenTrouble | undefined
  const troubled: typeof fetch = async (input, init) => {
    cacheable.push(init?.cache !== 'no-store')
    arrived.push(new Headers(init?.headers).get('authorization')?.replace(/^Bearer /, '') ?? null)
    const { dashboards } = (await new Request(input, init).json()) as {
      readonly dashboards: readonly string[]
    }
    requested.push(dashboards)
    const trouble = met
    met = undefined
    switch (trouble?.kind) {
      case undefined:
        return fetch(input, init)
      case 'status': {
        const { status, retryAfterSeconds } = trouble
        const headers: Record<string, string> =
          retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
        return new Response('', { status, headers })
      }
      case 'nonsense':
        return new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
      case 'unreachable':
        throw new TypeError('Failed to fetch')
      case 'silence':
        return new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError')))
        })
    }
  }
  const at = (deadlineMs: number) =>
    gatewayTokenService({ baseUrl: double.stage.origin, fetch: troubled, deadlineMs })
  const service = (): TokenService => at(met?.kind === 'silence' ? 300 : 30_000)
  return {
    service: {
      issues: 'by-request',
      anonymousToken: (request) => service().anonymousToken(request),
      personalToken: (token, request) => service().personalToken(token, request),
    },
    accessToken,
    failNext: (trouble) => {
      met = trouble
    },
    receivedTokens: () => arrived,
    cacheable: () => cacheable,
    byRequest: { requested: () => requested, dashboards },
    close: () => double.close(),
  }
}

conforms(tokenServiceSuite, {
  name: 'the gateway in front of a Superset',
  claims: { reportsTime: true },
  make: gatewayWorld,
  dispose: (one) => one.close(),
})

let world: DoubleStage
beforeAll(async () => {
  world = await startDoubleStage()
})
afterAll(() => world.close())

const idOf = (slug: string): string =>
  world.stage.curated.find((curated) => curated.slug === slug)?.embeddedId ?? ''
const service = (send: typeof fetch = fetch) =>
  gatewayTokenService({ baseUrl: world.stage.origin, fetch: send })

describe('tokens of the gateway', () => {
  test('for anonymous users cover public dashboards, and carry their expiry', async () => {
    const token = await service().anonymousToken()
    expect(token).toMatchObject({ ok: true, value: { covers: [idOf('home')] } })
    const { expiresAt = 0, serverTime } = token.ok ? token.value : {}
    expect(expiresAt - (serverTime ?? 0)).toBeGreaterThan(290_000)
  })

  test('for a user cover every curated dashboard, and the requested saved one', async () => {
    const subject = newcomer()
    const ask = await world.stage.as(subject)
    const made = await ask('POST', '/v1/dashboards', { title: 'Desk' })
    const { id } = made.body as { readonly id: string }
    const access = await world.stage.provider.accessToken(subject)
    const plain = await service().personalToken(access)
    expect(plain.ok && plain.value.covers).toEqual(expect.arrayContaining([idOf('home'), idOf('etf')]))
    expect(plain.ok && plain.value.covers?.includes(id)).toBe(false)
    const own = await service().personalToken(access, { dashboards: [id] })
    expect(own.ok && own.value.covers).toContain(id)
  })

  test('are refused for a false identity, and for another user’s dashboard', async () => {
    const refused = await service().personalToken('not-a-token')
    expect(refused).toEqual({ ok: false, failure: { kind: 'token-refused', status: 401 } })
    const ask = await world.stage.as(newcomer())
    const theirs = await ask('POST', '/v1/dashboards', { title: 'Theirs' })
    const { id } = theirs.body as { readonly id: string }
    const access = await world.stage.provider.accessToken(newcomer())
    expect(await service().personalToken(access, { dashboards: [id] })).toEqual({
      ok: false,
      failure: { kind: 'token-refused', status: 404 },
    })
  })

  test.each<[string, () => Response, object]>([
    ['a page', () => new Response('<!doctype html>'), { kind: 'token-malformed' }],
    ['another shape', () => Response.json({ token: 'abcdefgh' }), { kind: 'token-malformed' }],
    [
      'too many',
      () => new Response('', { status: 429, headers: { 'retry-after': '2' } }),
      { kind: 'token-unavailable', status: 429, retryAfter: 2_000 },
    ],
    [
      'away',
      () => new Response('', { status: 503 }),
      { kind: 'token-unavailable', status: 503, retryAfter: null },
    ],
  ])('are rejected where the response is %s', async (_name, answer, failure) => {
    expect(await service(async () => answer()).anonymousToken()).toEqual({ ok: false, failure })
  })
})
