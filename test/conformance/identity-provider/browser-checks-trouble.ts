import type { Request } from 'playwright-core'
import { expect } from 'vitest'
import { answerWith, type PortalBrowser, type PortalTab } from './browser-subject'
import { steal } from './browser-checks-tokens'
import type { IdentityStart } from '../../../src/core/ports/identity-provider'
import { tokenOf, type BrowserCheck } from './port-checks'
import { workerUrl } from './page/setup'
import { gate } from '../../support/gate'

const isSilent = (url: URL): boolean =>
  url.pathname === '/authorize' && url.searchParams.get('prompt') === 'none'

/** Makes the provider answer silent requests with this response. */
async function answerSilentlyWith(
  browser: PortalBrowser,
  answer: Readonly<Record<string, string>>,
  whom: (request: Request) => boolean = () => true,
): Promise<void> {
  const { stage, context } = browser
  await context.route(isSilent, async (route) => {
    if (!whom(route.request())) return route.fallback()
    const asked = new URL(route.request().url()).searchParams
    const response = { ...answer, state: asked.get('state') ?? '', iss: stage.identity.issuer }
    if (asked.get('response_mode') === 'web_message')
      return route.fulfill({ contentType: 'text/html', body: page(response, stage.portal.origin) })
    const location = `${asked.get('redirect_uri')}?${new URLSearchParams(response).toString()}`
    return route.fulfill({ status: 303, headers: { location } })
  })
}

async function neverAnswerSilently({ context }: PortalBrowser): Promise<void> {
  await context.route(isSilent, () => new Promise<void>(() => undefined))
}

/** A renewal that holds the lock across tabs, and whose response is delayed until `held` opens. */
async function heldRenewal(browser: PortalBrowser, tab: PortalTab) {
  const [asked, held] = [gate(), gate()]
  let count = 0
  browser.intervene(async () => {
    count += 1
    if (count > 1) return null
    asked.open()
    await held.opened
    return null
  })
  const first = tab.accessToken({ renew: true })
  // A check that fails before it awaits this closes the page.
  first.catch(() => undefined)
  await asked.opened
  return { first, held }
}

/** Reloads the tab until the silent frame waits for its response. */
async function reloadUntilAsked({ page }: PortalTab): Promise<void> {
  const asked = page.waitForRequest((request) => isSilent(new URL(request.url())))
  await page.reload({ waitUntil: 'commit' })
  await asked
}

/** A second frame of the provider's origin sends a response, which the page has received. */
async function answerFromAnotherFrame(
  { stage, context }: PortalBrowser,
  { page: portal }: PortalTab,
  answer: Readonly<Record<string, string>>,
): Promise<void> {
  const address = `${stage.identity.origin}/another-frame`
  await context.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: page({ ...answer, state: 'any' }, stage.portal.origin) }),
  )
  await portal.evaluate(async (source) => {
    const frame = document.createElement('iframe')
    const received = new Promise<void>((resolve) => {
      window.addEventListener('message', (event) => {
        if (event.source === frame.contentWindow) resolve()
      })
    })
    frame.src = source
    document.body.append(frame)
    await received
  }, address)
}

function page(response: Readonly<Record<string, string | null>>, origin: string): string {
  const data = JSON.stringify({ type: 'authorization_response', response })
  return `<!doctype html><script>parent.postMessage(${data}, ${JSON.stringify(origin)})</script>`
}

/** Invalid responses keep the user signed in. */
const nonsense: readonly (readonly [string, number, unknown])[] = [
  ['a page', 200, '<!doctype html><h1>Captive portal</h1>'],
  ['a page that says 500', 500, '<!doctype html><h1>Down</h1>'],
  ['a JSON 500', 500, { error: 'server_error' }],
  [
    'a rate limit in the words of a refusal',
    500,
    { error: 'access_denied', error_description: 'Global limit has been reached' },
  ],
  ['a rate limit without a code', 429, { statusCode: 429, error: 'Too Many Requests' }],
]

