import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { SignJWT, exportJWK, generateKeyPair, type CryptoKey, type JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBiTokens, type BiTokens } from '../../../local/bi-host/wire/bi-token'
import { createFaults } from '../../../local/http/faults'
import { serveApp, type ListeningService } from '../../../local/http/listen'
import { registerTokenService, type TokenServiceOptions } from '../../../local/token-service/token-service'

const portal = 'http://localhost:4988'
const audience = 'https://bi.assay.example'
const faults = createFaults()

/** A stand-in for the identity provider: only its keys, which can be made unavailable. */
const provider = createServer((request, response) => answerKeys(request, response))
let answerKeys: RequestListener
let issuer: string
let signingKey: CryptoKey
let formerKey: CryptoKey
let tokens: BiTokens

async function start(more: Partial<TokenServiceOptions> = {}): Promise<ListeningService> {
  const app = fastify()
  registerTokenService(app, {
    issuer,
    jwksUri: `${issuer}.well-known/jwks.json`,
    audience,
    portalOrigins: [portal],
    tokens,
    lifetimes: { anonymous: 120, person: 240 },
    faults,
    ...more,
  })
  return serveApp(app, { name: 'token service', port: 0, variable: 'ASSAY_SERVICES_PORT' })
}

let service: ListeningService
beforeAll(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const address = provider.address()
  issuer = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/`
  const pair = await generateKeyPair('RS256')
  signingKey = pair.privateKey
  formerKey = (await generateKeyPair('RS256')).privateKey
  const jwk = await exportJWK(pair.publicKey)
  answerKeys = (_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys: [{ ...jwk, kid: 'current', alg: 'RS256', use: 'sig' }] }))
  }
  tokens = await createBiTokens({ lifetimeSeconds: 60 })
  service = await start()
})
afterAll(async () => {
  await service.close()
  provider.closeAllConnections()
  provider.close()
})
beforeEach(() => {
  faults.clear()
  faults.clearCounts()
})

const seconds = () => Math.floor(Date.now() / 1000)

/** `undefined` leaves a claim out. */
type Claims = Record<string, unknown>

function accessToken(
  changes: Claims = {},
  key = signingKey,
  kid = 'current',
  typ = 'at+jwt',
): Promise<string> {
  const claims: Claims = {
    iss: issuer,
    aud: audience,
    sub: 'local|trader',
    email: 'trader@example.com',
    name: 'Zoë Müller',
    iat: seconds(),
    exp: seconds() + 60,
    ...changes,
  }
  return new SignJWT(JSON.parse(JSON.stringify(claims)) as JWTPayload)
    .setProtectedHeader({ alg: 'RS256', kid, typ })
    .sign(key)
}

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.origin}${path}`, { headers })
const askAs = (token: string, headers: Record<string, string> = {}) =>
  ask('/api/token-authenticated', { authorization: `Bearer ${token}`, ...headers })

describe('anonymous', () => {
  test('a new token in plain text on every call', async () => {
    const replies = [await ask('/api/token'), await ask('/api/token')]
    const bodies = await Promise.all(replies.map((reply) => reply.text()))
    expect(new Set(bodies).size).toBe(2)
    for (const reply of replies) {
      expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(reply.headers.get('cache-control')).toBe('no-store')
    }
    const bearer = await tokens.verify(bodies[0] ?? '')
    expect(bearer?.kind).toBe('anonymous')
    expect(Math.abs((bearer?.expiresAt ?? 0) - seconds() - 120)).toBeLessThan(10)
  })

  test('an access token does not change the response', async () => {
    const reply = await ask('/api/token', { authorization: `Bearer ${await accessToken()}` })
    expect((await tokens.verify(await reply.text()))?.kind).toBe('anonymous')
  })
})

