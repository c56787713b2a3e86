import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import { memoryIdentityHost } from '../../../src/adapters/identity-provider/memory/memory-identity-host'
import {
  memoryIdentityProvider,
  memoryUser,
} from '../../../src/adapters/identity-provider/memory/memory-identity-provider'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import { memoryPageAddress } from '../../../src/adapters/page-address/memory-page-address'
import type { IdentityProvider, User } from '../../../src/core/ports/identity-provider'
import type { KeyValueStore, StoreFailure } from '../../../src/core/ports/key-value-store'
import type { AuthState } from '../../../src/core/session/auth-state'
import { homePath, portalPath } from '../../../src/core/kernel/portal-path'
import { fail, ok, type Result } from '../../../src/core/kernel/result'
import { createSessionStore } from '../../../src/core/session/session-store'

const origin = 'http://localhost:4300'

interface PageOptions {
  /** Path and query that the page is opened at. */
  readonly at?: string
  readonly host?: ReturnType<typeof memoryIdentityHost>
  readonly tabStore?: KeyValueStore
  readonly keyValueStore?: KeyValueStore
  readonly isReachable?: () => boolean
  /** Changes to the adapter. */
  readonly change?: (sound: IdentityProvider) => Partial<IdentityProvider>
}

/** One load of the portal's page, up to the session store. The host and the stores outlive it, as in a browser. */
function openPage({
  at = '/home',
  host = memoryIdentityHost(),
  tabStore = memoryKeyValueStore(),
  keyValueStore = memoryKeyValueStore(),
  isReachable,
  change,
}: PageOptions = {}) {
  const sound = memoryIdentityProvider({ host, displayName: 'Auth0' })
  const identityProvider = { ...sound, ...change?.(sound) }
  const clock = fixedClock(0)
  const journal = memoryJournal()
  const pageAddress = memoryPageAddress(at, isReachable)
  const store = createSessionStore({ clock, identityProvider, journal, keyValueStore, pageAddress, tabStore })
  const states: AuthState[] = []
  store.watch((state) => states.push(state))
  const query = new URL(at, origin).searchParams
  return {
    store,
    clock,
    states,
    host,
    journal,
    tabStore,
    identityProvider,
    address: () => pageAddress.current(),
    goTo: (path: string) => pageAddress.replace(portalPath(path) ?? homePath),
    start: () =>
      store.start({
        address: `${origin}${at}`,
        query: {
          code: query.get('code'),
          state: query.get('state'),
          error: query.get('error'),
          errorDescription: query.get('error_description'),
        },
      }),
  }
}

/** A user logged out, and the next page has started. */
async function loggedOutAndBack(stores: Pick<PageOptions, 'tabStore' | 'keyValueStore'> = {}) {
  const host = memoryIdentityHost({ user: memoryUser })
  const { tabStore = memoryKeyValueStore(), keyValueStore = memoryKeyValueStore() } = stores
  const page = openPage({ host, tabStore, keyValueStore })
  await page.start()
  await page.store.logout()
  const back = openPage({ host, tabStore, keyValueStore, at: '/' })
  await back.start()
  return { host, tabStore, keyValueStore, back }
}

function path(text: string) {
  const found = portalPath(text)
  if (found === null) throw new Error(`${text} is no path.`)
  return found
}

/** Leaves for sign-in from `target` and comes back with this outcome; returns the path and query of the callback. */
async function comeBack(
  host: ReturnType<typeof memoryIdentityHost>,
  target: string,
  outcome: User | { readonly error: string; readonly description?: string },
  tabStore = memoryKeyValueStore(),
): Promise<string> {
  const before = openPage({ host, tabStore })
  await before.start()
  await before.store.login(path(target))
  const { pathname, search } = new URL(host.answer(outcome))
  return `${pathname}${search}`
}

