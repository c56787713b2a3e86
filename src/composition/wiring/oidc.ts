import { oidcIdentityProvider } from '../../adapters/identity-provider/oidc/oidc-identity-provider'
import { recordOf } from '../pairs'
import type { Wirings } from '../surroundings'

/** Redirect URI of the frame for the silent sign-in check, on the origin of the page's own redirect URI. */
export const silentTarget = (redirectUri: string): string =>
  new URL('/open-data/silent.html', redirectUri).href

export const wire: Wirings['identity'] = ({ settings: { identity }, redirectUri }, ports) =>
  oidcIdentityProvider({
    ...ports,
    issuer: identity.issuer,
    clientId: identity.clientId,
    audience: identity.audience,
    scope: identity.scope,
    parameters: recordOf(identity.parameters),
    redirectUri,
    silentUri: silentTarget(redirectUri),
    silent: identity.silent,
  })
