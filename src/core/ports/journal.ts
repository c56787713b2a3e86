/**
 * Where the portal writes what a person cannot see: failures that are "logged only", warnings, counts of dropped rows.
 * Entries never hold a token, a whole body (500 characters at most) or personal data; the writer masks, the reader trusts.
 */
export interface Journal {
  record(entry: JournalEntry): void
  /** Keeps what happened, for a report of a problem; nothing is written out. */
  note(event: PortalEvent): void
  /** Entries and events of this visit, the last of them. */
  flight(): FlightRecord
}

export interface JournalEntry {
  readonly level: 'info' | 'warning' | 'error'
  /** Which port or part speaks, e.g. `token-service`. */
  readonly where: string
  /** A sentence, with the specification's exact text where it gives one. */
  readonly text: string
  /** What failed, as its port types it. Of an entry this alone, its level and its place are kept for a report of a problem. */
  readonly failure?: { readonly kind: string; readonly status?: number | null }
  /** A reference a person can quote; the same one the screen shows. */
  readonly reference?: string
}

/**
 * What happened, in words of the portal's own alone: no member holds anything that came from a person, a service or a vendor. `ms` is how
 * long it took.
 */
export type PortalEvent =
  | { readonly kind: 'session'; readonly state: 'loading' | 'visitor' | 'person' | 'failed' }
  | { readonly kind: 'flags'; readonly status: string }
  /** A BI token was asked for. */
  | {
      readonly kind: 'token'
      readonly whose: 'visitor' | 'person'
      readonly outcome: string
      readonly ms: number
    }
  /** An embedded view, since it was opened. */
  | {
      readonly kind: 'view'
      readonly purpose: string
      readonly event: string
      readonly failure?: string
      readonly ms: number
    }
  /** The first contentful paint, since the page was asked for. */
  | { readonly kind: 'paint'; readonly ms: number }
  /** An embedded view's frame was made, or its document has begun. */
  | { readonly kind: 'frame'; readonly event: 'made' | 'hello' }
  /** Something was asked of the portal. */
  | { readonly kind: 'use-case'; readonly name: string; readonly outcome: string; readonly ms: number }

/** The last of what happened in this visit, oldest first. */
export interface FlightRecord {
  /** Of this visit alone; it stands in every report of it. */
  readonly trace: string
  /** Milliseconds since the epoch. */
  readonly began: number
  /** How many there were; the oldest are forgotten. */
  readonly count: number
  readonly events: readonly {
    readonly at: number
    readonly event: PortalEvent | ({ readonly kind: 'journal' } & Omit<JournalEntry, 'text'>)
  }[]
}