describe('start-up', () => {
  test('is loading until it completes, and notifies of each state once', async () => {
    const page = openPage({ host: memoryIdentityHost({ user: memoryUser }) })
    expect(page.store.state().isLoading).toBe(true)
    await page.start()
    expect(page.store.state()).toMatchObject({ isLoading: false, isAuthenticated: true, user: memoryUser })
    await page.store.started
    expect(page.states.filter(({ isLoading }) => !isLoading)).toHaveLength(1)
  })

  test('runs once, however often it is called', async () => {
    const page = openPage()
    await Promise.all([page.start(), page.start()])
    await page.start()
    expect(page.states.filter(({ isLoading }) => !isLoading)).toHaveLength(1)
  })

  test('completes although the adapter throws', async () => {
    const page = openPage({ change: () => ({ start: () => Promise.reject(new Error('bug')) }) })
    await page.start()
    expect(page.store.state()).toMatchObject({ isLoading: false, error: 'Failed to initialize Auth0' })
  })

  test('that cannot create a client reports "Failed to initialize Auth0"', async () => {
    const host = memoryIdentityHost()
    host.failNext('initialise', { code: 'misconfigured' })
    const page = openPage({ host })
    await page.start()
    expect(page.store.state()).toMatchObject({ isLoading: false, error: 'Failed to initialize Auth0' })
    expect(page.journal.entries.map(({ text }) => text)).toContain('Start-up (initialise): misconfigured')
  })

  test('that cannot read the session reports "Failed to update authentication state"', async () => {
    const host = memoryIdentityHost({ user: memoryUser })
    host.failNext('session', { code: 'unreachable' })
    const page = openPage({ host })
    await page.start()
    expect(page.store.state().error).toBe('Failed to update authentication state')
  })

  test('that got no response reports it, and finds the user on retry', async () => {
    const host = memoryIdentityHost({ user: memoryUser })
    host.failNext('session', { code: 'unreachable' })
    host.failNext('session', { code: 'timeout' })
    const page = openPage({ host })
    await page.start()
    expect(page.store.state()).toMatchObject({ isAuthenticated: false, notice: 'unanswered' })
    await page.store.restart()
    expect(page.store.state()).toMatchObject({ isAuthenticated: false, notice: 'unanswered' })
    await page.store.restart()
    expect(page.store.state()).toMatchObject({
      isLoading: false,
      isAuthenticated: true,
      user: memoryUser,
      error: null,
      notice: null,
    })
    // No redirect to the provider's pages.
    expect(host.visits).toEqual([])
  })

  test('whose user signs out in another tab meanwhile shows no user', async () => {
    const page = openPage({ host: memoryIdentityHost({ user: memoryUser }) })
    const { identityProvider, store } = page
    // As the shared session of all tabs does, which received the change too early.
    identityProvider.watch((session) => void (session.kind === 'signed-in' && identityProvider.forget()))
    const changes: string[] = []
    identityProvider.watch(({ kind }) => changes.push(kind))
    await page.start()
    expect(store.state()).toMatchObject({ isLoading: false, isAuthenticated: false })
    expect(store.state().user).toBeUndefined()
    expect(changes).toEqual(['signed-out'])
  })

  test('that got no response returns to the page that the user is on by then', async () => {
    const asked: string[] = []
    const page = openPage({
      change: (sound) => ({
        restart(here) {
          asked.push(here)
          return sound.restart(here)
        },
      }),
    })
    await page.start()
    page.goTo('/datasets/etf?tab=two')
    await page.store.restart()
    expect(asked).toEqual(['/datasets/etf?tab=two'])
  })

  test('with a response without a session is not reported as unanswered', async () => {
    const page = openPage()
    await page.start()
    expect(page.store.state().notice).toBeNull()
  })

  test.each(['login_required', 'missing_refresh_token'])(
    'without a session (%s) is no error',
    async (providerCode) => {
      const host = memoryIdentityHost({ user: memoryUser })
      host.failNext('session', { code: 'login-required', providerCode })
      const page = openPage({ host })
      await page.start()
      expect(page.store.state()).toMatchObject({ isLoading: false, isAuthenticated: false, error: null })
    },
  )
})

