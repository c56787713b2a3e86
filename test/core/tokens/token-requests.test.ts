import { describe, expect, test } from 'vitest'
import { ada, ben, minute, noon, setStage } from './token-broker-stage'

const own = { purpose: 'views', dashboards: ['own'] } as const
const curated = { purpose: 'views', dashboards: ['home'] } as const
const library = { purpose: 'library', dashboards: [] } as const

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

  test('gives the token of each purpose apart, and a refused one is dropped where it came from', async () => {
    const stage = setStage({ user: ada, service: { curated: ['home'] } })
    const { broker } = await stage.open()
    const source = broker.for(library)
    const given = await stage.until(source.token())
    const seen = await stage.until(broker.token())
    if (!given.ok || !seen.ok) throw new Error('no tokens')
    source.drop(given.value.value)
    expect(await stage.until(broker.token())).toEqual(seen)
    expect(await stage.until(broker.for(library).token())).not.toEqual(given)
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
  expect(await stage.until(broker.for(library).token())).toEqual(one)
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