/** Second factor, consent, a slow, unreachable or faulty provider, and the end of a session. */
export const troubleChecks: readonly BrowserCheck[] = [
  {
    point: 1,
    name: 'a provider that never responds does not block the portal’s start',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      await neverAnswerSilently(browser)
      await reloadUntilAsked(tab)
      await tab.passDeadlines()
      expect(await tab.start()).toMatchObject({
        session: { kind: 'signed-out', problem: { code: 'timeout' } },
        problem: { code: 'timeout', at: 'session' },
      })
    },
  },
  {
    point: 14,
    name: 'a required second factor is reported as such, and signs nobody out',
    async run(browser) {
      const { tab } = await browser.signedIn('mfa')
      const refused = await tab.accessToken({ renew: true })
      expect(refused).toMatchObject({ ok: false, failure: { code: 'mfa-required' } })
      expect((await tab.session()).kind).toBe('signed-in')
      const after = await tab.reload()
      expect(after.session).toMatchObject({ kind: 'signed-out', problem: { code: 'mfa-required' } })
      expect(after.problem).toBeUndefined()
    },
  },
  {
    point: 14,
    name: 'missing consent is reported as required interaction',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      await answerSilentlyWith(browser, { error: 'consent_required' })
      const after = await tab.reload()
      expect(after.session).toMatchObject({ kind: 'signed-out', problem: { code: 'interaction-required' } })
      expect(after.problem).toBeUndefined()
    },
  },
  {
    point: 14,
    name: 'a refusal of a silent sign-in is reported with the provider’s text, and a reload does not retry it',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      const words = 'Please verify your email address first.'
      await answerSilentlyWith(browser, { error: 'access_denied', error_description: words })
      const { session, problem } = await tab.reload()
      expect(problem).toEqual({
        at: 'session',
        code: 'refused',
        providerCode: 'access_denied',
        description: words,
      })
      expect(session.kind).toBe('signed-out')
      expect(await tab.reload()).toEqual({ session: { kind: 'signed-out' } })
    },
  },
  {
    point: 5,
    name: 'a response from another frame is ignored by adapters that check the frame',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      await neverAnswerSilently(browser)
      await reloadUntilAsked(tab)
      await answerFromAnotherFrame(browser, tab, { error: 'consent_required' })
      await tab.passDeadlines()
      const { session } = await tab.start()
      // A trusted frame can only cause an error: a code needs the right state.
      const code = browser.claims.knowsItsFrame ? 'timeout' : 'interaction-required'
      expect(session).toMatchObject({ problem: { code } })
    },
  },
  {
    point: 14,
    name: 'while the provider is down the cached token serves and nobody is signed out',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      const cached = tokenOf(await tab.accessToken())
      browser.intervene(async (_form, route) => {
        await route.abort()
        return 'handled'
      })
      expect(await tab.accessToken({ renew: true })).toMatchObject({ failure: { code: 'unreachable' } })
      expect(tokenOf(await tab.accessToken())).toBe(cached)
      expect((await tab.session()).kind).toBe('signed-in')
      browser.intervene(async () => null)
      expect(tokenOf(await tab.accessToken({ renew: true }))).not.toBe(cached)
    },
  },
  {
    point: 14,
    name: 'an invalid response signs nobody out, and the next renewal succeeds',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      for (const [what, status, body] of nonsense) {
        let left = 1
        browser.intervene(async (_form, route) => {
          left -= 1
          return left < 0 ? null : answerWith(route, browser.stage.portal.origin, status, body)
        })
        const refused = await tab.accessToken({ renew: true })
        expect(refused.ok ? what : refused.failure.code).toMatch(/^(unreachable|invalid-response)$/)
        expect((await tab.session()).kind, what).toBe('signed-in')
        tokenOf(await tab.accessToken({ renew: true }))
      }
    },
  },
  {
    point: 14,
    name: 'an overloaded provider costs no refresh token: the next renewal uses it, where no frame could',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      await answerSilentlyWith(browser, { error: 'login_required' })
      for (const [status, error] of [
        [429, 'too_many_requests'],
        [500, 'server_error'],
        [500, 'access_denied'],
      ] as const) {
        let left = 1
        browser.intervene(async (_form, route) => {
          left -= 1
          return left < 0 ? null : answerWith(route, browser.stage.portal.origin, status, { error })
        })
        expect(await tab.accessToken({ renew: true })).toMatchObject({ failure: { code: 'unreachable' } })
        tokenOf(await tab.accessToken({ renew: true }))
      }
      expect((await tab.changes()).map(({ kind }) => kind)).toEqual(['signed-in'])
    },
  },
  {
    point: 14,
    name: 'a provider slower than the lock timeout signs nobody out',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      const other = await browser.open()
      const { first, held } = await heldRenewal(browser, tab)
      const second = other.accessToken({ renew: true })
      // Without a lock the answer comes first.
      await Promise.race([other.waitsForLock(), second])
      if (browser.claims.lockLimitByClock) await other.passDeadlines()
      expect(await second).toMatchObject({ ok: false, failure: { code: 'timeout' } })
      held.open()
      tokenOf(await first)
      expect([(await tab.session()).kind, (await other.session()).kind]).toEqual(['signed-in', 'signed-in'])
    },
  },
  {
    point: 14,
    name: 'a callback times out when the token endpoint or the worker never responds',
    async run(browser) {
      const tab = await browser.open()
      // A worker blocked by the policy is as silent as this one.
      await browser.context.route(`**${workerUrl}`, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      )
      browser.intervene(() => new Promise(() => undefined))
      await browser.enterProvider('analyst')
      const waiting = browser.claims.asksFrom === 'worker' ? workerUrl : '/oauth/token'
      const asked = tab.page.waitForRequest(
        (request) => request.url().endsWith(waiting) && tab.page.url().includes('code='),
      )
      const returning = tab.signInSilently('/home')
      await asked
      await tab.passDeadlines()
      expect(await returning).toMatchObject({
        session: { kind: 'signed-out' },
        problem: { code: 'timeout', at: 'callback' },
      })
    },
  },
  {
    point: 15,
    name: 'sign-out revokes the refresh token before it redirects, and returns to the registered URL',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      const cached = String(browser.exchanges[0]?.body['refresh_token'])
      const asked: { readonly path: string; readonly body: string }[] = []
      browser.context.on('request', (request) => {
        const { origin, pathname } = new URL(request.url())
        if (origin === browser.stage.identity.origin)
          asked.push({ path: pathname, body: request.postData() ?? '' })
      })
      await tab.signOut()
      const left = asked.findIndex(({ path }) => path.includes('logout'))
      // Checked by value: the provider answers 200 for an unknown token, and the end of the session revokes this one too.
      const revoked = asked.slice(0, left).filter(({ path }) => path === '/oauth/revoke')
      expect(revoked.map(({ body }) => body.includes(cached))).toContain(true)
      expect((await steal(browser, cached)).status).toBeGreaterThanOrEqual(400)
      expect(tab.page.url()).toBe(`${browser.stage.portal.origin}/`)
    },
  },
  {
    point: 15,
    name: 'the provider redirects to no foreign URL after sign-out',
    async run(browser) {
      const { origin } = browser.stage.identity
      const foreign = 'https://elsewhere.example/'
      const { clientId } = browser.setup
      for (const address of [
        `/v2/logout?${new URLSearchParams({ client_id: clientId, returnTo: foreign }).toString()}`,
        `/oidc/logout?${new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: foreign }).toString()}`,
      ]) {
        const reply = await browser.context.request.get(`${origin}${address}`, { maxRedirects: 0 })
        expect(reply.status()).toBe(400)
      }
    },
  },
]

