import { auth0IdentityProvider } from '../../adapters/identity-provider/auth0/auth0-identity-provider'
import { auth0WorkerAddress } from '../../adapters/identity-provider/auth0/worker-address'
import type { Wirings } from '../surroundings'

export const wire: Wirings['identity'] = ({ settings: { identity }, redirectUri }, { clock }) =>
  auth0IdentityProvider({
    loadSdk: () => import('../../adapters/identity-provider/auth0/auth0-sdk'),
    domain: identity.domain,
    clientId: identity.clientId,
    audience: identity.audience,
    scope: identity.scope,
    redirectUri,
    alwaysFresh: true,
    workerUrl: auth0WorkerAddress,
    clock,
  })
