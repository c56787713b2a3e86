import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSupersetSession, isUp } from '../../../local/gateway/superset-session'
import { startDoubleStage, type DoubleStage } from './stage'

/** A new one for every test, because each breaks it differently. */
let on: DoubleStage
beforeEach(async () => void (on = await startDoubleStage({ deadlineMs: 2000 })))
afterEach(() => on.close())

type Ask = Awaited<ReturnType<DoubleStage['stage']['as']>>
const somebody = (): Promise<Ask> => on.stage.as(`person|${randomUUID()}`)
const countOf = (line: RegExp): number => on.double.requests.filter((one) => line.test(one)).length

const login = /^POST \/api\/v1\/security\/login/
const list = /^GET \/api\/v1\/dashboard\/\?/
const create = /^POST \/api\/v1\/dashboard\/$/

describe('the service account', () => {
  test('logs in once for concurrent callers, and again when Superset rejects the login', async () => {
    const ask = await somebody()
    const id = on.stage.curated[0]?.embeddedId
    await Promise.all([1, 2, 3, 4].map(() => ask('GET', `/v1/dashboards/${id}`)))
    expect(countOf(login)).toBe(1)
    for (const how of ['time', 'secret', 'guard'] as const) {
      const before = countOf(login)
      on.double.endLogins(how)
      const made = await ask('POST', '/v1/dashboards', { title: how })
      expect([how, made.status, countOf(login)]).toEqual([how, 201, before + 1])
    }
    expect((await ask('GET', '/v1/dashboards')).body.total).toBe(3)
  })

  test('logs in for the other callers even after one with little time left has given up', async () => {
    const { address, userName, password } = on.stage.superset
    const session = createSupersetSession({ address, userName, password })
    on.double.fail(login, { afterMs: 1_000 })
    const within = (ms: number) => session.within(ms, () => session.call('GET', '/dashboard/'))
    const [first, second] = [within(50), within(5_000)]
    await expect(first).rejects.toMatchObject({ code: 'dashboards-unavailable' })
    expect(countOf(/csrf_token/)).toBe(0)
    expect((await second).status).toBe(200)
    expect(countOf(login)).toBe(1)
  })

  test('that Superset refuses is not retried repeatedly, and callers see no details', async () => {
    on.double.fail(login, { status: 401, body: '{"message":"Not authorized"}' }, 100)
    const ask = await somebody()
    for (let round = 0; round < 3; round += 1) {
      const reply = await ask('GET', '/v1/dashboards')
      expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([
        503,
        'dashboards-unavailable',
        '5',
      ])
    }
    expect(countOf(login)).toBe(1)
    expect(on.logged).toContainEqual({ event: 'superset-login-refused', status: 401 })
    expect((await on.stage.ask('GET', '/health')).body).toEqual({ status: 'degraded', dashboards: 'down' })
  })
})

describe('health', () => {
  function session(password = on.stage.superset.password) {
    const { address, userName } = on.stage.superset
    return createSupersetSession({ address, userName, password })
  }

  test('is an authenticated read, before any user comes', async () => {
    expect(await isUp(session())).toBe(true)
    expect(await isUp(session('wrong'))).toBe(false)
  })

  test.each([
    [500, ''],
    [403, '{"message":"Forbidden"}'],
    [200, '<html>Sign in</html>'],
  ])(
    'is down while Superset’s API answers %i %s, although its own health check passes',
    async (status, body) => {
      on.double.fail(list, { status, body }, 100)
      expect(await isUp(session())).toBe(false)
      on.double.recover()
      expect((await on.stage.ask('GET', '/health')).body).toEqual({ status: 'ok', dashboards: 'up' })
    },
  )

  test('is down until a refused login is accepted again, which no user needs to try', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const one = session()
      on.double.fail(login, { status: 401 })
      expect([await isUp(one), await isUp(one), countOf(login)]).toEqual([false, false, 1])
      vi.setSystemTime(Date.now() + 11_000)
      expect([await isUp(one), await isUp(one), countOf(login)]).toEqual([true, true, 2])
    } finally {
      vi.useRealTimers()
    }
  })

  test('is down after two seconds without a response', async () => {
    on.double.fail(list, 'silent', 100)
    const began = performance.now()
    expect(await isUp(session())).toBe(false)
    expect(performance.now() - began).toBeLessThan(4_000)
  })
})