/** Auth0's SDK has its own timeout for the lock across tabs. */
export const lockChecks: readonly BrowserCheck[] = [
  {
    point: 14,
    name: 'a tab that starts while another holds the lock beyond the SDK’s timeout is still restored',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      const other = await browser.open()
      const { first, held } = await heldRenewal(browser, tab)
      await other.page.reload({ waitUntil: 'commit' })
      await other.waitsForLock()
      // The SDK's own five seconds, by the real clock: their end is not observable.
      await other.page.waitForTimeout(5_500)
      held.open()
      tokenOf(await first)
      expect(await other.start()).toMatchObject({ session: { kind: 'signed-in' } })
    },
  },
]

/** For the generic adapter, at every provider. */
export const signOutChecks: readonly BrowserCheck[] = [
  {
    point: 16,
    name: 'forget revokes nothing: with a refresh token some providers end the session of every tab',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      let revocations = 0
      browser.context.on(
        'request',
        (request) => void (revocations += Number(request.url().includes('revoke'))),
      )
      await tab.forget()
      expect((await tab.reload()).session.kind).toBe('signed-in')
      expect(revocations).toBe(0)
      await tab.signOut()
      // A refresh token without offline access ends with the session, which the provider has to find alive.
      expect(revocations).toBe(browser.setup.refreshTokens ? 1 : 0)
    },
  },
  {
    point: 15,
    name: 'sign-out sends the ID token in a form, never in a URL, and returns without a page of the provider',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      const { origin } = browser.stage.identity
      const left = tab.page.waitForRequest((request) =>
        request.url().startsWith(`${origin}${browser.stage.ways.signOut}`),
      )
      await tab.signOut()
      const request = await left
      const form = new URLSearchParams(request.postData() ?? '')
      expect([request.method(), new URL(request.url()).search]).toEqual(['POST', ''])
      expect(form.get('id_token_hint')).toBe(browser.exchanges.at(-1)?.body['id_token'])
      expect(form.get('client_id')).toBe(browser.setup.clientId)
      expect(form.get('post_logout_redirect_uri')).toBe(browser.stage.portal.origin)
    },
  },
]

