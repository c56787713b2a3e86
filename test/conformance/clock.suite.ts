import { expect } from 'vitest'
import type { Clock } from '../../src/core/ports/clock'
import { defineSuite } from './suite'

export interface ClockWorld {
  readonly clock: Clock
  /** Lets at least so much time go by on that clock, and everything that falls due in it happen. */
  readonly pass: (milliseconds: number) => Promise<void>
}

export interface ClockClaims {
  /** Real time runs on; a fixed clock stands until it is told. */
  readonly time: 'runs' | 'stands'
}

const month = 31 * 86_400_000

export const clockSuite = defineSuite<ClockWorld, ClockClaims>('Clock', {
  'tells a time that never goes back': async ({ clock, pass }) => {
    const first = clock.now()
    expect(first).toBeGreaterThan(1_600_000_000_000)
    await pass(20)
    expect(clock.now()).toBeGreaterThanOrEqual(first + 20)
  },
  'runs or stands as it claims': async ({ clock, pass }, { time }) => {
    let ran = false
    clock.after(20, () => (ran = true))
    await realTime(60)
    expect(ran).toBe(time === 'runs')
    await pass(20)
    expect(ran).toBe(true)
  },
  'acts once, and not before its time': async ({ clock, pass }) => {
    const times: number[] = []
    const started = clock.now()
    clock.after(30, () => times.push(clock.now() - started))
    await pass(60)
    await pass(100)
    expect(times).toHaveLength(1)
    // A platform's timer may round one millisecond down.
    expect(times[0]).toBeGreaterThanOrEqual(29)
  },
  'acts later even without a wait': async ({ clock, pass }) => {
    const order: string[] = []
    clock.after(0, () => order.push('action'))
    order.push('caller')
    await pass(5)
    expect(order).toEqual(['caller', 'action'])
  },
  'acts in the order things fall due': async ({ clock, pass }) => {
    const order: string[] = []
    clock.after(40, () => order.push('second'))
    clock.after(10, () => order.push('first'))
    await pass(80)
    expect(order).toEqual(['first', 'second'])
  },
  'takes an action back': async ({ clock, pass }) => {
    const done: string[] = []
    const cancel = clock.after(10, () => done.push('cancelled'))
    clock.after(10, () => done.push('kept'))
    cancel()
    cancel()
    await pass(40)
    expect(done).toEqual(['kept'])
  },
  'lets an action start another': async ({ clock, pass }) => {
    const done: string[] = []
    clock.after(5, () => {
      done.push('first')
      clock.after(5, () => done.push('second'))
    })
    await pass(20)
    await pass(20)
    expect(done).toEqual(['first', 'second'])
  },
  'does not take a month for no time at all': async ({ clock, pass }) => {
    let ran = false
    const cancel = clock.after(month, () => (ran = true))
    await pass(20)
    cancel()
    expect(ran).toBe(false)
  },
})

export function realTime(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds))
}
