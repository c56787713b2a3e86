import { expect } from 'vitest'
import { tokenOf, type BrowserCheck } from './port-checks'
import { type PortalBrowser, answerWith } from './browser-subject'
import { createHmac, createHash } from 'node:crypto'
import {
  decodeJwt,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type GenerateKeyPairResult,
  type JWK,
  type JWTPayload,
} from 'jose'

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** The requests of a sign-in, and how a callback is handled. */
export const signInChecks: readonly BrowserCheck[] = [
  {
    point: 2,
    name: 'sign-in requests a code with S256, state, nonce, scope, audience and the registered redirect URI',
    async run(browser) {
      const { authorizations, exchanges, setup, claims } = browser
      await browser.signedIn('analyst')
      const asked = authorizations.at(-1)?.searchParams
      expect(Object.fromEntries(asked ?? [])).toMatchObject({
        client_id: setup.clientId,
        response_type: 'code',
        code_challenge_method: 'S256',
        audience: setup.audience,
        redirect_uri: browser.stage.portal.origin,
        ...claims.signInParameters,
      })
      expect(asked?.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['openid', 'profile', 'email']))
      expect(asked?.get('state')?.length).toBeGreaterThanOrEqual(32)
      expect(asked?.get('nonce')?.length).toBeGreaterThanOrEqual(32)
      const verifier = exchanges[0]?.form.get('code_verifier') ?? ''
      expect(verifier).toMatch(/^[\w.~-]{43,128}$/)
      expect(challengeOf(verifier)).toBe(asked?.get('code_challenge'))
      expect(asked?.has('prompt')).toBe(false)
    },
  },
  {
    point: 2,
    name: 'a fresh sign-in requires the credentials again, and every sign-in uses new values',
    async run(browser) {
      const tab = await browser.open()
      await tab.leave('/home', { withoutLeaving: true })
      await tab.leave('/home', { withoutLeaving: true, fresh: true })
      const [first, second] = browser.authorizations.map(({ searchParams }) => searchParams)
      expect(second?.get('prompt')).toBe('login')
      expect(Object.fromEntries(second ?? [])).toMatchObject(browser.claims.signInParameters)
      for (const name of ['state', 'nonce', 'code_challenge']) {
        expect(second?.get(name)).not.toBe(first?.get(name))
      }
    },
  },
  {
    point: 3,
    name: 'the callback sends one form-encoded request and leaves neither code nor state in the URL',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      expect(browser.exchanges).toHaveLength(1)
      expect(browser.exchanges[0]).toMatchObject({ status: 200 })
      expect(browser.exchanges[0]?.contentType).toContain('application/x-www-form-urlencoded')
      expect(tab.page.url()).toBe(`${browser.stage.portal.origin}/home`)
    },
  },
  {
    point: 3,
    name: 'a user can sign in where local storage is blocked (F19)',
    setup: { blocksLocalStorage: true },
    async run(browser) {
      const { tab, start } = await browser.signedIn('analyst')
      expect(start).toMatchObject({ session: { kind: 'signed-in' }, target: '/home' })
      expect(start.problem).toBeUndefined()
      expect(await tab.accessToken({ renew: true })).toMatchObject({ ok: true })
    },
  },
  ...(['full', 'blocked'] as const).map((tabStorage): BrowserCheck => ({
    point: 3,
    name: `a user can sign in where session storage is ${tabStorage}, and no cookie of the sign-in remains`,
    setup: { tabStorage },
    async run(browser) {
      const cookies = async () =>
        (await browser.context.cookies(browser.stage.portal.origin)).map(({ name }) => name)
      const before = await cookies()
      const tab = await browser.open()
      await tab.leave('/home?tab=2', { fresh: false })
      const during = (await cookies()).filter((name) => !before.includes(name))
      expect(during).toEqual([expect.stringMatching(browser.claims.loginCookie)])
      expect(await tab.answer('analyst')).toMatchObject({
        session: { kind: 'signed-in' },
        target: '/home?tab=2',
      })
      expect((await cookies()).filter((name) => during.includes(name))).toEqual([])
    },
  })),
  {
    point: 3,
    name: 'where session storage is blocked, a user comes back to the page without the long question of a link',
    setup: { tabStorage: 'blocked' },
    async run(browser) {
      const tab = await browser.open()
      await tab.leave(`/home#ask=${'%E5%95%8F'.repeat(1_000)}`, { fresh: false })
      expect(await tab.answer('analyst')).toMatchObject({
        session: { kind: 'signed-in' },
        target: '/home',
      })
    },
  },
  {
    point: 4,
    name: 'Back and Forward after sign-in show no error and the same user',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      for (const move of [() => tab.back(), () => tab.forward()]) {
        const start = await move()
        expect(start.problem).toBeUndefined()
        expect(start.session).toMatchObject({ kind: 'signed-in', user: { name: 'Ada Winter' } })
      }
    },
  },
  {
    point: 5,
    name: 'a response that names another issuer is rejected by adapters that follow RFC 9207',
    async run(browser) {
      const tab = await browser.open()
      await tab.leave('/home', { withoutLeaving: true })
      const state = browser.authorizations.at(-1)?.searchParams.get('state') ?? ''
      const start = await tab.arrive({ code: 'made-up', state, iss: 'https://elsewhere.example/' })
      expect(start.session.kind).toBe('signed-out')
      expect(start.problem?.at).toBe('callback')
      // An adapter that does not check it sends the code to the original provider, which refuses it.
      expect(browser.tokenRequests()).toBe(browser.claims.checksIssuer ? 0 : 1)
    },
  },
]

