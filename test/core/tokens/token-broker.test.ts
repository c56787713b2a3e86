import { describe, expect, test } from 'vitest'
import type { TokenBroker } from '../../../src/core/tokens/token-broker'
import { ada, ben, minute, noon, setStage, settled, startSession } from './token-broker-stage'

/** The token's value, or what went wrong. */
const value = (result: Awaited<ReturnType<TokenBroker['token']>>): string =>
  result.ok ? result.value.value : result.failure.kind

describe('whose token', () => {
  test('nobody in particular gets the anonymous one', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    expect(value(await broker.token())).toBe('memory-token-0001')
    expect(stage.service.asked).toEqual([null])
  })

  test('a signed-in person gets their own, with their access token', async () => {
    const stage = setStage({ user: ada })
    const { broker } = await stage.open()
    await broker.token()
    expect(stage.service.asked).toEqual(['memory-access-token-1'])
  })

  test('nothing is asked for before sign-in status is known', async () => {
    const stage = setStage({ user: ada })
    const { broker, session } = await stage.open('unknown')
    const asked = broker.token()
    broker.revalidate()
    await stage.pass(2_900)
    expect(stage.service.asked).toEqual([])
    await startSession(session)
    await asked
    expect(stage.service.asked).toEqual(['memory-access-token-1'])
  })

  test('after three seconds of not knowing, the anonymous one serves until the person is known', async () => {
    const stage = setStage({ user: ada })
    const { broker, session } = await stage.open('unknown')
    expect(value(await stage.until(broker.token()))).toBe('memory-token-0001')
    expect(stage.clock.now()).toBe(noon + 3_000)
    await startSession(session)
    expect(value(await broker.token())).toBe('memory-token-0002')
    expect(stage.service.asked).toEqual([null, 'memory-access-token-1'])
  })

  test('a sign-out while the call is on its way leads to the anonymous token, never to the one of before', async () => {
    const stage = setStage({ user: ada })
    const { broker, identity } = await stage.open()
    const release = stage.service.hold()
    const asked = broker.token()
    await settled()
    identity.forget()
    release()
    const given = value(await asked)
    expect(stage.service.issued.find((token) => token.value === given)?.accessToken).toBeNull()
    expect(value(await broker.token())).toBe(given)
    // Nor is it kept for, or handed to, anybody else.
    const offers = stage.browser.posted.filter((message) => JSON.stringify(message).includes('"ada'))
    expect(offers).toEqual([])
  })

  test('another person is given nothing of the person before', async () => {
    const stage = setStage({ user: ada })
    const { broker, identity } = await stage.open()
    const first = value(await broker.token())
    stage.host.become(ben)
    await identity.accessToken({ renew: true })
    expect(value(await broker.token())).not.toBe(first)
    expect(stage.service.asked).toHaveLength(2)
  })
})

describe('one call a lifetime', () => {
  test('callers at the same time share one call', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    const all = await Promise.all(Array.from({ length: 20 }, () => broker.token()))
    expect(new Set(all.map(value)).size).toBe(1)
    expect(stage.service.asked).toHaveLength(1)
  })

  test('a tab by itself never waits for anybody', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    await broker.token()
    expect(stage.clock.now()).toBe(noon)
  })

  test('a token is renewed before its end though nobody asks, and the next caller does not wait', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    await broker.token()
    await stage.pass(4 * minute - 100)
    expect(stage.service.asked).toHaveLength(1)
    await stage.pass(200)
    expect(stage.service.asked).toHaveLength(2)
    expect(value(await broker.token())).toBe('memory-token-0002')
  })

  test('a token that nobody ever asked for is not fetched', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    broker.revalidate()
    await stage.pass(10 * minute)
    expect(stage.service.asked).toEqual([])
  })

  test('a renewal that fails leaves the old token in use, and is tried again', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    await broker.token()
    stage.service.failNext({ kind: 'token-malformed' })
    await stage.pass(4 * minute + 1_000)
    expect(stage.service.asked).toHaveLength(2)
    stage.service.failNext({ kind: 'token-malformed' })
    expect(value(await stage.until(broker.token()))).toBe('memory-token-0001')
    await stage.pass(15_000)
    expect(stage.service.asked).toHaveLength(4)
    expect(value(await broker.token())).toBe('memory-token-0002')
  })

  test('an hour of sleep: the token is renewed first, once, whoever wakes it', async () => {
    let slept = 0
    const stage = setStage({ skew: () => slept })
    const { broker } = await stage.open()
    await broker.token()
    slept = 60 * minute
    broker.revalidate()
    broker.revalidate()
    expect(value(await broker.token())).toBe('memory-token-0002')
    expect(stage.service.asked).toHaveLength(2)
  })

  test.each([-10, 10])(
    'a clock that is put %i minutes off does not make a token last longer',
    async (minutes) => {
      let skew = 0
      const stage = setStage({ skew: () => skew })
      const { broker } = await stage.open()
      await broker.token()
      await stage.pass(minute)
      skew = minutes * minute
      await stage.pass(3 * minute + 100)
      await broker.token()
      expect(stage.service.asked.length).toBeGreaterThanOrEqual(2)
      expect(value(await broker.token())).not.toBe('memory-token-0001')
    },
  )

  test.each([-10, 0, 10])(
    'a clock %i minutes off the service: same calls, and the journal says so',
    async (minutes) => {
      const stage = setStage({ skew: () => minutes * minute, service: { now: () => noon } })
      const { broker } = await stage.open()
      await broker.token()
      await broker.token()
      expect(stage.service.asked).toHaveLength(1)
      expect(stage.journal.entries.map(({ text }) => text)).toEqual(
        minutes === 0 ? [] : [`This device's clock is 10 minutes ${minutes > 0 ? 'ahead' : 'behind'}`],
      )
    },
  )
})

