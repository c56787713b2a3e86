import { createHmac, randomUUID } from 'node:crypto'
import { decodeJwt, exportSPKI, importJWK, type CryptoKey } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startDoubleStage, type DoubleStage, audience, newcomer } from './stage'

let on: DoubleStage
beforeAll(async () => void (on = await startDoubleStage()))
afterAll(() => on.close())

const tokens = { dashboards: [] }

describe('access tokens', () => {
  const ask = (token: string) =>
    on.stage.ask('POST', '/v1/tokens', tokens, { authorization: `Bearer ${token}` })

  test.each(['RS256', 'PS256', 'ES256', 'EdDSA'] as const)('%s is taken', async (alg) => {
    expect((await ask(await on.stage.provider.accessToken(newcomer(), {}, { alg }))).status).toBe(200)
  })

  test.each<[string, number, Record<string, unknown>]>([
    ['and the client in place of an audience', 200, {}],
    ['and another client', 401, { client_id: 'another' }],
    ['and another audience', 401, { aud: 'https://elsewhere.example' }],
    ['which is none, and the client', 401, { token_use: undefined }],
    ['as an ID token, and the client', 401, { token_use: 'id' }],
    ['as an ID token, and the audience', 401, { token_use: 'id', aud: audience }],
  ])('that names its use, as those of Amazon Cognito do, %s: %i', async (_name, status, claims) => {
    const its = { aud: undefined, token_use: 'access', client_id: audience }
    const token = await on.stage.provider.accessToken(newcomer(), { ...its, ...claims })
    expect((await ask(token)).status).toBe(status)
  })

  const now = Math.floor(Date.now() / 1000)
  test.each<[string, Record<string, unknown>]>([
    ['ended', { iat: now - 600, exp: now - 300 }],
    ['not yet valid', { nbf: now + 600 }],
    ['of another issuer', { iss: 'https://elsewhere.example/' }],
    ['for another audience', { aud: 'https://elsewhere.example' }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['without an end', { exp: undefined }],
  ])('%s: refused', async (_name, claims) => {
    const reply = await ask(await on.stage.provider.accessToken(newcomer(), claims))
    expect([reply.status, reply.body.code]).toEqual([401, 'token-refused'])
    expect(reply.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/)
  })

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  test('without a signature, or signed with the public key as a secret: refused', async () => {
    const { issuer } = on.stage.provider.identity
    const claims = part({ iss: issuer, aud: audience, sub: 'thief', iat: now, exp: now + 300 })
    const unsigned = [
      `${part({ alg: 'none' })}.${claims}.`,
      `${part({ alg: 'none', kid: 'RS256' })}.${claims}.AAAA`,
    ]
    const published = on.stage.provider.publishedKey('RS256') ?? {}
    const key = (await importJWK({ ...published, ext: true }, 'RS256', { extractable: true })) as CryptoKey
    const confused = [await exportSPKI(key), JSON.stringify(published)].map((secret) => {
      const input = `${part({ alg: 'HS256', kid: 'RS256', typ: 'at+jwt' })}.${claims}`
      return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
    })
    for (const token of [...unsigned, ...confused, 'junk', 'a.b.c'])
      expect((await ask(token)).status).toBe(401)
  })

  test('another kind of credential is not accepted as an access token', async () => {
    const reply = await on.stage.ask('POST', '/v1/tokens', tokens, {
      authorization: 'Basic Z2F0ZXdheTpwYXNz',
    })
    expect(reply.status).toBe(401)
  })

  test('an algorithm that is not configured is refused', async () => {
    const narrow = await on.another({ identity: { ...on.stage.provider.identity, algorithms: ['ES256'] } })
    for (const [alg, status] of [
      ['ES256', 200],
      ['RS256', 401],
    ] as const) {
      const authorization = `Bearer ${await on.stage.provider.accessToken(newcomer(), {}, { alg })}`
      expect((await narrow.ask('POST', '/v1/tokens', tokens, { authorization })).status).toBe(status)
    }
  })

  test('keys are cached and fetched again once for an unknown key, after which the old one is rejected', async () => {
    const own = await startDoubleStage()
    try {
      const { provider } = own.stage
      const askOwn = (token: string) =>
        own.stage.ask('POST', '/v1/tokens', tokens, { authorization: `Bearer ${token}` })
      const before = await provider.accessToken(newcomer())
      for (let round = 0; round < 3; round += 1) expect((await askOwn(before)).status).toBe(200)
      expect(provider.asked()).toBe(1)
      await provider.rotate('later')
      const after = await provider.accessToken(newcomer(), {}, { kid: 'later' })
      await expect.poll(async () => (await askOwn(after)).status).toBe(200)
      expect((await askOwn(before)).status).toBe(401)
    } finally {
      await own.close()
    }
  })

  test('with an unreachable provider a token cannot be verified: 503, and visitors are served', async () => {
    const own = await startDoubleStage()
    try {
      own.stage.provider.answerWith((_request, response) => response.writeHead(500).end('Traceback'))
      const authorization = `Bearer ${await own.stage.provider.accessToken(newcomer())}`
      const reply = await own.stage.ask('POST', '/v1/tokens', tokens, { authorization })
      expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([
        503,
        'identity-unavailable',
        '5',
      ])
      expect((await own.stage.ask('POST', '/v1/tokens', tokens)).status).toBe(200)
    } finally {
      await own.close()
    }
  })

  describe('with keys that were fetched before', () => {
    afterEach(() => void vi.useRealTimers())

    test('an outage of the provider locks nobody out for an hour, is logged, and refuses what it can', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const own = await startDoubleStage()
      try {
        const { provider } = own.stage
        const exp = Math.floor(Date.now() / 1_000) + 86_400
        const statusOf = async (claims: Record<string, unknown>, header = {}) => {
          const authorization = `Bearer ${await provider.accessToken(newcomer(), { exp, ...claims }, header)}`
          return (await own.stage.ask('POST', '/v1/tokens', tokens, { authorization })).status
        }
        const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)
        expect(await statusOf({})).toBe(200)
        await provider.rotate('new')
        provider.answerWith((_request, response) => response.writeHead(503).end())
        later(11)
        for (let round = 0; round < 2; round += 1) expect(await statusOf({})).toBe(200)
        expect(own.logged.filter(({ event }) => event === 'keys-unavailable')).toHaveLength(1)
        expect(await statusOf({ aud: 'https://elsewhere.example' })).toBe(401)
        expect(await statusOf({}, { kid: 'new' })).toBe(503)
        later(50)
        expect(await statusOf({})).toBe(503)
        provider.answerWith(null)
        later(1)
        expect(await statusOf({}, { kid: 'new' })).toBe(200)
      } finally {
        await own.close()
      }
    })

    test('a provider that hangs is asked again only every five seconds', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const own = await startDoubleStage()
      try {
        const { provider } = own.stage
        const authorization = `Bearer ${await provider.accessToken(newcomer(), { exp: Math.floor(Date.now() / 1_000) + 86_400 })}`
        const ask = async () => (await own.stage.ask('POST', '/v1/tokens', tokens, { authorization })).status
        expect(await ask()).toBe(200)
        provider.answerWith(() => undefined)
        vi.setSystemTime(Date.now() + 660_000)
        const before = provider.asked()
        for (let round = 0; round < 3; round += 1) expect(await ask()).toBe(200)
        expect(provider.asked() - before).toBe(1)
        vi.setSystemTime(Date.now() + 5_000)
        expect(await ask()).toBe(200)
        expect(provider.asked() - before).toBe(2)
      } finally {
        await own.close()
      }
    })
  })

  test('the reason for a rejection or a failed check is logged once while it stays the same', async () => {
    const own = await startDoubleStage()
    try {
      const { provider } = own.stage
      const askOwn = async (claims: Record<string, unknown>) =>
        own.stage.ask('POST', '/v1/tokens', tokens, {
          authorization: `Bearer ${await provider.accessToken(newcomer(), claims)}`,
        })
      const why = () =>
        own.logged.filter(({ event }) => event === 'token-refused' || event === 'keys-unavailable')
      provider.answerWith((_request, response) => response.writeHead(404).end('Not here'))
      await askOwn({})
      provider.answerWith(null)
      for (const claims of [
        { aud: 'https://elsewhere.example' },
        { aud: 'https://elsewhere.example' },
        { exp: 1 },
      ])
        expect((await askOwn(claims)).status).toBe(401)
      expect(why()).toEqual([
        {
          event: 'keys-unavailable',
          reason: 'Expected 200 OK from the JSON Web Key Set HTTP response',
        },
        { event: 'token-refused', reason: 'aud: check_failed' },
        { event: 'token-refused', reason: 'ERR_JWT_EXPIRED' },
      ])
    } finally {
      await own.close()
    }
  })
})