/** For the generic adapter, at the embedded provider. */
export const lateChecks: readonly BrowserCheck[] = [
  {
    point: 13,
    name: 'a renewal whose signature cannot be checked for a moment does not end the session',
    setup: { silent: 'none' },
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      // Keys are fetched again once they are five minutes old.
      await tab.page.evaluate(() => {
        const now = Date.now.bind(Date)
        Date.now = () => now() + 301_000
      })
      const { jwksUri } = browser.stage.identity
      await browser.context.route(jwksUri, (route) => route.abort())
      expect(await tab.accessToken({ renew: true })).toEqual({ ok: false, failure: { code: 'unreachable' } })
      await browser.context.unroute(jwksUri)
      expect(await tab.accessToken({ renew: true })).toMatchObject({ ok: true })
    },
  },
  {
    point: 16,
    name: 'a renewal that arrives after its timeout and after forget restores nobody',
    setup: { silent: 'none' },
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      const [asked, forgotten] = [gate(), gate()]
      browser.intervene(async () => {
        asked.open()
        await forgotten.opened
        return null
      })
      const renewal = tab.accessToken({ renew: true })
      await asked.opened
      await tab.passDeadlines()
      expect(await renewal).toMatchObject({ ok: false, failure: { code: 'timeout' } })
      await tab.forget()
      forgotten.open()
      // A waiting lock request is granted once the renewal is over.
      await tab.page.evaluate(
        (name) => navigator.locks.request(name, () => undefined),
        `assay.identity.${browser.setup.clientId}`,
      )
      expect(browser.exchanges).toHaveLength(2)
      expect(await tab.restart()).toEqual({ session: { kind: 'signed-out' } })
    },
  },
  {
    point: 15,
    name: 'a renewal that completes during sign-out keeps the ID token for the sign-out request',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      const { origin } = browser.stage.identity
      const hint = browser.exchanges[0]?.body['id_token']
      const [asked, leaving, renewed] = [gate(), gate(), gate()]
      browser.intervene(async () => {
        asked.open()
        await leaving.opened
        return null
      })
      await browser.context.route(`${origin}/oauth/revoke`, async (route) => {
        leaving.open()
        await renewed.opened
        await route.continue()
      })
      const left = tab.page.waitForRequest((request) =>
        request.url().startsWith(`${origin}${browser.stage.ways.signOut}`),
      )
      const renewal = tab.accessToken({ renew: true }).then((token) => {
        renewed.open()
        return token
      })
      await asked.opened
      await tab.signOut()
      expect(await renewal).toEqual({ ok: false, failure: { code: 'login-required' } })
      expect(new URLSearchParams((await left).postData() ?? '').get('id_token_hint')).toBe(hint)
    },
  },
]

const isFromFrame = (request: Request): boolean => request.frame().parentFrame() !== null

/** In an answer that belongs to no request of this test. */
const oldState = 'old'

/** Opens a page that redirects to the provider; returns the start of the page that it comes back to. */
async function leaveAndReturn(tab: PortalTab, open: () => Promise<unknown>): Promise<IdentityStart> {
  const { page } = tab
  const back = page.waitForEvent('framenavigated', (frame) => {
    const query = new URL(frame.url()).searchParams
    const isAnswer = query.has('code') || query.has('error')
    return frame.parentFrame() === null && isAnswer && query.get('state') !== oldState
  })
  await open()
  await back
  await page.waitForLoadState('load')
  return tab.start()
}

const silentlyAsked = ({ authorizations }: PortalBrowser): readonly (string | null)[] =>
  authorizations.filter(isSilent).map(({ searchParams }) => searchParams.get('redirect_uri'))

