import { memoryIdentityProvider } from '../../../src/adapters/identity-provider/memory/memory-identity-provider'
import { ok } from '../../../src/core/kernel/result'
import type { IdentityProvider, Session, User } from '../../../src/core/ports/identity-provider'
import type { MakeAdapter } from './memory-subject'

/** An adapter with one bug, and the name of the one check that has to reject it. */
export interface BrokenAdapter {
  readonly bug: string
  readonly caughtBy: string
  readonly make: MakeAdapter
}

type Change = (sound: IdentityProvider, host: Parameters<MakeAdapter>[0]) => Partial<IdentityProvider>

const broken = (bug: string, caughtBy: string, change: Change): BrokenAdapter => ({
  bug,
  caughtBy,
  make: (host) => {
    const sound = memoryIdentityProvider({ host })
    return { ...sound, ...change(sound, host) }
  },
})

const somebody: User = { subject: 'memory|analyst', issuer: 'http://identity.invalid/', name: 'Ada Winter' }

const behaving = new WeakSet<object>()

export const brokenMemoryAdapters: readonly BrokenAdapter[] = [
  broken(
    'reports a lost session to a visitor who never signed in',
    'a cold start is signed out, reports no problem and requests no token',
    (sound) => ({
      async start(arrival, address) {
        const start = await sound.start(arrival, address)
        return arrival.kind === 'plain' && start.session.kind === 'signed-out' && !address.endsWith('/')
          ? { ...start, problem: { code: 'login-required', at: 'session' } }
          : start
      },
    }),
  ),
  broken(
    'returns every user to Home',
    'the callback returns the user, non-ASCII letters included, and their target path',
    (sound) => ({
      async start(arrival, address) {
        const start = await sound.start(arrival, address)
        const isTrader = start.session.kind === 'signed-in' && start.session.user.name === 'Zoë Müller'
        return isTrader && start.target !== undefined ? { session: start.session } : start
      },
    }),
  ),
  broken('runs the start again', 'starting twice gives the same result', (sound) => {
    let runs = 0
    return {
      async start(arrival, address) {
        runs += 1
        const start = await sound.start(arrival, address)
        return runs === 1 ? start : { session: { kind: 'signed-out' } }
      },
    }
  }),
  broken(
    'reports an invalid response after a reload of the callback',
    'a repeated callback URL shows no error and keeps the user signed in',
    (sound, host) => ({
      async start(arrival, address) {
        const stray = arrival.kind === 'callback' && host.pendingState() === null
        const start = await sound.start(arrival, address)
        return stray && start.session.kind === 'signed-in'
          ? { ...start, problem: { code: 'invalid-response', at: 'callback' } }
          : start
      },
    }),
  ),
  broken('accepts any code', 'a forged callback signs nobody in and reports nothing', (sound, host) => ({
    async start(arrival, address) {
      const trusting = arrival.kind === 'callback' && host.pendingState() === null && host.visits.length === 0
      const start = await sound.start(arrival, address)
      return trusting ? { session: { kind: 'signed-in', user: somebody } } : start
    },
  })),
  broken(
    'ends this tab’s sign-in on a forged callback',
    'a forged callback does not disturb a sign-in in progress',
    (sound, host) => ({
      start(arrival, address) {
        const state = new URL(address).searchParams.get('state')
        const pending = host.pendingState()
        if (arrival.kind === 'callback' && pending !== null && state !== pending) host.redeem(pending, null)
        return sound.start(arrival, address)
      },
    }),
  ),
  broken(
    'drops the provider’s text',
    'a refusal of this tab’s sign-in is reported with its code and text',
    (sound) => ({
      async start(arrival, address) {
        const start = await sound.start(arrival, address)
        if (start.session.kind !== 'signed-out' || start.session.problem === undefined) return start
        return { ...start, session: { kind: 'signed-out', problem: { code: start.session.problem.code } } }
      },
    }),
  ),
  broken(
    'passes on text that came without a state of the portal',
    'the text of a refusal without a pending sign-in is not passed on',
    (sound) => ({
      async start(arrival, address) {
        const start = await sound.start(arrival, address)
        if (arrival.kind !== 'provider-error' || start.session.kind !== 'signed-out') return start
        const { problem } = start.session
        if (problem === undefined || arrival.description === undefined) return start
        return {
          ...start,
          session: { kind: 'signed-out', problem: { ...problem, description: arrival.description } },
        }
      },
    }),
  ),
  broken('reports missing consent as a refusal', 'every error code is mapped as in the table', (sound) => ({
    async start(arrival, address) {
      const start = await sound.start(arrival, address)
      if (start.session.kind !== 'signed-out' || start.session.problem === undefined) return start
      const { problem } = start.session
      return problem.code === 'interaction-required'
        ? { ...start, session: { kind: 'signed-out', problem: { ...problem, code: 'refused' } } }
        : start
    },
  })),
  broken(
    'requests a new token every time',
    'a token that is still valid is returned again without a request',
    (sound) => {
      let renewals = 0
      return {
        accessToken(options) {
          if (options?.renew === true) renewals += 1
          // After a renewal it does return the cached token, so that only this check fails.
          return sound.accessToken(renewals === 0 ? { renew: true } : options)
        },
      }
    },
  ),
  broken('sends one request per caller', 'concurrent callers share one request', (sound) => {
    let line: Promise<unknown> = Promise.resolve()
    return {
      accessToken(options) {
        const mine = line.then(() => sound.accessToken(options))
        line = mine
        return mine
      },
    }
  }),
  broken('forgets the user on a reload', 'a reload restores the user without interaction', (sound, host) => {
    let isFirst = true
    return {
      forget() {
        // From then on it behaves correctly, so that only one check fails.
        behaving.add(host)
        sound.forget()
      },
      async start(arrival, address) {
        const isReload = isFirst && arrival.kind === 'plain' && host.visits.length > 0 && !behaving.has(host)
        isFirst = false
        const start = await sound.start(arrival, address)
        return isReload && address.endsWith('/') ? { session: { kind: 'signed-out' } } : start
      },
    }
  }),
  broken('renews from its cache', 'a renewal returns a new token', (sound, host) => {
    let cached: { readonly token: string; readonly person: User | null } | null = null
    return {
      async accessToken(options) {
        const person = host.person()
        if (options?.renew === true && person !== null && cached?.person === person) return ok(cached.token)
        const token = await sound.accessToken(options)
        if (token.ok) cached = { token: token.value, person }
        return token
      },
    }
  }),
  broken('retries a failed renewal', 'a failed renewal is not retried', (sound) => ({
    async accessToken(options) {
      const token = await sound.accessToken(options)
      return token.ok || token.failure.code !== 'misconfigured' ? token : sound.accessToken(options)
    },
  })),
  broken(
    'keeps the user after the session has ended',
    'a session that ended elsewhere is detected, reported and cleared',
    (sound) => {
      let user: User | null = null
      sound.watch((session) => {
        if (session.kind === 'signed-in') ({ user } = session)
      })
      return {
        session() {
          const session = sound.session()
          const ended = session.kind === 'signed-out' && session.problem?.code === 'login-required'
          return ended && user !== null ? { kind: 'signed-in', user } : session
        },
      }
    },
  ),
  broken(
    'returns tokens while it signs out',
    'signing out clears the session before the page is left',
    (sound) => {
      let last: string | null = null
      sound.watch(() => undefined)
      return {
        async signOut() {
          const token = await sound.accessToken()
          last = token.ok ? token.value : null
          return sound.signOut()
        },
        accessToken: (options) => (last === null ? sound.accessToken(options) : Promise.resolve(ok(last))),
      }
    },
  ),
  broken('leaves the provider’s session alive', 'signing out ends the session at the provider', (sound) => ({
    async signOut() {
      sound.forget()
      return ok()
    },
  })),
  broken(
    'returns the first user’s token after a switch',
    'after another user signed in, nothing of the first user is returned',
    (sound) => {
      let first: { readonly token: string; readonly subject: string } | null = null
      return {
        async accessToken(options) {
          const token = await sound.accessToken(options)
          const session = sound.session()
          if (!token.ok || session.kind !== 'signed-in') return token
          first ??= { token: token.value, subject: session.user.subject }
          return first.subject === session.user.subject ? token : ok(first.token)
        },
      }
    },
  ),
  broken('returns tokens after forget', 'after forget no token is returned', (sound) => {
    let isForgotten = false
    return {
      forget() {
        isForgotten = true
        sound.forget()
      },
      accessToken: (options) =>
        isForgotten ? Promise.resolve(ok('a-token-from-before')) : sound.accessToken(options),
    }
  }),
  broken('notifies unsubscribed listeners', 'a listener that has unsubscribed is not notified', (sound) => ({
    watch(listener) {
      sound.watch(listener)
      return () => undefined
    },
  })),
  broken(
    'notifies twice per change',
    'a listener is notified once per change, and never of the starting state',
    (sound) => ({
      watch: (listener) =>
        sound.watch((session: Session) => {
          listener(session)
          listener(session)
        }),
    }),
  ),
]
