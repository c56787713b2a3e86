import type { Clock } from '../../../core/ports/clock'

/** Runs out unless it hears something in time. A blank frame fires no error: silence is the only sign there is. */
export interface Watchdog {
  /** Starts, or starts over. */
  restart(): void
  stop(): void
}

export function createWatchdog(clock: Clock, milliseconds: number, onSilence: () => void): Watchdog {
  let cancel: (() => void) | undefined
  return {
    restart() {
      cancel?.()
      cancel = clock.after(milliseconds, () => {
        cancel = undefined
        onSilence()
      })
    },
    stop() {
      cancel?.()
      cancel = undefined
    },
  }
}
