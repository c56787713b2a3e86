import { timings } from '../../core/kernel/limits'
import { fail, ok, type Result } from '../../core/kernel/result'
import type { Clock } from '../../core/ports/clock'
import type {
  Arrival,
  IdentityProblem,
  IdentityProvider,
  IdentityStart,
  Session,
  User,
} from '../../core/ports/identity-provider'
import { portalPath, type PortalPath } from '../../core/kernel/portal-path'
import { endsSession, isNoSession, problemOf, wantsPerson, withinDeadline } from './problem-codes'
import { createSessionState } from './session-state'

type Token = Result<string, IdentityProblem>

/** `cached`: one from memory will do while it is good. `new`: memory is passed over. */
export type AccessTokenRequest = 'cached' | 'new'

/**
 * Hands out access tokens: callers at the same time share one request, and a renewal never answers with a token that was handed
 * out before.
 */
export function singleFlightToken(
  fetchToken: (request: AccessTokenRequest) => Promise<Token>,
): (options?: { readonly renew?: boolean }) => Promise<Token> {
  let underWay: Promise<Token> | undefined
  let renewal: Promise<Token> | undefined
  let handedOut: string | null = null

  const ask = async (request: AccessTokenRequest): Promise<Token> => {
    const token = await fetchToken(request)
    if (token.ok) handedOut = token.value
    return token
  }
  const renew = async (): Promise<Token> => {
    const refused = handedOut
    // The one that is on its way may be newer than the one that was refused.
    const coming = await underWay
    if (coming?.ok === true && coming.value !== refused) return coming
    const token = await ask('new')
    return token.ok && token.value === refused ? fail({ code: 'invalid-response' }) : token
  }

  return ({ renew: wanted = false } = {}) => {
    if (renewal !== undefined) return renewal
    if (wanted) {
      renewal = renew().finally(() => (renewal = undefined))
      return renewal
    }
    underWay ??= ask('cached').finally(() => (underWay = undefined))
    return underWay
  }
}

/** What differs from one vendor's library to the next. Anything may throw; `problemFrom` says what it means. */
export interface RedirectClient {
  /** Makes what the vendor's library needs. Asked before anything else, and again after it has failed. */
  connect(): Promise<void>
  /** Somebody signed in here before, so asking the provider silently is worth a request. */
  signedInBefore(): boolean
  /** The `state` of this tab's pending sign-in; null when there is none. */
  pendingState(): string | null
  /** Takes the answer at this address, once. `target` is what `leaveForSignIn` was given, untrusted. */
  finish(address: string): Promise<{ readonly user: User; readonly target: unknown }>
  /** The answer at this address is an error: the pending sign-in is over, and only its `target` is still of use. */
  abandon(address: string): Promise<unknown>
  /** A token and whom it is for, without asking the person anything. */
  token(request: AccessTokenRequest): Promise<{ readonly value: string; readonly user: User }>
  leaveForSignIn(target: PortalPath, fresh: boolean): Promise<void>
  leaveForSignOut(): Promise<void>
  /** Ends the refresh token at the provider. */
  revoke(): Promise<void>
  /** Forgets every token. `keepTrace`: another tab may still be signed in, so `signedInBefore` stays as it is. */
  clear(keepTrace: boolean): Promise<void>
  problemFrom(cause: unknown): IdentityProblem
  /** The callback belongs to no sign-in of this tab, or to one that is over ("Invalid state"). */
  isStray(problem: IdentityProblem): boolean
}

interface Surroundings {
  readonly clock: Clock
  readonly displayName: string
}

type StartProblem = NonNullable<IdentityStart['problem']>
type Rest = Pick<IdentityStart, 'target'>

/** Ending a refresh token is a courtesy to the provider: signing out does not wait longer for it. */
const revocationDeadline = 3_000

