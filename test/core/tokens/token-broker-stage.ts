import { fixedClock, type FixedClock } from '../../../src/adapters/clock/fixed-clock'
import {
  memoryIdentityHost,
  type MemoryIdentityBack,
} from '../../../src/adapters/identity-provider/memory/memory-identity-host'
import { memoryIdentityProvider } from '../../../src/adapters/identity-provider/memory/memory-identity-provider'
import { memoryJournal, type MemoryJournal } from '../../../src/adapters/journal/memory-journal'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import { memoryPageAddress } from '../../../src/adapters/page-address/memory-page-address'
import { memoryBrowser, type MemoryBrowser } from '../../../src/adapters/sibling-tabs/memory-sibling-tabs'
import {
  memoryTokenService,
  type MemoryTokenService,
  type MemoryTokenServiceOptions,
} from '../../../src/adapters/token-service/memory-token-service'
import type { Clock } from '../../../src/core/ports/clock'
import { fail } from '../../../src/core/kernel/result'
import type { IdentityProvider, User } from '../../../src/core/ports/identity-provider'
import { createSessionStore, type SessionStore } from '../../../src/core/session/session-store'
import {
  createTokenBroker,
  type TokenBroker,
  type TokenBrokerOptions,
} from '../../../src/core/tokens/token-broker'

export const noon = Date.UTC(2026, 10, 21, 12)
export const minute = 60_000

export const ada: User = { subject: 'ada', issuer: 'http://identity.invalid/', name: 'Ada' }
export const ben: User = { subject: 'ben', issuer: 'http://identity.invalid/', name: 'Ben' }

export interface Tab {
  readonly broker: TokenBroker
  readonly session: SessionStore
  readonly identity: IdentityProvider
  /** The user closes the tab. */
  close(): void
}

/** One browser with any number of tabs, one identity provider, one token service, and a clock that the test advances. */
export interface Stage {
  readonly clock: FixedClock
  readonly host: MemoryIdentityBack
  readonly service: MemoryTokenService
  readonly journal: MemoryJournal
  readonly browser: MemoryBrowser
  /**
   * @param session `unknown`: sign-in status is not known yet.
   * @param biHost of the portal's release that this tab has loaded.
   */
  open(session?: 'known' | 'unknown', biHost?: string): Promise<Tab>
  /** Advances time in steps of 50 ms, with everything that follows from each. */
  pass(milliseconds: number): Promise<void>
  /** Advances time until the promise has settled; fails after two minutes of it. */
  until<Value>(promise: Promise<Value>): Promise<Value>
}

export interface StageOptions extends Partial<TokenBrokerOptions> {
  readonly user?: User
  readonly service?: MemoryTokenServiceOptions
  /** The identity provider returns no access token although a user is signed in. */
  readonly withoutAccess?: boolean
  /** How far the browser's clock is ahead of true time. */
  readonly skew?: () => number
}

export function setStage(options: StageOptions = {}): Stage {
  const clock = fixedClock(noon)
  const host = memoryIdentityHost(options.user === undefined ? {} : { user: options.user })
  const service = memoryTokenService(options.service)
  const journal = memoryJournal()
  const after: Clock['after'] = (milliseconds, action) => clock.after(milliseconds, action)
  const browser = memoryBrowser({ after })
  const skew = options.skew ?? (() => 0)
  return {
    clock,
    host,
    service,
    journal,
    browser,
    async open(known = 'known', biHost = 'https://bi.invalid') {
      const identity = memoryIdentityProvider({ host })
      const siblingTabs = browser.open()
      const session = createSessionStore({
        clock,
        identityProvider: identity,
        journal,
        keyValueStore: memoryKeyValueStore(),
        pageAddress: memoryPageAddress('/home'),
        tabStore: memoryKeyValueStore(),
      })
      const broker = createTokenBroker(
        {
          clock: { now: () => clock.now() + skew(), after },
          journal,
          session: options.withoutAccess === true ? { ...session, accessToken: noAccess } : session,
          siblingTabs,
          tokenService: service,
        },
        {
          hosts: { tokenHost: 'https://tokens.invalid', biHost },
          lifetimeMs: 5 * minute,
          random: () => 0.5,
          ...options,
        },
      )
      if (known === 'known') await startSession(session)
      return {
        broker,
        session,
        identity,
        close() {
          broker.dispose()
          siblingTabs.dispose()
        },
      }
    },
    async pass(milliseconds) {
      await settled()
      for (let left = milliseconds; left > 0; left -= 50) {
        clock.advance(Math.min(left, 50))
        await settled()
      }
    },
    async until(promise) {
      const state = { settled: false }
      const mark = (): void => void (state.settled = true)
      promise.then(mark, mark)
      await settled()
      for (let waited = 0; !state.settled && waited < 2 * minute; waited += 50) {
        clock.advance(50)
        await settled()
      }
      if (!state.settled) throw new Error('two minutes have gone by and nothing has come')
      return promise
    },
  }
}

const noAccess: SessionStore['accessToken'] = () =>
  Promise.resolve(fail({ kind: 'session-failure', text: 'Failed to get access token' }))

/** The page determines its session. */
export async function startSession(session: SessionStore): Promise<void> {
  await session.start({
    address: 'http://localhost:4300/home',
    query: { code: null, state: null, error: null, errorDescription: null },
  })
}

/** Resolves when everything that needs no time has happened. */
export function settled(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
