import type { Result } from '../kernel/result'

/** What is kept of one person beyond this browser: one text, JSON, of the portal's own. The service does not look into it. */
export interface StoredPreferences {
  /** Untrusted: whoever reads it parses it. Null where nothing is kept yet. */
  readonly text: string | null
  /** Names this state of it, for the next write; null where nothing is kept yet. */
  readonly version: string | null
}

export type PreferenceFailure =
  /** Somebody has written since the version that was read: read again. */
  | { readonly kind: 'preferences-changed' }
  | { readonly kind: 'preferences-refused'; readonly status: number }
  | { readonly kind: 'preferences-unavailable'; readonly status: number }
  | { readonly kind: 'preferences-unreachable' }
  | { readonly kind: 'preferences-timeout' }
  /** A good status and something else than was agreed. */
  | { readonly kind: 'preferences-malformed' }

/** Keeps preferences for whoever the access token names. Nothing is retried by itself. */
export interface PreferenceService {
  read(accessToken: string): Promise<Result<StoredPreferences, PreferenceFailure>>
  /** Only where what is kept still is of the version that was read; null where nothing was. Answers the new version. */
  write(
    accessToken: string,
    text: string,
    version: string | null,
  ): Promise<Result<{ readonly version: string }, PreferenceFailure>>
}
