import { auth0IdentityProvider } from '../adapters/identity-provider/auth0/auth0-identity-provider'
import type { Clock } from '../core/ports/clock'
import type { IdentityProvider } from '../core/ports/identity-provider'
import type { KeyValueStore } from '../core/ports/key-value-store'
import type { Configuration } from './configuration'
import { identityWorkerUrl } from './script-addresses'

export type IdentityFactory = (
  clock: Clock,
  keyValueStore: KeyValueStore,
  tabStore: KeyValueStore,
) => IdentityProvider

/** The configured identity adapter. Only the chosen one is fetched. */
export async function identityChoice(
  { identity }: Configuration,
  page: Pick<Window, 'location'>,
): Promise<IdentityFactory> {
  const shared = {
    clientId: identity.clientId,
    audience: identity.audience,
    scope: identity.scope,
    redirectUri: redirectTarget(page.location),
  }
  switch (identity.adapter) {
    case 'auth0':
      return (clock) =>
        auth0IdentityProvider({
          ...shared,
          loadSdk: () => import('../adapters/identity-provider/auth0/auth0-sdk'),
          domain: identity.domain,
          workerUrl: identityWorkerUrl,
          clock,
        })
    case 'oidc': {
      const { oidcIdentityProvider } =
        await import('../adapters/identity-provider/oidc/oidc-identity-provider')
      return (clock, keyValueStore, tabStore) =>
        oidcIdentityProvider({ ...shared, issuer: identity.issuer, clock, keyValueStore, tabStore })
    }
  }
}

/** Where the identity provider returns to: the origin plus `/datasets`; the bare origin on localhost (specification, section 4). */
export function redirectTarget(location: Pick<Location, 'origin' | 'hostname'>): string {
  return location.hostname === 'localhost' ? location.origin : `${location.origin}/datasets`
}
