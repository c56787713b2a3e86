import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import { systemClock } from '../../../src/adapters/clock/system-clock'
import type { Clock } from '../../../src/core/ports/clock'
import { clockSuite, realTime, type ClockWorld } from '../../conformance/clock.suite'
import { conforms, rejects } from '../../conformance/suite'

const noon = Date.UTC(2026, 10, 21, 12)

function fixed(change: (clock: Clock) => Partial<Clock> = () => ({})): () => ClockWorld {
  return () => {
    const clock = fixedClock(noon)
    return {
      clock: { ...clock, ...change(clock) },
      pass: (milliseconds) => Promise.resolve(clock.advance(milliseconds)),
    }
  }
}

conforms(clockSuite, { name: 'fixed', claims: { time: 'stands' }, make: fixed() })
conforms(clockSuite, {
  name: 'system',
  claims: { time: 'runs' },
  make: () => ({ clock: systemClock(), pass: (milliseconds) => realTime(milliseconds + 5) }),
})

rejects(clockSuite, [
  {
    name: 'one that counts from when the page was loaded',
    claims: { time: 'stands' },
    make: fixed((clock) => ({ now: () => clock.now() - noon })),
    breaks: 'tells a time that never goes back',
  },
  {
    name: 'one that says it runs and stands',
    claims: { time: 'runs' },
    make: fixed(),
    breaks: 'runs or stands as it claims',
  },
  {
    name: 'one that repeats',
    claims: { time: 'stands' },
    make: fixed((clock) => ({
      after(milliseconds, action) {
        let cancel = (): void => undefined
        const again = (): void => {
          action()
          cancel = clock.after(Math.max(milliseconds, 100), again)
        }
        cancel = clock.after(milliseconds, again)
        return () => cancel()
      },
    })),
    breaks: 'acts once, and not before its time',
  },
  {
    name: 'one that acts at once without a wait',
    claims: { time: 'stands' },
    make: fixed((clock) => ({
      after(milliseconds, action) {
        if (milliseconds > 0) return clock.after(milliseconds, action)
        action()
        return () => undefined
      },
    })),
    breaks: 'acts later even without a wait',
  },
  {
    name: 'one that cannot cancel',
    claims: { time: 'stands' },
    make: fixed((clock) => ({
      after(milliseconds, action) {
        clock.after(milliseconds, action)
        return () => undefined
      },
    })),
    breaks: 'takes an action back',
  },
  {
    name: 'one whose long waits overflow',
    claims: { time: 'stands' },
    make: fixed((clock) => ({
      after: (milliseconds, action) => clock.after(milliseconds > 2 ** 31 - 1 ? 1 : milliseconds, action),
    })),
    breaks: 'does not take a month for no time at all',
  },
])