describe('a return from sign-in', () => {
  test('signs the user in, clears the query and returns to the page they were on', async () => {
    const host = memoryIdentityHost()
    const at = await comeBack(host, '/datasets/bitcoin?tab=2', memoryUser)
    const page = openPage({ host, at })
    expect(await page.start()).toEqual({ target: '/datasets/bitcoin?tab=2' })
    expect(page.store.state()).toMatchObject({ isAuthenticated: true, user: memoryUser, error: null })
    expect(page.address()).toBe('/datasets/bitcoin?tab=2')
  })

  test('with an unknown state is ignored, and the query cleared', async () => {
    const page = openPage({ at: '/datasets?code=c&state=s' })
    await page.start()
    expect(page.store.state()).toMatchObject({ isLoading: false, isAuthenticated: false, error: null })
    expect(page.address()).toBe('/datasets')
  })

  test('with an unknown state leaves a signed-in user signed in', async () => {
    const host = memoryIdentityHost({ user: memoryUser })
    const page = openPage({ host, at: '/home?code=c&state=s' })
    await page.start()
    expect(page.store.state()).toMatchObject({ isAuthenticated: true, error: null })
  })

  test('with an unknown state after a logout sends no request to the provider', async () => {
    const { host, tabStore, keyValueStore } = await loggedOutAndBack()
    host.become(memoryUser)
    const stray = openPage({ host, tabStore, keyValueStore, at: '/?code=x&state=unknown' })
    await stray.start()
    expect([stray.store.state().isAuthenticated, stray.host.tokens.length]).toEqual([false, 1])
    expect(stray.address()).toBe('/')
  })

  test('whose code is refused is reported as a failed start-up', async () => {
    const host = memoryIdentityHost()
    const at = await comeBack(host, '/home', memoryUser)
    host.failNext('callback', { code: 'invalid-response' })
    const page = openPage({ host, at })
    await page.start()
    expect(page.store.state()).toMatchObject({ isAuthenticated: false, error: 'Failed to initialize Auth0' })
    expect(page.address()).toBe('/')
  })

  test('whose code is refused writes the provider’s text to the console only, in one line, without a token', async () => {
    const host = memoryIdentityHost()
    const at = await comeBack(host, '/home', memoryUser)
    host.failNext('callback', {
      code: 'invalid-response',
      providerCode: 'invalid_request',
      description: 'AADSTS9002326: Single-Page Application only.\r\nFor eyJhbGciOiJIUzI1NiJ9.e30.x',
    })
    const page = openPage({ host, at })
    await page.start()
    expect(page.journal.entries.map(({ text }) => text)).toContain(
      'Start-up (callback): invalid-response: invalid_request: AADSTS9002326: Single-Page Application only. For …token…',
    )
    expect(JSON.stringify([page.journal.flight(), page.store.state()])).not.toContain('AADSTS')
  })

  test('that cannot be completed returns the user to their page, reports it, and is cleared by the next start', async () => {
    for (const code of ['unreachable', 'invalid-response'] as const) {
      const host = memoryIdentityHost()
      const tabStore = memoryKeyValueStore()
      const at = await comeBack(host, '/datasets/bitcoin?tab=2', memoryUser, tabStore)
      host.failNext('callback', { code })
      const page = openPage({ host, at, tabStore })
      expect(await page.start()).toEqual({ target: '/datasets/bitcoin?tab=2' })
      expect(page.address()).toBe('/datasets/bitcoin?tab=2')
      expect(page.store.state()).toMatchObject({ isAuthenticated: false, notice: 'unfinished' })
      const next = openPage({ host, at: '/home?code=c&state=s', tabStore })
      await next.start()
      expect(next.address()).toBe('/home')
    }
  })

  test('with a code but no state is ignored', async () => {
    const page = openPage({ at: '/home?code=c' })
    await page.start()
    expect(page.store.state().error).toBeNull()
    expect(page.address()).toBe('/home?code=c')
  })

  test('keeps the path and the query parameters that are not the provider’s', async () => {
    const page = openPage({ at: '/datasets/etf?code=c&state=s&tab=2&iss=https%3A%2F%2Fx' })
    await page.start()
    expect(page.address()).toBe('/datasets/etf?tab=2')
  })
})