/** The rules of the port that hold for every provider people are sent to and come back from. */
export function redirectIdentityProvider(
  client: RedirectClient,
  { clock, displayName }: Surroundings,
): IdentityProvider {
  const state = createSessionState()
  let begun: Promise<IdentityStart> | undefined
  /** Goes up when answers that are still on their way must not be used any more. */
  let generation = 0

  const inTime = <Value>(
    work: Promise<Value>,
    limit: number = timings.identityDeadline,
  ): Promise<Result<Value, IdentityProblem>> =>
    withinDeadline(clock, limit, work, (cause) => client.problemFrom(cause))

  const settle = (session: Session, rest: Omit<IdentityStart, 'session'> = {}): IdentityStart => {
    state.change(session)
    return { session, ...rest }
  }
  async function settleSignedIn(user: User, asked: number, rest: Rest = {}): Promise<IdentityStart> {
    if (asked === generation) return settle({ kind: 'signed-in', user }, rest)
    await inTime(client.clear(true))
    return settle({ kind: 'signed-out' })
  }
  const settleFailed = (problem: IdentityProblem, at: StartProblem['at'], rest: Rest = {}): IdentityStart =>
    settle({ kind: 'signed-out', problem }, { ...rest, problem: { ...problem, at } })

  /** `reason`: why nobody is signed in, should it turn out so. */
  async function restore(
    worthAsking: boolean,
    rest: Rest = {},
    reason?: IdentityProblem,
  ): Promise<IdentityStart> {
    const nobody: Session =
      reason === undefined ? { kind: 'signed-out' } : { kind: 'signed-out', problem: reason }
    if (!worthAsking) return settle(nobody, rest)
    const mine = generation
    const token = await inTime(client.token('cached'))
    if (token.ok) return settleSignedIn(token.value.user, mine, rest)
    const problem = token.failure
    if (isNoSession(problem)) return settle(nobody, rest)
    // The provider is well but wants the person: that is for the next sign-in, not an error of this start.
    if (wantsPerson(problem)) return settle({ kind: 'signed-out', problem }, rest)
    return settleFailed(problem, 'session', rest)
  }

  async function finish(arrival: Arrival, address: string): Promise<IdentityStart> {
    const made = await inTime(client.connect())
    if (!made.ok) return settleFailed(made.failure, 'initialise')
    if (arrival.kind === 'plain') return restore(client.signedInBefore())
    const pending = client.pendingState()
    const ours = pending !== null && pending === new URL(address).searchParams.get('state')
    if (arrival.kind === 'provider-error') {
      // Words that did not come with our own state may be anybody's.
      const problem = problemOf(arrival.error, ours ? arrival.description : undefined)
      const abandoned = ours ? await inTime(client.abandon(address)) : null
      // Who is refused is on the way out, not back to a state.
      if (problem.code === 'refused') return settle({ kind: 'signed-out', problem })
      const rest = abandoned?.ok === true ? targetOf(abandoned.value) : {}
      return restore(client.signedInBefore(), rest, problem)
    }
    // "Invalid state". Perhaps a reload or Back after a sign-in that went well, so the provider is asked. Somebody else's answer
    // leaves this tab's own pending sign-in alone.
    if (!ours) return restore(true)
    const mine = generation
    const answer = await inTime(client.finish(address))
    if (!answer.ok) {
      return client.isStray(answer.failure) ? restore(true) : settleFailed(answer.failure, 'callback')
    }
    return settleSignedIn(answer.value.user, mine, targetOf(answer.value.target))
  }

  async function fetchToken(request: AccessTokenRequest): Promise<Result<string, IdentityProblem>> {
    const mine = generation
    const made = await inTime(client.connect())
    if (!made.ok) return made
    const token = await inTime(client.token(request))
    if (mine !== generation) {
      // It came for somebody who is gone by now.
      if (token.ok) await inTime(client.clear(true))
      return fail({ code: 'login-required' })
    }
    if (token.ok) {
      // The provider may by now know another person in this browser: the portal gets to know of it before the token is used.
      state.change({ kind: 'signed-in', user: token.value.user })
      return ok(token.value.value)
    }
    if (endsSession(token.failure)) {
      drop(token.failure)
      await inTime(client.clear(false))
    }
    return token
  }
  const tokenOnce = singleFlightToken(fetchToken)

  /** What this page knows is gone at once; the rest follows. */
  function drop(problem?: IdentityProblem): void {
    generation += 1
    state.change(problem === undefined ? { kind: 'signed-out' } : { kind: 'signed-out', problem })
  }

  async function forgetTokens(): Promise<void> {
    await inTime(client.revoke(), revocationDeadline)
    await inTime(client.clear(true))
  }

  return {
    displayName,
    start(arrival, address) {
      begun ??= finish(arrival, address)
      return begun
    },
    session: state.session,
    watch: state.watch,
    async signIn({ target, fresh }) {
      const made = await inTime(client.connect())
      return made.ok ? inTime(client.leaveForSignIn(target, fresh)) : made
    },
    async signOut() {
      drop()
      const made = await inTime(client.connect())
      if (!made.ok) return made
      await inTime(client.revoke(), revocationDeadline)
      return inTime(client.leaveForSignOut())
    },
    accessToken(options) {
      return state.session().kind === 'signed-in'
        ? tokenOnce(options)
        : Promise.resolve(fail({ code: 'login-required' }))
    },
    forget() {
      drop()
      void forgetTokens()
    },
    dispose() {
      generation += 1
      state.dispose()
    },
  }
}

/** Judged on the way out as it was on the way in: the browser's storage is nobody's word. */
function targetOf(found: unknown): Rest {
  const target = typeof found === 'string' ? portalPath(found) : null
  return target === null ? {} : { target }
}
