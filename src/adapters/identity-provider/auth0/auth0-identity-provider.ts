import { parsed, record } from '../../../core/kernel/json'
import type { Auth0Client, Auth0ClientOptions } from '@auth0/auth0-spa-js'
import type { IdentityProvider, User } from '../../../core/ports/identity-provider'
import { auth0Problem, isStrayCallback, SdkMissing, SdkRefused } from './problems'
import { redirectIdentityProvider, type AccessTokenRequest } from '../redirect-sign-in'
import { userFromClaims } from '../session-state'
import { timings } from '../../../core/kernel/limits'
import type { Clock } from '../../../core/ports/clock'

/**
 * What the Auth0 SDK stores in the browser: a cookie if a user signed in here, and this tab's pending sign-in. Neither contains a token.
 * Both may be blocked, which reads as absent.
 */
interface Auth0Traces {
  /** A user signed in here during the last month, so a silent request is worthwhile. */
  signedInBefore(): boolean
  /** The `state` of this tab's pending sign-in; null if there is none. */
  pendingState(): string | null
  /** False if this tab cannot keep a pending sign-in in session storage; the SDK then keeps it in a cookie. */
  sessionStorageWorks(): boolean
}

function auth0Traces(page: Window, clientId: string): Auth0Traces {
  const trace = `auth0.${clientId}.is.authenticated`
  const pending = `a0.spajs.txs.${clientId}`
  const cookie = (name: string): string | null => cookieOf(page.document, name)
  return {
    signedInBefore: () => cookie(trace) !== null,
    pendingState() {
      const stored = attempt(() => page.sessionStorage.getItem(pending)) ?? cookie(pending)
      return stored === null ? null : stateOf(stored)
    },
    sessionStorageWorks: () => attempt(() => canStoreSignIn(page.sessionStorage)) ?? false,
  }
}

/** Full storage can still be read. A pending sign-in takes some 500 bytes, and up to 16,000 more with the question in a link. */
function canStoreSignIn(storage: Storage): boolean {
  const key = 'assay.room'
  storage.setItem(key, ' '.repeat(20_000))
  storage.removeItem(key)
  return true
}

/** The SDK stores JSON, of which only `state` is read here. */
function stateOf(text: string): string | null {
  const { state } = record(parsed(text))
  return typeof state === 'string' ? state : null
}

function cookieOf(document: Document, name: string): string | null {
  const prefix = `${encodeURIComponent(name)}=`
  const cookies = attempt(() => document.cookie.split(/;\s*/)) ?? []
  const found = cookies.find((part) => part.startsWith(prefix))
  return found === undefined ? null : (attempt(() => decodeURIComponent(found.slice(prefix.length))) ?? null)
}

/** Blocked storage throws on access, and a cookie may contain anything. */
function attempt<Value>(action: () => Value): Value | null {
  try {
    return action()
  } catch {
    return null
  }
}

interface Auth0IdentityOptions {
  /** The SDK is a separate chunk, loaded after the first paint. */
  readonly loadSdk: () => Promise<{ readonly Auth0Client: typeof Auth0Client }>
  /** Host of the tenant; with its scheme and no trailing slash if it is not https. */
  readonly domain: string
  readonly clientId: string
  /** Identifier of the token service's API. */
  readonly audience: string
  readonly scope: string
  /** Registered in exactly this form, for sign-in and sign-out. */
  readonly redirectUri: string
  /** The SDK's worker, served by the portal: the content security policy allows no `blob:` worker. */
  readonly workerUrl: string
  /** Every sign-in asks for credentials, even with a live session (specification, section 4). Default: false. */
  readonly alwaysFresh?: boolean
  readonly clock: Clock
}

/** All of the SDK's options. */
function auth0ClientOptions(options: Auth0IdentityOptions, sessionStorageWorks: boolean): Auth0ClientOptions {
  const seconds = timings.identityDeadline / 1_000
  return {
    domain: options.domain,
    clientId: options.clientId,
    authorizationParams: {
      audience: options.audience,
      scope: options.scope,
      redirect_uri: options.redirectUri,
    },
    cacheLocation: 'memory',
    useRefreshTokens: true,
    useRefreshTokensFallback: true,
    workerUrl: options.workerUrl,
    authorizeTimeoutInSeconds: seconds,
    httpTimeoutInSeconds: seconds,
    legacySameSiteCookie: false,
    // The default accesses `localStorage` while the client is created, which throws if storage is blocked.
    anonymousSessionsCacheMode: 'memory',
    useCookiesForTransactions: !sessionStorageWorks,
    // A session at Auth0 lasts for weeks: after a day away, asking the provider is still worthwhile.
    sessionCheckExpiryDays: 30,
    nowProvider: () => options.clock.now(),
  }
}

