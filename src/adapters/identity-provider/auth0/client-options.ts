import type { Auth0Client, Auth0ClientOptions } from '@auth0/auth0-spa-js'
import { timings } from '../../../core/kernel/limits'
import type { Clock } from '../../../core/ports/clock'

export interface Auth0IdentityOptions {
  /** The SDK comes in a chunk of its own, after the first paint. */
  readonly loadSdk: () => Promise<{ readonly Auth0Client: typeof Auth0Client }>
  /** Host of the tenant; with its scheme and no trailing slash when it is not https. */
  readonly domain: string
  readonly clientId: string
  /** Identifier of the token service's API. */
  readonly audience: string
  readonly scope: string
  /** Registered exactly so, for sign-in and sign-out. */
  readonly redirectUri: string
  /** The SDK's worker, served by the portal: the policy allows no `blob:` one. */
  readonly workerUrl: string
  /** False: every token comes through the silent frame, for tenants without refresh-token rotation. True by default. */
  readonly refreshTokens?: boolean
  readonly clock: Clock
  readonly displayName?: string
}

/** What the SDK is told, in one place. */
export function auth0ClientOptions(
  options: Auth0IdentityOptions,
  sessionStorageWorks: boolean,
): Auth0ClientOptions {
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
    useRefreshTokens: options.refreshTokens ?? true,
    useRefreshTokensFallback: true,
    workerUrl: options.workerUrl,
    authorizeTimeoutInSeconds: seconds,
    httpTimeoutInSeconds: seconds,
    legacySameSiteCookie: false,
    // Its default looks at `localStorage` while the client is made, and that throws where storage is blocked.
    anonymousSessionsCacheMode: 'memory',
    useCookiesForTransactions: !sessionStorageWorks,
    nowProvider: () => options.clock.now(),
  }
}
