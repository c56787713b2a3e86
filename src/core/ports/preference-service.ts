import type { Result } from '../kernel/result'

/** One user's preferences, stored across browsers: one JSON text, opaque to the service. */
export interface StoredPreferences {
  /** Untrusted: the reader validates it. Null when nothing is stored yet. */
  readonly text: string | null
  /** Version of the text, to be sent with the next write. Null when nothing is stored yet. */
  readonly version: string | null
}

export type PreferenceFailure =
  /** The stored version is newer than the one read: read again. */
  | { readonly kind: 'preferences-changed' }
  | { readonly kind: 'preferences-refused'; readonly status: number }
  | { readonly kind: 'preferences-unavailable'; readonly status: number }
  | { readonly kind: 'preferences-unreachable' }
  | { readonly kind: 'preferences-timeout' }
  /** A success status with a body that does not match the contract. */
  | { readonly kind: 'preferences-malformed' }

/** Stores preferences for the user of the access token. The adapter does not retry. */
export interface PreferenceService {
  read(accessToken: string): Promise<Result<StoredPreferences, PreferenceFailure>>
  /** Writes only if the stored version is still `version` (null: nothing stored). Returns the new version. */
  write(
    accessToken: string,
    text: string,
    version: string | null,
  ): Promise<Result<{ readonly version: string }, PreferenceFailure>>
}
