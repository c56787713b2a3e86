import type { Result } from '../kernel/result'

/** A BI token. Opaque to the portal: its lifetime comes from configuration and from the vendor's expiry event. */
export interface BiToken {
  readonly value: string
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
  anonymousToken(): Promise<Result<BiToken, TokenFailure>>
  personalToken(accessToken: string): Promise<Result<BiToken, TokenFailure>>
}
