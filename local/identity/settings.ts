import type { Faults } from '../http/faults'

/** What the parts of the provider share once its address is known. */
export interface IdentitySettings {
  /** Origin plus slash: the exact text the Auth0 SDK expects as `iss`. */
  readonly issuer: string
  readonly port: number
  readonly product: string
  readonly audience: string
  readonly clientIds: readonly string[]
  /** Origins of the portal; the first is where a way back leads. */
  readonly portalOrigins: readonly [string, ...string[]]
  readonly lifetimes: IdentityLifetimes
  readonly faults: Faults
}

/** All in seconds. */
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

/** Paths in Auth0's shapes; its SDK has them built in. */
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