describe('signed in', () => {
  test('the token names the person', async () => {
    const reply = await askAs(await accessToken())
    expect(reply.status).toBe(200)
    const bearer = await tokens.verify(await reply.text())
    expect(bearer).toMatchObject({
      kind: 'person',
      subject: 'local|trader',
      email: 'trader@example.com',
      name: 'Zoë Müller',
    })
    expect(Math.abs((bearer?.expiresAt ?? 0) - seconds() - 240)).toBeLessThan(10)
  })

  test.each([
    [true, 'trader@example.com'],
    [false, 'local|trader'],
  ])('with email_verified %s, the token is that of %s', async (verified, email) => {
    const reply = await askAs(await accessToken({ email_verified: verified }))
    expect(await tokens.verify(await reply.text())).toMatchObject({ email })
  })

  test.each<[string, () => Claims]>([
    ['expired 3 s ago, within tolerance', () => ({ iat: seconds() - 60, exp: seconds() - 3 })],
    ['several audiences', () => ({ aud: [audience, 'https://other.example'] })],
  ])('accepted: %s', async (_name, changes) => {
    expect((await askAs(await accessToken(changes()))).status).toBe(200)
  })

  test.each([
    ['application/at+jwt', 200],
    ['JWT', 200],
    ['logout+jwt', 401],
    ['dpop+jwt', 401],
  ])('whose header says the type %s: %i', async (typ, status) => {
    expect((await askAs(await accessToken({}, signingKey, 'current', typ))).status).toBe(status)
  })

  test.each<[string, () => Claims]>([
    ['expired 30 s ago', () => ({ exp: seconds() - 30 })],
    ['not yet valid', () => ({ nbf: seconds() + 60 })],
    ['issuer without its slash', () => ({ iss: issuer.slice(0, -1) })],
    ['another audience', () => ({ aud: 'https://other.example' })],
    ['an ID token', () => ({ aud: 'assay-portal' })],
    ['no subject', () => ({ sub: undefined })],
    ['no expiry', () => ({ exp: undefined })],
    ['no time of issue', () => ({ iat: undefined })],
  ])('refused: %s', async (_name, changes) => {
    const reply = await askAs(await accessToken(changes()))
    expect([reply.status, await reply.text()]).toEqual([401, 'The access token is not valid.\n'])
    expect(reply.headers.get('www-authenticate')).toContain('invalid_token')
  })

  test('refused: signed by a former key, under its own name or ours', async () => {
    expect((await askAs(await accessToken({}, formerKey))).status).toBe(401)
    expect((await askAs(await accessToken({}, formerKey, 'former'))).status).toBe(401)
  })

  test('refused: tampered, unsigned, symmetric, no JWT at all', async () => {
    const [head = '', body = '', signature = ''] = (await accessToken()).split('.')
    const other = Buffer.from(body, 'base64url').toString().replace('trader', 'tradEr')
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    const symmetric = await new SignJWT({ sub: 'x', iat: seconds(), exp: seconds() + 60 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('a secret of at least thirty-two bytes'))
    for (const token of [
      `${head}.${Buffer.from(other).toString('base64url')}.${signature}`,
      `${unsigned}.${body}.`,
      symmetric,
      'nothing',
    ])
      expect((await askAs(token)).status).toBe(401)
  })

  test.each(['', 'Basic YTpi', 'Bearer', 'Bearer a b'])(
    'refused: authorization "%s"',
    async (authorization) => {
      expect((await ask('/api/token-authenticated', { authorization })).status).toBe(401)
    },
  )

  test.each<[string, RequestListener]>([
    ['cut off', (request) => request.socket.destroy()],
    ['failing', (_request, response) => response.writeHead(500).end('broken')],
    ['an HTML page', (_request, response) => response.end('<p>')],
  ])('503 while the keys are %s, and recovers afterwards', async (_name, broken) => {
    const working = answerKeys
    const fresh = await start()
    const headers = { authorization: `Bearer ${await accessToken()}` }
    answerKeys = broken
    const failed = await fetch(`${fresh.origin}/api/token-authenticated`, { headers })
    answerKeys = working
    const next = await fetch(`${fresh.origin}/api/token-authenticated`, { headers })
    await fresh.close()
    expect([failed.status, next.status]).toEqual([503, 200])
  })
})

describe('another issuer', () => {
  const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

  test.each(algorithms)('may sign with %s where that is set, and only there', async (alg) => {
    const { publicKey, privateKey } = await generateKeyPair(alg)
    const jwk = await exportJWK(publicKey)
    const keys = createServer((_request, response) => {
      response.end(JSON.stringify({ keys: [{ ...jwk, kid: alg, alg, use: 'sig' }] }))
    })
    keys.listen(0, '127.0.0.1')
    await once(keys, 'listening')
    const origin = `http://127.0.0.1:${(keys.address() as AddressInfo).port}`
    // The issuer as browsers see it. Its keys are at another URL.
    const its = { issuer: 'https://login.example.com/realms/desk', jwksUri: `${origin}/keys` }
    const set = await start({ ...its, algorithms })
    const others = await start({ ...its, algorithms: algorithms.filter((one) => one !== alg) })
    try {
      const token = await new SignJWT({ sub: 'a', aud: audience, iss: its.issuer })
        .setProtectedHeader({ alg, kid: alg })
        .setIssuedAt()
        .setExpirationTime('1m')
        .sign(privateKey)
      const status = async ({ origin }: ListeningService): Promise<number> => {
        const headers = { authorization: `Bearer ${token}` }
        return (await fetch(`${origin}/api/token-authenticated`, { headers })).status
      }
      expect([await status(set), await status(others), await status(service)]).toEqual([200, 401, 401])
    } finally {
      await Promise.all([set.close(), others.close()])
      keys.closeAllConnections()
      keys.close()
    }
  })
})

describe('who may call', () => {
  test('the portal may, and may read the Date header', async () => {
    const reply = await ask('/api/token', { origin: portal })
    expect(reply.headers.get('access-control-allow-origin')).toBe(portal)
    expect(reply.headers.get('access-control-expose-headers')).toContain('date')
    expect(reply.headers.get('vary')).toBe('Origin')
  })

  test.each(['http://localhost:4989', 'https://portal.example', 'null'])('%s may not', async (origin) => {
    const reply = await askAs(await accessToken(), { origin })
    expect(reply.status).toBe(403)
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    expect(await reply.text()).not.toContain('eyJ')
  })

  test('the preflight allows the authorization header for a day', async () => {
    const preflight = (origin: string) =>
      fetch(`${service.origin}/api/token-authenticated`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET' },
      })
    const { headers, status } = await preflight(portal)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-headers')).toBe('authorization')
    expect(headers.get('access-control-max-age')).toBe('86400')
    expect((await preflight('http://localhost:4989')).status).toBe(403)
  })

  test('a refusal can be read by the portal', async () => {
    const reply = await askAs('nothing', { origin: portal })
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([401, portal])
  })
})

