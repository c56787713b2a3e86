import { oidcIdentityProvider } from '../../adapters/identity-provider/oidc/oidc-identity-provider'
import type { Wirings } from '../surroundings'

export const wire: Wirings['identity'] = ({ settings: { identity }, redirectUri }, ports) =>
  oidcIdentityProvider({
    ...ports,
    issuer: identity.issuer,
    clientId: identity.clientId,
    audience: identity.audience,
    scope: identity.scope,
    redirectUri,
  })
