import { isRecent } from '../kernel/waiting'
import { fail, ok, type Result } from '../kernel/result'
import type { Ports } from '../ports'
import {
  returnParameters,
  type IdentityProblem,
  type IdentityStart,
  type ProblemCode,
} from '../ports/identity-provider'
import { errorAsksForLogout, readArrival, type ReturnQuery } from './arrival'
import { initialAuthState, type AuthNotice, type AuthState } from './auth-state'
import { authErrorTexts, authStep, type AuthEffect, type AuthEvent } from './auth-step'
import { homePath, portalPath, type PortalPath } from '../kernel/portal-path'

/** In tab storage: a refusal's text, so that it survives the redirects of the forced logout. */
const refusalKey = 'assay.refusal'

/**
 * Set when a user logged out or was refused, so that the next login in any tab asks for credentials: a provider without a logout still
 * has their session. In the browser's storage. In tab storage too, in case the browser's is full, and to continue on the tab's next page.
 */
const anotherPersonKey = 'assay.another-person'
/** The tab's value during a logout, until the page that comes back has shown the notice. */
const leaving = 'leaving'
/** The tab's value during a change of user, until the page that comes back from the logout has started the login. */
const switching = 'switching'

/** In tab storage: the page to return to after a logout, or after a login that could not be completed. */
const returnKey = 'assay.return-path'

export interface Arrived {
  /** The page to return to after a sign-in. */
  readonly target: PortalPath | null
}

export interface SessionStore {
  state(): AuthState
  watch(listener: (state: AuthState) => void): () => void
  /** Runs once per page. `address` is the page's URL before the router ran; `query` is parsed from it by the composition. */
  start(arrival: { readonly address: string; readonly query: ReturnQuery }): Promise<Arrived>
  /** Tries to restore the session again after a start that the provider did not answer. */
  restart(): Promise<void>
  /** `another`: to sign in as another user. The current user is logged out first. */
  login(target: PortalPath, another?: boolean): Promise<Result<void, SessionFailure>>
  logout(): Promise<Result<void, SessionFailure>>
  accessToken(options?: { readonly renew?: boolean }): Promise<Result<string, SessionFailure>>
  /** Settles when start-up has ended, with any outcome. */
  readonly started: Promise<void>
}

export interface SessionFailure {
  readonly kind: 'session-failure'
  /** The specification's exact text. */
  readonly text: string
  /** The identity provider's problem; absent when no request was made to it. */
  readonly code?: ProblemCode
}

type Needs = Pick<
  Ports,
  'clock' | 'identityProvider' | 'journal' | 'keyValueStore' | 'pageAddress' | 'tabStore'
>

/** Milliseconds during which further presses are ignored after a navigation to the provider has started. Afterwards the user can retry. */
const departureMs = 3_000