describe('a visitor', () => {
  test('gets 401 for dashboards that are not public, whether they exist or not', async () => {
    const [home, closed] = on.stage.curated
    for (const id of [closed?.embeddedId, randomUUID()]) {
      const reply = await on.stage.ask('POST', '/v1/tokens', { dashboards: [home?.embeddedId, id] })
      expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      expect((await on.stage.ask('GET', `/v1/dashboards/${id}`)).status).toBe(401)
    }
    expect((await on.stage.ask('POST', '/v1/tokens', { dashboards: [home?.embeddedId] })).status).toBe(200)
  })

  test('has no dashboards: every change is 401', async () => {
    const id = on.stage.curated[0]?.embeddedId
    for (const [method, path, body] of [
      ['GET', '/v1/dashboards'],
      ['POST', '/v1/dashboards', { title: 'Mine' }],
      ['PATCH', `/v1/dashboards/${id}`, { title: 'Mine' }],
      ['DELETE', `/v1/dashboards/${id}`],
      ['POST', `/v1/dashboards/${id}/links`, {}],
    ] as const)
      expect([method, (await on.stage.ask(method, path, body)).status]).toEqual([method, 401])
  })
})

describe('rules', () => {
  const rules = {
    access: [
      { claim: ['realm_access', 'roles'], anyOf: ['analyst', 'lead'], dashboards: ['etf'] },
      { claim: 'plan', anyOf: ['pro'], own: true },
    ],
    rows: [
      {
        claim: 'region',
        allow: "[a-z']{2,12}",
        clause: 'region in ({values})',
        dataset: 7,
        otherwise: '1 = 0',
      },
    ],
  }

  test('a user without the role: not covered, and 403 when requested by id', async () => {
    const stage = await on.another({ rules })
    const [home, etf] = stage.curated.map(({ embeddedId }) => embeddedId)
    const without = await stage.as(newcomer(), { plan: 'pro' })
    expect((await without('POST', '/v1/tokens', tokens)).body.dashboards).toEqual([home])
    for (const [method, path, body] of [
      ['POST', '/v1/tokens', { dashboards: [etf] }],
      ['GET', `/v1/dashboards/${etf}`],
      ['POST', '/v1/dashboards', { title: 'Copy', copyOf: etf }],
      ['POST', `/v1/dashboards/${etf}/links`, {}],
    ] as const)
      expect([method, (await without(method, path, body)).body.code]).toEqual([method, 'not-allowed'])
    const analyst = await stage.as(newcomer(), { realm_access: { roles: ['user', 'analyst'] } })
    expect((await analyst('POST', '/v1/tokens', { dashboards: [etf] })).body.dashboards).toEqual([home, etf])
    expect((await analyst('GET', '/v1/dashboards')).status).toBe(403)
    expect((await analyst('POST', '/v1/dashboards', { title: 'Mine' })).status).toBe(403)
  })

  test('a rule without dashboards applies to all of them, but not to visitors', async () => {
    const stage = await on.another({ rules: { access: [{ claim: 'staff', anyOf: ['true'] }], rows: [] } })
    const outside = await stage.as(newcomer())
    expect((await outside('POST', '/v1/tokens', tokens)).status).toBe(403)
    expect((await outside('GET', '/v1/dashboards')).status).toBe(403)
    expect((await (await stage.as(newcomer(), { staff: true }))('POST', '/v1/tokens', tokens)).status).toBe(
      200,
    )
    expect((await stage.ask('POST', '/v1/tokens', tokens)).status).toBe(200)
  })

  test.each<[string, unknown, string]>([
    ['one value', 'rates', "region in ('rates')"],
    ['several', ['rates', 'fx'], "region in ('rates', 'fx')"],
    ['a quote in it', "o'neil", "region in ('o''neil')"],
    ['what a replacement would read', ["$&'", 'fx'], "region in ('fx')"],
    ['one that the pattern does not take', ['RATES', 'fx'], "region in ('fx')"],
    ['an end of the statement', "x') or 1=1 --", '1 = 0'],
    ['a line break', 'rates\n', '1 = 0'],
    ['none', undefined, '1 = 0'],
    ['an object', { toString: 'rates' }, '1 = 0'],
  ])('rows by a claim: %s', async (_name, region, clause) => {
    const stage = await on.another({ rules })
    const { body } = await (await stage.as(newcomer(), { region }))('POST', '/v1/tokens', tokens)
    expect(decodeJwt(body.token)['rls_rules']).toEqual([{ clause, dataset: 7 }])
  })

  test('no backslash and no Superset template is accepted, whatever the pattern allows', async () => {
    const loose = {
      ...rules.rows[0],
      claim: 'region',
      allow: '.*',
      clause: 'region = {values}',
      otherwise: '1 = 0',
    }
    const stage = await on.another({ rules: { access: [], rows: [loose] } })
    for (const region of [
      String.raw`a\' or 1=1`,
      '{{ url_param(1) }}',
      '{% if %}',
      'a\u0000b',
      'x'.repeat(200),
    ]) {
      const { body } = await (await stage.as(newcomer(), { region }))('POST', '/v1/tokens', tokens)
      expect(decodeJwt(body.token)['rls_rules']).toEqual([{ clause: '1 = 0', dataset: 7 }])
    }
  })

  test('a visitor gets no rows where a rule filters by a user’s claim', async () => {
    const { body } = await (await on.another({ rules })).ask('POST', '/v1/tokens', tokens)
    expect(decodeJwt(body.token)['rls_rules']).toEqual([{ clause: '1 = 0', dataset: 7 }])
  })
})
