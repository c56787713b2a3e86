/**
 * The portal's log for what the user does not see: "logged only" failures, warnings, counts of dropped rows. Entries contain
 * no token and no personal data: the adapter masks every text before it writes it. Callers truncate a body to 500 characters.
 */
export interface Journal {
  record(entry: JournalEntry): void
  /** Keeps an event in memory for a problem report. Does not write it to the log. */
  note(event: PortalEvent): void
  /** The most recent entries and events of this visit. */
  flight(): FlightRecord
}

export interface JournalEntry {
  readonly level: 'info' | 'warning' | 'error'
  /** The port or part that wrote the entry, e.g. `token-service`. */
  readonly where: string
  /** A sentence, with the specification's exact text where it gives one. */
  readonly text: string
  /** The failure as its port types it. A problem report includes an entry's failure, level, `where` and reference, but not its text. */
  readonly failure?: { readonly kind: string; readonly status?: number | null }
  /** A reference that the user can quote, as shown on screen. */
  readonly reference?: string
}

/**
 * An event, described only by the portal's own constants: no member holds text from a user, a service or a vendor. `ms` is the duration
 * in milliseconds unless said otherwise.
 */
export type PortalEvent =
  | { readonly kind: 'session'; readonly state: 'loading' | 'visitor' | 'person' | 'failed' }
  | { readonly kind: 'flags'; readonly status: string }
  /** A request for a BI token. */
  | {
      readonly kind: 'token'
      readonly whose: 'visitor' | 'person'
      readonly outcome: string
      readonly ms: number
    }
  /** An event of an embedded view. `ms` counts from when the view was opened. */
  | {
      readonly kind: 'view'
      readonly purpose: string
      readonly event: string
      readonly failure?: string
      readonly ms: number
    }
  /** The first contentful paint. `ms` counts from the request for the page. */
  | { readonly kind: 'paint'; readonly ms: number }
  /** An embedded view's frame was created (`made`), or its document has started (`hello`). */
  | { readonly kind: 'frame'; readonly event: 'made' | 'hello' }
  /** A call of a use case. */
  | { readonly kind: 'use-case'; readonly name: string; readonly outcome: string; readonly ms: number }

/** The most recent events of this visit, oldest first. */
export interface FlightRecord {
  /** Id of this visit, included in every problem report from it. */
  readonly trace: string
  /** Milliseconds since the epoch. */
  readonly began: number
  /** Total number of events. The oldest are dropped. */
  readonly count: number
  readonly events: readonly {
    readonly at: number
    readonly event: PortalEvent | ({ readonly kind: 'journal' } & Omit<JournalEntry, 'text'>)
  }[]
}
