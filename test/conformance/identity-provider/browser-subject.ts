import { randomUUID } from 'node:crypto'
import type { Page, Request, BrowserContext, Route } from 'playwright-core'
import { decodeJwt } from 'jose'
import type { IdentityStart } from '../../../src/core/ports/identity-provider'
import type { Stage } from './stage'
import type { Outcome, Tab, IdentityBrowser } from './subject'
import { localClientIds } from '../../../local/http/addresses'
import { setupCookie, workerUrl, type PageSetup } from './page/setup'
import { followTraces, type Traces } from '../../support/traces'

export interface PortalTab extends Tab {
  readonly page: Page
  /** The page is used for something else from now on. */
  stop(): void
  /** Fills in the provider's sign-in page; returns the start of the next page. */
  signInAs(email: string): Promise<IdentityStart>
  /** Goes to the provider, where a user is already signed in, and comes straight back. */
  signInSilently(target: string): Promise<IdentityStart>
  /** Moves this page's clock. */
  moveClock(milliseconds: number): Promise<void>
  /** Resolves when this page waits for a lock held by another; rejects after ten seconds. */
  waitsForLock(): Promise<void>
  /** Expires every timeout that is pending in this page. */
  passDeadlines(): Promise<void>
  /** Asks for the session again, as after a start without a response. */
  restart(): Promise<IdentityStart>
  /** The browser's Back button. */
  back(): Promise<IdentityStart>
  forward(): Promise<IdentityStart>
}

/** A tab of the portal, started at `/home`. */
async function openPortalTab(page: Page, stage: Stage): Promise<PortalTab> {
  const { ways } = stage
  const { origin } = stage.portal
  let lastReturn = `${origin}/`
  let pendingState = ''
  let signInPage = ''
  const see = (request: Request): void => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    const url = new URL(request.url())
    const state = url.searchParams.get('state')
    if (url.origin === origin && state !== null) lastReturn = url.href
    if (url.pathname === ways.authorize && state !== null) pendingState = state
  }
  page.on('request', see)

  const start = (): Promise<IdentityStart> => page.evaluate(() => conformance.begin())
  const load = async (address: string): Promise<IdentityStart> => {
    await page.goto(address)
    return start()
  }
  /** Runs an action that takes the page to the provider and back; returns the start of the final page. */
  const returning = async (act: () => Promise<unknown>): Promise<IdentityStart> => {
    const loaded = page.waitForEvent('load', { predicate: () => new URL(page.url()).origin === origin })
    await Promise.all([loaded, act()])
    return start()
  }
  async function signInAs(email: string): Promise<IdentityStart> {
    return returning(() => ways.fillIn(page, email))
  }
  /** Makes the page leave; throws when it stays for its own reason. */
  async function leave(target: string, fresh: boolean, isThere: (url: URL) => boolean): Promise<string> {
    const there = page.waitForRequest(
      (request) => request.isNavigationRequest() && isThere(new URL(request.url())),
    )
    // The result is lost when the page leaves first, and needed only when it stays.
    const stayed = page
      .evaluate((options) => conformance.signIn(options.target, options.fresh), { target, fresh })
      .then(
        (result) => (result.ok ? null : result.failure.code),
        () => null,
      )
    const failure = await Promise.race([there.then(() => null), stayed])
    if (failure !== null) throw new Error(`The page was not left: ${failure}`)
    return (await there).url()
  }
  /** Status 204 leaves the page where it is. */
  async function leaveInThought(target: string, fresh: boolean): Promise<void> {
    const authorize = `${stage.identity.origin}${ways.authorize}?**`
    let answered: () => void = () => undefined
    const done = new Promise<void>((resolve) => {
      answered = resolve
    })
    await page.route(authorize, async (route) => {
      await route.fulfill({ status: 204 })
      answered()
    })
    await Promise.all([leave(target, fresh, (url) => url.pathname === ways.authorize), done])
    await page.unroute(authorize)
  }
  async function answer(outcome: Outcome): Promise<IdentityStart> {
    if (typeof outcome === 'string') {
      if (page.url() !== signInPage) await page.goto(signInPage)
      return signInAs(`${outcome}@example.com`)
    }
    const query = new URLSearchParams({ error: outcome.error, state: pendingState })
    if (outcome.description !== undefined) query.set('error_description', outcome.description)
    return load(`${origin}/?${query.toString()}`)
  }

  await load(`${origin}/home`)
  return {
    page,
    stop: () => void page.off('request', see),
    signInAs,
    answer,
    start,
    moveClock: (milliseconds) => page.evaluate((by) => conformance.moveClock(by), milliseconds),
    waitsForLock: () =>
      page.evaluate(async () => {
        const isFree = async (): Promise<boolean> => (await navigator.locks.query()).pending?.length === 0
        const end = performance.now() + 10_000
        while (await isFree()) {
          if (performance.now() > end) throw new Error('Nobody waits for a lock.')
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }),
    passDeadlines: () => page.evaluate(() => conformance.passDeadlines()),
    startAgain: () => page.evaluate(() => conformance.identity.start({ kind: 'plain' }, location.href)),
    restart: () => page.evaluate(() => conformance.restart()),
    session: () => page.evaluate(() => conformance.identity.session()),
    changes: () => page.evaluate(() => conformance.changes),
    async watchAndLeave() {
      await page.evaluate(() => conformance.watchAndLeave())
      return { notified: () => page.evaluate(() => conformance.notifiedAfterLeaving()) }
    },
    async leave(target, { fresh = true, withoutLeaving = false } = {}) {
      if (withoutLeaving) return leaveInThought(target, fresh)
      signInPage = await leave(target, fresh, (url) => ways.isSignInPage(url))
      await page.waitForURL(signInPage, { waitUntil: 'commit' })
    },
    signInSilently: (target) =>
      returning(() => leave(target, false, (url) => url.origin === origin && url.searchParams.has('code'))),
    arrive: (query) => load(`${origin}/?${new URLSearchParams(query).toString()}`),
    repeatReturn: () => load(lastReturn),
    async reload() {
      await page.reload()
      return start()
    },
    async back() {
      await page.goBack()
      return start()
    },
    async forward() {
      await page.goForward()
      return start()
    },
    accessToken: (options = {}) => page.evaluate((given) => conformance.identity.accessToken(given), options),
    accessTokensAtOnce: (count, options = {}) =>
      page.evaluate(
        (given) =>
          Promise.all(
            Array.from({ length: given.count }, () => conformance.identity.accessToken(given.options)),
          ),
        { count, options },
      ),
    async signOut() {
      const before = { at: null as null | Awaited<ReturnType<typeof conformance.beginSignOut>> }
      const after = await returning(async () => {
        before.at = await page.evaluate(() => conformance.beginSignOut())
      })
      if (before.at === null) throw new Error('The page was left before it could be looked at.')
      return { ...before.at, after }
    },
    forget: () => page.evaluate(() => conformance.identity.forget()),
  }
}

