import type { Result } from '../kernel/result'
import type { BiToken, TokenFailure, TokenRequest } from './token-service'

export type TokenSourceFailure =
  | TokenFailure
  /** The BI host rejects every token, or the service keeps issuing a rejected one. */
  | { readonly kind: 'token-rejected' }
  /** A dashboard in the token request does not exist or belongs to another user. */
  | { readonly kind: 'dashboard-not-known' }
  /** There is no access token: the user has to sign in again. */
  | { readonly kind: 'token-session-lost' }
  /** There is no access token for now: the identity provider did not answer. */
  | { readonly kind: 'token-identity-away' }

/** Tokens of one user, for an operation of several calls. Fails with `token-session-lost` once the user has changed. */
export type BoundTokens = Pick<TokenSource, 'token' | 'drop'>

/** Tokens of the current user, for the lifetime of the page. */
export interface PageTokens extends TokenSource {
  /** Tokens of the user who is signed in at the time of this call. */
  bound(): BoundTokens
}

/**
 * Provides BI tokens to a BI adapter. The core implements this port: its token broker caches, shares and renews the tokens that the
 * token service issues.
 */
export interface TokenSource {
  /** A source of tokens for this request. Returns itself when its own tokens serve every request. */
  for(request: TokenRequest): TokenSource
  /** The cached token while it is fresh, else a new one. Concurrent callers share one call (single flight). Settles within ten seconds. */
  token(): Promise<Result<BiToken, TokenSourceFailure>>
  /**
   * Settles once sign-in status is known, or after three seconds. Wait for it before starting work that requests a token later: a token
   * requested earlier might be for another user.
   */
  known(): Promise<void>
  /**
   * Reports that the BI host has rejected this token: no tab uses it again. Without a value it means the token that this tab returned
   * last, which need not be the one cached now.
   */
  drop(value?: string): void
  /**
   * Reports that this token is about to expire in a view. The next `token()` fetches a newer one, unless there already is one; the old one
   * remains the fallback. Without a value it means the token that this tab returned last.
   */
  expireSoon(value?: string): void
  /** The user pressed Retry: ends the cool-down after a failure, unless the service itself asked to wait (Retry-After). */
  retry(): void
}