describe('faults', () => {
  test('can send Retry-After once', async () => {
    faults.add({
      service: 'token-service',
      kind: 'status',
      status: 429,
      headers: { 'retry-after': '2' },
      times: 1,
    })
    const reply = await ask('/api/token', { origin: portal })
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '2'])
    expect(reply.headers.get('access-control-allow-origin')).toBe(portal)
    expect((await ask('/api/token')).status).toBe(200)
    expect(faults.counts()).toEqual({ 'token-service': { 'GET /api/token': 2 } })
  })

  test('can return an invalid token', async () => {
    faults.add({
      service: 'token-service',
      kind: 'reply',
      contentType: 'text/html',
      body: '<h1>Sign in</h1>',
    })
    const reply = await ask('/api/token')
    expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([
      200,
      'text/html',
      '<h1>Sign in</h1>',
    ])
  })

  test('a fast clock rejects tokens early and shows in the Date header', async () => {
    faults.add({ service: 'token-service', kind: 'clock', milliseconds: 600_000 })
    const reply = await askAs(await accessToken())
    expect(reply.status).toBe(401)
    const ahead = Date.parse(reply.headers.get('date') ?? '') - Date.now()
    expect(Math.abs(ahead - 600_000)).toBeLessThan(30_000)
    expect((await askAs(await accessToken({ exp: seconds() + 1200 }))).status).toBe(200)
  })
})
