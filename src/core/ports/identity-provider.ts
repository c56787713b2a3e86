import type { PortalPath } from '../kernel/portal-path'
import type { Result } from '../kernel/result'

/** The profile claims that the portal reads from the ID token. */
export interface User {
  readonly subject: string
  readonly issuer: string
  readonly name?: string
  readonly givenName?: string
  readonly nickname?: string
  readonly email?: string
}

export type ProblemCode =
  | 'refused'
  | 'login-required'
  | 'interaction-required'
  | 'mfa-required'
  | 'session-lost'
  | 'timeout'
  | 'unreachable'
  | 'invalid-response'
  | 'misconfigured'

/** The `providerCode` when an ID token is not valid at this device's current time. */
export const clockProblem = 'clock'

/** A failure of the identity provider, under the portal's codes. `description` is the provider's and is shown only as plain text. */
export interface IdentityProblem {
  readonly code: ProblemCode
  readonly providerCode?: string
  readonly description?: string
}

export type Session =
  | { readonly kind: 'starting' }
  | { readonly kind: 'signed-out'; readonly problem?: IdentityProblem }
  | { readonly kind: 'signed-in'; readonly user: User }

/** The query parameters that a provider adds to the address it redirects to. */
export const returnParameters = [
  'code',
  'state',
  'error',
  'error_description',
  'iss',
  'session_state',
  'scope',
] as const

/** How the user arrived at this page. The core derives it from the parsed query. */
export type Arrival =
  | { readonly kind: 'plain' }
  | { readonly kind: 'callback' }
  | { readonly kind: 'provider-error'; readonly error: string; readonly description?: string }

export interface IdentityStart {
  readonly session: Session
  /** Where the user started the sign-in, or where the page was when it left for a silent check. Only after a return from either. */
  readonly target?: PortalPath
  /**
   * The response in the address answers the page's own silent check, not a sign-in, or says only that a login page was out of date. An error
   * in it is not shown to the user.
   */
  readonly silent?: true
  /** A failure of the start itself: the client could not be created, or the callback was refused. A missing session is not a problem. */
  readonly problem?: IdentityProblem & { readonly at: 'initialise' | 'callback' | 'session' }
}

/**
 * Authenticates the user. The provider's own pages ask for credentials; this port redirects to them and reads the outcome.
 * Tokens stay in memory and leave the adapter only through `accessToken`.
 */
export interface IdentityProvider {
  /** The provider's name as it appears in error texts. */
  readonly displayName: string
  /**
   * Finishes a redirect (`callback`) or restores a session silently. `address` is the page's full address before the router ran. Settles
   * once and never rejects. It waits for each response up to `timings.identityDeadline`. A callback whose state is unknown or already used
   * ("Invalid state") is not a problem: the session is restored silently instead. With `left` (the user logged out or was refused) it is
   * not restored: only a login signs them in.
   */
  start(arrival: Arrival, address: string, left?: boolean): Promise<IdentityStart>
  /**
   * Tries to restore the session again after a start that the provider did not answer. If this takes a redirect, the page comes back to
   * `here`. Settles and never rejects, like `start`.
   */
  restart(here: PortalPath): Promise<IdentityStart>
  session(): Session
  /** Calls the listener on each change after subscribing, never after unsubscribing. */
  watch(listener: (session: Session) => void): () => void
  /**
   * Leaves the page for the provider's sign-in. `fresh`: the provider must ask for credentials even if it has a session. Some adapters
   * always request this.
   */
  signIn(options: {
    readonly target: PortalPath
    readonly fresh: boolean
  }): Promise<Result<void, IdentityProblem>>
  /** Clears local state first, then ends the provider's session and refresh token. The provider redirects back to the portal. */
  signOut(): Promise<Result<void, IdentityProblem>>
  /** An access token for the token service. With `renew`, never returns the token returned before. */
  accessToken(options?: { readonly renew?: boolean }): Promise<Result<string, IdentityProblem>>
  /**
   * Clears local state without leaving the page, because the user signed out or another user signed in elsewhere. A `problem` gives any
   * other reason.
   */
  forget(problem?: IdentityProblem): void
}
