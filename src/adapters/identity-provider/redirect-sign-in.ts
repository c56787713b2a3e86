import { timings } from '../../core/kernel/limits'
import { fail, ok, type Result } from '../../core/kernel/result'
import type { Clock } from '../../core/ports/clock'
import {
  returnParameters,
  type Arrival,
  type IdentityProblem,
  type IdentityProvider,
  type IdentityStart,
  type Session,
  type User,
} from '../../core/ports/identity-provider'
import { portalPath, type PortalPath } from '../../core/kernel/portal-path'
import {
  endsSession,
  isLateLogin,
  isNoSession,
  problemOf,
  needsInteraction,
  withinDeadline,
} from './problem-codes'
import { createSessionState, type SessionState } from './session-state'

type Token = Result<string, IdentityProblem>

/** `cached`: a valid token from memory is accepted. `new`: bypasses memory. */
export type AccessTokenRequest = 'cached' | 'new'

/**
 * Issues access tokens: callers at the same time share one request, and a renewal never returns the token that was issued last.
 */
export function singleFlightToken(
  fetchToken: (request: AccessTokenRequest) => Promise<Token>,
): (options?: { readonly renew?: boolean }) => Promise<Token> {
  let inFlight: Promise<Token> | undefined
  let renewal: Promise<Token> | undefined
  let lastToken: string | null = null

  const ask = async (request: AccessTokenRequest): Promise<Token> => {
    const token = await fetchToken(request)
    if (token.ok) lastToken = token.value
    return token
  }
  const renew = async (): Promise<Token> => {
    const refused = lastToken
    // The token in flight may be newer than the refused one.
    const pendingToken = await inFlight
    if (pendingToken?.ok === true && pendingToken.value !== refused) return pendingToken
    const token = await ask('new')
    return token.ok && token.value === refused ? fail({ code: 'invalid-response' }) : token
  }

  return ({ renew: shouldRenew = false } = {}) => {
    if (renewal !== undefined) return renewal
    if (shouldRenew) {
      renewal = renew().finally(() => (renewal = undefined))
      return renewal
    }
    inFlight ??= ask('cached').finally(() => (inFlight = undefined))
    return inFlight
  }
}

/** What differs between vendors' libraries. Any member may throw; `problemFrom` maps what it throws. */
export interface RedirectClient {
  /** Creates what the vendor's library needs. Called before anything else, and again after a failure. */
  connect(): Promise<void>
  /** A user signed in here before, so a silent request to the provider is worthwhile. */
  signedInBefore(): boolean
  /** The `state` of this tab's pending sign-in; null if there is none. */
  pendingState(): string | null
  /** The pending sign-in is this page's own silent request (`leaveToRestore`). */
  pendingIsSilent?(): boolean
  /** Consumes the answer at this address, once. `target` is what `leaveForSignIn` received, untrusted. */
  finish(address: string): Promise<{ readonly user: User; readonly target: unknown }>
  /** The answer at this address is an error: ends the pending sign-in and returns its `target`. */
  abandon(address: string): Promise<unknown>
  /** A token and its user, without interaction. */
  token(request: AccessTokenRequest): Promise<{ readonly value: string; readonly user: User }>
  /**
   * Leaves the page to ask the provider silently, if that is configured and has not just been tried. False if it stays.
   */
  leaveToRestore?(target: PortalPath): Promise<boolean>
  leaveForSignIn(target: PortalPath, fresh: boolean): Promise<void>
  leaveForSignOut(): Promise<void>
  /** Revokes the refresh token at the provider. */
  revoke(): Promise<void>
  /** Revoking may also end the provider's session, which other tabs share. */
  readonly revokingSignsOut?: boolean
  /** Forgets every token. `keepTrace`: another tab may still be signed in, so `signedInBefore` does not change. */
  clear(keepTrace: boolean): Promise<void>
  problemFrom(cause: unknown): IdentityProblem
  /** The callback belongs to no sign-in of this tab, or to a finished one ("Invalid state"). */
  isStray(problem: IdentityProblem): boolean
}

interface ProviderContext {
  readonly clock: Clock
  readonly displayName: string
}

type StartProblem = NonNullable<IdentityStart['problem']>
type Rest = Pick<IdentityStart, 'target'>

