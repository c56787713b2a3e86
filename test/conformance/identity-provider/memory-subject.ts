import {
  memoryIdentityHost,
  type MemoryIdentityBack,
} from '../../../src/adapters/identity-provider/memory/memory-identity-host'
import {
  memoryIdentityProvider,
  memoryUser,
} from '../../../src/adapters/identity-provider/memory/memory-identity-provider'
import { problemOf } from '../../../src/adapters/identity-provider/problem-codes'
import type {
  IdentityProvider,
  IdentityStart,
  Session,
  User,
} from '../../../src/core/ports/identity-provider'
import { readArrival } from '../../../src/core/session/arrival'
import { portalPath } from '../../../src/core/kernel/portal-path'
import type { IdentityBrowser, Outcome, Tab } from './subject'

/** Creates the adapter of one page load; a broken variant wraps it. */
export type MakeAdapter = (host: MemoryIdentityBack) => IdentityProvider

const portal = 'http://localhost:4300'

const people: Readonly<Record<'analyst' | 'trader', User>> = {
  analyst: memoryUser,
  trader: {
    subject: 'memory|trader',
    issuer: memoryUser.issuer,
    name: 'Zoë Müller',
    email: 'trader@example.com',
  },
}

/** A browser around the memory adapter: every page load creates a new adapter, and the provider outlives them all. */
export function memoryBrowser(
  make: MakeAdapter = (host) => memoryIdentityProvider({ host }),
): IdentityBrowser {
  const host = memoryIdentityHost({ portal })
  return {
    open: () => openTab(host, make),
    async signedIn(person) {
      const tab = await openTab(host, make)
      await tab.leave('/home')
      return { tab, start: await tab.answer(person) }
    },
    endSessionElsewhere: async () => host.become(null),
    personOf: (token) => host.tokens.find(({ value }) => value === token)?.subject.split('|')[1] ?? 'nobody',
    tokenRequests: () => host.tokens.length + host.refusals,
    async refuseTokens(times, error) {
      for (let count = 0; count < times; count += 1) host.failNext('token', problemOf(error))
    },
    close: () => Promise.resolve(),
  }
}

async function openTab(host: MemoryIdentityBack, make: MakeAdapter): Promise<Tab> {
  let address = `${portal}/home`
  let lastReturn = address
  let adapter = make(host)
  let changes: Session[] = []
  let started: Promise<IdentityStart>

  const load = (to: string): Promise<IdentityStart> => {
    adapter = make(host)
    const own: Session[] = []
    changes = own
    adapter.watch((session) => void own.push(session))
    started = begin(adapter, to)
    // The core clears the address bar once the response was handled.
    address = to.split('?', 1)[0] ?? to
    return started
  }
  started = load(address)
  await started

  return {
    start: () => started,
    startAgain: () => begin(adapter, address),
    session: async () => adapter.session(),
    changes: async () => changes,
    async watchAndLeave() {
      let count = 0
      adapter.watch(() => void (count += 1))()
      return { notified: async () => count }
    },
    async leave(target, { fresh = true } = {}) {
      const path = portalPath(target)
      if (path === null) throw new Error(`${target} is no path of the portal.`)
      const left = await adapter.signIn({ target: path, fresh })
      if (!left.ok) throw new Error(`The page was not left: ${left.failure.code}`)
    },
    answer(outcome) {
      lastReturn = host.answer(answerOf(outcome))
      return load(lastReturn)
    },
    arrive: (query) => load(`${portal}/?${new URLSearchParams(query).toString()}`),
    repeatReturn: () => load(lastReturn),
    reload: () => load(address),
    accessToken: (options) => adapter.accessToken(options),
    accessTokensAtOnce: (count, options) =>
      Promise.all(Array.from({ length: count }, () => adapter.accessToken(options))),
    async signOut() {
      const leaving = adapter.signOut()
      const session = adapter.session()
      const token = await adapter.accessToken()
      await leaving
      return { session, token, after: await load(`${portal}/`) }
    },
    forget: async () => adapter.forget(),
  }
}

function begin(adapter: IdentityProvider, address: string): Promise<IdentityStart> {
  const query = new URL(address).searchParams
  return adapter.start(
    readArrival({
      code: query.get('code'),
      state: query.get('state'),
      error: query.get('error'),
      errorDescription: query.get('error_description'),
    }),
    address,
  )
}

function answerOf(outcome: Outcome): User | { readonly error: string; readonly description?: string } {
  if (typeof outcome === 'object') return outcome
  return outcome === 'refused'
    ? { error: 'access_denied', description: 'Your account has no access to this portal.' }
    : people[outcome]
}
