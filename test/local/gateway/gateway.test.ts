import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFaults, addFaults } from '../../../local/http/faults'
import {
  registerPactStates,
  gatewayStates,
  type StateRules,
} from '../../../local/provider-states/provider-states'
import { portal, startDoubleStage, newcomer, startStage, type DoubleStage, type Stage } from './stage'
import { supersetClaims } from './superset-claims'
import type { DoubleDashboard } from './superset-double-dashboards'
import { pactFileName, pactFolder } from '../../../contracts/interactions/pact-file'
import { textReport } from '../../../contracts/verification/report'
import { verify, type VerifyOptions } from '../../../contracts/verification/verify'

let on: DoubleStage
beforeAll(async () => void (on = await startDoubleStage()))
afterAll(() => on.close())

const tokens = { dashboards: [] }

describe('the gateway in front of a Superset double', () => {
  test.each(supersetClaims)('$name', ({ run }) => run(on.stage))
})

test('a curated dashboard cannot be renamed or deleted by any user', async () => {
  const ask = await on.stage.as(newcomer())
  for (const { embeddedId } of on.stage.curated) {
    expect((await ask('PATCH', `/v1/dashboards/${embeddedId}`, { title: 'Mine' })).body.code).toBe('curated')
    expect((await ask('DELETE', `/v1/dashboards/${embeddedId}`)).status).toBe(403)
    expect((await ask('GET', `/v1/dashboards/${embeddedId}`)).status).toBe(200)
  }
})

test('the user name in a token is stable and does not identify the user', async () => {
  const subject = `local|${randomUUID()}@example.com`
  const names = await Promise.all(
    [1, 2].map(async () => {
      const { body } = await (await on.stage.as(subject))('POST', '/v1/tokens', tokens)
      return (decodeJwt(body.token)['user'] as { username: string }).username
    }),
  )
  expect(names[0]).toMatch(/^assay-[\da-f]{40}$/)
  expect(names[1]).toBe(names[0])
})

test('a token that would be too long to send is refused, and the maximum of curated dashboards fits', async () => {
  const many = Array.from({ length: 48 }, (_, index) => ({
    slug: `d${index}`,
    embeddedId: randomUUID(),
    public: true,
  }))
  const { body } = await (await on.another({ curated: many })).ask('POST', '/v1/tokens', tokens)
  expect(body.token.length).toBeLessThan(8192)
  const more = [
    ...many,
    ...many.map(({ slug }) => ({ slug: `e${slug}`, embeddedId: randomUUID(), public: true })),
  ]
  const reply = await (await on.another({ curated: more })).ask('POST', '/v1/tokens', tokens)
  expect([reply.status, reply.body.code]).toEqual([422, 'too-many-dashboards'])
})

test.each(['localhost', '127.0.0.1'])(
  'on %s, idle connections stay open for longer than proxies reuse them',
  async (host) => {
    const { headers } = await (await on.another({ host })).ask('GET', '/openapi.json')
    const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? []
    // Caddy reuses them for two minutes, nginx for one.
    expect(Number(seconds)).toBeGreaterThan(120)
  },
)

test('conditions on rows that fill the token are named in the log', async () => {
  const own = await startDoubleStage()
  try {
    const clause = `region in (${"'0123456789012345678901234567890123456789', ".repeat(150)}'')`
    const rows = [
      { claim: 'region', allow: '.*', clause: `${clause} or region in ({values})`, otherwise: clause },
    ]
    const stage = await own.another({ rules: { access: [], rows } })
    expect((await stage.ask('POST', '/v1/tokens', tokens)).status).toBe(422)
    expect(own.logged.filter(({ event }) => event === 'token-too-long')).toMatchObject([
      { dashboards: 1, rowCharacters: expect.any(Number) },
    ])
  } finally {
    await own.close()
  }
})

