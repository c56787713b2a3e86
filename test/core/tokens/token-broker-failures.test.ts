import { describe, expect, test } from 'vitest'
import type { TokenFailure } from '../../../src/core/ports/token-service'
import { tokenTrouble } from '../../../src/core/tokens/token-failure'
import { ada, minute, noon, setStage, settled } from './token-broker-stage'

const refused = (status: number): TokenFailure => ({ kind: 'token-refused', status })
const unavailable = (status: number, retryAfter: number | null = null): TokenFailure => ({
  kind: 'token-unavailable',
  status,
  retryAfter,
})

describe('refused', () => {
  test('401: the access token is renewed silently once, and the retry succeeds', async () => {
    const stage = setStage({ user: ada })
    const { broker } = await stage.open()
    stage.service.failNext(refused(401))
    expect((await broker.token()).ok).toBe(true)
    expect(stage.service.asked).toEqual(['memory-access-token-1', 'memory-access-token-2'])
  })

  test('401 twice: two requests, then the failure and no further request until the user retries', async () => {
    const stage = setStage({ user: ada })
    const { broker } = await stage.open()
    stage.service.failNext(refused(401), refused(401))
    for (let ask = 0; ask < 5; ask += 1) {
      expect(await broker.token()).toEqual({ ok: false, failure: refused(401) })
    }
    expect(stage.service.asked).toHaveLength(2)
    expect(stage.journal.entries.map(({ text }) => text)).toEqual(['Token fetch failed: 401'])
    broker.retry()
    expect((await broker.token()).ok).toBe(true)
  })

  test('401 with an ended session at the identity provider: the page continues signed out', async () => {
    const stage = setStage({ user: ada })
    const { broker, session } = await stage.open()
    await session.accessToken()
    stage.host.become(null)
    stage.service.failNext(refused(401))
    expect((await broker.token()).ok).toBe(true)
    expect(session.state().isAuthenticated).toBe(false)
    expect(stage.service.asked).toEqual(['memory-access-token-1', null])
  })

  test('401 without a user: one request, because there is nothing to renew', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    stage.service.failNext(refused(401))
    expect(await broker.token()).toEqual({ ok: false, failure: refused(401) })
    expect(stage.service.asked).toHaveLength(1)
  })

  test('403: one request, no renewal, no loop', async () => {
    const stage = setStage({ user: ada })
    const { broker } = await stage.open()
    stage.service.failNext(refused(403))
    await broker.token()
    expect(await broker.token()).toEqual({ ok: false, failure: refused(403) })
    await stage.pass(9_000)
    broker.revalidate()
    await stage.pass(500)
    expect(stage.service.asked).toHaveLength(1)
    await stage.pass(1_000)
    expect((await broker.token()).ok).toBe(true)
  })

  test('without an access token the token service receives no request', async () => {
    const stage = setStage({ user: ada, withoutAccess: true })
    const { broker } = await stage.open()
    expect(await broker.token()).toEqual({ ok: false, failure: { kind: 'token-session-lost' } })
    expect(stage.service.asked).toEqual([])
  })
})

describe('the identity provider is unreachable', () => {
  test('the user stays signed in, no refusal is reported, and it recovers when the network returns', async () => {
    const stage = setStage({ user: ada })
    const { broker, session } = await stage.open()
    stage.service.failNext(refused(401))
    stage.host.failNext('token', { code: 'unreachable' })
    expect(await broker.token()).toEqual({ ok: false, failure: { kind: 'token-identity-away' } })
    expect(session.state()).toMatchObject({ isAuthenticated: true, error: 'Failed to get access token' })
    expect(stage.service.asked).toHaveLength(1)
    broker.revalidate()
    expect((await broker.token()).ok).toBe(true)
    expect(session.state().error).toBeNull()
  })
})

describe('what a failure means to the user', () => {
  test.each([
    [refused(401), 'sign-in-again'],
    [{ kind: 'token-session-lost' } as const, 'sign-in-again'],
    [refused(403), 'no-access'],
    [refused(404), 'not-understood'],
    [unavailable(429, 2_000), 'not-answering'],
    [unavailable(503), 'not-answering'],
    [{ kind: 'token-timeout' } as const, 'not-answering'],
    [{ kind: 'token-unreachable' } as const, 'not-answering'],
    [{ kind: 'token-malformed' } as const, 'not-understood'],
    [{ kind: 'token-rejected' } as const, 'not-accepted'],
    [{ kind: 'token-identity-away' } as const, 'identity-not-answering'],
  ])('%j: %s', (failure, trouble) => expect(tokenTrouble(failure)).toBe(trouble))
})