/** In ms. Revoking a refresh token is a courtesy to the provider: sign-out does not wait longer for it. */
const revocationDeadline = 3_000

/** The session of this page. Answers that are in flight when it is dropped must not be used. */
interface PageSession extends SessionState {
  /** Call it before a request. The returned function says whether the answer may still be used. */
  readonly asking: () => () => boolean
  /** Signs the page out at once. */
  readonly drop: (problem?: IdentityProblem) => void
}

function createPageSession(): PageSession {
  const state = createSessionState()
  let generation = 0
  return {
    ...state,
    asking() {
      const startGeneration = generation
      return () => startGeneration === generation
    },
    drop(problem) {
      generation += 1
      state.change(nobody(problem))
    },
  }
}

type InTime = <Value>(work: Promise<Value>, limit?: number) => Promise<Result<Value, IdentityProblem>>

/** The rules of the port that apply to every provider with a redirect sign-in. */
export function redirectIdentityProvider(
  client: RedirectClient,
  { clock, displayName }: ProviderContext,
): IdentityProvider {
  const page = createPageSession()
  const inTime: InTime = (work, limit = timings.identityDeadline) =>
    withinDeadline(clock, limit, work, (cause) => client.problemFrom(cause))
  const startOnce = startUp(client, page, inTime)
  const tokenOnce = singleFlightToken((request) => fetchToken(client, page, inTime, request))
  let started: Promise<IdentityStart> | undefined

  return {
    displayName,
    start(...arrival) {
      started ??= startOnce(...arrival)
      return started
    },
    // `start` has consumed the address. What remains is to ask whether the provider knows a user.
    restart: (here) => startOnce({ kind: 'plain' }, here),
    session: page.session,
    watch: page.watch,
    async signIn({ target, fresh }) {
      const connected = await inTime(client.connect())
      return connected.ok ? inTime(client.leaveForSignIn(target, fresh)) : connected
    },
    async signOut() {
      page.drop()
      const connected = await inTime(client.connect())
      if (!connected.ok) return connected
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
  }
}

/** Finds the session at page start: consumes the provider's answer in the address, or asks the provider silently. */
function startUp(client: RedirectClient, page: PageSession, inTime: InTime): IdentityProvider['start'] {
  const settle = (start: IdentityStart): IdentityStart => {
    page.change(start.session)
    // A listener may have ended the session again, because the user has signed out in another tab.
    return { ...start, session: page.session() }
  }
  async function signedIn(user: User, mayBeUsed: () => boolean, rest: Rest = {}): Promise<IdentityStart> {
    if (mayBeUsed()) return settle({ session: { kind: 'signed-in', user }, ...rest })
    await inTime(client.clear(true))
    return settle({ session: nobody() })
  }

  /** `reason`: why no user is signed in, if that is the outcome. `here`: where the page returns to if it leaves to ask. */
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
    // A refused user sees that once, not on each reload.
    if (token.failure.code === 'refused') await inTime(client.clear(false))
    return settle(notRestored(token.failure, rest, reason))
  }

  async function refused(
    arrival: Extract<Arrival, { readonly kind: 'provider-error' }>,
    address: string,
    ours: boolean,
    left: boolean,
  ): Promise<IdentityStart> {
    // A description that came without this tab's `state` may be from anyone.
    const problem = problemOf(arrival.error, ours ? arrival.description : undefined)
    if (ours && client.pendingIsSilent?.() === true)
      return settle(await silentRequestFailed(client, inTime, problem, address))
    const abandoned = ours ? await inTime(client.abandon(address)) : null
    const rest = abandoned?.ok === true ? targetOf(abandoned.value) : {}
    const here = addressToLeave(client, address)
    // Nothing has failed, so no error is shown: the page asks the provider.
    if (isLateLogin(arrival.error, arrival.description))
      return { ...(await restore(!left, rest, undefined, rest.target ?? here)), silent: true }
    // After a refusal the provider is not asked silently.
    if (problem.code === 'refused') return settle({ session: nobody(problem), ...rest })
    // The page stays to show what went wrong with this tab's login. An error from elsewhere must not cost a session.
    return restore(client.signedInBefore(), rest, problem, ours ? null : here)
  }

  async function answered(address: string, mayAsk: boolean): Promise<IdentityStart> {
    const mayBeUsed = page.asking()
    // A silent request is not a login by the user, so it cannot fail as one.
    const at = client.pendingIsSilent?.() === true ? 'session' : 'callback'
    const answer = await inTime(client.finish(address))
    if (answer.ok) return signedIn(answer.value.user, mayBeUsed, targetOf(answer.value.target))
    return client.isStray(answer.failure) ? again(address, mayAsk) : settle(failedStart(answer.failure, at))
  }

  /** "Invalid state". It may be a reload, or Back after a successful sign-in, so the provider is asked. */
  const again = (address: string, mayAsk: boolean): Promise<IdentityStart> =>
    restore(mayAsk, {}, undefined, addressToLeave(client, address))

  return async (arrival, address, left = false) => {
    // There is no session to restore, and this takes no library: a login loads it.
    if (arrival.kind === 'plain' && !client.signedInBefore()) return settle({ session: nobody() })
    const connected = await inTime(client.connect())
    if (!connected.ok) return settle(failedStart(connected.failure, 'initialise'))
    if (arrival.kind === 'plain') return restore(true, {}, undefined, pathOf(address))
    const pending = client.pendingState()
    const ours = pending !== null && pending === new URL(address).searchParams.get('state')
    if (arrival.kind === 'provider-error') return refused(arrival, address, ours, left)
    // An answer to another sign-in does not affect this tab's pending one.
    return ours ? answered(address, !left) : again(address, !left)
  }
}