describe('limits', () => {
  test('each address and each user is rate-limited separately, with Retry-After', async () => {
    const byAddress = await on.another({ rates: { address: 40, person: 1000 } })
    const replies = []
    for (let round = 0; round < 11; round += 1)
      replies.push(await byAddress.ask('POST', '/v1/tokens', tokens))
    expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    expect(Number(replies.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await byAddress.ask('GET', '/health')).status).toBe(200)

    const claimed = (address: number) => ({ 'x-forwarded-for': `203.0.113.${address}` })
    const few = { address: 4, person: 1000 }
    const answered = async (trustedProxies: readonly string[]): Promise<readonly number[]> => {
      const gateway = await on.another({ rates: few, trustedProxies })
      const statuses = []
      for (const address of [1, 2, 3])
        statuses.push((await gateway.ask('POST', '/v1/tokens', tokens, claimed(address))).status)
      return statuses
    }
    // A forwarded address counts only if a trusted proxy sent it.
    expect(await answered([])).toEqual([200, 429, 429])
    expect(await answered(['198.51.100.7'])).toEqual([200, 429, 429])
    expect(await answered(['127.0.0.1', '::1'])).toEqual([200, 200, 200])

    const byPerson = await on.another({ rates: { address: 1000, person: 4 } })
    const [one, other] = [await byPerson.as(newcomer()), await byPerson.as(newcomer())]
    expect((await one('POST', '/v1/tokens', tokens)).status).toBe(200)
    expect((await one('POST', '/v1/tokens', tokens)).body.code).toBe('asked-too-often')
    expect((await other('POST', '/v1/tokens', tokens)).status).toBe(200)
  })

  test.each([
    ['{', 400, 'malformed-request'],
    ['', 400, 'malformed-request'],
    ['"text"', 422, 'invalid-request'],
    ['{"__proto__":{"dashboards":[]}}', 400, 'malformed-request'],
    ['{"dashboards":["nope"]}', 422, 'invalid-request'],
    ['{"dashboards":[],"more":1}', 422, 'invalid-request'],
    [`{"dashboards":["${'x'.repeat(40_000)}"]}`, 413, 'too-large'],
  ])('a body of %.40s: %i %s', async (body, status, code) => {
    const reply = await on.stage.ask('POST', '/v1/tokens', body, { 'content-type': 'application/json' })
    expect([reply.status, reply.body.code]).toEqual([status, code])
  })

  test('invalid JSON is refused', async () => {
    const reply = await on.stage.ask('POST', '/v1/tokens', 'a=b', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect([reply.status, reply.body.code]).toEqual([415, 'not-json'])
  })

  test.each(['', '   ', '\u200b', 'a\u0000b', 'a\nb', 'a\u2028b', 'x'.repeat(256), '\ud800'])(
    '%j is not a valid title',
    async (title) => {
      const ask = await on.stage.as(newcomer())
      expect((await ask('POST', '/v1/dashboards', { title })).status).toBe(422)
    },
  )

  test.each(['page=0', 'page=1.5', 'page=x', 'page=1&page=2', 'pageSize=101', 'pageSize=-1', 'page=99999'])(
    '?%s is not a valid page',
    async (query) => {
      const reply = await (await on.stage.as(newcomer()))('GET', `/v1/dashboards?${query}`)
      expect([reply.status, reply.body.code]).toEqual([422, 'invalid-request'])
    },
  )

  test.each(['1', 'x', '..%2f..%2fsecurity%2fusers', '%00', '%zz', "' or 1=1"])(
    '%j is not a valid dashboard id',
    async (id) => {
      const ask = await on.stage.as(newcomer())
      const before = on.double.requests.length
      const { status } = await ask('GET', `/v1/dashboards/${id}`)
      expect([400, 404]).toContain(status)
      expect(on.double.requests).toHaveLength(before)
    },
  )
})

describe('pages of other origins', () => {
  test('the portal’s may send and read what they need', async () => {
    const preflight = await on.stage.ask('OPTIONS', '/v1/dashboards/x/links', undefined, { origin: portal })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(portal)
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, PATCH, DELETE')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization, content-type')
    const refused = await on.stage.ask('GET', '/v1/dashboards', undefined, { origin: portal })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, portal])
    expect(refused.headers.get('access-control-expose-headers')).toContain('retry-after')
    expect(refused.headers.get('vary')).toContain('Origin')
  })

  test('others may not, nor an origin that only looks like it', async () => {
    for (const origin of ['https://elsewhere.example', 'null', `${portal}.elsewhere.example`]) {
      const reply = await on.stage.ask('POST', '/v1/tokens', tokens, { origin })
      expect([reply.status, reply.body.code, reply.headers.get('access-control-allow-origin')]).toEqual([
        403,
        'origin-refused',
        null,
      ])
    }
  })

  test('nothing is stored, framed or sniffed', async () => {
    for (const { headers } of [await on.stage.ask('GET', '/health'), await on.stage.ask('GET', '/nowhere')]) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })
})

