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
import { createSessionState, type SessionState } from './session-state'

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
  /** That sign-in was this page's own question, by `leaveToRestore`. */
  pendingIsSilent?(): boolean
  /** Takes the answer at this address, once. `target` is what `leaveForSignIn` was given, untrusted. */
  finish(address: string): Promise<{ readonly user: User; readonly target: unknown }>
  /** The answer at this address is an error: the pending sign-in is over, and only its `target` is still of use. */
  abandon(address: string): Promise<unknown>
  /** A token and whom it is for, without asking the person anything. */
  token(request: AccessTokenRequest): Promise<{ readonly value: string; readonly user: User }>
  /**
   * Leaves the page to ask the provider without a word to the person, where that is configured and has not just been tried. False
   * when it stays.
   */
  leaveToRestore?(target: PortalPath): Promise<boolean>
  leaveForSignIn(target: PortalPath, fresh: boolean): Promise<void>
  leaveForSignOut(): Promise<void>
  /** Ends the refresh token at the provider. */
  revoke(): Promise<void>
  /** With it the provider may end the session as well, which is other tabs' too. */
  readonly revokingSignsOut?: boolean
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

/** The session of this page. Answers that are still on their way when it is dropped must not be used any more. */
interface PageSession extends SessionState {
  /** Says later whether an answer that is asked for now may still be used. */
  readonly asking: () => () => boolean
  /** What this page knows is gone at once. */
  readonly drop: (problem?: IdentityProblem) => void
}

function createPageSession(): PageSession {
  const state = createSessionState()
  let generation = 0
  return {
    ...state,
    asking() {
      const mine = generation
      return () => mine === generation
    },
    drop(problem) {
      generation += 1
      state.change(nobody(problem))
    },
    dispose() {
      generation += 1
      state.dispose()
    },
  }
}

type InTime = <Value>(work: Promise<Value>, limit?: number) => Promise<Result<Value, IdentityProblem>>

/** The rules of the port that hold for every provider people are sent to and come back from. */
export function redirectIdentityProvider(
  client: RedirectClient,
  { clock, displayName }: Surroundings,
): IdentityProvider {
  const page = createPageSession()
  const inTime: InTime = (work, limit = timings.identityDeadline) =>
    withinDeadline(clock, limit, work, (cause) => client.problemFrom(cause))
  const startOnce = startUp(client, page, inTime)
  const tokenOnce = singleFlightToken((request) => fetchToken(client, page, inTime, request))
  let begun: Promise<IdentityStart> | undefined

  return {
    displayName,
    start(...arrival) {
      begun ??= startOnce(...arrival)
      return begun
    },
    // What the address of the start said has been read: what is left is whether the provider knows somebody.
    restart: (here) => startOnce({ kind: 'plain' }, here),
    session: page.session,
    watch: page.watch,
    async signIn({ target, fresh }) {
      const made = await inTime(client.connect())
      return made.ok ? inTime(client.leaveForSignIn(target, fresh)) : made
    },
    async signOut() {
      page.drop()
      const made = await inTime(client.connect())
      if (!made.ok) return made
      await inTime(client.revoke(), revocationDeadline)
      return inTime(client.leaveForSignOut())
    },
    accessToken(options) {
      return page.session().kind === 'signed-in'
        ? tokenOnce(options)
        : Promise.resolve(fail({ code: 'login-required' }))
    },
    forget(problem) {
      page.drop(problem)
      const left =
        client.revokingSignsOut === true ? Promise.resolve() : inTime(client.revoke(), revocationDeadline)
      void left.then(() => inTime(client.clear(true)))
    },
    dispose: page.dispose,
  }
}

