import { systemClock } from '../../../../src/adapters/clock/system-clock'
import { flightRecorder } from '../../../../src/adapters/journal/flight-recorder'
import { auth0IdentityProvider } from '../../../../src/adapters/identity-provider/auth0/auth0-identity-provider'
import { auth0WorkerAddress } from '../../../../src/adapters/identity-provider/auth0/worker-address'
import { oidcIdentityProvider } from '../../../../src/adapters/identity-provider/oidc/oidc-identity-provider'
import { webStorageKeyValueStore } from '../../../../src/adapters/key-value-store/web-storage-key-value-store'
import { browserPageAddress } from '../../../../src/adapters/page-address/browser-page-address'
import { installTrustedTypes } from '../../../../src/composition/trusted-types'
import { homePath, portalPath } from '../../../../src/core/kernel/portal-path'
import { ok, type Result } from '../../../../src/core/kernel/result'
import type { Clock } from '../../../../src/core/ports/clock'
import type {
  IdentityProvider,
  IdentityProblem,
  IdentityStart,
  Session,
} from '../../../../src/core/ports/identity-provider'
import { createSessionStore } from '../../../../src/core/session/session-store'
import { readSetup, workerUrl, type PageSetup } from './setup'

/** Bugs that only a real page can show. Each is one change to a correct adapter. */
const pageBugs: Readonly<Record<string, (sound: IdentityProvider) => Partial<IdentityProvider>>> = {
  'requires no password': (sound) => ({
    signIn: ({ target }) => sound.signIn({ target, fresh: false }),
  }),
  'accepts every ID token': (sound) => ({
    async start(arrival, address) {
      const start = await sound.start(arrival, address)
      return start.problem?.at === 'callback'
        ? { session: { kind: 'signed-in', user: { subject: 'anybody', issuer: 'anywhere' } } }
        : start
    },
  }),
  'never checks the expiry': (sound) => {
    let cached: string | null = null
    return {
      async accessToken(options) {
        if (cached !== null && options?.renew !== true) return ok(cached)
        const token = await sound.accessToken(options)
        if (token.ok) cached = token.value
        return token
      },
    }
  },
  'writes the token to storage': (sound) => ({
    async accessToken(options) {
      const token = await sound.accessToken(options)
      if (token.ok) localStorage.setItem('token', token.value)
      return token
    },
  }),
  'logs the token': (sound) => ({
    async accessToken(options) {
      const token = await sound.accessToken(options)
      if (token.ok) console.log('token', token.value)
      return token
    },
  }),
  'uses inline styles': (sound) => ({
    async accessToken(options) {
      document.body.setAttribute('style', 'color: red')
      return sound.accessToken(options)
    },
  }),
  'returns the ID token': (sound) => {
    const idTokens = spyOnTokens('id_token')
    return {
      async accessToken(options) {
        const token = await sound.accessToken(options)
        return token.ok ? ok(idTokens.at(-1) ?? token.value) : token
      },
    }
  },
  'signs out without revoking': (sound) => {
    withoutRequestsTo('/oauth/revoke')
    return { signOut: () => sound.signOut() }
  },
  'revokes an unknown token': (sound) => {
    replaceInForms('token', () => 'x'.repeat(43))
    return { signOut: () => sound.signOut() }
  },
  'returns its old token on renewal': (sound) => ({ accessToken: () => sound.accessToken() }),
  'reuses its first refresh token': (sound) => {
    const first = spyOnTokens('refresh_token')
    replaceInForms('refresh_token', () => first[0])
    return { accessToken: (options) => sound.accessToken(options) }
  },
  'renews without the lock': (sound) => {
    Object.defineProperty(navigator.locks, 'request', {
      value: async (...given: [string, LockOptions, () => unknown]) => given[2](),
    })
    return { accessToken: (options) => sound.accessToken(options) }
  },
  'sends a made-up verifier': (sound) => {
    replaceInForms('code_verifier', () => 'x'.repeat(43))
    return { start: (arrival, address) => sound.start(arrival, address) }
  },
}

function spyOnTokens(name: string): readonly string[] {
  const found: string[] = []
  const send = window.fetch.bind(window)
  window.fetch = async (...parameters) => {
    const reply = await send(...parameters)
    const body: unknown = await reply
      .clone()
      .json()
      .catch(() => null)
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
    if (typeof value === 'string') found.push(value)
    return reply
  }
  return found
}

function withoutRequestsTo(path: string): void {
  const send = window.fetch.bind(window)
  window.fetch = (address, init) =>
    String(address instanceof Request ? address.url : address).endsWith(path)
      ? Promise.resolve(new Response(null, { status: 200 }))
      : send(address, init)
}

function replaceInForms(name: string, value: () => string | undefined): void {
  const send = window.fetch.bind(window)
  window.fetch = (address, init) => {
    const form = init?.body instanceof URLSearchParams ? init.body : null
    const next = value()
    if (form?.has(name) === true && next !== undefined) form.set(name, next)
    return send(address, init)
  }
}

const scope = 'openid profile email'

/** The adapter under test, with its bug if one is set. */
function makeAdapter(setup: PageSetup, clock: Clock): IdentityProvider {
  const sound = soundAdapter(setup, clock)
  const bug = setup.bug === null ? undefined : pageBugs[setup.bug]
  return bug === undefined ? sound : { ...sound, ...bug(sound) }
}