describe('a token whose end a view sees coming', () => {
  test('gives way to a newer one', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    await broker.token()
    await stage.pass(minute)
    broker.expireSoon()
    expect(value(await broker.token())).toBe('memory-token-0002')
    expect(stage.service.asked).toHaveLength(2)
  })

  test('goes on serving while there is no newer one', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    await broker.token()
    await stage.pass(minute)
    broker.expireSoon()
    stage.service.failNext({ kind: 'token-refused', status: 403 })
    expect(value(await broker.token())).toBe('memory-token-0001')
    await stage.pass(15_000)
    expect(value(await broker.token())).toBe('memory-token-0002')
  })

  test('seen by several views on one page costs one call', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    await broker.token()
    await stage.pass(minute)
    for (const expected of ['memory-token-0002', 'memory-token-0002', 'memory-token-0002']) {
      broker.expireSoon()
      expect(value(await broker.token())).toBe(expected)
    }
    expect(stage.service.asked).toHaveLength(2)
  })

  test('seen in every tab costs one call, and no tab waits for the old one', async () => {
    const stage = setStage()
    const tabs = [await stage.open(), await stage.open(), await stage.open()]
    for (const { broker } of tabs) await broker.token()
    await stage.pass(minute)
    const given = await stage.until(
      Promise.all(
        tabs.map(async ({ broker }) => {
          broker.expireSoon()
          return value(await broker.token())
        }),
      ),
    )
    expect(given).toEqual(['memory-token-0002', 'memory-token-0002', 'memory-token-0002'])
    expect(stage.service.asked).toHaveLength(2)
    expect(stage.clock.now()).toBeLessThan(noon + minute + 1_000)
  })

  test('says nothing where none was given yet', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    broker.expireSoon()
    expect(value(await broker.token())).toBe('memory-token-0001')
  })
})

describe('a token the BI host refused', () => {
  test('is never given again', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    await broker.token()
    broker.drop('memory-token-0001')
    expect(value(await broker.token())).toBe('memory-token-0002')
  })

  test('without a value it is the one given last, not one that was renewed since', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    await broker.token()
    await stage.pass(4 * minute + 100)
    broker.drop()
    broker.drop()
    expect(value(await broker.token())).toBe('memory-token-0002')
    expect(stage.service.asked).toHaveLength(2)
  })

  test('is not given even where the service gives it again', async () => {
    const stage = setStage({ service: { name: () => 'always-the-same' } })
    const { broker } = await stage.open()
    await broker.token()
    broker.drop()
    expect(value(await broker.token())).toBe('token-rejected')
    expect(stage.service.asked).toHaveLength(2)
  })

  test('three in a row, each refused at once: no fourth until the rest is over or a person retries', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    for (let round = 0; round < 6; round += 1) {
      await broker.token()
      broker.drop()
    }
    expect(value(await broker.token())).toBe('token-rejected')
    expect(stage.service.asked).toHaveLength(3)
    expect(stage.journal.entries.map(({ text }) => text)).toEqual([
      'Token fetch failed: the BI host refuses what the token service gives',
    ])
    broker.retry()
    expect(value(await broker.token())).toBe('memory-token-0004')
    broker.drop()
    await broker.token()
    await stage.pass(2_000)
    broker.drop()
    expect(value(await broker.token())).toBe('memory-token-0006')
  })

  test('is not counted against the next person, nor is what is dropped after the one before has gone', async () => {
    const stage = setStage({ user: ada })
    const { broker, session } = await stage.open()
    for (let round = 0; round < 2; round += 1) {
      await broker.token()
      broker.drop()
    }
    await broker.token()
    stage.host.become(ben)
    await session.accessToken({ renew: true })
    broker.drop()
    expect(value(await broker.token())).toBe('memory-token-0004')
    broker.drop()
    expect(value(await broker.token())).toBe('memory-token-0005')
  })

  test('is tried again for everything that tokens were asked for when a person retries', async () => {
    const stage = setStage({ user: ada, service: { curated: ['c'] } })
    const { broker } = await stage.open()
    await broker.token()
    const own = { dashboards: ['own'] }
    stage.service.failNext({ kind: 'token-refused', status: 404 })
    expect(value(await stage.until(broker.for(own).token()))).toBe('dashboard-not-known')
    broker.retry()
    expect((await stage.until(broker.for(own).token())).ok).toBe(true)
  })

  test('dropped while another is on its way: the new one is given', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    await broker.token()
    const release = stage.service.hold()
    broker.drop()
    const next = broker.token()
    await settled()
    broker.drop('memory-token-0001')
    release()
    expect(value(await next)).toBe('memory-token-0002')
  })
})

describe('tokens of one person', () => {
  test('are none any more once somebody else is here, nor while one was on its way', async () => {
    const stage = setStage({ user: ada })
    const { broker, identity } = await stage.open()
    const own = broker.bound()
    expect((await own.token()).ok).toBe(true)
    const release = stage.service.hold()
    broker.drop()
    const late = own.token()
    await settled()
    identity.forget()
    release()
    expect(value(await stage.until(late))).toBe('token-session-lost')
    expect(value(await stage.until(own.token()))).toBe('token-session-lost')
    // Whoever is here by now has theirs.
    expect((await stage.until(broker.bound().token())).ok).toBe(true)
  })
})