describe('a return with an error', () => {
  const refusal = { error: 'access_denied', description: 'Your account has no access.' }

  test.each(['access_denied', 'signup_not_allowed', 'ACCESS_DENIED'])(
    '%s logs the user out, once',
    async (error) => {
      const host = memoryIdentityHost({ user: memoryUser })
      const tabStore = memoryKeyValueStore()
      const at = await comeBack(host, '/home', { error, description: 'No.' })
      const refused = openPage({ host, tabStore, at })
      await refused.start()
      expect(host.visits.filter(({ kind }) => kind === 'sign-out')).toHaveLength(1)
      expect(refused.store.state()).toMatchObject({ isLoading: false, isAuthenticated: false, error: 'No.' })
      expect(refused.address()).toBe('/')

      const back = openPage({ host, tabStore, at: '/' })
      await back.start()
      expect(back.store.state()).toMatchObject({ error: 'No.', notice: 'refused', isAuthenticated: false })
      expect(host.visits.filter(({ kind }) => kind === 'sign-out')).toHaveLength(1)

      const later = openPage({ host, tabStore })
      await later.start()
      expect(later.store.state()).toMatchObject({ error: null, notice: null })
    },
  )

  test('returns after the logout to the page where the sign-in began', async () => {
    const host = memoryIdentityHost()
    const tabStore = memoryKeyValueStore()
    const at = await comeBack(host, '/datasets/etf?range=30d', refusal)
    expect(await openPage({ host, tabStore, at }).start()).toEqual({ target: null })
    const back = openPage({ host, tabStore, at: '/' })
    expect(await back.start()).toEqual({ target: '/datasets/etf?range=30d' })
    expect(back.address()).toBe('/datasets/etf?range=30d')
    const later = openPage({ host, tabStore, at: '/home' })
    expect(await later.start()).toEqual({ target: null })
  })

  test('shows the description, else the code', async () => {
    const words = openPage({ at: '/home?error=consent_required&error_description=Please%20agree' })
    await words.start()
    expect(words.store.state().error).toBe('Please agree')
    const code = openPage({ at: '/home?error=consent_required' })
    await code.start()
    expect(code.store.state().error).toBe('consent_required')
    expect(code.address()).toBe('/home')
  })

  test('other than a refusal leaves a signed-in user signed in', async () => {
    const host = memoryIdentityHost({ user: memoryUser })
    const page = openPage({ host, at: '/home?error=server_error' })
    await page.start()
    expect(page.store.state()).toMatchObject({ isAuthenticated: true, error: 'server_error' })
    expect(host.visits).toEqual([])
  })

  test('whose logout fails is not retried, and the reason stays', async () => {
    const host = memoryIdentityHost()
    const tabStore = memoryKeyValueStore()
    const at = await comeBack(host, '/home', refusal)
    host.failNext('sign-out', { code: 'unreachable' })
    const page = openPage({ host, tabStore, at })
    await page.start()
    expect(page.store.state().error).toBe(refusal.description)
    expect(page.journal.entries.map(({ text }) => text)).toContain('Logout failed')
    const next = openPage({ host, tabStore })
    await next.start()
    expect(next.store.state()).toMatchObject({ error: null, notice: null })
  })

  test('stays until the next login', async () => {
    const page = openPage({ at: '/home?error=server_error' })
    await page.start()
    await page.store.login(path('/home'))
    expect(page.store.state().error).toBeNull()
  })

  test('works without session storage, without a loop', async () => {
    const host = memoryIdentityHost()
    const tabStore = memoryKeyValueStore({ capacity: 0 })
    const at = await comeBack(host, '/home', refusal)
    await openPage({ host, tabStore, at }).start()
    const back = openPage({ host, tabStore, at: '/' })
    await back.start()
    expect(back.store.state()).toMatchObject({ error: null, isLoading: false })
    expect(host.visits.filter(({ kind }) => kind === 'sign-out')).toHaveLength(1)
  })

  test('reports nothing and logs nobody out when the error answers a silent sign-in', async () => {
    const page = openPage({
      at: '/?error=access_denied&state=s',
      change: () => ({
        start: () =>
          Promise.resolve({ session: { kind: 'signed-out' }, silent: true, target: path('/home?tab=2#top') }),
      }),
    })
    await page.start()
    expect(page.store.state()).toMatchObject({ error: null, isAuthenticated: false })
    expect(page.address()).toBe('/home?tab=2#top')
    expect(page.host.visits).toEqual([])
  })
})

