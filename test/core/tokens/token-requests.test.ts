import { describe, expect, test } from 'vitest'
import { ada, ben, minute, noon, setStage } from './token-broker-stage'
import { timings } from '../../../src/core/kernel/limits'
import type { TokenSourceFailure } from '../../../src/core/ports/token-source'
import {
  brokerStep,
  cooldownFailure,
  newBroker,
  type BrokerEvent,
} from '../../../src/core/tokens/token-broker-step'

const own = { dashboards: ['own'] } as const
const curated = { dashboards: ['home'] } as const

describe('a service whose tokens cover the requested dashboards', () => {
  test('gets another request only for a dashboard that the cached token does not cover', async () => {
    const stage = setStage({ user: ada, service: { curated: ['home', 'etf'] } })
    const { broker } = await stage.open()
    const first = await stage.until(broker.token())
    expect(await stage.until(broker.for(curated).token())).toEqual(first)
    const other = await stage.until(broker.for(own).token())
    expect(other).toMatchObject({ ok: true, value: { covers: ['home', 'etf', 'own'] } })
    expect(await stage.until(broker.for(own).token())).toEqual(other)
    expect(stage.service.requests).toEqual([undefined, own])
  })

  test('may sign one dashboard at a time, where a token without a request covers nothing', async () => {
    const stage = setStage({ user: ada, service: { curated: [] } })
    const { broker } = await stage.open()
    expect(await stage.until(broker.for(own).token())).toMatchObject({ ok: true, value: { covers: ['own'] } })
    expect(await stage.until(broker.for(curated).token())).toMatchObject({ value: { covers: ['home'] } })
    expect(stage.service.requests).toEqual([undefined, own, curated])
  })

  test('shares with every tab what its token covers and when it expires', async () => {
    const service = { curated: ['home'], now: () => noon, lifetimeMs: 2 * minute }
    const stage = setStage({ user: ada, service })
    const [one, other] = [await stage.open(), await stage.open()]
    const first = await stage.until(one.broker.token())
    expect(first).toMatchObject({ ok: true, value: { covers: ['home'], expiresAt: noon + 2 * minute } })
    expect(await stage.until(other.broker.token())).toEqual(first)
    expect(await stage.until(other.broker.for(own).token())).toMatchObject({
      value: { covers: ['home', 'own'] },
    })
    expect(stage.service.requests).toEqual([undefined, own])
  })

  test('reports an unknown dashboard, and returns its other tokens as before', async () => {
    const stage = setStage({ user: ada, service: { curated: ['home'] } })
    const { broker } = await stage.open()
    const first = await stage.until(broker.token())
    stage.service.failNext({ kind: 'token-refused', status: 404 })
    expect(await stage.until(broker.for(own).token())).toEqual({
      ok: false,
      failure: { kind: 'dashboard-not-known' },
    })
    expect(await stage.until(broker.for(curated).token())).toEqual(first)
  })

  test('reports 404 as a refusal where no token was ever issued', async () => {
    const stage = setStage({ user: ada, service: { curated: ['home'] } })
    const { broker } = await stage.open()
    stage.service.failNext({ kind: 'token-refused', status: 404 })
    expect(await stage.until(broker.for(own).token())).toEqual({
      ok: false,
      failure: { kind: 'token-refused', status: 404 },
    })
  })

  test('drops a rejected token from the request that it was for, and keeps the others', async () => {
    const stage = setStage({ user: ada, service: { curated: ['home'] } })
    const { broker } = await stage.open()
    const source = broker.for(own)
    const given = await stage.until(source.token())
    const seen = await stage.until(broker.token())
    if (!given.ok || !seen.ok) throw new Error('no tokens')
    source.drop(given.value.value)
    expect(await stage.until(broker.token())).toEqual(seen)
    expect(await stage.until(broker.for(own).token())).not.toEqual(given)
  })

  test('returns no token for a saved dashboard to the next user', async () => {
    const stage = setStage({ user: ada, service: { curated: ['home'] } })
    const { broker, identity } = await stage.open()
    const before = await stage.until(broker.for(own).token())
    stage.host.become(ben)
    await identity.accessToken({ renew: true })
    const after = await stage.until(broker.for(own).token())
    expect(after).not.toEqual(before)
  })
})

test('one token covers everything unless the service says otherwise', async () => {
  const stage = setStage({ user: ada })
  const { broker } = await stage.open()
  const one = await stage.until(broker.token())
  expect(await stage.until(broker.for(own).token())).toEqual(one)
  expect(stage.service.asked).toHaveLength(1)
})

test('a token with its own expiry is renewed before it, whatever the clock skew', async () => {
  const stage = setStage({
    service: { now: () => noon - 60 * minute, lifetimeMs: 2 * minute },
    lifetimeMs: 60 * minute,
  })
  const { broker } = await stage.open()
  const given = await stage.until(broker.token())
  // By this machine's clock, for the token's holder.
  expect(given).toMatchObject({ ok: true, value: { expiresAt: noon + 2 * minute } })
  await stage.pass(minute)
  expect(stage.service.asked).toHaveLength(1)
  await stage.pass(minute)
  expect(stage.service.asked).toHaveLength(2)
})

