import { describe, expect, it, vi } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import {
  memoryFlagSource,
  memoryFlagService,
  type MemoryAnswer,
} from '../../../src/adapters/flag-source/memory/memory-flag-source'
import { memoryIdentityHost } from '../../../src/adapters/identity-provider/memory/memory-identity-host'
import {
  memoryIdentityProvider,
  memoryUser,
} from '../../../src/adapters/identity-provider/memory/memory-identity-provider'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import { memoryPageAddress } from '../../../src/adapters/page-address/memory-page-address'
import { flagsOfSession } from '../../../src/core/flags/flags-of-session'
import { storedFlagsKey } from '../../../src/core/kernel/flag-table'
import { createSessionStore } from '../../../src/core/session/session-store'

const arrival = {
  address: 'http://localhost/home',
  query: { code: null, state: null, error: null, errorDescription: null },
}

/** The keys of every user whose flags were requested, in order. */
function flagsFor(signedIn: boolean) {
  const clock = fixedClock(Date.UTC(2026, 10, 21))
  const keyValueStore = memoryKeyValueStore()
  const asked: string[] = []
  const answer: MemoryAnswer = (context) => {
    asked.push(`${context.key}${context.custom.hasBypassAccess ? ' with bypass' : ''}`)
    return { 'new-feature': !context.anonymous }
  }
  const service = memoryFlagService(answer)
  const flagSource = memoryFlagSource({}, { service, clock })
  const host = memoryIdentityHost(signedIn ? { user: memoryUser } : {})
  const session = createSessionStore({
    clock,
    identityProvider: memoryIdentityProvider({ host }),
    journal: memoryJournal(),
    keyValueStore,
    pageAddress: memoryPageAddress('/home'),
    tabStore: memoryKeyValueStore(),
  })
  let hasBypassAccess = false
  const follower = flagsOfSession({ clock, flagSource, keyValueStore }, session, {
    userAgent: 'Browser/1',
    flagService: 'service-1',
    hasBypassAccess: () => hasBypassAccess,
  })
  return {
    clock,
    host,
    asked,
    service,
    flagSource,
    session,
    follower,
    stored: () => keyValueStore.read(storedFlagsKey),
    giveBypass: () => void (hasBypassAccess = true),
  }
}

describe('flags of the session', () => {
  it('are requested once, for the current user', async () => {
    const { follower, session, asked, flagSource } = flagsFor(true)
    const started = follower.start()
    expect(asked).toEqual([])
    await session.start(arrival)
    expect(await started).toEqual({ kind: 'live' })
    expect(asked).toEqual([memoryUser.email])
    expect(flagSource.all()['new-feature']).toBe(true)
    expect(follower.start()).toBe(started)
  })

  it('wait one second at most for sign-in, and then follow it', async () => {
    const { follower, session, asked, flagSource, clock } = flagsFor(true)
    const started = follower.start()
    clock.advance(999)
    expect(asked).toEqual([])
    clock.advance(1)
    await started
    expect(asked).toEqual(['anonymous'])
    await session.start(arrival)
    expect(asked).toEqual(['anonymous', memoryUser.email])
    expect(flagSource.all()['new-feature']).toBe(true)
  })

  it('are the anonymous ones again after sign-out', async () => {
    const { follower, session, asked, flagSource } = flagsFor(true)
    const started = follower.start()
    await session.start(arrival)
    await started
    await session.logout()
    expect(asked).toEqual([memoryUser.email, 'anonymous'])
    expect(flagSource.all()['new-feature']).toBe(false)
  })

  it('are requested again for another user with the same email address', async () => {
    const { follower, session, asked, flagSource, host, service } = flagsFor(true)
    const started = follower.start()
    await session.start(arrival)
    await started
    service.become('silent')
    const namesake = { ...memoryUser, subject: `${memoryUser.subject}-namesake` }
    host.become(namesake)
    await session.accessToken({ renew: true })
    expect(session.state().user).toEqual(namesake)
    expect(flagSource.all()['new-feature']).toBe(false)
    service.become('up')
    expect(asked.length).toBeGreaterThan(1)
    expect(flagSource.all()['new-feature']).toBe(true)
  })

  it('are marked as cached once they have arrived, until the user signs out', async () => {
    const { follower, session, service, stored } = flagsFor(true)
    service.become('silent')
    const started = follower.start()
    await session.start(arrival)
    expect(stored()).toEqual({ ok: true, value: null })
    service.become('up')
    await started
    expect(stored()).toEqual({ ok: true, value: 'service-1' })
    service.become('down')
    await session.logout()
    expect(stored()).toEqual({ ok: true, value: null })
    service.become('up')
    await vi.waitFor(() => expect(stored()).toEqual({ ok: true, value: 'service-1' }))
  })

  it('are requested again when the bypass starts or ends, without falling back to defaults', async () => {
    const { follower, session, asked, flagSource, giveBypass } = flagsFor(true)
    follower.identifyAgain()
    expect(asked).toEqual([])
    const started = follower.start()
    await session.start(arrival)
    await started
    const seen: boolean[] = []
    flagSource.subscribe(() => seen.push(flagSource.all()['new-feature']))
    giveBypass()
    follower.identifyAgain()
    expect(asked).toEqual([memoryUser.email, `${memoryUser.email} with bypass`])
    expect(seen).not.toContain(false)
  })
})