describe('a login page that is out of date at a provider that knows the user', () => {
  // As Keycloak sends it for Back after a mistyped password, and to a second login tab.
  const late = { error: 'temporarily_unavailable', description: 'authentication_expired' }

  test('restores the session at the page that the user wanted, without an error', async () => {
    const host = memoryIdentityHost()
    const at = await comeBack(host, '/datasets/etf?tab=2', late)
    host.become(memoryUser)
    const page = openPage({ host, at })
    await page.start()
    expect(page.store.state()).toMatchObject({ isAuthenticated: true, error: null, notice: null })
    expect(page.address()).toBe('/datasets/etf?tab=2')
    expect(page.journal.entries).toEqual([])
  })

  test('the same after Back, when the login has ended', async () => {
    const host = memoryIdentityHost({ user: memoryUser })
    const query = new URLSearchParams({
      error: late.error,
      error_description: late.description,
      state: 'old',
    })
    const page = openPage({ host, at: `/datasets/etf?${query.toString()}` })
    await page.start()
    expect(page.store.state()).toMatchObject({ isAuthenticated: true, error: null, notice: null })
    expect(page.address()).toBe('/datasets/etf')
  })

  test('offers the login again where no session is found', async () => {
    const host = memoryIdentityHost()
    const page = openPage({ host, at: await comeBack(host, '/datasets/etf', late) })
    await page.start()
    expect(page.store.state()).toMatchObject({ isAuthenticated: false, error: null, notice: null })
    expect(page.address()).toBe('/datasets/etf')
  })

  test('signs nobody in who has logged out', async () => {
    const { host, tabStore, keyValueStore, back } = await loggedOutAndBack()
    await back.store.login(path('/datasets/etf'))
    const { pathname, search } = new URL(host.answer(late))
    host.become(memoryUser)
    const page = openPage({ host, tabStore, keyValueStore, at: `${pathname}${search}` })
    await page.start()
    expect(page.store.state()).toMatchObject({ isAuthenticated: false, error: null })
  })

  test.each([{ error: late.error }, { error: 'server_error', description: late.description }])(
    'is told apart from %o, which is shown',
    async (outcome) => {
      const host = memoryIdentityHost()
      const at = await comeBack(host, '/datasets/etf', outcome)
      host.become(memoryUser)
      const page = openPage({ host, at })
      await page.start()
      expect(page.store.state()).toMatchObject({
        isAuthenticated: true,
        error: outcome.description ?? outcome.error,
      })
    },
  )
})

