import type { FlagValues } from '../kernel/flag-table'

/** The user context sent to the flag vendor: exactly the specification's fields (section 3), always in this order. */
export interface FlagUserContext {
  readonly kind: 'user'
  /** Email, else subject, else "anonymous". */
  readonly key: string
  readonly email?: string
  readonly name?: string
  /** True when there is no user. */
  readonly anonymous: boolean
  readonly custom: {
    readonly hasBypassAccess: boolean
    readonly userAgent: string
    /** ISO; see `flagTimestamp`. */
    readonly timestamp: string
  }
}

/** The current source of the values. `defaults` gives the reason. */
export type FlagStatus =
  | { readonly kind: 'loading' }
  | { readonly kind: 'live' }
  | { readonly kind: 'cached' }
  | { readonly kind: 'defaults'; readonly reason: 'timeout' | 'unreachable' | 'refused' | 'malformed' }

/** The user whose flags are loaded. Two users can share a context, which is all the vendor receives; `session` tells them apart. */
export interface FlagPerson {
  /** Issuer and subject in the form of `sessionKey`. Never sent over the network. */
  readonly session: string
  readonly context: FlagUserContext
}

/**
 * Feature flags: typed, synchronous reads over one table, with the table's defaults for every value the vendor does not send.
 * Rendering never awaits a flag. Late and live values are merged in and published to subscribers. The adapter retries a lost connection
 * indefinitely. A hidden page holds no stream open and catches up when it is shown again.
 */
export interface FlagSource {
  /**
   * Starts loading for this user. Settles when the values are live, cached or failed, at the latest after the fallback timeout. Never
   * rejects.
   */
  start(person: FlagPerson): Promise<FlagStatus>
  status(): FlagStatus
  /** All values of the table. Returns the same reference until a value changes. */
  all(): FlagValues
  /** The listener is called only when a value or the status has changed. */
  subscribe(listener: () => void): () => void
  /**
   * For another user (another session), resets to defaults at once until the new values arrive, and deletes the previous user's values
   * from the browser. For the same user with another context, keeps the values until the new ones arrive.
   */
  identify(person: FlagPerson): Promise<FlagStatus>
  dispose(): void
}