describe('unavailable', () => {
  test.each([
    [0, 250, 500],
    [1, 500, 1_000],
  ])('with the jitter at %i, retries follow after %i and %i ms', async (jitter, first, second) => {
    const stage = setStage({ random: () => jitter })
    const { broker } = await stage.open()
    stage.service.failNext(unavailable(500), unavailable(503))
    const asked = broker.token()
    await stage.pass(first - 50)
    expect(stage.service.asked).toHaveLength(1)
    await stage.pass(50)
    expect(stage.service.asked).toHaveLength(2)
    await stage.pass(second - 50)
    expect(stage.service.asked).toHaveLength(2)
    await stage.pass(50)
    expect((await asked).ok).toBe(true)
  })

  test('after three retries the status is returned and written to the journal', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    stage.service.failNext(...Array.from({ length: 9 }, () => unavailable(503)))
    expect(await stage.until(broker.token())).toEqual({ ok: false, failure: unavailable(503) })
    expect(stage.service.asked).toHaveLength(4)
    expect(stage.journal.entries).toEqual([
      { level: 'error', where: 'token-service', text: 'Token fetch failed: 503' },
    ])
  })

  test('Retry-After is respected', async () => {
    const stage = setStage({ random: () => 0 })
    const { broker } = await stage.open()
    stage.service.failNext(unavailable(429, 4_000))
    const asked = broker.token()
    await stage.pass(3_950)
    expect(stage.service.asked).toHaveLength(1)
    await stage.pass(50)
    expect((await asked).ok).toBe(true)
  })

  test('a Retry-After beyond the limit fails at once, and sends no request earlier, not even on Retry', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    stage.service.failNext(unavailable(429, 30_000))
    expect(await broker.token()).toEqual({ ok: false, failure: unavailable(429, 30_000) })
    expect(stage.clock.now()).toBe(noon)
    await stage.pass(10_000)
    broker.retry()
    expect(await broker.token()).toEqual({ ok: false, failure: unavailable(429, 20_000) })
    await stage.pass(20_000)
    expect((await broker.token()).ok).toBe(true)
    expect(stage.service.asked).toHaveLength(2)
  })

  test('unreachable: retries, then fails; the returning network triggers one more request', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    const unreachable: TokenFailure = { kind: 'token-unreachable' }
    stage.service.failNext(unreachable, unreachable, unreachable, unreachable)
    expect(await stage.until(broker.token())).toEqual({ ok: false, failure: unreachable })
    broker.revalidate()
    await settled()
    expect(stage.service.asked).toHaveLength(5)
    broker.revalidate()
    expect((await broker.token()).ok).toBe(true)
    expect(stage.service.asked).toHaveLength(5)
  })

  test('a malformed response is not retried automatically', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    stage.service.failNext({ kind: 'token-malformed' })
    expect(await broker.token()).toEqual({ ok: false, failure: { kind: 'token-malformed' } })
    await stage.pass(900)
    await broker.token()
    expect(stage.service.asked).toHaveLength(1)
    expect(stage.journal.entries[0]?.text).toBe('Token fetch failed: the reply is not a token')
  })
})

describe('no response', () => {
  test('callers time out after ten seconds, only one request is sent, and a late token is used', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    const release = stage.service.hold()
    const first = broker.token()
    await stage.pass(9_950)
    const second = broker.token()
    await stage.pass(50)
    expect(await first).toEqual({ ok: false, failure: { kind: 'token-timeout' } })
    release()
    expect((await second).ok).toBe(true)
    expect((await broker.token()).ok).toBe(true)
    expect(stage.service.asked).toHaveLength(1)
  })

  test('a renewal that hangs does not block callers from the token that is still valid', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    await broker.token()
    stage.service.hold()
    await stage.pass(4 * minute + 100)
    const asked = stage.until(broker.token())
    expect(await asked).toMatchObject({ ok: true, value: { value: 'memory-token-0001' } })
  })
})