/** Options that only Auth0's adapter has. */
export const freshChecks: readonly BrowserCheck[] = [
  {
    point: 2,
    name: 'where every sign-in is configured as fresh, the credentials are always required',
    setup: { alwaysFresh: true },
    async run(browser) {
      const tab = await browser.open()
      await tab.leave('/home', { withoutLeaving: true, fresh: false })
      const asked = browser.authorizations.at(-1)?.searchParams
      expect(Object.fromEntries(asked ?? [])).toMatchObject({
        prompt: 'login',
        ...browser.claims.signInParameters,
      })
    },
  },
  {
    point: 10,
    name: 'the cookie of a past sign-in lasts for at least 29 days',
    async run(browser) {
      await browser.signedIn('analyst')
      const cookies = await browser.context.cookies(browser.stage.portal.origin)
      const trace = cookies.find(({ name }) => name.endsWith('.is.authenticated'))
      expect((trace?.expires ?? 0) - Date.now() / 1_000).toBeGreaterThan(29 * 86_400)
    },
  },
  {
    point: 12,
    name: 'a session ends at the time given in its ID token',
    async run(browser) {
      const now = Math.floor(Date.now() / 1_000)
      await forgeAnswers(browser, () => ({ claims: { session_expiry: now + 1_800 } }))
      const { tab } = await browser.signedIn('analyst')
      tokenOf(await tab.accessToken())
      await tab.moveClock(1_800_000)
      const problem = { code: 'login-required' }
      expect(await tab.accessToken()).toMatchObject({ ok: false, failure: problem })
      expect(await tab.session()).toMatchObject({ kind: 'signed-out', problem })
    },
  },
]

/** Options that only the generic adapter has. */
export const optionChecks: readonly BrowserCheck[] = [
  {
    point: 2,
    name: 'a refresh token is requested only if configured, and extra parameters override none of the adapter’s',
    setup: {
      refreshTokens: false,
      parameters: { kc_idp_hint: 'desk', resource: 'https://api.example.com/', client_id: 'another' },
    },
    async run(browser) {
      const tab = await browser.open()
      await tab.leave('/home', { withoutLeaving: true })
      const asked = browser.authorizations.at(-1)?.searchParams
      expect(asked?.get('scope')).toBe('openid profile email')
      expect(asked?.getAll('resource')).toEqual(['https://api.example.com/'])
      expect(asked?.get('kc_idp_hint')).toBe('desk')
      expect(asked?.has('screen_hint')).toBe(false)
      expect(asked?.getAll('client_id')).toEqual([browser.setup.clientId])
    },
  },
  {
    point: 2,
    name: 'no audience is sent where none is configured',
    setup: { audience: '' },
    async run(browser) {
      const tab = await browser.open()
      await tab.leave('/home', { withoutLeaving: true })
      const asked = browser.authorizations.at(-1)?.searchParams
      expect(asked?.has('audience')).toBe(false)
      expect(asked?.get('scope')).toBe('openid profile email offline_access')
    },
  },
  {
    point: 10,
    name: 'a reload restores the session and tokens renew without refresh tokens too',
    setup: { refreshTokens: false },
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      expect(await tab.reload()).toMatchObject({ session: { kind: 'signed-in' } })
      const first = tokenOf(await tab.accessToken())
      expect(tokenOf(await tab.accessToken({ renew: true }))).not.toBe(first)
      expect(browser.exchanges.map(({ form }) => form.get('grant_type'))).not.toContain('refresh_token')
      expect(browser.exchanges.some(({ body }) => 'refresh_token' in body)).toBe(false)
    },
  },
]

/** One row of the ID-token table. Claims set to `undefined` are left out. */
interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly alg?: PublishedAlgorithm | 'none' | 'HS256'
  /** `stale`: the claims were changed after signing. `foreign`: signed with a key that the provider does not publish. */
  readonly signature?: 'stale' | 'foreign'
  /** The response has no ID token. */
  readonly absent?: boolean
}

const publishedAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
type PublishedAlgorithm = (typeof publishedAlgorithms)[number]

const keyPairs = async (): Promise<Record<PublishedAlgorithm, GenerateKeyPairResult>> => {
  const [RS256, PS256, ES256, EdDSA] = await Promise.all(
    publishedAlgorithms.map((alg) => generateKeyPair(alg)),
  )
  if (!RS256 || !PS256 || !ES256 || !EdDSA) throw new Error('A key is missing.')
  return { RS256, PS256, ES256, EdDSA }
}
const genuine = await keyPairs()
const foreign = await keyPairs()
const published = await Promise.all(
  publishedAlgorithms.map(async (alg) => ({
    ...(await exportJWK(genuine[alg].publicKey)),
    kid: `genuine-${alg}`,
    alg,
    use: 'sig',
  })),
)

/**
 * Answers the next token request with a forged ID token, signed with a key that the provider seems to publish, so that only the difference
 * of the row can cause a refusal.
 */
async function forgeAnswers(browser: PortalBrowser, next: () => Forgery): Promise<void> {
  const { stage, setup } = browser
  await publishKeys(browser, () => published)
  browser.intervene(async (_form, route) => {
    const forgery = next()
    const nonce = browser.authorizations.at(-1)?.searchParams.get('nonce')
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: stage.identity.issuer,
      aud: setup.clientId,
      sub: 'local|analyst',
      name: 'Ada Winter',
      nonce,
      iat: now,
      exp: now + 3_600,
      ...forgery.claims,
    }
    return answerWith(route, stage.portal.origin, 200, {
      access_token: 'opaque-access-token-of-the-forger',
      token_type: 'Bearer',
      expires_in: 3_600,
      scope: 'openid profile email',
      ...(forgery.absent === true ? {} : { id_token: await signed(claims, forgery) }),
    })
  })
}

/** The provider's keys, and the algorithms that it claims to sign with, including two that must not be accepted. */
async function publishKeys({ context, stage }: PortalBrowser, keys: () => readonly JWK[]): Promise<void> {
  await context.route(`${stage.identity.origin}/.well-known/jwks.json`, async (route) => {
    await answerWith(route, stage.portal.origin, 200, { keys: keys() })
  })
  await context.route(`${stage.identity.origin}/.well-known/openid-configuration`, async (route) => {
    const description = (await (await route.fetch()).json()) as object
    await answerWith(route, stage.portal.origin, 200, {
      ...description,
      id_token_signing_alg_values_supported: [...publishedAlgorithms, 'HS256', 'none'],
    })
  })
}

