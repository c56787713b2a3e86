import { auth0IdentityProvider } from '../../../../src/adapters/identity-provider/auth0/auth0-identity-provider'
import { oidcIdentityProvider } from '../../../../src/adapters/identity-provider/oidc/oidc-identity-provider'
import { webStorageKeyValueStore } from '../../../../src/adapters/key-value-store/web-storage-key-value-store'
import type { Clock } from '../../../../src/core/ports/clock'
import type { IdentityProvider } from '../../../../src/core/ports/identity-provider'
import { pageBugs } from './broken-adapters'
import { workerUrl, type PageSetup } from './setup'

const scope = 'openid profile email'

/** The adapter under test, with its bug if it is to have one. */
export function makeAdapter(setup: PageSetup, clock: Clock): IdentityProvider {
  const sound = soundAdapter(setup, clock)
  const bug = setup.bug === null ? undefined : pageBugs[setup.bug]
  return bug === undefined ? sound : { ...sound, ...bug(sound) }
}

/** The adapter as the portal's composition would make it. */
function soundAdapter(setup: PageSetup, clock: Clock): IdentityProvider {
  const { clientId, audience, refreshTokens } = setup
  const shared = { clientId, audience, refreshTokens, scope, redirectUri: location.origin, clock }
  return setup.adapter === 'auth0'
    ? auth0IdentityProvider({
        ...shared,
        loadSdk: () => import('../../../../src/adapters/identity-provider/auth0/auth0-sdk'),
        domain: setup.domain,
        workerUrl,
      })
    : oidcIdentityProvider({
        ...shared,
        issuer: `${setup.domain}/`,
        tabStore: webStorageKeyValueStore(() => sessionStorage),
        keyValueStore: webStorageKeyValueStore(() => localStorage),
      })
}
