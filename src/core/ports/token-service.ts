import type { Result } from '../kernel/result'

/** What a token is wanted for. */
export interface TokenRequest {
  /** Ids of dashboards that it has to open, beside those that its holder may see anyway. */
  readonly dashboards: readonly string[]
}

/** A BI token, opaque to the portal. */
export interface BiToken {
  readonly value: string
  /**
   * Its end, milliseconds since the epoch: by the service's clock as the service gives it, by this machine's as a `TokenSource` does.
   * Absent where it is as configured, or the vendor's expiry event says.
   */
  readonly expiresAt?: number
  /** Ids of the dashboards that it opens; absent where it opens all that its holder may see. */
  readonly covers?: readonly string[]
  /** The token service's clock when it answered, milliseconds since the epoch; null when it did not say. */
  readonly serverTime: number | null
}

export type TokenFailure =
  /** The service said no: 401 (who are you) or 403 (not you). */
  | { readonly kind: 'token-refused'; readonly status: number }
  /** The service is there but cannot: 5xx, 429. `retryAfter` in milliseconds when it said so. */
  | { readonly kind: 'token-unavailable'; readonly status: number; readonly retryAfter: number | null }
  | { readonly kind: 'token-unreachable' }
  | { readonly kind: 'token-timeout' }
  /** A good status and no token: wrong type, empty, too long, wrong characters. */
  | { readonly kind: 'token-malformed' }

/** Issues BI tokens: for nobody in particular, or for the signed-in person whose access token is given. A new one on each call. */
export interface TokenService {
  /**
   * Present where a token is good for no more than what it was asked for; else one serves for everything. The first call names no
   * dashboard all the same, and where it is refused no other follows: a service that signs one dashboard at a time answers it with
   * `covers: []`.
   */
  readonly issues?: 'by-request'
  anonymousToken(request?: TokenRequest): Promise<Result<BiToken, TokenFailure>>
  personalToken(accessToken: string, request?: TokenRequest): Promise<Result<BiToken, TokenFailure>>
}
