import { oidcIdentityProvider } from '../../adapters/identity-provider/oidc/oidc-identity-provider'
import type { Wirings } from '../adapter-map'

export const wire: Wirings['identity'] = ({ configuration: { identity }, redirectUri }, ports) =>
  oidcIdentityProvider({
    ...ports,
    issuer: identity.issuer,
    clientId: identity.clientId,
    audience: identity.audience,
    scope: identity.scope,
    redirectUri,
  })