/** Holds the page's authentication state and carries out the effects of `authStep`. */
export function createSessionStore(needs: Needs): SessionStore {
  const { clock, identityProvider, tabStore } = needs
  const authState = holdAuthState()
  const departOnce = oneDeparture(clock)
  const { state, dispatch } = authState
  let startPromise: Promise<Arrived> | undefined
  let markStarted: () => void = () => undefined
  const started = new Promise<void>((resolve) => {
    markStarted = resolve
  })

  const failed = failures(needs, dispatch)
  const failWith = (text: string): Result<never, SessionFailure> => fail({ kind: 'session-failure', text })
  const notInitialized = (): string => authErrorTexts.notInitialized(identityProvider.displayName)

  async function leaveForLogin(target: PortalPath, another: boolean): Promise<Result<void, SessionFailure>> {
    if (another && state().isAuthenticated) {
      // With a session, a provider asks only for that user's password. It has to be logged out before it asks for another user.
      tabStore.write(returnKey, target)
      const left = await leaveForLogout(switching)
      if (!left.ok) tabStore.remove(returnKey)
      return left
    }
    if (state().isLoading) return failed(notInitialized())
    const fresh = wantsCredentials(needs, state())
    dispatch({ kind: 'leave-requested' })
    tabStore.write(returnKey, target)
    const result = await identityProvider.signIn({ target, fresh })
    return result.ok ? ok() : failed(authErrorTexts.login, result.failure, 'unfinished')
  }

  async function leaveForLogout(why: string): Promise<Result<void, SessionFailure>> {
    if (state().isLoading) return failed(notInitialized())
    dispatch({ kind: 'leave-requested' })
    const reachable = needs.pageAddress.isReachable()
    // Await only when necessary, so that an online logout clears the user synchronously.
    if (reachable !== true && !(await reachable))
      return failed(authErrorTexts.logout, { code: 'unreachable' }, 'offline')
    markLeft(needs, why)
    const result = await identityProvider.signOut()
    if (result.ok) return ok()
    // The logout failed: the next login asks for credentials, but no notice says that the user has logged out.
    tabStore.write(anotherPersonKey, 'yes')
    return failed(authErrorTexts.logout, result.failure, 'logout-failed')
  }

  const login: SessionStore['login'] = (target, another = false) =>
    departOnce(() => leaveForLogin(target, another))
  return {
    started,
    state,
    watch: authState.watch,
    start({ address, query }) {
      startPromise ??= startUp(needs, authState, address, query, { login, departOnce }).finally(markStarted)
      return startPromise
    },
    async restart() {
      if (state().isLoading) return
      dispatch({ kind: 'restarting' })
      const start = await identityProvider.restart(needs.pageAddress.current()).catch(brokenStart)
      if (start.problem !== undefined) noteStart(needs, start.problem)
      dispatch({ kind: 'started', start, provider: identityProvider.displayName, redirectError: null })
    },
    login,
    // A refused user is signed out here but may still have a session at the provider, so no notice says that they have logged out.
    logout: () => departOnce(() => leaveForLogout(state().isAuthenticated ? leaving : 'yes')),
    async accessToken(options = {}) {
      if (state().isLoading) return failWith(notInitialized())
      if (!state().isAuthenticated) return failWith(authErrorTexts.notAuthenticated)
      const result = await identityProvider.accessToken(options)
      if (!result.ok && hasLoggedOut(state())) return failWith(authErrorTexts.notAuthenticated)
      if (!result.ok) return failed(authErrorTexts.token, result.failure)
      dispatch({ kind: 'token-had' })
      return result
    },
  }
}

/** Here or in another tab: the provider has not ended the session. */
const hasLoggedOut = ({ isAuthenticated, notice }: AuthState): boolean =>
  !isAuthenticated && notice !== 'ended'

/** Sets the failure as the page's error, records it in the journal, and returns it. */
function failures(needs: Needs, dispatch: HeldAuthState['dispatch']) {
  return (text: string, problem?: IdentityProblem, notice?: AuthNotice): Result<never, SessionFailure> => {
    const code = problem?.code
    dispatch({ kind: 'failed', text, ...(problem && { problem }), ...(notice && { notice }) })
    noteError(needs, text, problem)
    return fail({ kind: 'session-failure', text, ...(code === undefined ? {} : { code }) })
  }
}

type OneDeparture = <Failure>(leave: () => Promise<Result<void, Failure>>) => Promise<Result<void, Failure>>

/** Ignores further departures while the page is navigating away, because they could redirect the navigation. */
function oneDeparture(clock: Ports['clock']): OneDeparture {
  let isAsking = false
  let leftAt = -departureMs
  return async (leave) => {
    if (isAsking || isRecent(leftAt, clock.now(), departureMs)) return ok()
    isAsking = true
    try {
      const left = await leave()
      if (left.ok) leftAt = clock.now()
      return left
    } finally {
      isAsking = false
    }
  }
}

interface HeldAuthState extends Pick<SessionStore, 'state' | 'watch'> {
  /** Applies the event. The caller carries out the returned effects. */
  readonly dispatch: (event: AuthEvent) => readonly AuthEffect[]
}

function holdAuthState(): HeldAuthState {
  const listeners = new Set<(state: AuthState) => void>()
  let state = initialAuthState
  return {
    state: () => state,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispatch(event) {
      const step = authStep(state, event)
      if (step.state !== state) {
        state = step.state
        for (const listener of listeners) listener(state)
      }
      return step.effects
    },
  }
}