/** The adapter as the portal's composition creates it. */
function soundAdapter(setup: PageSetup, clock: Clock): IdentityProvider {
  const { clientId, audience, refreshTokens } = setup
  const shared = { clientId, audience, scope, redirectUri: location.origin, clock }
  return setup.adapter === 'auth0'
    ? auth0IdentityProvider({
        ...shared,
        alwaysFresh: setup.alwaysFresh,
        loadSdk: () => import('../../../../src/adapters/identity-provider/auth0/auth0-sdk'),
        domain: setup.domain,
        workerUrl: auth0WorkerAddress,
      })
    : oidcIdentityProvider({
        ...shared,
        scope: refreshTokens ? `${scope} offline_access` : scope,
        issuer: setup.issuer,
        parameters: setup.parameters,
        silent: setup.silent,
        silentUri: new URL('/open-data/silent.html', location.origin).href,
        tabStore: webStorageKeyValueStore(() => sessionStorage),
        keyValueStore: webStorageKeyValueStore(() => localStorage),
      })
}

/** The operations that a test has on the page. */
export interface ConformancePage {
  readonly identity: IdentityProvider
  /** What listeners received, oldest first. */
  readonly changes: readonly Session[]
  /** Runs the portal's own start once; resolves when it has completed. */
  begin(): Promise<IdentityStart>
  restart(): Promise<IdentityStart>
  signIn(target: string, fresh: boolean): Promise<Result<void, IdentityProblem>>
  /** Signs out; returns the state right after the call, while the page is still there. */
  beginSignOut(): Promise<{ session: Session; token: Result<string, IdentityProblem> }>
  /** A second listener that unsubscribes at once. */
  watchAndLeave(): void
  /** How often that listener was still notified. */
  notifiedAfterLeaving(): number
  moveClock(milliseconds: number): void
  /** Expires every pending timeout of at most this many ms. */
  passDeadlines(atMost?: number): void
}

declare global {
  var conformance: ConformancePage
}

installTrustedTypes(window, [workerUrl])

/** The adapter as the portal runs it: behind the core's session store, which also clears the URL. */
function startUp(identity: IdentityProvider): () => Promise<IdentityStart> {
  let started: Promise<IdentityStart> | undefined
  const sessionStore = createSessionStore({
    clock: systemClock(),
    identityProvider: {
      ...identity,
      start(...arrival) {
        started = identity.start(...arrival)
        return started
      },
      // A refusal would navigate away before a test has inspected the page.
      signOut: () => Promise.resolve(ok()),
    },
    journal: flightRecorder(() => undefined, { now: Date.now, trace: 'test' }),
    pageAddress: browserPageAddress(window),
    keyValueStore: webStorageKeyValueStore(() => localStorage),
    tabStore: webStorageKeyValueStore(() => sessionStorage),
  })
  const address = location.href
  const query = new URL(address).searchParams
  return async () => {
    await sessionStore.start({
      address,
      query: {
        code: query.get('code'),
        state: query.get('state'),
        error: query.get('error'),
        errorDescription: query.get('error_description'),
      },
    })
    if (started === undefined) throw new Error('The session keeper has not started the adapter.')
    return started
  }
}

function conformancePage(setup: PageSetup): ConformancePage {
  let offset = 0
  let notified = 0
  const deadlines = new Map<() => void, number>()
  const clock: Clock = {
    now: () => Date.now() + offset,
    // Timeouts expire when a test says so, not when the machine is busy.
    after(milliseconds, action) {
      const pass = (): void => {
        deadlines.delete(pass)
        action()
      }
      deadlines.set(pass, milliseconds)
      return () => void deadlines.delete(pass)
    },
  }
  const identity = makeAdapter(setup, clock)
  const changes: Session[] = []
  identity.watch((session) => changes.push(session))
  return {
    identity,
    changes,
    begin: startUp(identity),
    restart: () => identity.restart(homePath),
    signIn(target, fresh) {
      const path = portalPath(target)
      if (path === null) throw new Error(`${target} is no path of the portal.`)
      return identity.signIn({ target: path, fresh })
    },
    async beginSignOut() {
      void identity.signOut()
      return { session: identity.session(), token: await identity.accessToken() }
    },
    watchAndLeave() {
      identity.watch(() => (notified += 1))()
    },
    notifiedAfterLeaving: () => notified,
    passDeadlines(atMost = Infinity) {
      for (const [pass, milliseconds] of deadlines) if (milliseconds <= atMost) pass()
    },
    moveClock: (milliseconds) => void (offset += milliseconds),
  }
}

const setup = readSetup(document.cookie)
if (setup !== null) {
  if (sessionStorage.getItem('conformance-test') !== setup.test) {
    sessionStorage.clear()
    sessionStorage.setItem('conformance-test', setup.test)
  }
  if (setup.blocksLocalStorage) block('localStorage')
  if (setup.tabStorage === 'blocked') block('sessionStorage')
  if (setup.tabStorage === 'full') fill(sessionStorage)
  globalThis.conformance = conformancePage(setup)
  void globalThis.conformance.begin()
}

function fill(storage: Storage): void {
  for (let size = 2 ** 23; size >= 1; size /= 2) {
    try {
      storage.setItem(`full-${size}`, ' '.repeat(size))
    } catch {
      // Half as much may fit.
    }
  }
}

function block(name: 'localStorage' | 'sessionStorage'): void {
  Object.defineProperty(window, name, {
    get() {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
}
