import type { PortalPath } from '../kernel/portal-path'
import type { Result } from '../kernel/result'

/** Profile claims of the ID token the portal reads. */
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

/** The `providerCode` of an ID token that is not good at this device's time. */
export const clockProblem = 'clock'

/** What went wrong at the identity provider, in the portal's words; `description` is the provider's and shown only as text. */
export interface IdentityProblem {
  readonly code: ProblemCode
  readonly providerCode?: string
  readonly description?: string
}

export type Session =
  | { readonly kind: 'starting' }
  | { readonly kind: 'signed-out'; readonly problem?: IdentityProblem }
  | { readonly kind: 'signed-in'; readonly user: User }

/** How this page was reached, judged by the core from the parsed query. */
export type Arrival =
  | { readonly kind: 'plain' }
  | { readonly kind: 'callback' }
  | { readonly kind: 'provider-error'; readonly error: string; readonly description?: string }

export interface IdentityStart {
  readonly session: Session
  /** Where the person was when they chose to sign in; only after an answer to it, or where the page itself left to ask. */
  readonly target?: PortalPath
  /** The answer in the address was to a question of the page's own, not to a sign-in: an error in it is nobody's. */
  readonly silent?: true
  /** What the start itself met: a client that cannot be made, a callback that was refused. Not a missing session. */
  readonly problem?: IdentityProblem & { readonly at: 'initialise' | 'callback' | 'session' }
}

/**
 * Who is using the portal. The provider's own pages do the asking; this port starts them and reads their outcome.
 * Tokens never leave it except by `accessToken`, and stay in memory only.
 */
export interface IdentityProvider {
  /** The provider's name as the error texts say it. */
  readonly displayName: string
  /**
   * Finishes a redirect (`callback`) or restores a session silently. `address` is the page's full address as it was before the
   * router ran. Settles once and never rejects; each answer it waits for has the identity deadline. A callback whose state is unknown or already used
   * ("Invalid state") is not a problem: the silent path is tried instead, unless somebody has `left`, who comes back by a login alone.
   */
  start(arrival: Arrival, address: string, left?: boolean): Promise<IdentityStart>
  /**
   * Asks anew who is here, after a start to which the provider gave no answer. Should the page leave to ask, it comes back to `here`.
   * Settles and never rejects, as `start`.
   */
  restart(here: PortalPath): Promise<IdentityStart>
  session(): Session
  /** Called on each change after subscribing; never after unsubscribing. */
  watch(listener: (session: Session) => void): () => void
  /**
   * Leaves the page for the provider's sign-in. `fresh`: a session that exists there will not do, credentials are asked for again; some
   * vendors are always asked so.
   */
  signIn(options: {
    readonly target: PortalPath
    readonly fresh: boolean
  }): Promise<Result<void, IdentityProblem>>
  /** Local state is gone first; then the provider's session and refresh token are ended and the page comes back. */
  signOut(): Promise<Result<void, IdentityProblem>>
  /** An access token for the token service. `renew` never answers with the token handed out before. */
  accessToken(options?: { readonly renew?: boolean }): Promise<Result<string, IdentityProblem>>
  /** Forgets local state without leaving the page: somebody signed out, or another person signed in, elsewhere; a `problem` says why else. */
  forget(problem?: IdentityProblem): void
  dispose(): void
}
