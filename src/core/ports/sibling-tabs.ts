/**
 * The other tabs of this portal in the same browser. Messages stay in the browser and on this origin. Where the browser lacks what
 * it takes, the tab is alone: nothing is received, nothing is announced, and a lock is always free. Nothing here ever throws.
 */
export interface SiblingTabs {
  /**
   * Runs the task while no other tab, and nothing else in this one, runs one under the same name; first come, first served. After
   * `timeoutMs` in the queue it runs without the lock, so that a tab that hangs cannot hang the others. Settles as the
   * task does.
   */
  lock<Value>(name: string, timeoutMs: number, task: () => Promise<Value>): Promise<Value>
  /** Lets the other tabs see a short text until it is withdrawn or this tab has gone. Settles when they can see it. */
  announce(text: string): Promise<() => void>
  /** What the other tabs announce now; one entry for each that does. */
  announcements(): Promise<readonly string[]>
  /** To every other tab that is listening now; never to this one. In order. */
  post(message: TabMessage): void
  /** Only whole messages come through; anything else on the way is dropped. Nothing after the returned function was called. */
  watch(listener: (message: TabMessage) => void): () => void
  /** Withdraws everything and falls silent. */
  dispose(): void
}

/** What tabs say to one another. `session` says whose it is (see `sessionKey`); a tab of another session ignores it. */
export type TabMessage =
  /** Has somebody a BI token for this session? */
  | { readonly kind: 'token-wanted'; readonly session: string }
  | {
      readonly kind: 'token-offered'
      readonly session: string
      readonly value: string
      /** As in `BiToken`. */
      readonly serverTime: number | null
      /** Milliseconds since the epoch on this machine's clock, which all tabs share. */
      readonly renewAt: number
      readonly goodUntil: number
      /** As in `BiToken`; absent, as there, of a token that says nothing of it. */
      readonly expiresAt?: number
      readonly covers?: readonly string[]
    }
  /** The BI host has refused this token: nobody hands it out again. */
  | { readonly kind: 'token-rejected'; readonly value: string }
  /**
   * Who this browser belongs to now: somebody signed in, or (`anonymous`) signed out, in the tab that speaks. `ended`: nobody did, it is over
   * at the provider.
   */
  | { readonly kind: 'session-changed'; readonly session: string; readonly ended?: true }
  /** This person's saved dashboards are others now: one was made, changed or deleted. */
  | { readonly kind: 'library-changed'; readonly session: string }
  /** This person's favorites or recents have changed. */
  | { readonly kind: 'favorites-changed'; readonly session: string }
