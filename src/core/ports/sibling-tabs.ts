/**
 * The other tabs of this portal in the same browser. Messages stay in the browser and on this origin. Where the browser lacks the APIs,
 * the tab is on its own: it receives and announces nothing, and a lock is always free. No method throws.
 */
export interface SiblingTabs {
  /**
   * Runs the task while no other task in any tab holds the lock of this name, in FIFO order. After `timeoutMs` in the queue it runs
   * without the lock, so that a hanging tab cannot block the others. Settles as the task does.
   */
  lock<Value>(name: string, timeoutMs: number, task: () => Promise<Value>): Promise<Value>
  /** Makes a short text visible to the other tabs until the returned function is called or this tab closes. Settles once it is visible. */
  announce(text: string): Promise<() => void>
  /** The current announcements of the other tabs, one entry per announcing tab. */
  announcements(): Promise<readonly string[]>
  /** Sends to every other tab that is listening now, never to this one. Order is preserved. */
  post(message: TabMessage): void
  /** The listener receives valid messages only; others are dropped. It is not called after the returned function was called. */
  watch(listener: (message: TabMessage) => void): () => void
  /** Withdraws all announcements; sends and receives nothing from then on. */
  dispose(): void
}

/** A message between tabs. `session` identifies the user (see `sessionKey`); tabs of another session ignore the message. */
export type TabMessage =
  /** Asks the other tabs for a BI token of this session. */
  | { readonly kind: 'token-wanted'; readonly session: string }
  | {
      readonly kind: 'token-offered'
      readonly session: string
      readonly value: string
      /** As in `BiToken`. */
      readonly serverTime: number | null
      /** `renewAt` and `goodUntil`: milliseconds since the epoch by this machine's clock, which all tabs share. */
      readonly renewAt: number
      readonly goodUntil: number
      /** `expiresAt` and `covers`: as in `BiToken`, and absent where they are absent there. */
      readonly expiresAt?: number
      readonly covers?: readonly string[]
    }
  /** The BI host has rejected this token. No tab uses or shares it again. */
  | { readonly kind: 'token-rejected'; readonly value: string }
  /**
   * The browser's session after a sign-in, or (`anonymous`) a sign-out, in the sending tab. `ended`: the user did not sign out; the
   * session ended at the provider.
   */
  | { readonly kind: 'session-changed'; readonly session: string; readonly ended?: true }
  /** One of this user's saved dashboards was created, changed or deleted. */
  | { readonly kind: 'library-changed'; readonly session: string }
  /** This user's favorites or recents have changed. */
  | { readonly kind: 'favorites-changed'; readonly session: string }
