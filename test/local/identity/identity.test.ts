import { localAudience, localClientIds } from '../../../local/http/addresses'
import { calculateJwkThumbprint, createRemoteJWKSet, decodeJwt, jwtVerify, type JWK } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFaults } from '../../../local/http/faults'
import { shortLivedAudience } from '../../../local/identity/configuration'
import { startIdentity, type IdentityService } from '../../../local/identity/start'
import {
  createBrowser,
  exchange,
  frameAnswer,
  portal,
  postToken,
  refresh,
  request,
  signInAs,
  typeIn,
  type Browser,
  type Tokens,
} from './browser'

const faults = createFaults()
let service: IdentityService
let origin: string
let browser: Browser

beforeAll(async () => {
  service = await startIdentity({ port: 0, portalOrigins: [portal], faults })
  origin = service.origin
})
afterAll(() => service.close())
beforeEach(() => {
  faults.clear()
  browser = createBrowser(origin)
})

const silent = { prompt: 'none', response_mode: 'web_message' }

describe('signing in', () => {
  test('code and PKCE bring tokens that hold what portal and token service read', async () => {
    const asked = request(origin)
    const page = await browser.visit(asked.address)
    expect(page.status).toBe(200)
    const back = await typeIn(browser, page, 'trader@example.com')
    expect(back.address.origin + back.address.pathname).toBe(`${portal}/`)
    expect(back.address.searchParams.get('state')).toBe(asked.state)
    const reply = await exchange(origin, back.address.searchParams.get('code') ?? '', asked)
    expect(reply.headers.get('access-control-allow-origin')).toBe(portal)
    const tokens = (await reply.json()) as Tokens
    expect(tokens).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'openid profile email offline_access',
    })
    const keys = createRemoteJWKSet(new URL(service.jwksUri))
    const id = await jwtVerify(tokens.id_token, keys, {
      issuer: service.issuer,
      audience: localClientIds.auth0,
      algorithms: ['RS256'],
    })
    expect(id.payload).toMatchObject({
      nonce: asked.nonce,
      sub: 'local|trader',
      name: 'Zoë Müller',
      given_name: 'Zoë',
      nickname: 'trader',
      email: 'trader@example.com',
    })
    const access = await jwtVerify(tokens.access_token, keys, {
      issuer: `${origin}/`,
      audience: localAudience,
      algorithms: ['RS256'],
    })
    expect(access.payload).toMatchObject({
      sub: 'local|trader',
      email: 'trader@example.com',
      name: 'Zoë Müller',
      azp: localClientIds.auth0,
    })
  })

  test('a code works once, and only with its verifier', async () => {
    const asked = request(origin)
    const back = await typeIn(browser, await browser.visit(asked.address), 'analyst@example.com')
    const code = back.address.searchParams.get('code') ?? ''
    const stolen = await exchange(origin, code, { ...asked, verifier: 'x'.repeat(43) })
    expect([stolen.status, await stolen.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    const next = request(origin)
    const again = await typeIn(browser, await browser.visit(next.address), 'analyst@example.com')
    const fresh = again.address.searchParams.get('code') ?? ''
    expect((await exchange(origin, fresh, next)).status).toBe(200)
    expect((await exchange(origin, fresh, next)).status).toBe(400)
  })

  test('a wrong password shows the form again with the e-mail and an error', async () => {
    const page = await browser.visit(request(origin).address)
    const again = await typeIn(browser, page, 'analyst@example.com', 'guess')
    expect(again.status).toBe(401)
    expect(again.text).toContain('role="alert"')
    expect(again.text).toContain('value="analyst@example.com"')
    const back = await typeIn(browser, again, ' Analyst@Example.com ')
    expect(back.address.searchParams.has('code')).toBe(true)
  })

  test('input is shown as text', async () => {
    const page = await browser.visit(request(origin).address)
    const again = await typeIn(browser, page, '"><script>alert(1)</script>')
    expect(again.text).toContain('value="&quot;&gt;&lt;script&gt;')
    expect(again.text).not.toContain('<script>alert')
  })

  test('choosing a user works without JavaScript', async () => {
    const page = await browser.visit(request(origin).address)
    const filled = await browser.visit(`${page.address.pathname}?person=mfa%40example.com`)
    expect(filled.text).toMatch(/name="email"[^>]*value="mfa@example\.com"/)
    expect(filled.text).toMatch(/name="password"[^>]*value="demo"/)
  })

  test.each([
    ['refused@example.com', 'access_denied'],
    ['newcomer@example.com', 'signup_not_allowed'],
  ])('%s comes back with %s', async (email, error) => {
    const asked = request(origin)
    const back = await typeIn(browser, await browser.visit(asked.address), email)
    expect(back.address.searchParams.get('error')).toBe(error)
    expect(back.address.searchParams.get('error_description')).not.toBe('')
    expect(back.address.searchParams.get('state')).toBe(asked.state)
    expect(back.address.searchParams.has('code')).toBe(false)
  })

  test('Cancel comes back with access_denied', async () => {
    const page = await browser.visit(request(origin).address)
    const cancel = /class="link" href="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const back = await browser.visit(cancel)
    expect(back.address.searchParams.get('error')).toBe('access_denied')
  })

  test('signing in as another user replaces the previous one', async () => {
    await signInAs(browser, origin, 'analyst@example.com')
    expect((await signInAs(browser, origin, 'trader@example.com')).claims.sub).toBe('local|trader')
    const quiet = request(origin, silent)
    const { response } = frameAnswer(await browser.visit(quiet.address))
    const tokens = (await (await exchange(origin, response['code'] ?? '', quiet)).json()) as Tokens
    expect(decodeJwt(tokens.id_token).sub).toBe('local|trader')
  })

  test('the generic client finds everything by discovery', async () => {
    const reply = await fetch(`${origin}/.well-known/openid-configuration`)
    expect(await reply.json()).toMatchObject({
      issuer: `${origin}/`,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      end_session_endpoint: `${origin}/oidc/logout`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      jwks_uri: service.jwksUri,
    })
    const asked = request(origin, { client_id: localClientIds.oidc, redirect_uri: `${portal}/datasets` })
    const back = await typeIn(browser, await browser.visit(asked.address), 'analyst@example.com')
    expect(back.address.pathname).toBe('/datasets')
  })

  test('the signing key is named by its thumbprint', async () => {
    const { keys } = (await (await fetch(service.jwksUri)).json()) as { keys: JWK[] }
    expect(keys).toHaveLength(1)
    expect(keys[0]?.kid).toBe(await calculateJwkThumbprint(keys[0] ?? {}))
    expect(keys[0]).not.toHaveProperty('d')
  })
})

