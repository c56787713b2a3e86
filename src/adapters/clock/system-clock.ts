import type { Clock } from '../../core/ports/clock'

/** In ms. The platform fires a timer for longer than this at once. */
const maxTimerMs = 2_147_483_647

export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    after(milliseconds, action) {
      let timer: ReturnType<typeof setTimeout>
      const start = (left: number): void => {
        const step = Math.min(left, maxTimerMs)
        timer = setTimeout(() => (left > step ? start(left - step) : action()), step)
      }
      start(milliseconds)
      return () => clearTimeout(timer)
    },
  }
}
