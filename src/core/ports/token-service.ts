import type { Result } from '../kernel/result'

/** The scope of a requested token. */
export interface TokenRequest {
  /** Ids of dashboards that the token must open, in addition to those that its holder may see anyway. */
  readonly dashboards: readonly string[]
}

/** A BI token, opaque to the portal. */
export interface BiToken {
  readonly value: string
  /**
   * Expiry, in milliseconds since the epoch: by the service's clock from a `TokenService`, by this machine's clock from a `TokenSource`.
   * Absent when the configured lifetime or the vendor's expiry event applies.
   */
  readonly expiresAt?: number
  /** Ids of the dashboards that it opens. Absent when it opens all that its holder may see. */
  readonly covers?: readonly string[]
  /** The token service's clock at the time of the response, in milliseconds since the epoch; null when it did not send it. */
  readonly serverTime: number | null
}

export type TokenFailure =
  /** The service refused: 401 (not authenticated), 403 (not authorized) or another client error such as 404. */
  | { readonly kind: 'token-refused'; readonly status: number }
  /** The service answered 5xx or 429. `retryAfter`: its Retry-After in milliseconds, null when absent. */
  | { readonly kind: 'token-unavailable'; readonly status: number; readonly retryAfter: number | null }
  | { readonly kind: 'token-unreachable' }
  | { readonly kind: 'token-timeout' }
  /** A success status without a valid token: wrong type, empty, too long, wrong characters. */
  | { readonly kind: 'token-malformed' }

/** Issues BI tokens, for anonymous visitors or for the signed-in user of the given access token. Every call issues a new one. */
export interface TokenService {
  /**
   * Present when a token opens only what was requested; otherwise one token opens everything. The first call still names no dashboard,
   * and if it fails no further call is made. A service that signs one dashboard at a time answers it with `covers: []`.
   */
  readonly issues?: 'by-request'
  anonymousToken(request?: TokenRequest): Promise<Result<BiToken, TokenFailure>>
  personalToken(accessToken: string, request?: TokenRequest): Promise<Result<BiToken, TokenFailure>>
}