/** Who is here when the page begins: takes what the provider's answer brought, or asks the provider silently. */
function startUp(client: RedirectClient, page: PageSession, inTime: InTime): IdentityProvider['start'] {
  const settle = (start: IdentityStart): IdentityStart => {
    page.change(start.session)
    // Whoever heard of it may know that it is over: they have left in another tab.
    return { ...start, session: page.session() }
  }
  async function signedIn(user: User, mayBeUsed: () => boolean, rest: Rest = {}): Promise<IdentityStart> {
    if (mayBeUsed()) return settle({ session: { kind: 'signed-in', user }, ...rest })
    await inTime(client.clear(true))
    return settle({ session: nobody() })
  }

  /** `reason`: why nobody is signed in, should it turn out so. `here`: where the page would come back to if it left to ask. */
  async function restore(
    worthAsking: boolean,
    rest: Rest = {},
    reason?: IdentityProblem,
    here: PortalPath | null = null,
  ): Promise<IdentityStart> {
    if (!worthAsking) return settle({ session: nobody(reason), ...rest })
    const mayBeUsed = page.asking()
    const token = await inTime(client.token('cached'))
    if (token.ok) return signedIn(token.value.user, mayBeUsed, rest)
    if (here !== null) await leaveToAsk(client, inTime, here, token.failure)
    // Whoever is refused is told so once, not at each reload.
    if (token.failure.code === 'refused') await inTime(client.clear(false))
    return settle(notRestored(token.failure, rest, reason))
  }

  async function refused(
    arrival: Extract<Arrival, { readonly kind: 'provider-error' }>,
    address: string,
    ours: boolean,
  ): Promise<IdentityStart> {
    // Words that did not come with our own state may be anybody's.
    const problem = problemOf(arrival.error, ours ? arrival.description : undefined)
    if (ours && client.pendingIsSilent?.() === true)
      return settle(await answerToItself(client, inTime, problem, address))
    const abandoned = ours ? await inTime(client.abandon(address)) : null
    const rest = abandoned?.ok === true ? targetOf(abandoned.value) : {}
    // Who is refused is on the way out.
    if (problem.code === 'refused') return settle({ session: nobody(problem), ...rest })
    return restore(client.signedInBefore(), rest, problem)
  }

  async function answered(address: string, mayAsk: boolean): Promise<IdentityStart> {
    const mayBeUsed = page.asking()
    // Whoever has pressed nothing has no login that was not finished.
    const at = client.pendingIsSilent?.() === true ? 'session' : 'callback'
    const answer = await inTime(client.finish(address))
    if (answer.ok) return signedIn(answer.value.user, mayBeUsed, targetOf(answer.value.target))
    return client.isStray(answer.failure) ? restore(mayAsk) : settle(failedStart(answer.failure, at))
  }

  return async (arrival, address, left = false) => {
    // Nobody to be restored, and no library needed to know it: whoever logs in loads it then.
    if (arrival.kind === 'plain' && !client.signedInBefore()) return settle({ session: nobody() })
    const made = await inTime(client.connect())
    if (!made.ok) return settle(failedStart(made.failure, 'initialise'))
    if (arrival.kind === 'plain') return restore(true, {}, undefined, pathOf(address))
    const pending = client.pendingState()
    const ours = pending !== null && pending === new URL(address).searchParams.get('state')
    if (arrival.kind === 'provider-error') return refused(arrival, address, ours)
    // "Invalid state". Perhaps a reload or Back after a sign-in that went well, so the provider is asked. Somebody else's answer
    // leaves this tab's own pending sign-in alone.
    return ours ? answered(address, !left) : restore(!left)
  }
}

function pathOf(address: string): PortalPath | null {
  // Where it is a path, whose does not matter.
  const { pathname, search, hash } = new URL(address, 'https://portal')
  return portalPath(`${pathname}${search}${hash}`)
}

/** Where no silent answer was to be had, the page itself may go for one. Should it not get away, it is not kept waiting for ever. */
async function leaveToAsk(
  client: RedirectClient,
  inTime: InTime,
  here: PortalPath,
  problem: IdentityProblem,
): Promise<void> {
  if (client.leaveToRestore === undefined || !(isNoSession(problem) || wantsPerson(problem))) return
  const left = await inTime(client.leaveToRestore(here))
  if (left.ok && left.value) await inTime(new Promise(() => undefined))
}

/** What the provider answered to this page's own question: nobody asked for it, so nobody is told of an error. */
async function answerToItself(
  client: RedirectClient,
  inTime: InTime,
  problem: IdentityProblem,
  address: string,
): Promise<IdentityStart> {
  const abandoned = await inTime(client.abandon(address))
  if (endsSession(problem)) await inTime(client.clear(false))
  const rest = abandoned.ok ? targetOf(abandoned.value) : {}
  return { ...notRestored(problem, rest, undefined), silent: true }
}

const nobody = (problem?: IdentityProblem): Session =>
  problem === undefined ? { kind: 'signed-out' } : { kind: 'signed-out', problem }

const failedStart = (problem: IdentityProblem, at: StartProblem['at'], rest: Rest = {}): IdentityStart => ({
  session: nobody(problem),
  ...rest,
  problem: { ...problem, at },
})

/** What a start comes to when the provider was asked silently and gave no token. */
function notRestored(
  problem: IdentityProblem,
  rest: Rest,
  reason: IdentityProblem | undefined,
): IdentityStart {
  if (isNoSession(problem)) return { session: nobody(reason), ...rest }
  // The provider is well but wants the person: that is for the next sign-in, not an error of this start.
  if (wantsPerson(problem)) return { session: nobody(problem), ...rest }
  return failedStart(problem, 'session', rest)
}

async function fetchToken(
  client: RedirectClient,
  page: PageSession,
  inTime: InTime,
  request: AccessTokenRequest,
): Promise<Token> {
  const mayBeUsed = page.asking()
  const made = await inTime(client.connect())
  if (!made.ok) return made
  const token = await inTime(client.token(request))
  if (!mayBeUsed()) {
    // It came for somebody who is gone by now.
    if (token.ok) await inTime(client.clear(true))
    return fail({ code: 'login-required' })
  }
  if (token.ok) {
    // The provider may by now know another person in this browser: the portal gets to know of it before the token is used.
    page.change({ kind: 'signed-in', user: token.value.user })
    return ok(token.value.value)
  }
  if (endsSession(token.failure)) {
    page.drop(token.failure)
    // What is lost is this tab's own: another may still be signed in.
    await inTime(client.clear(token.failure.code === 'session-lost'))
  }
  return token
}

/** Judged on the way out as it was on the way in: the browser's storage is nobody's word. */
function targetOf(found: unknown): Rest {
  const target = typeof found === 'string' ? portalPath(found) : null
  return target === null ? {} : { target }
}