/** Start-up (specification, section 4): parses the arrival, lets the provider finish, and watches its session from then on. */
async function startUp(
  needs: Needs,
  { state, dispatch }: HeldAuthState,
  address: string,
  query: ReturnQuery,
  { login, departOnce }: { readonly login: SessionStore['login']; readonly departOnce: OneDeparture },
): Promise<Arrived> {
  const { identityProvider, keyValueStore, pageAddress, tabStore } = needs
  const arrival = readArrival(query)
  const rememberedRefusal = stored(tabStore, refusalKey)
  const why = stored(tabStore, anotherPersonKey)
  if (why !== null) tabStore.write(anotherPersonKey, 'yes')
  const effects = dispatch({ kind: 'arrived', arrival, rememberedRefusal, left: why === leaving })
  const arrivalError = state().error
  if (effects.some((effect) => effect.kind === 'clear-query')) pageAddress.clearQuery(returnParameters)
  if (effects.some((effect) => effect.kind === 'forget-refusal')) tabStore.remove(refusalKey)
  const start = await identityProvider
    .start(arrival, address, wantsCredentials(needs, state()))
    .catch(brokenStart)
  const signedIn = start.session.kind === 'signed-in'
  if (signedIn) tabStore.remove(anotherPersonKey)
  // Only a user who comes back from a login has given credentials.
  if (signedIn && arrival.kind === 'callback') keyValueStore.remove(anotherPersonKey)
  if (arrival.kind === 'callback') pageAddress.clearQuery(returnParameters)
  if (start.problem !== undefined) noteStart(needs, start.problem)
  const redirectError = start.silent ? null : arrivalError
  dispatch({ kind: 'started', start, provider: identityProvider.displayName, redirectError })
  identityProvider.watch((session) => dispatch({ kind: 'session-changed', session }))
  // Only the page that comes back from the logout starts the login. On any other start the user has changed their mind.
  const isSwitching = why === switching && arrival.kind === 'plain' && !signedIn
  const isSameVisit = isSwitching || rememberedRefusal || (!signedIn && arrival.kind !== 'plain')
  const previousPath = start.target ?? (isSameVisit ? stored(tabStore, returnKey) : null)
  tabStore.remove(returnKey)
  const target = previousPath === null ? null : portalPath(previousPath)
  for (const effect of effects)
    if (
      effect.kind === 'force-logout' &&
      !start.silent &&
      (await forceLogout(needs, departOnce, effect.text, target))
    )
      return { target: null }
  if (target !== null) pageAddress.replace(target)
  if (isSwitching) void login(target ?? homePath)
  return { target }
}

/** Logs out at the provider; the page that comes back shows the reason, at the user's last path. False when this page stays. */
async function forceLogout(
  needs: Needs,
  departOnce: OneDeparture,
  text: string,
  target: PortalPath | null,
): Promise<boolean> {
  const { identityProvider, tabStore } = needs
  tabStore.write(refusalKey, text)
  markLeft(needs, 'yes')
  if (target !== null) tabStore.write(returnKey, target)
  const out = await departOnce(() => identityProvider.signOut())
  if (out.ok) return true
  tabStore.remove(refusalKey)
  tabStore.remove(returnKey)
  noteError(needs, authErrorTexts.logout)
  return false
}

function markLeft({ keyValueStore, tabStore }: Needs, why: string): void {
  keyValueStore.write(anotherPersonKey, 'yes')
  tabStore.write(anotherPersonKey, why)
}

function stored(tabStore: Needs['tabStore'], key: string): string | null {
  const text = tabStore.read(key)
  return text.ok ? text.value : null
}

/**
 * Whether a login must ask for credentials instead of using the provider's session: after a refusal, after a logout (another user may
 * want to sign in), and when storage is blocked, because a logout would then be unknown.
 */
function wantsCredentials({ keyValueStore, tabStore }: Needs, { error, notice }: AuthState): boolean {
  const left = keyValueStore.read(anotherPersonKey)
  return (
    notice === 'refused' ||
    errorAsksForLogout(error) ||
    !left.ok ||
    (left.value ?? stored(tabStore, anotherPersonKey)) !== null
  )
}

function noteStart(needs: Needs, problem: NonNullable<IdentityStart['problem']>): void {
  noteError(needs, `Start-up (${problem.at})`, problem)
}

/** Includes the provider's own code and description, which tell an administrator what to change there. */
function noteError({ journal }: Needs, what: string, problem?: IdentityProblem): void {
  const kind = problem?.code
  const parts = new Set([what, kind, problem?.providerCode, problem?.description].filter(Boolean))
  const text = [...parts].join(': ').replaceAll(/\s+/g, ' ')
  journal.record({ level: 'error', where: 'identity', text, ...(kind && { failure: { kind } }) })
}

/** If an adapter rejects in breach of its contract, the portal must not stay in the loading state. */
function brokenStart(): IdentityStart {
  const problem = { code: 'misconfigured' } as const
  return { session: { kind: 'signed-out', problem }, problem: { ...problem, at: 'initialise' } }
}