async function signed(claims: JWTPayload, { alg = 'RS256', signature }: Forgery): Promise<string> {
  if (alg === 'none' || alg === 'HS256') {
    const head = `${encoded({ alg, typ: 'JWT', kid: 'genuine-RS256' })}.${encoded(claims)}`
    const tail =
      alg === 'none'
        ? ''
        : createHmac('sha256', JSON.stringify(published[0])).update(head).digest('base64url')
    return `${head}.${tail}`
  }
  const key = signature === 'foreign' ? foreign[alg].privateKey : genuine[alg].privateKey
  const header = { alg, typ: 'JWT', kid: `genuine-${alg}` }
  const token = await new SignJWT(claims).setProtectedHeader(header).sign(key)
  if (signature !== 'stale') return token
  const [head, , tail] = token.split('.')
  return `${head}.${encoded({ ...claims, name: 'Somebody Else' })}.${tail}`
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

interface Row {
  readonly what: string
  readonly forgery: (about: { readonly now: number; readonly browser: PortalBrowser }) => Forgery
  /**
   * `clock`: rejected, and reported as a matter of time. `signature`: rejected by adapters that check signatures. `discovered`: accepted
   * by adapters that read the provider's signing algorithms.
   */
  readonly outcome: 'accepted' | 'refused' | 'clock' | 'signature' | 'discovered'
}

const claim =
  (claims: Readonly<Record<string, unknown>>): Row['forgery'] =>
  () => ({ claims })

const rows: readonly Row[] = [
  { what: 'as it should be', forgery: () => ({}), outcome: 'accepted' },
  { what: 'another issuer', forgery: claim({ iss: 'https://elsewhere.example/' }), outcome: 'refused' },
  {
    what: 'the issuer without its slash',
    forgery: ({ browser }) => ({ claims: { iss: browser.stage.identity.origin } }),
    outcome: 'refused',
  },
  { what: 'another audience', forgery: claim({ aud: 'somebody-else' }), outcome: 'refused' },
  {
    what: 'several audiences, none of them authorized',
    forgery: ({ browser }) => ({ claims: { aud: [browser.setup.clientId, 'somebody-else'] } }),
    outcome: 'refused',
  },
  {
    what: 'several audiences, another one authorized',
    forgery: ({ browser }) => ({
      claims: { aud: [browser.setup.clientId, 'somebody-else'], azp: 'somebody-else' },
    }),
    outcome: 'refused',
  },
  {
    what: 'several audiences, this client authorized',
    forgery: ({ browser: { setup } }) => ({
      claims: { aud: [setup.clientId, 'somebody-else'], azp: setup.clientId },
    }),
    outcome: 'accepted',
  },
  { what: 'no signature algorithm', forgery: () => ({ alg: 'none' }), outcome: 'refused' },
  { what: 'a symmetric algorithm', forgery: () => ({ alg: 'HS256' }), outcome: 'refused' },
  { what: 'signed with PS256', forgery: () => ({ alg: 'PS256' }), outcome: 'discovered' },
  { what: 'signed with ES256', forgery: () => ({ alg: 'ES256' }), outcome: 'discovered' },
  { what: 'signed with EdDSA', forgery: () => ({ alg: 'EdDSA' }), outcome: 'discovered' },
  { what: 'another nonce', forgery: claim({ nonce: 'another' }), outcome: 'refused' },
  { what: 'no nonce', forgery: claim({ nonce: undefined }), outcome: 'refused' },
  {
    what: 'expired 50 s ago',
    forgery: ({ now }) => ({ claims: { exp: now - 50 } }),
    outcome: 'accepted',
  },
  { what: 'expired 90 s ago', forgery: ({ now }) => ({ claims: { exp: now - 90 } }), outcome: 'clock' },
  { what: 'valid in 50 s', forgery: ({ now }) => ({ claims: { nbf: now + 50 } }), outcome: 'accepted' },
  { what: 'valid in 90 s', forgery: ({ now }) => ({ claims: { nbf: now + 90 } }), outcome: 'clock' },
  {
    what: 'from a clock that is a day behind',
    forgery: ({ now }) => ({ claims: { iat: now - 86_400, exp: now - 50_400 } }),
    outcome: 'clock',
  },
  { what: 'no subject', forgery: claim({ sub: undefined }), outcome: 'refused' },
  { what: 'no ID token', forgery: () => ({ absent: true }), outcome: 'refused' },
  {
    what: 'claims changed after signing',
    forgery: () => ({ signature: 'stale' }),
    outcome: 'signature',
  },
  { what: "a stranger's key", forgery: () => ({ signature: 'foreign' }), outcome: 'signature' },
]

function expectedOf({ outcome }: Row, { claims: { checksSignatures } }: PortalBrowser): string {
  if (outcome === 'signature') return checksSignatures ? 'refused' : 'accepted'
  if (outcome === 'discovered') return checksSignatures ? 'accepted' : 'refused'
  return outcome
}

export const idTokenChecks: readonly BrowserCheck[] = [
  {
    point: 8,
    name: 'ID tokens are accepted or rejected as in the table',
    async run(browser) {
      const tab = await browser.open()
      let forgery: Forgery = {}
      await forgeAnswers(browser, () => forgery)
      const found: [string, string][] = []
      for (const row of rows) {
        forgery = row.forgery({ now: Math.floor(Date.now() / 1000), browser })
        await tab.leave('/home', { withoutLeaving: true })
        const state = browser.authorizations.at(-1)?.searchParams.get('state') ?? ''
        const { session, problem } = await tab.arrive({
          code: 'a-code',
          state,
          iss: browser.stage.identity.issuer,
        })
        const refused = problem?.providerCode === 'clock' ? 'clock' : (problem?.code ?? 'no problem')
        found.push([
          row.what,
          session.kind === 'signed-in' ? 'accepted' : refused.replace('invalid-response', 'refused'),
        ])
      }
      expect(found).toEqual(rows.map((row) => [row.what, expectedOf(row, browser)]))
    },
  },
  {
    point: 8,
    name: 'a rotated signing key is fetched, and the response that it signed is accepted',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      let changed = false
      await publishKeys(browser, () => (changed ? published : []))
      const refreshTokens: (string | null)[] = []
      browser.intervene(async (form, route) => {
        changed = true
        refreshTokens.push(form.get('refresh_token'))
        const reply = await route.fetch()
        const body = (await reply.json()) as { readonly id_token: string }
        const id_token = await signed(decodeJwt(body.id_token), {})
        return answerWith(route, browser.stage.portal.origin, 200, { ...body, id_token })
      })
      expect(await tab.accessToken({ renew: true })).toMatchObject({ ok: true })
      expect(await tab.accessToken({ renew: true })).toMatchObject({ ok: true })
      expect(refreshTokens).toHaveLength(2)
      expect(new Set(refreshTokens).size).toBe(2)
    },
  },
]