describe('reads', () => {
  test.each(['cut', { status: 502 }, { status: 504 }] as const)('are repeated once: %j', async (how) => {
    const ask = await somebody()
    await ask('POST', '/v1/dashboards', { title: 'Mine' })
    on.double.fail(list, how, 1)
    expect((await ask('GET', '/v1/dashboards')).body.total).toBe(1)
    on.double.fail(list, how, 2)
    const reply = await ask('GET', '/v1/dashboards')
    expect([reply.status, reply.body.code]).toEqual([503, 'dashboards-unavailable'])
  })

  test('end after the deadline', async () => {
    const ask = await somebody()
    await ask('POST', '/v1/dashboards', { title: 'Mine' })
    const before = countOf(list)
    on.double.fail(list, 'silent', 100)
    expect((await ask('GET', '/v1/dashboards')).status).toBe(503)
    expect(countOf(list)).toBe(before + 1)
  })

  test.each([
    [200, '<html>Sign in</html>'],
    [200, '{"count":"one","result":[]}'],
    [200, '{"count":1,"result":[{"id":1,"uuid":"x","dashboard_title":"Y","changed_on_utc":"yesterday"}]}'],
    [500, '{"message":"duckdb.IOException: /srv/data/market.duckdb"}'],
    [403, '{"message":"Forbidden"}'],
    [429, 'Too many'],
    [302, ''],
  ])('with an invalid response (%i %s) are 503 in the gateway’s own words', async (status, body) => {
    const ask = await somebody()
    await ask('POST', '/v1/dashboards', { title: 'Mine' })
    on.double.fail(list, { status, body }, 2)
    const reply = await ask('GET', '/v1/dashboards')
    expect(reply.body).toEqual({
      type: 'urn:assay:problem:dashboards-unavailable',
      title: 'The dashboards cannot be reached',
      status: 503,
      code: 'dashboards-unavailable',
      detail: 'Superset cannot be reached at the moment. Try again soon.',
    })
  })
})

describe('writes', () => {
  test.each(['cut', 'silent', { status: 502 }, { status: 500 }] as const)(
    'are sent once, with an unknown outcome: %j',
    async (how) => {
      const ask = await somebody()
      await ask('GET', '/v1/dashboards')
      on.double.fail(create, how)
      const reply = await ask('POST', '/v1/dashboards', { title: 'Mine' })
      expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([
        503,
        'outcome-unknown',
        null,
      ])
      expect(countOf(create)).toBe(1)
    },
  )

  test('that were done without a response are in the list afterwards, ready to be opened', async () => {
    const ask = await somebody()
    on.double.fail(create, 'done-then-cut')
    expect((await ask('POST', '/v1/dashboards', { title: 'Mine' })).body.code).toBe('outcome-unknown')
    const [one] = (await ask('GET', '/v1/dashboards')).body.dashboards
    expect(one.title).toBe('Mine')
    expect((await ask('POST', '/v1/tokens', { dashboards: [one.id] })).status).toBe(200)
    expect((await ask('POST', '/v1/dashboards', { title: 'Mine' })).body.code).toBe('title-taken')
  })

  test('that a listing triggers are idempotent and are retried', async () => {
    const ask = await somebody()
    on.double.fail(create, 'done-then-cut')
    await ask('POST', '/v1/dashboards', { title: 'Mine' })
    const embed = /^POST .*\/embedded$/
    on.double.fail(embed, 'done-then-cut')
    expect((await ask('GET', '/v1/dashboards')).body.dashboards).toMatchObject([{ title: 'Mine' }])
    expect(countOf(embed)).toBe(2)
  })

  test('that a proxy has not passed on are reported as not done', async () => {
    const ask = await somebody()
    on.double.fail(create, { status: 503 })
    expect((await ask('POST', '/v1/dashboards', { title: 'Mine' })).body.code).toBe('dashboards-unavailable')
  })

  test.each([
    ['a copy that cannot be given away', /^PUT /, 'copyOf'],
    ['one that cannot be embedded', /^POST .*\/embedded$/, null],
    ['a copy that cannot be embedded', /^POST .*\/embedded$/, 'copyOf'],
  ] as const)('%s is rolled back', async (_name, match, copyOf) => {
    const ask = await somebody()
    const before = on.double.dashboards.size
    on.double.fail(match, { status: 500 })
    const id = on.stage.curated[1]?.embeddedId
    expect(
      (await ask('POST', '/v1/dashboards', { title: 'Mine', ...(copyOf && { copyOf: id }) })).status,
    ).toBe(503)
    expect(on.double.dashboards.size).toBe(before)
    expect(
      (await ask('POST', '/v1/dashboards', { title: 'Mine', ...(copyOf && { copyOf: id }) })).status,
    ).toBe(201)
  })

  test('deleting what was deleted meanwhile is 404', async () => {
    const ask = await somebody()
    const { id } = (await ask('POST', '/v1/dashboards', { title: 'Mine' })).body
    on.double.fail(/^DELETE /, { status: 404, body: '{"message":"Not found"}' })
    expect((await ask('DELETE', `/v1/dashboards/${id}`)).status).toBe(404)
  })
})

