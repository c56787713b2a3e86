import { describe, expect, test } from 'vitest'
import type { TokenBroker } from '../../../src/core/tokens/token-broker'
import { ada, ben, minute, noon, setStage, settled, startSession } from './token-broker-stage'

/** The token's value, or the kind of failure. */
const value = (result: Awaited<ReturnType<TokenBroker['token']>>): string =>
  result.ok ? result.value.value : result.failure.kind

describe('whose token', () => {
  test('without a user the anonymous token is returned', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    expect(value(await broker.token())).toBe('memory-token-0001')
    expect(stage.service.asked).toEqual([null])
  })

  test('a signed-in user gets a personal token, requested with their access token', async () => {
    const stage = setStage({ user: ada })
    const { broker } = await stage.open()
    await broker.token()
    expect(stage.service.asked).toEqual(['memory-access-token-1'])
  })

  test('no request is sent before the session is known', async () => {
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

  test('after three seconds without a known session the anonymous token serves until the user is known', async () => {
    const stage = setStage({ user: ada })
    const { broker, session } = await stage.open('unknown')
    expect(value(await stage.until(broker.token()))).toBe('memory-token-0001')
    expect(stage.clock.now()).toBe(noon + 3_000)
    await startSession(session)
    expect(value(await broker.token())).toBe('memory-token-0002')
    expect(stage.service.asked).toEqual([null, 'memory-access-token-1'])
  })

  test('a sign-out during a request results in the anonymous token, never in the previous user’s', async () => {
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
    // It is not cached for another user, or offered to one.
    const offers = stage.browser.posted.filter((message) => JSON.stringify(message).includes('"ada'))
    expect(offers).toEqual([])
  })

  test('another user gets no token of the previous user', async () => {
    const stage = setStage({ user: ada })
    const { broker, identity } = await stage.open()
    const first = value(await broker.token())
    stage.host.become(ben)
    await identity.accessToken({ renew: true })
    expect(value(await broker.token())).not.toBe(first)
    expect(stage.service.asked).toHaveLength(2)
  })
})

describe('one request per token lifetime', () => {
  test('concurrent callers share one request', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    const all = await Promise.all(Array.from({ length: 20 }, () => broker.token()))
    expect(new Set(all.map(value)).size).toBe(1)
    expect(stage.service.asked).toHaveLength(1)
  })

  test('a single tab never waits for other tabs', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    await broker.token()
    expect(stage.clock.now()).toBe(noon)
  })

  test('a token is renewed before it expires without a caller, and the next caller does not wait', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    await broker.token()
    await stage.pass(4 * minute - 100)
    expect(stage.service.asked).toHaveLength(1)
    await stage.pass(200)
    expect(stage.service.asked).toHaveLength(2)
    expect(value(await broker.token())).toBe('memory-token-0002')
  })

  test('no token is fetched without a caller', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    broker.revalidate()
    await stage.pass(10 * minute)
    expect(stage.service.asked).toEqual([])
  })

  test('a failed renewal keeps the old token in use, and is retried', async () => {
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

  test('after an hour of sleep the token is renewed first, and once', async () => {
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
    'a clock set off by %i minutes does not extend the lifetime of a token',
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

  test('a clock that is set back does not extend the cool-down of a failure', async () => {
    let skew = 60 * minute
    const stage = setStage({ skew: () => skew })
    const { broker } = await stage.open()
    stage.service.failNext({ kind: 'token-unavailable', status: 503, retryAfter: 30_000 })
    expect((await stage.until(broker.token())).ok).toBe(false)
    skew = 0
    await stage.pass(minute)
    expect(value(await stage.until(broker.token()))).toBe('memory-token-0001')
    // Nor does it end the renewals of a token that is in use.
    skew = 60 * minute
    stage.service.failNext({ kind: 'token-malformed' })
    await stage.pass(4 * minute + 500)
    skew = 0
    await stage.pass(minute)
    expect(value(await stage.until(broker.token()))).toBe('memory-token-0002')
  })

  test.each([-10, 0, 10])(
    'a clock %i minutes off the service’s costs no extra request, and is written to the journal',
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

describe('a token that a view reports as about to expire', () => {
  test('is replaced by a newer one', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    await broker.token()
    await stage.pass(minute)
    broker.expireSoon()
    expect(value(await broker.token())).toBe('memory-token-0002')
    expect(stage.service.asked).toHaveLength(2)
  })

  test('stays in use while there is no newer one', async () => {
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

  test('reported by several views of one page costs one request', async () => {
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

  test('reported in every tab costs one request, and no tab waits for the old token', async () => {
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

  test('is ignored where none was returned yet', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    broker.expireSoon()
    expect(value(await broker.token())).toBe('memory-token-0001')
  })
})

describe('a token that the BI host rejected', () => {
  test('is never returned again', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    await broker.token()
    broker.drop('memory-token-0001')
    expect(value(await broker.token())).toBe('memory-token-0002')
  })

  test('without a value is the one returned last, not one renewed since', async () => {
    const stage = setStage()
    const { broker } = await stage.open()
    await broker.token()
    await stage.pass(4 * minute + 100)
    broker.drop()
    broker.drop()
    expect(value(await broker.token())).toBe('memory-token-0002')
    expect(stage.service.asked).toHaveLength(2)
  })

  test('is not returned even where the service returns it again', async () => {
    const stage = setStage({ service: { name: () => 'always-the-same' } })
    const { broker } = await stage.open()
    await broker.token()
    broker.drop()
    expect(value(await broker.token())).toBe('token-rejected')
    expect(stage.service.asked).toHaveLength(2)
  })

  test('after three in a row, each rejected at once, no fourth follows until the cool-down ends or the user retries', async () => {
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

  test('is not counted for the next user, nor is a token dropped after the previous user left', async () => {
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

  test('is requested again for every token request when the user retries', async () => {
    const stage = setStage({ user: ada, service: { curated: ['c'] } })
    const { broker } = await stage.open()
    await broker.token()
    const own = { dashboards: ['own'] }
    stage.service.failNext({ kind: 'token-refused', status: 404 })
    expect(value(await stage.until(broker.for(own).token()))).toBe('dashboard-not-known')
    broker.retry()
    expect((await stage.until(broker.for(own).token())).ok).toBe(true)
  })

  test('dropped while another is in flight leads to the new token', async () => {
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

describe('tokens bound to one user', () => {
  test('are refused once another user is signed in, also when one was in flight', async () => {
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
    // The current user gets their own.
    expect((await stage.until(broker.bound().token())).ok).toBe(true)
  })
})