/** One request to the token endpoint and its response. */
interface Exchange {
  readonly contentType: string
  readonly form: URLSearchParams
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Intercepts a request to the token endpoint; null passes it on to the provider. */
type Intervention = (form: URLSearchParams, route: Route) => Promise<null | 'handled'>

/** Differences between adapters that are not faults, which the checks depend on. */
interface IdentityClaims {
  /** Parameters of every sign-in, by default or as configured here. */
  readonly signInParameters: Readonly<Record<string, string>>
  /** It checks the issuer in a response (RFC 9207). */
  readonly checksIssuer: boolean
  /** It reads the provider's keys and checks signatures of every published algorithm. Without it, it accepts only RS256, unchecked. */
  readonly checksSignatures: boolean
  /** It distinguishes its own frame from others of the provider's origin. */
  readonly knowsItsFrame: boolean
  /** Its timeout for another tab's renewal uses the clock passed to it, not the platform's. */
  readonly lockLimitByClock: boolean
  /** Where its token requests are sent from. */
  readonly asksFrom: 'page' | 'worker'
  /** Names of the cookies that hold a pending sign-in where session storage is unavailable. */
  readonly loginCookie: RegExp
}

const identityClaims: Readonly<Record<PageSetup['adapter'], IdentityClaims>> = {
  // Its SDK trusts the channel to the token endpoint, compares only the origins of frames, and has its own timeout of five seconds.
  auth0: {
    signInParameters: { screen_hint: 'login' },
    checksIssuer: false,
    checksSignatures: false,
    knowsItsFrame: false,
    lockLimitByClock: false,
    asksFrom: 'worker',
    loginCookie: /^a0\.spajs\.txs\./,
  },
  oidc: {
    signInParameters: { screen_hint: 'login' },
    checksIssuer: true,
    checksSignatures: true,
    knowsItsFrame: true,
    lockLimitByClock: true,
    asksFrom: 'page',
    loginCookie: /^assay\.sign-in\./,
  },
}

export interface PortalBrowser extends IdentityBrowser {
  readonly context: BrowserContext
  readonly stage: Stage
  readonly setup: PageSetup
  readonly claims: IdentityClaims
  readonly traces: Traces
  readonly exchanges: readonly Exchange[]
  /** URLs of authorization requests, oldest first. */
  readonly authorizations: readonly URL[]
  open(): Promise<PortalTab>
  /** Intercepts token requests from now on. */
  intervene(intervention: Intervention): void
  /** The user signs in at the provider, without the portal. */
  enterProvider(person: string): Promise<void>
  /** Also users that the shared checks do not use. */
  signedIn(person: string): Promise<{ readonly tab: PortalTab; readonly start: IdentityStart }>
}

/** One user's browser in a clean context; `close` cleans it again. */
export async function openPortalBrowser(
  stage: Stage,
  context: BrowserContext,
  adapter: PageSetup['adapter'],
  changes: Partial<PageSetup> = {},
): Promise<PortalBrowser> {
  const { ways } = stage
  const claims = identityClaims[adapter]
  const setup: PageSetup = {
    test: randomUUID(),
    adapter,
    domain: stage.identity.origin,
    issuer: stage.identity.issuer,
    clientId: localClientIds[adapter],
    audience: stage.audience,
    refreshTokens: true,
    alwaysFresh: false,
    silent: 'frame',
    parameters: claims.signInParameters,
    bug: null,
    blocksLocalStorage: false,
    tabStorage: 'takes',
    ...changes,
  }
  await context.addCookies([{ ...setupCookie(setup), url: stage.portal.origin }])
  const traces = followTraces(context, stage.portal.origin)
  const exchanges: Exchange[] = []
  const authorizations: URL[] = []
  const tabs = new Map<Page, PortalTab>()
  let requests = 0
  let entered = false
  let intervention: Intervention = async () => null

  const see = (request: Request): void => {
    const url = new URL(request.url())
    if (url.origin === stage.identity.origin && url.pathname === ways.authorize) authorizations.push(url)
  }
  context.on('request', see)
  // The provider's pages are not inspected here.
  await context.route(`${stage.identity.origin}${ways.decoration}`, (route) => route.abort())
  await context.route(`${stage.identity.origin}${ways.token}`, async (route) => {
    requests += 1
    const form = new URLSearchParams(route.request().postData() ?? '')
    if ((await intervention(form, route)) === 'handled') return
    const reply = await route.fetch()
    const body = (await reply.json()) as Record<string, unknown>
    for (const name of ['access_token', 'id_token', 'refresh_token']) traces.remember(body[name])
    const contentType = (await route.request().headerValue('content-type')) ?? ''
    exchanges.push({ contentType, form, status: reply.status(), body })
    await route.fulfill({ response: reply })
  })

  const browser: PortalBrowser = {
    context,
    stage,
    setup,
    claims,
    traces,
    exchanges,
    authorizations,
    async open() {
      const page = context.pages().find((one) => !tabs.has(one)) ?? (await context.newPage())
      const tab = await openPortalTab(page, stage)
      tabs.set(page, tab)
      return tab
    },
    endSessionElsewhere: () => ways.endSession(stage, context, setup),
    personOf: (token) => String(decodeJwt(token)['email']).split('@', 1)[0] ?? 'nobody',
    tokenRequests: () => requests,
    async refuseTokens(times, error) {
      let left = times
      intervention = async (_form, route) => {
        if (left === 0) return null
        left -= 1
        return answerWith(route, stage.portal.origin, 400, { error })
      }
    },
    intervene: (next) => void (intervention = next),
    async enterProvider(person) {
      entered = true
      await ways.enter?.(stage, context, setup, `${person}@example.com`)
    },
    async signedIn(person) {
      const tab = await browser.open()
      if (ways.enter === null) {
        // The previous user has left; otherwise the provider would ask for confirmation of that account.
        if (entered) await ways.endSession(stage, context, setup)
        entered = true
        await tab.leave('/home', { fresh: false })
        return { tab, start: await tab.signInAs(`${person}@example.com`) }
      }
      if (!entered) {
        await browser.enterProvider(person)
        return { tab, start: await tab.signInSilently('/home') }
      }
      // The provider has to recognize that this is another user.
      await tab.leave('/home')
      return { tab, start: await tab.signInAs(`${person}@example.com`) }
    },
    async close() {
      context.off('request', see)
      traces.stop()
      for (const tab of tabs.values()) tab.stop()
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await clean(context, stage.portal.origin)
    },
  }
  return browser
}

/**
 * The first page is reused for the next test, at a file of the portal that runs no script. A new page costs a new process, and so does a
 * navigation to and from a page with another opener policy.
 */
async function clean(context: BrowserContext, origin: string): Promise<void> {
  const [first, ...others] = context.pages()
  await Promise.all(others.map((page) => page.close()))
  if (first !== undefined) {
    await first.unrouteAll({ behavior: 'ignoreErrors' })
    await first.goto(`${origin}${workerUrl}`)
    const session = await context.newCDPSession(first)
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await session.detach()
  }
  await context.clearCookies()
}

/** A response of the provider that the portal's page may read. */
export async function answerWith(
  route: Route,
  origin: string,
  status: number,
  body: unknown,
): Promise<'handled'> {
  const text = typeof body === 'string'
  await route.fulfill({
    status,
    headers: { 'access-control-allow-origin': origin },
    contentType: text ? 'text/html' : 'application/json',
    body: text ? body : JSON.stringify(body),
  })
  return 'handled'
}