describe('login and logout', () => {
  test('logout does not leave the page while the portal is unreachable; the next press checks again', async () => {
    let network = false
    const host = memoryIdentityHost({ user: memoryUser })
    const page = openPage({ host, isReachable: () => network })
    await page.start()
    for (const press of [1, 2]) {
      expect(await page.store.logout()).toMatchObject({ ok: false, failure: { text: 'Logout failed' } })
      expect(page.store.state(), String(press)).toMatchObject({ isAuthenticated: true, notice: 'offline' })
      expect(page.states.filter(({ notice }) => notice === 'offline')).toHaveLength(press)
    }
    expect(host.visits).toEqual([])
    // No one has logged out: the next page requires no password.
    expect(page.tabStore.read('assay.another-person')).toEqual(ok(null))
    network = true
    expect(await page.store.logout()).toEqual(ok())
    expect(host.visits).toEqual([{ kind: 'sign-out' }])
    expect(page.store.state()).toMatchObject({ error: null, notice: null })
  })

  test('login passes the path along, and accepts an existing session at the provider', async () => {
    const page = openPage()
    await page.start()
    expect(await page.store.login(path('/datasets/rwa#supply'))).toEqual({ ok: true, value: undefined })
    expect(page.host.visits).toEqual([{ kind: 'sign-in', target: '/datasets/rwa#supply', fresh: false }])
  })

  test('login after a refusal requires credentials, on the page of the refusal and after its logout', async () => {
    const host = memoryIdentityHost()
    const tabStore = memoryKeyValueStore()
    const at = await comeBack(host, '/home', { error: 'access_denied' })
    const refused = openPage({ host, tabStore, at })
    await refused.start()
    // After the notice is gone, too.
    await openPage({ host, tabStore, at: '/' }).start()
    const later = openPage({ host, tabStore })
    await later.start()
    await later.store.login(path('/home'))
    expect(host.visits.at(-1)).toMatchObject({ kind: 'sign-in', fresh: true })
    const nothing = openPage({
      host,
      tabStore: memoryKeyValueStore({ capacity: 0 }),
      at: '/?error=access_denied',
    })
    await nothing.start()
    // The browser is navigating to the logout, and stays.
    await nothing.store.login(path('/home'))
    expect(host.visits.at(-1)).toEqual({ kind: 'sign-out' })
    nothing.clock.advance(3_000)
    await nothing.store.login(path('/home'))
    expect(host.visits.at(-1)).toMatchObject({ kind: 'sign-in', fresh: true })
  })

  test('a logout is reported once by the next page', async () => {
    const { host, tabStore, back } = await loggedOutAndBack()
    expect(back.store.state()).toMatchObject({ isAuthenticated: false, notice: 'left' })
    const later = openPage({ host, tabStore })
    await later.start()
    expect(later.store.state().notice).toBeNull()
  })

  test('a logout after a refusal is not reported: the provider may still have a session', async () => {
    const host = memoryIdentityHost()
    const tabStore = memoryKeyValueStore()
    const at = await comeBack(host, '/home', { error: 'access_denied' })
    await openPage({ host, tabStore, at }).start()
    const refused = openPage({ host, tabStore })
    await refused.start()
    expect(refused.store.state().notice).toBe('refused')
    await refused.store.logout()
    const back = openPage({ host, tabStore })
    await back.start()
    expect(back.store.state()).toMatchObject({ isAuthenticated: false, notice: null })
    await back.store.login(path('/home'))
    expect(host.visits.at(-1)).toMatchObject({ kind: 'sign-in', fresh: true })
  })

  test('login after a logout requires credentials, in every tab, until a user has logged in', async () => {
    const { host, keyValueStore, back } = await loggedOutAndBack()
    const anotherTab = () => openPage({ host, keyValueStore })
    const lastVisit = () => host.visits.at(-1)
    await back.store.login(path('/home'))
    expect(lastVisit()).toMatchObject({ kind: 'sign-in', fresh: true })
    // A silently restored user has not authenticated at the provider.
    host.become(memoryUser)
    await anotherTab().start()
    host.become(null)
    const other = anotherTab()
    await other.start()
    await other.store.login(path('/home'))
    expect(lastVisit()).toMatchObject({ kind: 'sign-in', fresh: true })
    const { pathname, search } = new URL(host.answer(memoryUser))
    await openPage({ host, keyValueStore, at: `${pathname}${search}` }).start()
    host.become(null)
    const ended = anotherTab()
    await ended.start()
    await ended.store.login(path('/home'))
    expect(lastVisit()).toMatchObject({ kind: 'sign-in', fresh: false })
  })

  test('login requires credentials only in this tab where storage is full, and always without storage', async () => {
    const full = await loggedOutAndBack({ keyValueStore: memoryKeyValueStore({ capacity: 0 }) })
    await full.back.store.login(path('/home'))
    expect(full.host.visits.at(-1)).toMatchObject({ kind: 'sign-in', fresh: true })
    const blocked = (): Result<never, StoreFailure> => fail({ kind: 'store-blocked' })
    const page = openPage({ keyValueStore: { read: blocked, write: blocked, remove: blocked } })
    await page.start()
    await page.store.login(path('/home'))
    expect(page.host.visits).toMatchObject([{ kind: 'sign-in', fresh: true }])
  })

  test('login as another user logs out first, and continues from the next page, once', async () => {
    const tabStore = memoryKeyValueStore()
    const page = openPage({ host: memoryIdentityHost({ user: memoryUser }), tabStore })
    const { host } = page
    await page.start()
    await page.store.login(path('/datasets/bitcoin?tab=2'), true)
    expect(host.visits).toEqual([{ kind: 'sign-out' }])
    host.become(null)
    const back = openPage({ host, tabStore, at: '/' })
    await back.start()
    expect(back.address()).toBe('/datasets/bitcoin?tab=2')
    expect(back.store.state()).toMatchObject({ isAuthenticated: false, notice: null })
    const signIn = { kind: 'sign-in', target: '/datasets/bitcoin?tab=2', fresh: true }
    expect(host.visits).toEqual([{ kind: 'sign-out' }, signIn])
    // Back from the provider's page.
    await openPage({ host, tabStore }).start()
    expect(host.visits).toHaveLength(2)
    // Without a session there is no user to log out.
    back.clock.advance(3_000)
    await back.store.login(path('/home'), true)
    expect(host.visits.at(-1)).toMatchObject({ kind: 'sign-in', target: '/home' })
  })

  test.each<[string, PageOptions['change'] & {}]>([
    ['fails', () => ({ signOut: () => Promise.resolve(fail({ code: 'unreachable' })) })],
    ['never gets to the provider', () => ({ signOut: () => Promise.resolve(ok()) })],
  ])('login as another user whose logout %s leaves nothing behind', async (_how, change) => {
    const tabStore = memoryKeyValueStore()
    const host = memoryIdentityHost({ user: memoryUser })
    const page = openPage({ host, tabStore, change })
    await page.start()
    await page.store.login(path('/datasets/bitcoin'), true)
    host.become(memoryUser)
    for (const user of [memoryUser, null]) {
      host.become(user)
      const later = openPage({ host, tabStore, at: '/chart-builder' })
      await later.start()
      expect(later.address()).toBe('/chart-builder')
    }
    expect(host.visits).toEqual([])
  })

  test('that fail report "Login failed" and "Logout failed"', async () => {
    const page = openPage({ host: memoryIdentityHost({ user: memoryUser }) })
    await page.start()
    page.host.failNext('sign-in', { code: 'unreachable' })
    expect(await page.store.login(path('/home'))).toMatchObject({
      ok: false,
      failure: { text: 'Login failed' },
    })
    expect(page.store.state().error).toBe('Login failed')
    page.host.failNext('sign-out', { code: 'unreachable' })
    expect(await page.store.logout()).toMatchObject({ ok: false, failure: { text: 'Logout failed' } })
    expect(page.store.state().error).toBe('Logout failed')
  })

  test('before start-up has completed report "Auth0 client not initialized", which the start then resets', async () => {
    const page = openPage()
    const text = 'Auth0 client not initialized'
    expect(await page.store.login(path('/home'))).toMatchObject({ failure: { text } })
    expect(page.store.state().error).toBe(text)
    expect(await page.store.logout()).toMatchObject({ failure: { text } })
    expect(await page.store.accessToken()).toMatchObject({ failure: { text } })
    expect(page.host.visits).toEqual([])
    await page.start()
    expect(page.store.state().error).toBeNull()
  })

  test('a second press while the page is leaving does nothing, and works again when it could not leave', async () => {
    const page = openPage({ host: memoryIdentityHost({ user: memoryUser }) })
    const { host, store } = page
    await page.start()
    host.failNext('sign-out', { code: 'unreachable' })
    const failing = store.logout()
    expect(await store.login(path('/home'))).toEqual(ok())
    expect(await failing).toMatchObject({ ok: false })
    const leaving = store.logout()
    await store.login(path('/home'))
    await leaving
    // The browser is navigating.
    await store.login(path('/home'), true)
    await store.logout()
    expect(host.visits).toEqual([{ kind: 'sign-out' }])
    // The user has stopped it.
    page.clock.advance(3_000)
    await store.login(path('/home'))
    await store.login(path('/datasets'))
    expect(host.visits.map(({ kind }) => kind)).toEqual(['sign-out', 'sign-in'])
  })

  test('a press continues where the previous one failed', async () => {
    let broken = true
    const page = openPage({
      change: (sound) => ({
        signIn: async (request) => {
          if (broken) throw new Error('broken')
          return sound.signIn(request)
        },
      }),
    })
    await page.start()
    await expect(page.store.login(path('/home'))).rejects.toThrow('broken')
    broken = false
    await page.store.login(path('/home'))
    expect(page.host.visits).toHaveLength(1)
  })

  test('logout clears the user before the page is left', async () => {
    const page = openPage({ host: memoryIdentityHost({ user: memoryUser }) })
    await page.start()
    const leaving = page.store.logout()
    expect(page.store.state()).toMatchObject({ isAuthenticated: false, user: undefined })
    expect(await leaving).toMatchObject({ ok: true })
    expect(page.host.visits).toEqual([{ kind: 'sign-out' }])
  })
})

