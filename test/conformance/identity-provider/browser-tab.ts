import type { Page, Request } from 'playwright-core'
import type { IdentityStart } from '../../../src/core/ports/identity-provider'
import type { Stage } from './stage'
import type { Outcome, Tab } from './subject'

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
export async function openPortalTab(page: Page, stage: Stage): Promise<PortalTab> {
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