type Ask = Awaited<ReturnType<DoubleStage['stage']['as']>>

/** Deletes this user's Superset account, as an operator might. */
async function removeUserOf(ask: Ask): Promise<void> {
  const { user } = decodeJwt<{ user: { username: string } }>(
    (await ask('POST', '/v1/tokens', tokens)).body.token,
  )
  on.double.removeUser(user.username)
}

test('a user removed by an operator is created again for the next dashboard', async () => {
  const ask = await on.stage.as(newcomer())
  const first = await ask('POST', '/v1/dashboards', { title: 'First' })
  await ask('DELETE', `/v1/dashboards/${first.body.id}`)
  await removeUserOf(ask)
  expect((await ask('POST', '/v1/dashboards', { title: 'Second' })).status).toBe(201)
})

test('a reassigned Superset user id gives the previous user no access to the new user’s dashboards', async () => {
  const [before, after] = [await on.stage.as(newcomer()), await on.stage.as(newcomer())]
  const first = await before('POST', '/v1/dashboards', { title: 'First' })
  await before('DELETE', `/v1/dashboards/${first.body.id}`)
  await removeUserOf(before)
  const { id } = (await after('POST', '/v1/dashboards', { title: 'Of the next' })).body
  await after('GET', '/v1/dashboards')
  expect((await before('GET', '/v1/dashboards')).body).toEqual({ dashboards: [], total: 0 })
  for (const [method, path, body] of [
    ['GET', `/v1/dashboards/${id}`, undefined],
    ['POST', '/v1/tokens', { dashboards: [id] }],
    ['PATCH', `/v1/dashboards/${id}`, { title: 'Taken' }],
    ['POST', `/v1/dashboards/${id}/links`, {}],
    ['POST', '/v1/dashboards', { title: 'Copy', copyOf: id }],
    ['DELETE', `/v1/dashboards/${id}`, undefined],
  ] as const)
    expect([method, path, (await before(method, path, body)).status]).toEqual([method, path, 404])
  expect((await after('GET', `/v1/dashboards/${id}`)).body.title).toBe('Of the next')
})

/** Superset's embedding with this id. */
const embeddingOf = (id: string): DoubleDashboard['embedded'] | undefined =>
  [...on.double.dashboards.values()].find(({ embedded }) => embedded?.uuid === id)?.embedded

test('a saved dashboard from before a change of the portal’s origin can be embedded there, and a curated one is not changed', async () => {
  const subject = newcomer()
  const { id } = (await (await on.stage.as(subject))('POST', '/v1/dashboards', { title: 'Mine' })).body
  const portalOrigins = ['https://moved.example']
  const ask = await (await on.another({ portalOrigins })).as(subject)
  expect((await ask('POST', '/v1/tokens', { dashboards: [id] })).status).toBe(200)
  const superset = new URL(on.stage.superset.address).origin
  expect(embeddingOf(id)?.domains).toEqual([...portalOrigins, superset])
  for (const { embeddedId } of on.stage.curated) expect(embeddingOf(embeddedId)?.domains).toEqual([])
})

