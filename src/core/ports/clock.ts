/** Time and timers. The core uses no timers of its own, so that tests can advance time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `action` once after `milliseconds`. The returned function cancels it. */
  after(milliseconds: number, action: () => void): () => void
}