/** For the generic adapter at a provider that answers a frame only by redirect. */
export const redirectChecks: readonly BrowserCheck[] = [
  {
    point: 10,
    name: 'the silent frame ends on a page that only the portal may frame and that is never cached',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      const answered = tab.page.waitForResponse((reply) => reply.url().includes('/open-data/silent.html'))
      expect((await tab.reload()).session.kind).toBe('signed-in')
      expect(await (await answered).allHeaders()).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      expect(silentlyAsked(browser)).toEqual([`${browser.stage.portal.origin}/open-data/silent.html`])
      expect(await tab.page.locator('iframe').count()).toBe(0)
    },
  },
  {
    point: 14,
    name: 'a provider that shows a page in the frame counts as required interaction, without the full timeout',
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      await browser.context.route(isSilent, (route) =>
        route.fulfill({
          headers: { 'x-frame-options': 'DENY' },
          contentType: 'text/html',
          body: '<!doctype html><h1>Accept our new terms</h1>',
        }),
      )
      await reloadUntilAsked(tab)
      // The grace period for such a page, not the timeout of a response.
      await tab.page.evaluate(async () => {
        while (conformance.identity.session().kind === 'starting') {
          conformance.passDeadlines(1_500)
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      })
      expect(await tab.session()).toMatchObject({
        kind: 'signed-out',
        problem: { code: 'interaction-required' },
      })
      expect((await tab.start()).problem).toBeUndefined()
    },
  },
  {
    point: 10,
    name: 'where the frame finds no session the page redirects to the provider once, and returns to the same URL',
    setup: { silent: 'redirect' },
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      const address = `${browser.stage.portal.origin}/datasets/bitcoin?tab=2#volume`
      // As in a browser that blocks the provider's cookies in frames.
      await answerSilentlyWith(browser, { error: 'login_required' }, isFromFrame)
      const start = await leaveAndReturn(tab, () => tab.page.goto(address, { waitUntil: 'commit' }))
      expect(start).toMatchObject({ session: { kind: 'signed-in', user: { name: 'Ada Winter' } } })
      expect(start.problem).toBeUndefined()
      await tab.page.waitForURL((url) => url.href === address)
      expect(silentlyAsked(browser)).toHaveLength(2)
      // The next load may redirect again.
      expect((await leaveAndReturn(tab, () => tab.page.reload({ waitUntil: 'commit' }))).session.kind).toBe(
        'signed-in',
      )
    },
  },
  {
    point: 10,
    name: 'a page that redirected and found no session reports no problem, and does not redirect again',
    setup: { silent: 'redirect' },
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      const address = `${browser.stage.portal.origin}/datasets/bitcoin?tab=2#volume`
      await answerSilentlyWith(browser, { error: 'login_required' })
      const start = await leaveAndReturn(tab, () => tab.page.goto(address, { waitUntil: 'commit' }))
      expect(start).toMatchObject({ session: { kind: 'signed-out' }, silent: true })
      expect([start.problem, start.session]).toEqual([undefined, { kind: 'signed-out' }])
      await tab.page.waitForURL((url) => url.href === address)
      expect(await tab.reload()).toEqual({ session: { kind: 'signed-out' } })
      expect(silentlyAsked(browser)).toHaveLength(2)
    },
  },
  {
    point: 10,
    name: 'a callback or an error that is opened again redirects too, and returns without the provider’s parameters',
    setup: { silent: 'redirect' },
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      const address = `${browser.stage.portal.origin}/datasets/bitcoin?tab=2`
      await answerSilentlyWith(browser, { error: 'login_required' }, isFromFrame)
      for (const answer of ['code=used', 'error=server_error']) {
        const opened = `${address}&${answer}&state=${oldState}#volume`
        const start = await leaveAndReturn(tab, () => tab.page.goto(opened, { waitUntil: 'commit' }))
        expect([start.session.kind, start.problem]).toEqual(['signed-in', undefined])
        await tab.page.waitForURL((url) => url.href === `${address}#volume`)
      }
    },
  },
  {
    point: 10,
    name: 'a login page that is out of date redirects too, and returns to the page that the user wanted',
    setup: { silent: 'redirect' },
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      await answerSilentlyWith(browser, { error: 'login_required' }, isFromFrame)
      await tab.leave('/datasets/bitcoin?tab=2#volume', { withoutLeaving: true })
      const state = browser.authorizations.at(-1)?.searchParams.get('state') ?? ''
      const answer = { error: 'temporarily_unavailable', error_description: 'authentication_expired', state }
      const { origin } = browser.stage.portal
      await tab.page.goto(`${origin}/?${new URLSearchParams(answer).toString()}`, { waitUntil: 'commit' })
      await tab.page.waitForURL((url) => url.href === `${origin}/datasets/bitcoin?tab=2#volume`)
      expect(await tab.start()).toMatchObject({ session: { kind: 'signed-in' } })
    },
  },
  {
    point: 10,
    name: 'a login that fails stays on its page with its error, and the next page may redirect',
    setup: { silent: 'redirect' },
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      await answerSilentlyWith(browser, { error: 'login_required' }, isFromFrame)
      await tab.leave('/datasets/bitcoin', { withoutLeaving: true })
      const failed = await tab.answer({ error: 'server_error' })
      expect(failed).toMatchObject({ session: { kind: 'signed-out' }, target: '/datasets/bitcoin' })
      expect(silentlyAsked(browser)).toHaveLength(1)
      const next = await leaveAndReturn(tab, () => tab.page.reload({ waitUntil: 'commit' }))
      expect(next.session.kind).toBe('signed-in')
    },
  },
  {
    point: 10,
    name: 'an answer to another sign-in does not take the place of the login that is pending',
    setup: { silent: 'redirect' },
    async run(browser) {
      const tab = await browser.open()
      await answerSilentlyWith(browser, { error: 'login_required' })
      await tab.leave('/datasets/bitcoin')
      const { origin } = browser.stage.portal
      await tab.page.goto(`${origin}/?code=used&state=${oldState}`)
      expect((await tab.start()).session.kind).toBe('signed-out')
      const start = await tab.answer('analyst')
      expect(start).toMatchObject({ session: { kind: 'signed-in' }, target: '/datasets/bitcoin' })
    },
  },
  {
    point: 10,
    name: 'silent requests name the account by the login hint of the latest ID token',
    setup: { silent: 'redirect' },
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      await answerSilentlyWith(browser, { error: 'login_required' }, isFromFrame)
      // As after an ID token with this claim, which the provider of this test does not issue.
      const trace = `assay.signed-in-before.${browser.setup.clientId}`
      await tab.page.evaluate((key) => localStorage.setItem(key, 'O.abc'), trace)
      await leaveAndReturn(tab, () => tab.page.reload({ waitUntil: 'commit' }))
      const sent = browser.authorizations.filter(isSilent)
      expect(sent.map(({ searchParams }) => searchParams.get('login_hint'))).toEqual(['O.abc', 'O.abc'])
    },
  },
  {
    point: 12,
    name: 'a tab with a lost refresh token reports only its own session as lost, and recovers by itself',
    setup: { silent: 'redirect' },
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      // As in a browser that blocks the provider's cookies in frames.
      await answerSilentlyWith(browser, { error: 'login_required' }, isFromFrame)
      await browser.refuseTokens(1, 'invalid_grant')
      const problem = { code: 'session-lost' }
      expect(await tab.accessToken({ renew: true })).toEqual({ ok: false, failure: problem })
      expect(await tab.session()).toEqual({ kind: 'signed-out', problem })
      const back = await leaveAndReturn(tab, () => tab.page.reload({ waitUntil: 'commit' }))
      expect(back.session.kind).toBe('signed-in')
    },
  },
  {
    point: 12,
    name: 'a tab with a lost refresh token reports the same where the silent sign-in fails once for another reason',
    setup: { silent: 'redirect' },
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      await answerSilentlyWith(browser, { error: 'login_required' }, isFromFrame)
      let failed = false
      await answerSilentlyWith(browser, { error: 'server_error' }, (request) => {
        const isFirst = isFromFrame(request) && !failed
        failed ||= isFirst
        return isFirst
      })
      await browser.refuseTokens(1, 'invalid_grant')
      const renewed = async () => tab.accessToken({ renew: true })
      expect(await renewed()).toMatchObject({ ok: false, failure: { providerCode: 'server_error' } })
      expect(await renewed()).toEqual({ ok: false, failure: { code: 'session-lost' } })
    },
  },
  {
    point: 10,
    name: 'without silent sign-in configured no request is sent, and a reload is signed out',
    setup: { silent: 'none' },
    async run(browser) {
      const { tab } = await browser.signedIn('analyst')
      expect(await tab.reload()).toEqual({ session: { kind: 'signed-out' } })
      expect(silentlyAsked(browser)).toEqual([])
    },
  },
]