describe('refused requests', () => {
  test.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['implicit flow', { response_type: 'token', response_mode: undefined }, 'unsupported_response_type'],
    ['an audience nobody knows', { audience: 'https://elsewhere.example' }, 'access_denied'],
  ])('%s', async (_name, changes, error) => {
    const back = await browser.visit(request(origin, changes).address)
    const answer =
      back.address.searchParams.get('error') ?? new URLSearchParams(back.address.hash.slice(1)).get('error')
    expect(answer).toBe(error)
  })

  test.each([
    ['another address', { redirect_uri: 'http://localhost:4989' }],
    ['a longer address', { redirect_uri: `${portal}/datasets/more` }],
    ['another client', { client_id: 'somebody' }],
  ])('%s gets a page with a way back and no redirect', async (_name, changes) => {
    const page = await browser.visit(request(origin, changes).address)
    expect(page.status).toBe(400)
    expect(page.text).toContain(`href="${portal}"`)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('an expired interaction is reported', async () => {
    const page = await browser.visit('/interaction/gone')
    expect(page.status).toBe(400)
    expect(page.text).toContain('This sign-in has ended')
  })

  test('the form is refused from another site', async () => {
    const page = await browser.visit(request(origin).address)
    const cookie = browser.cookies().map(({ name, value }) => `${name}=${value}`)
    const reply = await fetch(`${origin}${page.address.pathname}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: cookie.join('; '), 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ email: 'analyst@example.com', password: 'demo' }),
    })
    expect(reply.status).toBe(400)
  })

  test('the token endpoint is not for pages of other origins', async () => {
    const form = { client_id: localClientIds.auth0, grant_type: 'refresh_token', refresh_token: 'x' }
    const foreign = await postToken(origin, form, { origin: 'http://localhost:4989' })
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
    expect(foreign.status).toBe(400)
    const preflight = await fetch(`${origin}/oauth/token`, {
      method: 'OPTIONS',
      headers: {
        origin: portal,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'auth0-client',
      },
    })
    expect(preflight.headers.get('access-control-allow-headers')).toContain('auth0-client')
  })
})

describe('staying signed in', () => {
  test('a silent frame answers the portal with a code', async () => {
    await signInAs(browser, origin, 'analyst@example.com')
    const asked = request(origin, silent)
    const frame = await browser.visit(asked.address)
    expect(frame.headers.get('content-security-policy')).not.toContain('frame-ancestors')
    expect(frame.headers.get('x-frame-options')).toBeNull()
    const { response, to } = frameAnswer(frame)
    expect([response['state'], to]).toEqual([asked.state, portal])
    const reply = await exchange(origin, response['code'] ?? '', asked)
    expect(await reply.json()).toMatchObject({ refresh_token: expect.any(String) })
  })

  test('without a session it answers login_required', async () => {
    const { response } = frameAnswer(await browser.visit(request(origin, silent).address))
    expect(response['error']).toBe('login_required')
  })

  test('cookies are for the server alone and named by port', async () => {
    await signInAs(browser, origin, 'analyst@example.com')
    const port = new URL(origin).port
    expect(browser.cookies().map(({ name }) => name)).toContain(`assay_identity_${port}`)
    for (const { name, line } of browser.cookies()) {
      expect(name).toContain(port)
      expect(line.toLowerCase()).toContain('httponly')
      expect(line.toLowerCase()).toContain('samesite=lax')
    }
  })

  test('refresh tokens rotate; an old one is refused and ends the family', async () => {
    const first = (await signInAs(browser, origin, 'analyst@example.com')).refresh_token ?? ''
    const reply = await refresh(origin, first)
    expect(reply.status).toBe(200)
    const second = (await reply.json()) as Tokens
    expect(second.refresh_token).not.toBe(first)
    expect(decodeJwt(second.access_token).aud).toBe(localAudience)
    expect(decodeJwt(second.id_token).email).toBe('analyst@example.com')
    const reused = await refresh(origin, first)
    expect([reused.status, await reused.json()]).toEqual([
      403,
      { error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' },
    ])
    expect((await refresh(origin, second.refresh_token ?? '')).status).toBe(403)
    // The session itself continues: the silent frame starts a new token family.
    const { response } = frameAnswer(await browser.visit(request(origin, silent).address))
    expect(response['code']).toEqual(expect.any(String))
  })

  test('no refresh token without offline_access', async () => {
    const tokens = await signInAs(browser, origin, 'analyst@example.com', { scope: 'openid profile email' })
    expect(tokens.refresh_token).toBeUndefined()
  })

  test('revoking a refresh token ends it', async () => {
    const { refresh_token: token = '' } = await signInAs(browser, origin, 'analyst@example.com')
    const reply = await fetch(`${origin}/oauth/revoke`, {
      method: 'POST',
      headers: { origin: portal },
      body: new URLSearchParams({ client_id: localClientIds.auth0, token }),
    })
    expect(reply.status).toBe(200)
    expect((await refresh(origin, token)).status).toBe(403)
  })

  test.each([62, 1] as const)('an audience can set a token lifetime of %i s', async (seconds) => {
    const tokens = await signInAs(browser, origin, 'analyst@example.com', {
      audience: shortLivedAudience(localAudience, seconds),
    })
    const { aud, exp = 0, iat = 0 } = decodeJwt(tokens.access_token)
    expect([aud, exp - iat, tokens.expires_in]).toEqual([localAudience, seconds, seconds])
  })

  test('a user with a second factor signs in interactively, and a silent request fails with the reason', async () => {
    const tokens = await signInAs(browser, origin, 'mfa@example.com')
    expect(tokens.claims.email).toBe('mfa@example.com')
    const { response } = frameAnswer(await browser.visit(request(origin, silent).address))
    expect(response).toMatchObject({
      error: 'mfa_required',
      error_description: 'Multifactor authentication required',
    })
    const reply = await refresh(origin, tokens.refresh_token ?? '')
    expect([reply.status, await reply.json()]).toMatchObject([
      403,
      { error: 'mfa_required', mfa_token: expect.any(String) },
    ])
  })
})

describe('signing out', () => {
  const signOut = (query: Record<string, string>) =>
    browser.visit(`/v2/logout?${new URLSearchParams(query).toString()}`)

  test('ends session and refresh token and returns to the portal', async () => {
    const { refresh_token: token = '' } = await signInAs(browser, origin, 'analyst@example.com')
    const back = await signOut({ client_id: localClientIds.auth0, returnTo: `${portal}/datasets` })
    expect(back.address.href).toBe(`${portal}/datasets`)
    const { response } = frameAnswer(await browser.visit(request(origin, silent).address))
    expect(response['error']).toBe('login_required')
    expect((await refresh(origin, token)).status).toBe(403)
  })

  test('works without a session and without a return address', async () => {
    expect((await signOut({ client_id: localClientIds.auth0, returnTo: portal })).address.origin).toBe(portal)
    expect((await signOut({ client_id: localClientIds.auth0 })).address.origin).toBe(portal)
  })

  test.each([
    { client_id: localClientIds.auth0, returnTo: 'https://elsewhere.example/' },
    { client_id: 'somebody', returnTo: portal },
    { returnTo: portal },
  ])('does not follow %j', async (query) => {
    const page = await signOut(query)
    expect(page.status).toBe(400)
    expect(page.address.origin).toBe(origin)
  })

  test('needs confirmation without a request from the portal', async () => {
    await signInAs(browser, origin, 'analyst@example.com')
    const page = await browser.visit('/oidc/logout')
    expect(page.text).toContain('Sign out of Assay?')
    const { response } = frameAnswer(await browser.visit(request(origin, silent).address))
    expect(response['code']).toEqual(expect.any(String))
  })

  test('the generic client ends the session with its ID token as a hint', async () => {
    const { id_token: hint } = await signInAs(browser, origin, 'analyst@example.com')
    const query = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: portal, state: 's' })
    const back = await browser.visit(`/oidc/logout?${query.toString()}`)
    expect(back.address.href).toBe(`${portal}/?state=s`)
  })
})

describe('faults', () => {
  test('a failing token endpoint is readable for the portal and recovers when the fault is cleared', async () => {
    faults.add({ service: 'identity', kind: 'status', match: '/oauth/token', status: 500, times: 1 })
    const form = { client_id: localClientIds.auth0, grant_type: 'refresh_token', refresh_token: 'x' }
    const failed = await postToken(origin, form)
    expect([failed.status, failed.headers.get('access-control-allow-origin')]).toEqual([500, portal])
    expect((await postToken(origin, form)).status).toBe(403)
  })

  test.each([-600_000, 600_000])('a clock off by %i ms moves all times of both tokens', async (offset) => {
    const before = await signInAs(browser, origin, 'analyst@example.com')
    faults.add({ service: 'identity', kind: 'clock', milliseconds: offset })
    const reply = await refresh(origin, before.refresh_token ?? '')
    const tokens = (await reply.json()) as Tokens
    const now = Date.now() / 1000
    for (const token of [tokens.id_token, tokens.access_token]) {
      const { iat = 0, exp = 0 } = decodeJwt(token)
      expect(Math.abs(iat - now - offset / 1000)).toBeLessThan(30)
      expect(exp).toBeGreaterThan(iat)
      await jwtVerify(token, createRemoteJWKSet(new URL(service.jwksUri)), {
        currentDate: new Date(Date.now() + offset),
      })
    }
    expect(Math.abs(Date.parse(reply.headers.get('date') ?? '') - Date.now() - offset)).toBeLessThan(30_000)
  })

  test('requests are counted without their identifiers', async () => {
    faults.clearCounts()
    await signInAs(browser, origin, 'analyst@example.com')
    expect(faults.counts().identity).toEqual({
      'GET /authorize': 1,
      'GET /interaction/*': 1,
      'POST /interaction/*': 1,
      'GET /authorize/*': 1,
      'POST /oauth/token': 1,
    })
  })
})

describe('where it runs', () => {
  test('does not start in production', async () => {
    const start = startIdentity({ port: 0, portalOrigins: [portal], faults, environment: 'production' })
    await expect(start).rejects.toThrow('does not run in production')
  })

  test('does not start for a portal on another machine', async () => {
    const start = startIdentity({ port: 0, portalOrigins: [portal, 'https://assay.example'], faults })
    await expect(start).rejects.toThrow('https://assay.example')
  })

  test('a portal on several ports is answered on each', async () => {
    const second = await startIdentity({ port: 0, portalOrigins: [portal, 'http://localhost:4990'], faults })
    const visitor = createBrowser(second.origin)
    const asked = request(second.origin, { redirect_uri: 'http://localhost:4990/datasets' })
    const back = await typeIn(visitor, await visitor.visit(asked.address), 'analyst@example.com')
    await second.close()
    expect(back.address.origin).toBe('http://localhost:4990')
  })
})
