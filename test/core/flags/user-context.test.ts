import { describe, expect, it } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import { flagTimestamp, flagUserContext } from '../../../src/core/flags/flags-of-session'
const noon = Date.UTC(2026, 10, 21, 12, 34)
const day = 86_400_000
const surroundings = {
  hasBypassAccess: false,
  userAgent: 'Browser/1',
  timestamp: '2026-11-21T00:00:00.000Z',
}
const user = {
  subject: 'auth|1',
  issuer: 'https://id.example.com/',
  name: 'Ada Winter',
  email: 'ada@example.com',
}

describe('the user context of flags', () => {
  it('is anonymous without a user', () => {
    expect(flagUserContext(undefined, surroundings)).toEqual({
      kind: 'user',
      key: 'anonymous',
      anonymous: true,
      custom: surroundings,
    })
  })

  it('is keyed by e-mail, else by subject, else "anonymous"', () => {
    const context = flagUserContext(user, { ...surroundings, hasBypassAccess: true })
    expect(context).toEqual({
      kind: 'user',
      key: 'ada@example.com',
      email: 'ada@example.com',
      name: 'Ada Winter',
      anonymous: false,
      custom: { ...surroundings, hasBypassAccess: true },
    })
    const { subject, issuer } = user
    expect(flagUserContext({ ...user, email: '' }, surroundings)).not.toHaveProperty('email')
    expect(flagUserContext({ subject, issuer }, surroundings).key).toBe('auth|1')
    expect(flagUserContext({ subject: '', issuer }, surroundings).key).toBe('anonymous')
  })

  it('has its fields in one order, however the person’s came', () => {
    const { email, name, issuer, subject } = user
    const other = { email, name, issuer, subject }
    const { custom } = flagUserContext(user, surroundings)
    const { hasBypassAccess, userAgent, timestamp } = custom
    expect(JSON.stringify(flagUserContext(other, { timestamp, userAgent, hasBypassAccess }))).toBe(
      JSON.stringify(flagUserContext(user, surroundings)),
    )
  })

  it('stays small enough for an address, whatever people and browsers are called', () => {
    const long = 'x'.repeat(20_000)
    const context = flagUserContext({ ...user, name: long }, { ...surroundings, userAgent: long })
    expect(JSON.stringify(context).length).toBeLessThan(1_000)
  })
})

describe('the timestamp of the context', () => {
  it('is the day of the first visit, for a month', () => {
    const needs = { clock: fixedClock(noon), keyValueStore: memoryKeyValueStore() }
    expect(flagTimestamp(needs)).toBe('2026-11-21T00:00:00.000Z')
    needs.clock.advance(29 * day)
    expect(flagTimestamp(needs)).toBe('2026-11-21T00:00:00.000Z')
    needs.clock.advance(day)
    expect(flagTimestamp(needs)).toBe('2026-12-21T00:00:00.000Z')
  })

  it.each(['soon', '', 'NaN', String(noon + 3 * day)])('does not believe %j', (stored) => {
    const keyValueStore = memoryKeyValueStore()
    keyValueStore.write('assay.flags.since', stored)
    expect(flagTimestamp({ clock: fixedClock(noon), keyValueStore })).toBe('2026-11-21T00:00:00.000Z')
  })

  it('is today where storage takes nothing', () => {
    const needs = { clock: fixedClock(noon), keyValueStore: memoryKeyValueStore({ capacity: 0 }) }
    expect(flagTimestamp(needs)).toBe('2026-11-21T00:00:00.000Z')
    needs.clock.advance(day)
    expect(flagTimestamp(needs)).toBe('2026-11-22T00:00:00.000Z')
  })
})
