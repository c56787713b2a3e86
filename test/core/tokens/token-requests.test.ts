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

describe('a service whose tokens are good for what they were asked for', () => {
  test('is asked again only for a dashboard that the token at hand does not open', async () => {
    const stage = setStage({ user: ada, service: { curated: ['home', 'etf'] } })
    const { broker } = await stage.open()
    const first = await stage.until(broker.token())
    expect(await stage.until(broker.for(curated).token())).toEqual(first)
    const other = await stage.until(broker.for(own).token())
    expect(other).toMatchObject({ ok: true, value: { covers: ['home', 'etf', 'own'] } })
    expect(await stage.until(broker.for(own).token())).toEqual(other)
    expect(stage.service.requests).toEqual([undefined, own])
  })

  test('may sign for one dashboard at a time, where it answers that for none in particular its token opens nothing', async () => {
    const stage = setStage({ user: ada, service: { curated: [] } })
    const { broker } = await stage.open()
    expect(await stage.until(broker.for(own).token())).toMatchObject({ ok: true, value: { covers: ['own'] } })
    expect(await stage.until(broker.for(curated).token())).toMatchObject({ value: { covers: ['home'] } })
    expect(stage.service.requests).toEqual([undefined, own, curated])
  })

  test('says in every tab what its token opens and when it ends', async () => {
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

  test('says that it does not know a dashboard, and gives its other tokens as before', async () => {
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

  test('is not there at all where it refuses every token with 404', async () => {
    const stage = setStage({ user: ada, service: { curated: ['home'] } })
    const { broker } = await stage.open()
    stage.service.failNext({ kind: 'token-refused', status: 404 })
    expect(await stage.until(broker.for(own).token())).toEqual({
      ok: false,
      failure: { kind: 'token-refused', status: 404 },
    })
  })

  test('drops a refused token where it came from, and keeps the others', async () => {
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

  test('hands no token for an own dashboard to the next person', async () => {
    const stage = setStage({ user: ada, service: { curated: ['home'] } })
    const { broker, identity } = await stage.open()
    const before = await stage.until(broker.for(own).token())
    stage.host.become(ben)
    await identity.accessToken({ renew: true })
    const after = await stage.until(broker.for(own).token())
    expect(after).not.toEqual(before)
  })
})

test('one token serves for everything where the service does not say otherwise', async () => {
  const stage = setStage({ user: ada })
  const { broker } = await stage.open()
  const one = await stage.until(broker.token())
  expect(await stage.until(broker.for(own).token())).toEqual(one)
  expect(stage.service.asked).toHaveLength(1)
})

test('a token that says its own end is renewed before that, however far the clocks are apart', async () => {
  const stage = setStage({
    service: { now: () => noon - 60 * minute, lifetimeMs: 2 * minute },
    lifetimeMs: 60 * minute,
  })
  const { broker } = await stage.open()
  const given = await stage.until(broker.token())
  // Of this machine's clock, for who has it.
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

describe('a call that failed', () => {
  test('is reported, and answered alike until its rest is over, for its own session', () => {
    const { state, effects } = after(failed({ kind: 'token-timeout' }))
    expect(effects).toEqual([{ kind: 'report', failure: { kind: 'token-timeout' } }])
    const end = 1_000 + timings.tokenFailureCooldown
    expect(cooldownFailure(state, 'ada', end - 1)).toEqual({ kind: 'token-timeout' })
    expect(cooldownFailure(state, 'ada', end)).toBeNull()
    expect(cooldownFailure(state, 'grace', end - 1)).toBeNull()
    expect(cooldownFailure(brokerStep(state, { kind: 'called' }).state, 'ada', end - 1)).toBeNull()
  })

  test('is made again after a while where the old token still serves', () => {
    const { effects } = after(failed({ kind: 'token-unreachable' }, true))
    expect(effects).toContainEqual({ kind: 'renew-after', milliseconds: timings.tokenRenewRetry })
  })

  test('rests for as long as the service asked for, of which less is left each time', () => {
    const { state } = after(failed({ kind: 'token-unavailable', status: 429, retryAfter: 9_000 }))
    expect(cooldownFailure(state, 'ada', 4_000)).toMatchObject({ retryAfter: 6_000 })
  })
})

describe('another try', () => {
  const busy: TokenSourceFailure = { kind: 'token-unavailable', status: 429, retryAfter: 9_000 }
  test.each<[TokenSourceFailure, boolean, boolean]>([
    [{ kind: 'token-timeout' }, true, true],
    [{ kind: 'token-unreachable' }, true, true],
    [{ kind: 'token-identity-away' }, true, true],
    [{ kind: 'token-refused', status: 403 }, false, true],
    [{ kind: 'token-unavailable', status: 503, retryAfter: null }, false, true],
    [busy, false, false],
  ])('after %j: by itself %j, by a person %j', (failure, byItself, byPerson) => {
    const isFree = (kind: 'revalidated' | 'retried'): boolean =>
      after(failed(failure), { kind }).state.cooldown === null
    expect(isFree('revalidated')).toBe(byItself)
    expect(isFree('retried')).toBe(byPerson)
  })
})

describe('a BI host that refuses', () => {
  const soon = timings.tokenImmediateRejection - 1

  test('one token does not get that one again', () => {
    expect(after(given('a'), refused('a', soon)).effects).toEqual([{ kind: 'reject', value: 'a' }])
  })

  test('three in a row as soon as they are given gets no more for a while', () => {
    const twice = [given('a'), refused('a', soon), given('b'), refused('b', soon)]
    expect(after(...twice).state.cooldown).toBeNull()
    const { state, effects } = after(...twice, given('c'), refused('c', soon))
    expect(effects.map(({ kind }) => kind)).toEqual(['report', 'reject'])
    expect(cooldownFailure(state, 'ada', soon)).toEqual({ kind: 'token-rejected' })
  })

  test.each<[string, readonly BrokerEvent[]]>([
    ['one of them late', [given('b'), refused('b', timings.tokenImmediateRejection)]],
    ['one of them twice', [refused('a', soon, true)]],
    ['one that was not given last', [refused('x', soon)]],
    ['and a person asks for another try', [given('b'), refused('b', soon), { kind: 'retried' }]],
    [
      'and another person comes',
      [given('b'), refused('b', soon), { kind: 'person-changed', person: 'grace' }],
    ],
  ])('is not counted out: %s', (_name, between) => {
    const { state } = after(given('a'), refused('a', soon), ...between, given('c'), refused('c', soon))
    expect(state.cooldown).toBeNull()
  })
})

describe('a token whose end is seen coming', () => {
  const late = timings.tokenImmediateRejection
  const ageing = (value: string | undefined, at: number): BrokerEvent => ({ kind: 'ageing', value, at })

  test('is renewed, whether it is named or not', () => {
    expect(after(given('a'), ageing('a', late)).effects).toEqual([{ kind: 'expire-soon', value: 'a' }])
    expect(after(given('a'), ageing(undefined, late)).effects).toEqual([{ kind: 'expire-soon', value: 'a' }])
  })

  test('is left alone where there is a newer one, or none', () => {
    expect(after(given('b'), ageing('a', late)).effects).toEqual([])
    expect(after(given('a'), ageing('a', late - 1)).effects).toEqual([])
    expect(after(ageing(undefined, late)).effects).toEqual([])
  })
})
