/** Time as the core sees it. The core has no timers of its own; waiting goes through here so that tests can move time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `action` once after `milliseconds`; the returned function takes it back. */
  after(milliseconds: number, action: () => void): () => void
}