export type { Auth0IdentityOptions }

/** Auth0 through its own SDK: tokens in memory, the refresh token in a worker, an iframe for the first token after a reload. */
export function auth0IdentityProvider(options: Auth0IdentityOptions): IdentityProvider {
  const traces = auth0Traces(window, options.clientId)
  let made: Promise<Auth0Client> | undefined

  async function make(): Promise<Auth0Client> {
    const sdk = await options.loadSdk().catch((cause: unknown) => {
      throw new SdkMissing('The identity SDK could not be loaded.', { cause })
    })
    try {
      return new sdk.Auth0Client(auth0ClientOptions(options, traces.sessionStorageWorks()))
    } catch (cause) {
      throw new SdkRefused('The identity SDK cannot work on this page.', { cause })
    }
  }
  const sdkClient = (): Promise<Auth0Client> => {
    made ??= make().catch((cause: unknown) => {
      made = undefined
      throw cause
    })
    return made
  }
  async function currentUser(client: Auth0Client): Promise<User> {
    const user = userFromClaims(await client.getIdTokenClaims())
    if (user === null) throw new Error('The ID token names nobody.')
    return user
  }

  return redirectIdentityProvider(
    {
      async connect() {
        await sdkClient()
      },
      signedInBefore: () => traces.signedInBefore(),
      pendingState: () => traces.pendingState(),
      async finish(address) {
        const client = await sdkClient()
        const { appState } = await client.handleRedirectCallback<unknown>(address)
        return { user: await currentUser(client), target: record(appState)['target'] }
      },
      async abandon(address) {
        const client = await sdkClient()
        // It always throws, because the address contains an error. Before that it removes the pending sign-in.
        const cause = await client.handleRedirectCallback(address).catch((thrown: unknown) => thrown)
        return record(record(cause)['appState'])['target']
      },
      async token(request) {
        const client = await sdkClient()
        const value = await tokenOf(client, request, options.clock)
        return { value, user: await currentUser(client) }
      },
      async leaveForSignIn(target, fresh) {
        const client = await sdkClient()
        const prompt = fresh || options.alwaysFresh === true ? { prompt: 'login' as const } : {}
        const authorizationParams = { screen_hint: 'login', ...prompt }
        await client.loginWithRedirect({
          appState: { target: traces.sessionStorageWorks() ? target : fitting(target) },
          authorizationParams,
        })
      },
      async leaveForSignOut() {
        const client = await sdkClient()
        await client.logout({ logoutParams: { returnTo: options.redirectUri } })
      },
      async revoke() {
        if (made !== undefined) await (await made).revokeRefreshToken()
      },
      async clear(keepTrace) {
        const before = made
        // The tokens go with their client; the next sign-in creates a new one. The SDK's own `logout` would also remove the trace that
        // another tab, where the user is still signed in, needs for its next reload.
        made = undefined
        if (before !== undefined && !keepTrace) await (await before).logout({ openUrl: false })
      },
      problemFrom: auth0Problem,
      isStray: isStrayCallback,
    },
    { clock: options.clock, displayName: 'Auth0' },
  )
}

/** What fits a cookie beside the rest of the pending sign-in: the user comes back to the page, without the long question of a link. */
const fitting = (target: string): string =>
  target.length <= 2_000 ? target : (target.split(/[?#]/, 1)[0] ?? target)

async function tokenOf(client: Auth0Client, request: AccessTokenRequest, clock: Clock): Promise<string> {
  const ask = () => client.getTokenSilently({ cacheMode: request === 'new' ? 'off' : 'on' })
  const askedAt = clock.now()
  const value = await ask().catch((cause: unknown) => {
    // Tabs that start together ask one after the other, and the SDK waits five seconds for the others: a starting page tries once more.
    // A timeout that takes as long as the deadline is the provider's.
    const isLockTimeout =
      record(cause)['error'] === 'timeout' && clock.now() - askedAt < timings.identityDeadline
    if (request === 'cached' && isLockTimeout) return ask()
    throw cause
  })
  // The session has reached the end that the ID token set (`session_expiry`); the SDK has forgotten everything by now.
  if (value === undefined)
    throw Object.assign(new Error('The session has ended.'), { error: 'login_required' })
  return value
}
