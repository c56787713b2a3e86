import type { Clock } from '../../core/ports/clock'

/** A timer of the platform for longer than this fires at once. */
const longestTimer = 2_147_483_647

export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    after(milliseconds, action) {
      let timer: ReturnType<typeof setTimeout>
      const start = (left: number): void => {
        const step = Math.min(left, longestTimer)
        timer = setTimeout(() => (left > step ? start(left - step) : action()), step)
      }
      start(milliseconds)
      return () => clearTimeout(timer)
    },
  }
}