/** Where the page may leave from to ask silently; null while a login of this tab is pending, whose place that request would take. */
const addressToLeave = (client: RedirectClient, address: string): PortalPath | null =>
  client.pendingState() === null ? pathOf(address, returnParameters) : null

/** `without`: parameters that the provider has added. */
function pathOf(address: string, without: readonly string[] = []): PortalPath | null {
  // The base only makes a relative address parse; its origin is not used.
  const url = new URL(address, 'https://portal')
  for (const name of without) url.searchParams.delete(name)
  const { pathname, search, hash } = url
  return portalPath(`${pathname}${search}${hash}`)
}

/** If there was no silent answer, the page itself may leave to get one. If the browser does not navigate, the wait ends at the deadline. */
async function leaveToAsk(
  client: RedirectClient,
  inTime: InTime,
  here: PortalPath,
  problem: IdentityProblem,
): Promise<void> {
  if (client.leaveToRestore === undefined || !(isNoSession(problem) || needsInteraction(problem))) return
  const left = await inTime(client.leaveToRestore(here))
  if (left.ok && left.value) await inTime(new Promise(() => undefined))
}

/** Handles an error in the answer to this page's own silent request. The user did not make it, so no error is shown. */
async function silentRequestFailed(
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

/** The outcome of a start after a silent request that brought no token. */
function notRestored(
  problem: IdentityProblem,
  rest: Rest,
  reason: IdentityProblem | undefined,
): IdentityStart {
  if (isNoSession(problem)) return { session: nobody(reason), ...rest }
  // The provider works but requires interaction. The next sign-in handles that; it is not an error of this start.
  if (needsInteraction(problem)) return { session: nobody(problem), ...rest }
  return failedStart(problem, 'session', rest)
}

async function fetchToken(
  client: RedirectClient,
  page: PageSession,
  inTime: InTime,
  request: AccessTokenRequest,
): Promise<Token> {
  const mayBeUsed = page.asking()
  const connected = await inTime(client.connect())
  if (!connected.ok) return connected
  const token = await inTime(client.token(request))
  if (!mayBeUsed()) {
    // The token is for a user who has left meanwhile.
    if (token.ok) await inTime(client.clear(true))
    return fail({ code: 'login-required' })
  }
  if (token.ok) {
    // The provider may have another user in this browser by now: listeners get the change before the token is used.
    page.change({ kind: 'signed-in', user: token.value.user })
    return ok(token.value.value)
  }
  if (endsSession(token.failure)) {
    page.drop(token.failure)
    // `session-lost` concerns only this tab: another may still be signed in.
    await inTime(client.clear(token.failure.code === 'session-lost'))
  }
  return token
}

/** Validates the target again, as before the redirect: the content of the browser's storage is untrusted. */
function targetOf(found: unknown): Rest {
  const target = typeof found === 'string' ? portalPath(found) : null
  return target === null ? {} : { target }
}
