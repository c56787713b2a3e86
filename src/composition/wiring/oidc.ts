import { oidcIdentityProvider } from '../../adapters/identity-provider/oidc/oidc-identity-provider'
import type { Wirings } from '../surroundings'

export const wire: Wirings['identity'] = ({ settings: { identity }, redirectUri }, ports) =>
  oidcIdentityProvider({
    ...ports,
    issuer: identity.issuer,
    clientId: identity.clientId,
    audience: identity.audience,
    audienceParameter: identity.audienceParameter,
    scope: identity.scope,
    parameters: Object.fromEntries(new URLSearchParams(identity.parameters)),
    refreshTokens: identity.refreshTokens,
    redirectUri,
  })