test('a dashboard embedded again under another id is listed under that once the old one was requested', async () => {
  const ask = await on.stage.as(newcomer())
  const { id } = (await ask('POST', '/v1/dashboards', { title: 'Mine' })).body
  await ask('GET', '/v1/dashboards')
  const embedded = embeddingOf(id)
  if (!embedded) throw new Error('Superset does not embed it.')
  embedded.uuid = randomUUID()
  expect((await ask('POST', '/v1/tokens', { dashboards: [id] })).status).toBe(404)
  const [listed] = (await ask('GET', '/v1/dashboards')).body.dashboards
  expect(listed.id).toBe(embedded.uuid)
  expect((await ask('POST', '/v1/tokens', { dashboards: [listed.id] })).status).toBe(200)
})

test('has no provider states and no fault switches by itself, but can be extended with them', async () => {
  const faults = createFaults()
  const { provider, curated, superset } = on.stage
  const state = 'the gateway is out of order'
  const stage = await startStage({
    provider,
    curated,
    superset,
    extend(scope) {
      addFaults(scope, faults, 'gateway')
      registerPactStates(scope, faults, {
        [state]: [{ service: 'gateway', kind: 'status', status: 503, match: '/v1' }],
      })
    },
  })
  try {
    const change = (action: string) => stage.ask('POST', '/_pact/state', { state, action })
    expect((await change('setup')).status).toBe(200)
    const refused = await stage.ask('POST', '/v1/tokens', tokens, { origin: portal })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([503, portal])
    expect((await change('teardown')).status).toBe(200)
    expect((await stage.ask('POST', '/v1/tokens', tokens)).status).toBe(200)
    expect((await on.stage.ask('POST', '/_pact/state', { state, action: 'setup' })).status).toBe(404)
  } finally {
    await stage.close()
  }
})

const rules: StateRules = Object.fromEntries(Object.values(gatewayStates).map((state) => [state, []]))

let world: DoubleStage
let stage: Stage
let token: string
let credentials: NonNullable<VerifyOptions['credentials']>
const person = newcomer()

beforeAll(async () => {
  world = await startDoubleStage()
  token = await world.stage.provider.accessToken(person)
  const past = Math.floor(Date.now() / 1_000) - 3_600
  credentials = {
    expired: await world.stage.provider.accessToken(person, { iat: past - 300, exp: past }),
    foreignAudience: await world.stage.provider.accessToken(person, { aud: 'https://another.invalid' }),
  }
  const faults = createFaults()
  const own = await world.stage.as(person)
  /** Deletes the previous dashboards, and creates what the state requires. */
  async function arrange({
    state,
    action,
  }: {
    readonly state: string
    readonly action: string
  }): Promise<Readonly<Record<string, string>> | void> {
    if (action !== 'setup') return
    const listed = await own('GET', '/v1/dashboards?page=1&pageSize=100')
    const { dashboards } = listed.body as { readonly dashboards: readonly { readonly id: string }[] }
    for (const { id } of dashboards) await own('DELETE', `/v1/dashboards/${id}`)
    if (state === gatewayStates.hasMore)
      for (let number = 1; number <= 26; number += 1)
        await own('POST', '/v1/dashboards', { title: `Note ${number}` })
    if (state !== gatewayStates.hasDashboards) return
    const made = await own('POST', '/v1/dashboards', { title: 'Morning note' })
    return { dashboardId: (made.body as { readonly id: string }).id }
  }
  const { provider, curated, superset } = world.stage
  stage = await startStage({
    provider,
    curated,
    superset,
    extend(scope) {
      addFaults(scope, faults, 'gateway')
      registerPactStates(scope, faults, rules, arrange)
    },
  })
})
afterAll(async () => {
  await stage.close()
  await world.close()
})

test.each(['gateway-tokens', 'gateway-dashboards'])('the gateway keeps to the contract %s', async (name) => {
  const pactFile = join(pactFolder, pactFileName(name))
  const verification = await verify({
    pactFile,
    baseUrl: stage.origin,
    token,
    credentials,
    origin: portal,
    healthPath: '/health',
  })
  expect([verification.outcome, textReport(verification)]).toEqual(['verified', expect.any(String)])
})
