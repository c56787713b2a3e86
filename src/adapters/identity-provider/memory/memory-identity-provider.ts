import type { Clock } from '../../../core/ports/clock'
import type { IdentityProblem, IdentityProvider, User } from '../../../core/ports/identity-provider'
import {
  memoryIdentityHost,
  type MemoryIdentityBack,
  type MemoryIdentityHost,
  type MemoryMoment,
} from './memory-identity-host'
import { problemOf, strayCallback } from '../problem-codes'
import { redirectIdentityProvider } from '../redirect-sign-in'

export interface MemoryIdentityOptions {
  /** The provider's name in error texts; default: "Identity provider". */
  readonly displayName?: string
  /** The user signed in at the provider when the page starts; default: none. Ignored with a `host`. */
  readonly user?: User
  /** A provider that other adapters share. */
  readonly host?: MemoryIdentityBack
}

export interface MemoryIdentityProvider extends IdentityProvider {
  readonly host: MemoryIdentityHost
}

/** A user for tests and demonstrations. */
export const memoryUser: User = {
  subject: 'memory|analyst',
  issuer: 'http://identity.invalid/',
  name: 'Ada Winter',
  givenName: 'Ada',
  nickname: 'analyst',
  email: 'analyst@example.com',
}

/** Nothing here takes time, so no deadline ever passes. */
const timeless: Clock = { now: () => 0, after: () => () => undefined }

class MemoryFailure extends Error {
  readonly problem: IdentityProblem

  constructor(problem: IdentityProblem) {
    super(problem.code)
    this.problem = problem
  }
}

/** An identity provider in this process. It does not navigate: `host.visits` has where the page would have gone. */
export function memoryIdentityProvider(options: MemoryIdentityOptions = {}): MemoryIdentityProvider {
  const host = options.host ?? memoryIdentityHost(options.user === undefined ? {} : { user: options.user })
  let cached: { readonly value: string; readonly user: User } | null = null

  const throwIfFailing = (moment: MemoryMoment): void => {
    const problem = host.failure(moment)
    if (problem !== null) throw new MemoryFailure(problem)
  }
  const issue = (user: User): { readonly value: string; readonly user: User } => {
    cached = { value: host.issue(user), user }
    return cached
  }
  const redeem = (address: string): ReturnType<MemoryIdentityBack['redeem']> => {
    const query = new URL(address).searchParams
    return host.redeem(query.get('state') ?? '', query.get('code'))
  }

  const provider = redirectIdentityProvider(
    {
      connect: async () => throwIfFailing('initialise'),
      signedInBefore: () => true,
      pendingState: () => host.pendingState(),
      async finish(address) {
        const redeemed = redeem(address)
        throwIfFailing('callback')
        if (redeemed === null) throw new MemoryFailure(strayCallback)
        if (redeemed.user === null) throw new MemoryFailure(problemOf('invalid_grant'))
        return { user: issue(redeemed.user).user, target: redeemed.target }
      },
      abandon: async (address) => redeem(address)?.target,
      async token(request) {
        if (cached !== null && request === 'cached') return cached
        throwIfFailing(cached === null ? 'session' : 'token')
        const person = host.person()
        if (person === null) throw new MemoryFailure(problemOf('login_required'))
        return issue(person)
      },
      async leaveForSignIn(target, fresh) {
        throwIfFailing('sign-in')
        host.visit({ kind: 'sign-in', target, fresh })
      },
      async leaveForSignOut() {
        cached = null
        throwIfFailing('sign-out')
        host.visit({ kind: 'sign-out' })
      },
      revoke: () => Promise.resolve(),
      async clear() {
        cached = null
      },
      problemFrom: (cause) => (cause instanceof MemoryFailure ? cause.problem : { code: 'invalid-response' }),
      isStray: (problem) => problem.providerCode === strayCallback.providerCode,
    },
    { clock: timeless, displayName: options.displayName ?? 'Identity provider' },
  )
  return { ...provider, host }
}
