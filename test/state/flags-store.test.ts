import { describe, expect, it } from 'vitest'
import { fixedClock } from '../../src/adapters/clock/fixed-clock'
import { defaultFlagValues } from '../../src/core/kernel/flag-table'
import type { FlagStatus } from '../../src/core/ports/flag-source'
import { createFlagsStore } from '../../src/state/flags-store'

function flagsStore(cached = false) {
  const clock = fixedClock(0)
  const { store, receive } = createFlagsStore({
    afterFallback: (action) => void clock.after(5_000, action),
    cached,
  })
  const publish = (status: FlagStatus): void => receive(defaultFlagValues(), status, false)
  return { clock, publish, gated: () => store.getState().gated }
}

describe('the start gate', () => {
  it.each<FlagStatus>([
    { kind: 'live' },
    { kind: 'cached' },
    { kind: 'defaults', reason: 'unreachable' },
    { kind: 'defaults', reason: 'timeout' },
  ])('stands until there is a word on the flags: $kind', (status) => {
    const { publish, gated } = flagsStore()
    publish({ kind: 'loading' })
    expect(gated()).toBe(true)
    publish(status)
    expect(gated()).toBe(false)
  })

  it('opens after the fallback time without any word', () => {
    const { clock, gated } = flagsStore()
    clock.advance(4_999)
    expect(gated()).toBe(true)
    clock.advance(1)
    expect(gated()).toBe(false)
  })

  it('never closes again, not for the next person either', () => {
    const { publish, gated } = flagsStore()
    publish({ kind: 'live' })
    publish({ kind: 'loading' })
    expect(gated()).toBe(false)
  })

  it('never stands when this browser holds flags', () => {
    const { publish, gated } = flagsStore(true)
    expect(gated()).toBe(false)
    publish({ kind: 'loading' })
    expect(gated()).toBe(false)
  })
})