describe('access tokens', () => {
  test('are returned to a signed-in user', async () => {
    const page = openPage({ host: memoryIdentityHost({ user: memoryUser }) })
    await page.start()
    const token = await page.store.accessToken()
    expect(token.ok && page.host.tokens.some(({ value }) => value === token.value)).toBe(true)
  })

  test('signed out fail with "User is not authenticated", returned but not shown', async () => {
    const page = openPage()
    await page.start()
    expect(await page.store.accessToken()).toMatchObject({ failure: { text: 'User is not authenticated' } })
    expect(page.store.state().error).toBeNull()
  })

  test('that are unavailable fail with "Failed to get access token", stored and returned', async () => {
    const page = openPage({ host: memoryIdentityHost({ user: memoryUser }) })
    await page.start()
    page.host.failNext('token', { code: 'timeout', providerCode: 'timeout' })
    const text = 'Failed to get access token'
    expect(await page.store.accessToken({ renew: true })).toMatchObject({ ok: false, failure: { text } })
    expect(page.store.state()).toMatchObject({ error: text, isAuthenticated: true })
    expect(page.journal.entries.map((entry) => entry.text)).toContain(`${text}: timeout`)
  })

  test('requested while the user logs out in another tab fail without an error on the page', async () => {
    const page = openPage({
      host: memoryIdentityHost({ user: memoryUser }),
      change: (sound) => ({
        async accessToken() {
          sound.forget()
          return fail({ code: 'login-required' })
        },
      }),
    })
    await page.start()
    expect(await page.store.accessToken({ renew: true })).toMatchObject({
      failure: { text: 'User is not authenticated' },
    })
    expect(page.store.state()).toMatchObject({ error: null, isAuthenticated: false })
  })

  test('lost with the session sign the user out here', async () => {
    const page = openPage({ host: memoryIdentityHost({ user: memoryUser }) })
    await page.start()
    page.host.become(null)
    await page.store.accessToken({ renew: true })
    expect(page.store.state()).toMatchObject({ isAuthenticated: false, user: undefined })
  })
})
