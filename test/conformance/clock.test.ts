import { expect } from 'vitest'
import { fixedClock } from '../../src/adapters/clock/fixed-clock'
import { systemClock } from '../../src/adapters/clock/system-clock'
import type { Clock } from '../../src/core/ports/clock'
import { defineSuite, conforms, rejects } from './suite'

interface ClockWorld {
  readonly clock: Clock
  /** Advances that clock by at least `milliseconds`, and runs every action that falls due. */
  readonly pass: (milliseconds: number) => Promise<void>
}

interface ClockClaims {
  /** A system clock runs; a fixed clock stands still until it is advanced. */
  readonly time: 'runs' | 'stands'
}

const month = 31 * 86_400_000

const clockSuite = defineSuite<ClockWorld, ClockClaims>('Clock', {
  'returns a time that never goes backwards': async ({ clock, pass }) => {
    const first = clock.now()
    expect(first).toBeGreaterThan(1_600_000_000_000)
    await pass(20)
    expect(clock.now()).toBeGreaterThanOrEqual(first + 20)
  },
  'runs or stands still as it claims': async ({ clock, pass }, { time }) => {
    let ran = false
    clock.after(20, () => (ran = true))
    await realTime(60)
    expect(ran).toBe(time === 'runs')
    await pass(20)
    expect(ran).toBe(true)
  },
  'runs an action once, and not before it is due': async ({ clock, pass }) => {
    const times: number[] = []
    const started = clock.now()
    clock.after(30, () => times.push(clock.now() - started))
    await pass(60)
    await pass(100)
    expect(times).toHaveLength(1)
    // A platform's timer may round one millisecond down.
    expect(times[0]).toBeGreaterThanOrEqual(29)
  },
  'runs an action asynchronously even without a delay': async ({ clock, pass }) => {
    const order: string[] = []
    clock.after(0, () => order.push('action'))
    order.push('caller')
    await pass(5)
    expect(order).toEqual(['caller', 'action'])
  },
  'runs actions in the order in which they are due': async ({ clock, pass }) => {
    const order: string[] = []
    clock.after(40, () => order.push('second'))
    clock.after(10, () => order.push('first'))
    await pass(80)
    expect(order).toEqual(['first', 'second'])
  },
  'cancels an action': async ({ clock, pass }) => {
    const done: string[] = []
    const cancel = clock.after(10, () => done.push('cancelled'))
    clock.after(10, () => done.push('kept'))
    cancel()
    cancel()
    await pass(40)
    expect(done).toEqual(['kept'])
  },
  'lets an action schedule another': async ({ clock, pass }) => {
    const done: string[] = []
    clock.after(5, () => {
      done.push('first')
      clock.after(5, () => done.push('second'))
    })
    await pass(20)
    await pass(20)
    expect(done).toEqual(['first', 'second'])
  },
  'does not run an action at once that is due in a month': async ({ clock, pass }) => {
    let ran = false
    const cancel = clock.after(month, () => (ran = true))
    await pass(20)
    cancel()
    expect(ran).toBe(false)
  },
})

function realTime(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds))
}

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
    name: 'one that counts from page load',
    claims: { time: 'stands' },
    make: fixed((clock) => ({ now: () => clock.now() - noon })),
    breaks: 'returns a time that never goes backwards',
  },
  {
    name: 'one that claims to run but stands still',
    claims: { time: 'runs' },
    make: fixed(),
    breaks: 'runs or stands still as it claims',
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
    breaks: 'runs an action once, and not before it is due',
  },
  {
    name: 'one that runs an action synchronously without a delay',
    claims: { time: 'stands' },
    make: fixed((clock) => ({
      after(milliseconds, action) {
        if (milliseconds > 0) return clock.after(milliseconds, action)
        action()
        return () => undefined
      },
    })),
    breaks: 'runs an action asynchronously even without a delay',
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
    breaks: 'cancels an action',
  },
  {
    name: 'one whose long delays overflow',
    claims: { time: 'stands' },
    make: fixed((clock) => ({
      after: (milliseconds, action) => clock.after(milliseconds > 2 ** 31 - 1 ? 1 : milliseconds, action),
    })),
    breaks: 'does not run an action at once that is due in a month',
  },
])
