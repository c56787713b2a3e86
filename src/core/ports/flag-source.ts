import type { FlagValues } from '../kernel/flag-table'

/** The vendor's user context: exactly the specification's fields (section 3), always in this order. */
export interface FlagUserContext {
  readonly kind: 'user'
  /** E-mail, else subject, else "anonymous". */
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

/** Where the values come from now. `defaults` says why. */
export type FlagStatus =
  | { readonly kind: 'loading' }
  | { readonly kind: 'live' }
  | { readonly kind: 'cached' }
  | { readonly kind: 'defaults'; readonly reason: 'timeout' | 'unreachable' | 'refused' | 'malformed' }

/** Whose flags are wanted. Two people may look the same to the vendor, which knows them by the context alone. */
export interface FlagPerson {
  /** Issuer and subject, as `sessionKey` says them; never sent anywhere. */
  readonly session: string
  readonly context: FlagUserContext
}

/**
 * Feature flags: typed, synchronous reads over one table, with the table's defaults under whatever the vendor gives.
 * Rendering never awaits a flag. Late and live values merge in and are published to subscribers; what is lost is asked for again, for as
 * long as it takes. A page that is hidden holds no stream open and catches up when it is shown.
 */
export interface FlagSource {
  /**
   * Starts loading for this person. Settles when values are live, cached, or have failed, after the fallback time at the latest;
   * never rejects.
   */
  start(person: FlagPerson): Promise<FlagStatus>
  status(): FlagStatus
  /** All values of the table. The same reference until something changes. */
  all(): FlagValues
  /** Told when a value or the status has changed, and only then. */
  subscribe(listener: () => void): () => void
  /**
   * Another person (another session): old values are gone at once, back to defaults until theirs have come, and nothing of the last
   * person stays in the browser. The same person with other facts: values stay until the new ones have come.
   */
  identify(person: FlagPerson): Promise<FlagStatus>
  dispose(): void
}
