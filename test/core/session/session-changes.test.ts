import { describe, expect, test } from 'vitest'
import {
  memoryIdentityHost,
  type MemoryIdentityBack,
} from '../../../src/adapters/identity-provider/memory/memory-identity-host'
import { memoryIdentityProvider } from '../../../src/adapters/identity-provider/memory/memory-identity-provider'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import { memoryBrowser, type MemoryBrowser } from '../../../src/adapters/sibling-tabs/memory-sibling-tabs'
import type { IdentityProvider } from '../../../src/core/ports/identity-provider'
import { keyOfSession } from '../../../src/core/session/session-key'
import { followSessionChanges, sessionChange } from '../../../src/core/session/session-changes'
import { ada, ben, settled } from '../tokens/token-broker-stage'

interface TestTab {
  readonly identity: IdentityProvider
  readonly who: () => string | null
  readonly startedOver: () => number
  /** Reloads the page in the same tab. */
  readonly load: () => Promise<void>
}

function tabIn(browser: MemoryBrowser, host: MemoryIdentityBack): TestTab {
  const tabStore = memoryKeyValueStore()
  let siblingTabs = browser.open()
  let startedOver = 0
  let identity = memoryIdentityProvider({ host })
  const prepare = (): void => {
    siblingTabs.dispose()
    siblingTabs = browser.open()
    identity = memoryIdentityProvider({ host })
    const needs = { identityProvider: identity, journal: memoryJournal(), siblingTabs, tabStore }
    followSessionChanges(needs, () => (startedOver += 1))
  }
  prepare()
  let isFirst = true
  return {
    get identity() {
      return identity
    },
    who: () => {
      const session = identity.session()
      return session.kind === 'signed-in' ? session.user.subject : keyOfSession(session)
    },
    startedOver: () => startedOver,
    async load() {
      if (!isFirst) prepare()
      isFirst = false
      await identity.start({ kind: 'plain' }, 'http://localhost:4300/home')
      await settled()
    },
  }
}

async function openTabs(count: number, host = memoryIdentityHost({ user: ada })) {
  const browser = memoryBrowser()
  const tabs: TestTab[] = []
  for (let index = 0; index < count; index += 1) {
    const tab = tabIn(browser, host)
    await tab.load()
    tabs.push(tab)
  }
  return { browser, host, tabs, all: () => tabs.map((tab) => tab.who()) }
}

describe('the rule', () => {
  const [a, b] = ['["issuer","ada"]', '["issuer","ben"]']
  test.each([
    [a, a, null, 'nothing'],
    ['anonymous', 'anonymous', null, 'nothing'],
    [a, 'anonymous', null, 'sign-out'],
    ['anonymous', a, null, 'start-over'],
    [a, b, null, 'start-over'],
    ['anonymous', a, a, 'nothing'],
    ['anonymous', b, a, 'start-over'],
    [a, b, b, 'start-over'],
  ] as const)('a tab of %s receives %s after a start for %s: %s', (own, other, tried, step) => {
    expect(sessionChange(own, other, tried)).toBe(step)
  })
})

describe('tabs of one browser', () => {
  test('signing out in one signs out in all, without a restart', async () => {
    const { tabs, all } = await openTabs(3)
    expect(all()).toEqual(['ada', 'ada', 'ada'])
    await tabs[1]?.identity.signOut()
    await settled()
    expect(all()).toEqual(['anonymous', 'anonymous', 'anonymous'])
    for (const { identity } of tabs) expect(identity.session()).not.toHaveProperty('problem')
    expect(tabs.map((tab) => tab.startedOver())).toEqual([0, 0, 0])
  })

  test('signing in in one restarts the others, once each', async () => {
    const { tabs, host } = await openTabs(3, memoryIdentityHost())
    host.become(ada)
    await tabs[0]?.load()
    expect(tabs.map((tab) => tab.startedOver())).toEqual([0, 1, 1])
  })

  test('another user in one: the others forget at once, restart, and become that user', async () => {
    const { tabs, host, all } = await openTabs(3)
    host.become(ben)
    await tabs[0]?.load()
    expect(all()).toEqual(['ben', 'anonymous', 'anonymous'])
    expect(tabs.map((tab) => tab.startedOver())).toEqual([0, 1, 1])
    for (const tab of tabs.slice(1)) await tab.load()
    expect(all()).toEqual(['ben', 'ben', 'ben'])
    expect(tabs.map((tab) => tab.startedOver())).toEqual([0, 1, 1])
  })

  test('reloading a page as the same user changes nothing', async () => {
    const { tabs, all } = await openTabs(3)
    await tabs[2]?.load()
    expect(all()).toEqual(['ada', 'ada', 'ada'])
    expect(tabs.map((tab) => tab.startedOver())).toEqual([0, 0, 0])
  })

  test('a tab that cannot sign in silently restarts once, not on every load of another tab', async () => {
    const { tabs, host } = await openTabs(2, memoryIdentityHost())
    const [one, other] = tabs as [TestTab, TestTab]
    host.become(ada)
    await one.load()
    host.failNext('session', { code: 'login-required' })
    await other.load()
    expect([other.who(), other.startedOver()]).toEqual(['anonymous', 1])
    await one.load()
    expect(other.startedOver()).toBe(1)
    await one.identity.signOut()
    await settled()
    host.become(ada)
    await one.load()
    expect(other.startedOver()).toBe(2)
  })

  test('a loss of one tab’s session does not affect the others', async () => {
    const { tabs, host, all } = await openTabs(2)
    host.failNext('token', { code: 'session-lost' })
    await tabs[0]?.identity.accessToken({ renew: true })
    await settled()
    expect(all()).toEqual(['anonymous', 'ada'])
  })

  test('a session that ended at the provider ends in every tab', async () => {
    const { tabs, host, all } = await openTabs(2)
    host.become(null)
    await tabs[0]?.identity.accessToken({ renew: true })
    await settled()
    expect(all()).toEqual(['anonymous', 'anonymous'])
    // Each shows the reason, because the user may be looking at any of them.
    for (const { identity } of tabs)
      expect(identity.session()).toMatchObject({ problem: { code: 'login-required' } })
  })

  test('a tab that starts without a session signs nobody out', async () => {
    const { browser, tabs, host, all } = await openTabs(2)
    host.failNext('session', { code: 'unreachable' })
    const late = tabIn(browser, host)
    await late.load()
    expect([late.who(), ...all()]).toEqual(['anonymous', 'ada', 'ada'])
    expect(tabs.map((tab) => tab.startedOver())).toEqual([0, 0])
  })

  test('a change that arrives while a tab is starting is applied once its session is known', async () => {
    const { browser, tabs, host } = await openTabs(1)
    const starting = tabIn(browser, host)
    await tabs[0]?.identity.signOut()
    await settled()
    expect(starting.who()).toBeNull()
    // The provider had not yet processed the sign-out when it answered this tab.
    host.become(ada)
    await starting.load()
    expect(starting.who()).toBe('anonymous')
    expect(tabs[0]?.who()).toBe('anonymous')
  })
})
