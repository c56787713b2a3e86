import type { Provider as LibraryProvider, ClientMetadata } from 'oidc-provider'
import type { Faults } from '../http/faults'

// Imports the modules behind the package's main module, which only adds a warning on Node 20 and on every Node that is not an LTS release
// yet. The Node 22 features that the library needs exist in 20.19, and are tested here.
export * as errors from 'oidc-provider/lib/helpers/errors.js'
export * as interactionPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js'
export { Provider } from 'oidc-provider/lib/provider.js'

/** Context of a middleware in front of the provider's own routes. */
export type RequestContext = Parameters<Parameters<LibraryProvider['use']>[0]>[0]

/** Settings shared by the provider's modules once its address is known. */
export interface IdentitySettings {
  /** Origin plus slash, the exact `iss` that the Auth0 SDK expects. */
  readonly issuer: string
  readonly port: number
  readonly product: string
  readonly audience: string
  readonly clientIds: readonly string[]
  /** Origins of the portal. Links back lead to the first one. */
  readonly portalOrigins: readonly [string, ...string[]]
  readonly lifetimes: IdentityLifetimes
  /** Supports `response_mode=web_message` for frames, as Auth0 does and most other providers do not. */
  readonly webMessage: boolean
  readonly faults: Faults
}

/** In seconds. */
export interface IdentityLifetimes {
  readonly accessToken: number
  readonly idToken: number
  readonly refreshToken: number
  readonly session: number
}

export const defaultLifetimes: IdentityLifetimes = {
  accessToken: 3600,
  idToken: 36_000,
  refreshToken: 14 * 86_400,
  session: 14 * 86_400,
}

/** Auth0's paths, which its SDK has built in. */
export const identityPaths = {
  authorization: '/authorize',
  token: '/oauth/token',
  userinfo: '/userinfo',
  jwks: '/.well-known/jwks.json',
  revocation: '/oauth/revoke',
  end_session: '/oidc/logout',
} as const

export const signOutPath = '/v2/logout'
export const interactionPath = '/interaction'

/** Every URL that the provider may redirect to; matched exactly. */
function returnAddresses(portalOrigins: readonly string[]): string[] {
  return portalOrigins.flatMap((origin) => [origin, `${origin}/datasets`, `${origin}/`])
}

export function clientOf(
  clientId: string,
  product: string,
  portalOrigins: readonly string[],
): ClientMetadata {
  return {
    client_id: clientId,
    client_name: product,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [
      ...returnAddresses(portalOrigins),
      ...portalOrigins.map((origin) => `${origin}/open-data/silent.html`),
    ],
    post_logout_redirect_uris: returnAddresses(portalOrigins),
  }
}
