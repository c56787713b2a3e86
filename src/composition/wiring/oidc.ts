import { oidcIdentityProvider } from '../../adapters/identity-provider/oidc/oidc-identity-provider'
import { recordOf } from '../pairs'
import type { Wirings } from '../surroundings'

export const wire: Wirings['identity'] = ({ settings: { identity }, redirectUri }, ports) =>
  oidcIdentityProvider({
    ...ports,
    issuer: identity.issuer,
    clientId: identity.clientId,
    audience: identity.audience,
    scope: identity.scope,
    parameters: recordOf(identity.parameters),
    redirectUri,
    silentUri: new URL('/open-data/silent.html', redirectUri).href,
    silent: identity.silent,
  })
