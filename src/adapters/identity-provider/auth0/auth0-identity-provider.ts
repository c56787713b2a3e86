import type { Auth0Client } from '@auth0/auth0-spa-js'
import type { IdentityProvider, User } from '../../../core/ports/identity-provider'
import { auth0ClientOptions, type Auth0IdentityOptions } from './client-options'
import { auth0Problem, isStrayCallback, SdkMissing, SdkRefused } from './problems'
import { auth0Traces } from './traces'
import { redirectIdentityProvider } from '../redirect-sign-in'
import { userFromClaims } from '../session-state'

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
  async function whoIsThere(client: Auth0Client): Promise<User> {
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
        return { user: await whoIsThere(client), target: memberOf(appState, 'target') }
      },
      async abandon(address) {
        const client = await sdkClient()
        // It always throws, as the address carries an error. On the way it removes the pending sign-in.
        const cause = await client.handleRedirectCallback(address).catch((thrown: unknown) => thrown)
        return memberOf(memberOf(cause, 'appState'), 'target')
      },
      async token(request) {
        const client = await sdkClient()
        const value = await client.getTokenSilently({ cacheMode: request === 'new' ? 'off' : 'on' })
        if (value === undefined) throw new Error('The SDK gave no token.')
        return { value, user: await whoIsThere(client) }
      },
      async leaveForSignIn(target, fresh) {
        const client = await sdkClient()
        await client.loginWithRedirect({
          appState: { target },
          authorizationParams: { screen_hint: 'login', ...(fresh ? { prompt: 'login' } : {}) },
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
        // Tokens go with the client that has them; the next sign-in gets a new one. The SDK's own way of forgetting would also take
        // the trace that another tab, where somebody is still signed in, needs for its next reload.
        made = undefined
        if (before !== undefined && !keepTrace) await (await before).logout({ openUrl: false })
      },
      problemFrom: auth0Problem,
      isStray: isStrayCallback,
    },
    { clock: options.clock, displayName: options.displayName ?? 'Auth0' },
  )
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
