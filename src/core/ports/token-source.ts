import type { Result } from '../kernel/result'
import type { BiToken, TokenFailure, TokenRequest } from './token-service'

export type TokenSourceFailure =
  | TokenFailure
  /** The BI host refuses whatever it is given, or the service keeps giving what it has refused. */
  | { readonly kind: 'token-rejected' }
  /** A dashboard that the token was to open is not there, or is somebody else's. */
  | { readonly kind: 'dashboard-not-known' }
  /** There is no access token to ask with: the person has to sign in again. */
  | { readonly kind: 'token-session-lost' }
  /** There is none at the moment: the identity provider did not answer. */
  | { readonly kind: 'token-identity-away' }

/** Tokens of one person, for what is done in several calls: none any more once somebody else is here. */
export type BoundTokens = Pick<TokenSource, 'token' | 'drop'>

/** Tokens for whoever is here, as long as the page lives. */
export interface PageTokens extends TokenSource {
  /** Of whoever is here now. */
  bound(): BoundTokens
}

/**
 * Where a BI adapter has its tokens from. The core itself stands behind this port: its broker caches, shares and renews what the token
 * service issues.
 */
export interface TokenSource {
  /** The source of tokens for this: itself, where its own tokens serve for that too. */
  for(request: TokenRequest): TokenSource
  /** The cached token while it is good, else a new one; callers at the same time share one call. Answers within ten seconds. */
  token(): Promise<Result<BiToken, TokenSourceFailure>>
  /**
   * It is known for whom tokens are, or was not within three seconds. What needs its token later than that can begin by then: asked
   * for earlier, it might be somebody else's.
   */
  known(): Promise<void>
  /**
   * The BI host has refused this token: no tab hands it out again. Without a value it is the one this tab gave last, which need not
   * be the one that is cached now.
   */
  drop(value?: string): void
  /**
   * A view sees the end of this token coming: a newer one is wanted, unless there is one already, and until then the old one serves.
   * Without a value it is the one this tab gave last.
   */
  expireSoon(value?: string): void
  /** A person pressed Retry: what failed is tried again, unless the service itself asked to wait. */
  retry(): void
}
