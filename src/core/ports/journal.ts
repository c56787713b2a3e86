/**
 * Where the portal writes what a person cannot see: failures that are "logged only", warnings, counts of dropped rows.
 * Entries never hold a token, a whole body (500 characters at most) or personal data; the writer masks, the reader trusts.
 */
export interface Journal {
  record(entry: JournalEntry): void
}

export interface JournalEntry {
  readonly level: 'info' | 'warning' | 'error'
  /** Which port or part speaks, e.g. `token-service`. */
  readonly where: string
  /** A sentence, with the specification's exact text where it gives one. */
  readonly text: string
  /** A reference a person can quote; the same one the screen shows. */
  readonly reference?: string
}