describe('a Superset that is slow', () => {
  /** Delays every response by this time, so sequential requests add up. */
  const slow = (ms: number): void => on.double.fail(/./, { afterMs: ms }, 1000)
  const put = /^PUT /

  beforeEach(async () => {
    await on.close()
    on = await startDoubleStage({ deadlineMs: 5000, answerMs: 7000 })
  })

  test('gets few requests after a list has been read', async () => {
    const ask = await somebody()
    const { id } = (await ask('POST', '/v1/dashboards', { title: 'Mine' })).body
    await ask('GET', '/v1/dashboards')
    async function askedFor(...change: Parameters<Ask>): Promise<readonly string[]> {
      const before = on.double.requests.length
      expect((await ask(...change)).status).toBeLessThan(300)
      // Sorted, because some requests are concurrent.
      return on.double.requests
        .slice(before)
        .map((line) => line.replace(/\?.*$/, '').replace(/dashboard\/[\da-f][\da-f-]*/, 'dashboard/N'))
        .toSorted()
    }
    const dashboard = '/api/v1/dashboard/'
    const asked = ['GET /api/v1/embedded_dashboard/N', 'GET /api/v1/security/users/']
    expect(await askedFor('PATCH', `/v1/dashboards/${id}`, { title: 'Yours' })).toEqual([
      `GET ${dashboard}`,
      ...asked,
      `PUT ${dashboard}N`,
    ])
    expect(await askedFor('POST', '/v1/dashboards', { title: 'Copy', copyOf: id })).toEqual([
      `GET ${dashboard}`,
      `GET ${dashboard}N`,
      ...asked,
      `POST ${dashboard}N/copy/`,
      `POST ${dashboard}N/embedded`,
      `PUT ${dashboard}N`,
    ])
    expect(await askedFor('DELETE', `/v1/dashboards/${id}`)).toEqual([
      `DELETE ${dashboard}N`,
      `GET ${dashboard}`,
      ...asked,
    ])
  })

  test('gets no change that it could not finish in time, and the response reports it as not done', async () => {
    const ask = await somebody()
    const { id } = (await ask('POST', '/v1/dashboards', { title: 'Mine' })).body
    slow(3_200)
    const began = performance.now()
    const reply = await ask('PATCH', `/v1/dashboards/${id}`, { title: 'Yours' })
    expect([reply.status, reply.body.code]).toEqual([503, 'dashboards-unavailable'])
    expect(performance.now() - began).toBeLessThan(9_000)
    expect(countOf(put)).toBe(0)
    on.double.recover()
    expect((await ask('GET', `/v1/dashboards/${id}`)).body.title).toBe('Mine')
  }, 20_000)

  test('that stops responding during a copy gets a response to the page before its timeout', async () => {
    const ask = await somebody()
    await ask('GET', '/v1/dashboards')
    on.double.fail(/^(PUT|DELETE) /, 'silent', 1000)
    const began = performance.now()
    const reply = await ask('POST', '/v1/dashboards', {
      title: 'Mine',
      copyOf: on.stage.curated[1]?.embeddedId,
    })
    expect([reply.status, reply.body.code]).toEqual([503, 'outcome-unknown'])
    expect(performance.now() - began).toBeLessThan(9_500)
  }, 20_000)
})

test('a reassigned Superset dashboard id gives no access through the previous dashboard’s id', async () => {
  const ask = await somebody()
  const { id } = (await ask('POST', '/v1/dashboards', { title: 'Mine' })).body
  await ask('GET', '/v1/dashboards')
  on.double.reuseNumber(id, 'Another of mine')
  for (const [method, body] of [
    ['PATCH', { title: 'Taken' }],
    ['DELETE', undefined],
    ['GET', undefined],
  ] as const)
    expect((await ask(method, `/v1/dashboards/${id}`, body)).status).toBe(404)
  const [left] = (await ask('GET', '/v1/dashboards')).body.dashboards
  expect([left.title, left.id === id]).toEqual(['Another of mine', false])
})

test('while Superset is stopped, curated tokens work and the rest is 503; after its restart everything works', async () => {
  const ask = await somebody()
  await ask('POST', '/v1/dashboards', { title: 'Mine' })
  on.double.fail(/./, 'cut', 1000)
  expect((await ask('POST', '/v1/tokens', { dashboards: [] })).status).toBe(200)
  expect((await ask('GET', '/v1/dashboards')).status).toBe(503)
  expect((await ask('DELETE', `/v1/dashboards/${randomUUID()}`)).status).toBe(503)
  expect((await on.stage.ask('GET', '/health')).body).toEqual({ status: 'degraded', dashboards: 'down' })
  on.double.recover()
  expect((await ask('GET', '/v1/dashboards')).body.total).toBe(1)
})

test('the log contains no token, password, secret or user name', async () => {
  const subject = `person|${randomUUID()}@example.com`
  const ask = await on.stage.as(subject)
  const { body } = await ask('POST', '/v1/tokens', { dashboards: [] })
  await ask('POST', '/v1/dashboards', { title: 'A title of my own' })
  const written = JSON.stringify(on.logged)
  expect(on.logged.length).toBeGreaterThan(5)
  for (const secret of [body.token, 'gateway-password', 'gggggggg', subject, 'A title of my own', 'Bearer'])
    expect(written).not.toContain(secret)
})
