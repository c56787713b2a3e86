import type { Clock } from '../../core/ports/clock'

export interface FixedClock extends Clock {
  /** Advances the time and runs the actions that come due, in order. */
  advance(milliseconds: number): void
}

/** A clock that stands still until `advance` is called. */
export function fixedClock(start: number): FixedClock {
  let now = start
  let due: { readonly at: number; readonly action: () => void }[] = []
  return {
    now: () => now,
    after(milliseconds, action) {
      const entry = { at: now + milliseconds, action }
      due.push(entry)
      return () => {
        due = due.filter((other) => other !== entry)
      }
    },
    advance(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        const next = due.filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        due = due.filter((entry) => entry !== next)
        now = Math.max(now, next.at)
        next.action()
      }
      now = end
    },
  }
}
