import { oidcIdentityProvider } from '../../adapters/identity-provider/oidc/oidc-identity-provider'
import type { Wirings } from '../adapter-map'
import { redirectTarget } from '../redirect-target'

export const wire: Wirings['identity'] = ({ configuration: { identity }, page }, ports) =>
  oidcIdentityProvider({
    ...ports,
    issuer: identity.issuer,
    clientId: identity.clientId,
    audience: identity.audience,
    scope: identity.scope,
    redirectUri: redirectTarget(page.location),
  })