const given = (value: string, at = 0): BrokerEvent => ({ kind: 'given', value, at })
const refused = (value: string, at: number, known = false): BrokerEvent => ({
  kind: 'refused',
  value,
  known,
  at,
  serving: false,
})
const failed = (failure: TokenSourceFailure, serving = false): BrokerEvent => ({
  kind: 'call-failed',
  session: 'ada',
  failure,
  at: 1_000,
  serving,
})

function after(...events: readonly BrokerEvent[]) {
  let step = brokerStep(newBroker('ada'), { kind: 'called' })
  for (const event of events) step = brokerStep(step.state, event)
  return step
}

describe('a failed request', () => {
  test('is reported, and repeated to callers of its session until its cool-down ends', () => {
    const { state, effects } = after(failed({ kind: 'token-timeout' }))
    expect(effects).toEqual([{ kind: 'report', failure: { kind: 'token-timeout' } }])
    const end = 1_000 + timings.tokenFailureCooldown
    expect(cooldownFailure(state, 'ada', end - 1)).toEqual({ kind: 'token-timeout' })
    expect(cooldownFailure(state, 'ada', end)).toBeNull()
    expect(cooldownFailure(state, 'grace', end - 1)).toBeNull()
    expect(cooldownFailure(brokerStep(state, { kind: 'called' }).state, 'ada', end - 1)).toBeNull()
  })

  test('is retried after a delay where the old token is still valid', () => {
    const { effects } = after(failed({ kind: 'token-unreachable' }, true))
    expect(effects).toContainEqual({ kind: 'renew-after', milliseconds: timings.tokenRenewRetry })
  })

  test('cools down for as long as the service requested, and reports the time that is left', () => {
    const { state } = after(failed({ kind: 'token-unavailable', status: 429, retryAfter: 9_000 }))
    expect(cooldownFailure(state, 'ada', 4_000)).toMatchObject({ retryAfter: 6_000 })
  })
})

describe('a retry', () => {
  const busy: TokenSourceFailure = { kind: 'token-unavailable', status: 429, retryAfter: 9_000 }
  test.each<[TokenSourceFailure, boolean, boolean]>([
    [{ kind: 'token-timeout' }, true, true],
    [{ kind: 'token-unreachable' }, true, true],
    [{ kind: 'token-identity-away' }, true, true],
    [{ kind: 'token-refused', status: 403 }, false, true],
    [{ kind: 'token-unavailable', status: 503, retryAfter: null }, false, true],
    [busy, false, false],
  ])('after %j: automatic %j, by the user %j', (failure, byItself, byPerson) => {
    const isFree = (kind: 'revalidated' | 'retried'): boolean =>
      after(failed(failure), { kind }).state.cooldown === null
    expect(isFree('revalidated')).toBe(byItself)
    expect(isFree('retried')).toBe(byPerson)
  })
})

describe('a BI host that rejects', () => {
  const soon = timings.tokenImmediateRejection - 1

  test('one token does not receive it again', () => {
    expect(after(given('a'), refused('a', soon)).effects).toEqual([{ kind: 'reject', value: 'a' }])
  })

  test('three tokens in a row at once receives no more for a while', () => {
    const twice = [given('a'), refused('a', soon), given('b'), refused('b', soon)]
    expect(after(...twice).state.cooldown).toBeNull()
    const { state, effects } = after(...twice, given('c'), refused('c', soon))
    expect(effects.map(({ kind }) => kind)).toEqual(['report', 'reject'])
    expect(cooldownFailure(state, 'ada', soon)).toEqual({ kind: 'token-rejected' })
  })

  test.each<[string, readonly BrokerEvent[]]>([
    ['one of them later', [given('b'), refused('b', timings.tokenImmediateRejection)]],
    ['one of them twice', [refused('a', soon, true)]],
    ['one that was not returned last', [refused('x', soon)]],
    ['and the user retries', [given('b'), refused('b', soon), { kind: 'retried' }]],
    [
      'and another user signs in',
      [given('b'), refused('b', soon), { kind: 'person-changed', person: 'grace' }],
    ],
  ])('does not trigger the cool-down: %s', (_name, between) => {
    const { state } = after(given('a'), refused('a', soon), ...between, given('c'), refused('c', soon))
    expect(state.cooldown).toBeNull()
  })
})

describe('a token that is reported as about to expire', () => {
  const late = timings.tokenImmediateRejection
  const ageing = (value: string | undefined, at: number): BrokerEvent => ({ kind: 'ageing', value, at })

  test('is renewed, with or without its value', () => {
    expect(after(given('a'), ageing('a', late)).effects).toEqual([{ kind: 'expire-soon', value: 'a' }])
    expect(after(given('a'), ageing(undefined, late)).effects).toEqual([{ kind: 'expire-soon', value: 'a' }])
  })

  test('is ignored where there is a newer one, or none', () => {
    expect(after(given('b'), ageing('a', late)).effects).toEqual([])
    expect(after(given('a'), ageing('a', late - 1)).effects).toEqual([])
    expect(after(ageing(undefined, late)).effects).toEqual([])
  })
})
