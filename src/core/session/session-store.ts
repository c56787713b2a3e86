import { fail, ok, type Result } from '../kernel/result'
import type { Ports } from '../ports'
import type { IdentityProblem, IdentityStart, ProblemCode } from '../ports/identity-provider'
import { errorAsksForLogout, returnParameters, readArrival, type ReturnQuery } from './arrival'
import { initialAuthState, type AuthNotice, type AuthState } from './auth-state'
import { authErrorTexts, authStep, type AuthEffect, type AuthEvent } from './auth-step'
import { homePath, portalPath, type PortalPath } from '../kernel/portal-path'

/** Where a refusal's text survives the forced logout's round trip, in the tab's own storage. */
const refusalKey = 'assay.refusal'

/**
 * Somebody logged out or was refused, so that the next login asks who it is, in whatever tab: a provider without a log-out still knows
 * them. In the browser's storage; in the tab's as well, should the browser's be full, and for what the tab's own next page goes on with.
 */
const anotherPersonKey = 'assay.another-person'
/** The tab's value until the page that comes back from a log-out has said that it is done. */
const leaving = 'leaving'
/** Or until it has gone on to the sign-in. */
const switching = 'switching'

/** In the tab's as well: where somebody was, for who comes back from a log-out, or from a login that could not be completed. */
const returnKey = 'assay.return-path'

export interface Arrived {
  /** Where to bring the person back to after a sign-in. */
  readonly target: PortalPath | null
}

export interface SessionStore {
  state(): AuthState
  watch(listener: (state: AuthState) => void): () => void
  /** Runs once per page. `address` is the page's address as it was before the router ran, with its query taken apart by the edge. */
  start(arrival: { readonly address: string; readonly query: ReturnQuery }): Promise<Arrived>
  /** Asks the provider anew who is here, after a start without an answer. */
  restart(): Promise<void>
  /** `another`: than who is here, who is logged out first. */
  login(target: PortalPath, another?: boolean): Promise<Result<void, SessionFailure>>
  logout(): Promise<Result<void, SessionFailure>>
  accessToken(options?: { readonly renew?: boolean }): Promise<Result<string, SessionFailure>>
  /** Settles when start-up has ended, whatever its outcome. */
  readonly started: Promise<void>
}

export interface SessionFailure {
  readonly kind: 'session-failure'
  /** The specification's exact text. */
  readonly text: string
  /** What the identity provider met; absent where it was not even asked. */
  readonly code?: ProblemCode
}

type Needs = Pick<
  Ports,
  'clock' | 'identityProvider' | 'journal' | 'keyValueStore' | 'pageAddress' | 'tabStore'
>

/** How long the browser is given to leave the page once it was told to; whoever stops it can press again after that. */
const departureMs = 3_000

/** Holds the authentication state of this page and carries out what its rules ask for. */
export function createSessionStore(needs: Needs): SessionStore {
  const { clock, identityProvider, tabStore } = needs
  const held = holdAuthState()
  const once = oneDeparture(clock)
  const { state, dispatch } = held
  let begun: Promise<Arrived> | undefined
  let markStarted: () => void = () => undefined
  const started = new Promise<void>((resolve) => {
    markStarted = resolve
  })

  const failed = failures(needs, dispatch)
  const raised = (text: string): Result<never, SessionFailure> => fail({ kind: 'session-failure', text })
  const notInitialized = (): string => authErrorTexts.notInitialized(identityProvider.displayName)

  async function leaveForLogin(target: PortalPath, another: boolean): Promise<Result<void, SessionFailure>> {
    if (another && state().isAuthenticated) {
      // A provider asks whom it knows for the password alone: it has to know nobody before it asks who it is.
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
    return result.ok ? ok() : failed(authErrorTexts.login, result.failure)
  }

  async function leaveForLogout(why: string): Promise<Result<void, SessionFailure>> {
    if (state().isLoading) return failed(notInitialized())
    dispatch({ kind: 'leave-requested' })
    const reachable = needs.pageAddress.isReachable()
    // Where nothing is in the way, the person is forgotten at once.
    if (reachable !== true && !(await reachable))
      return failed(authErrorTexts.logout, { code: 'unreachable' }, 'offline')
    markLeft(needs, why)
    const result = await identityProvider.signOut()
    if (result.ok) return ok()
    // Whoever stays is asked who they are by the next sign-in of their own, and nothing before it says that they have left.
    tabStore.write(anotherPersonKey, 'yes')
    return failed(authErrorTexts.logout, result.failure)
  }

  const login: SessionStore['login'] = (target, another = false) => once(() => leaveForLogin(target, another))
  return {
    started,
    state,
    watch: held.watch,
    start({ address, query }) {
      begun ??= startUp(needs, held, address, query, { login, once }).finally(markStarted)
      return begun
    },
    async restart() {
      if (state().isLoading) return
      dispatch({ kind: 'restarting' })
      const start = await identityProvider.restart(needs.pageAddress.current()).catch(brokenStart)
      if (start.problem !== undefined) noteStart(needs, start.problem)
      dispatch({ kind: 'started', start, provider: identityProvider.displayName, redirectError: null })
    },
    login,
    // Of whoever was refused nobody is known here, and a provider may know them still: nothing says that they have left it.
    logout: () => once(() => leaveForLogout(state().isAuthenticated ? leaving : 'yes')),
    async accessToken(options = {}) {
      if (state().isLoading) return raised(notInitialized())
      if (!state().isAuthenticated) return raised(authErrorTexts.notAuthenticated)
      const result = await identityProvider.accessToken(options)
      if (!result.ok) return failed(authErrorTexts.token, result.failure)
      dispatch({ kind: 'token-had' })
      return result
    },
  }
}

/** Keeps what failed as the error of this page, writes it down, and gives it back. */
function failures(needs: Needs, dispatch: HeldAuthState['dispatch']) {
  return (text: string, problem?: IdentityProblem, notice?: AuthNotice): Result<never, SessionFailure> => {
    const code = problem?.code
    dispatch({ kind: 'failed', text, ...(problem && { problem }), ...(notice && { notice }) })
    noteError(needs, text, problem)
    return fail({ kind: 'session-failure', text, ...(code === undefined ? {} : { code }) })
  }
}

type OneDeparture = <Failure>(leave: () => Promise<Result<void, Failure>>) => Promise<Result<void, Failure>>

/** A press while the page is on its way does nothing: it must not be sent elsewhere. */
function oneDeparture(clock: Ports['clock']): OneDeparture {
  let until = 0
  return async (leave) => {
    if (clock.now() < until) return ok()
    until = Infinity
    let leaving = false
    try {
      const left = await leave()
      leaving = left.ok
      return left
    } finally {
      until = leaving ? clock.now() + departureMs : 0
    }
  }
}

interface HeldAuthState extends Pick<SessionStore, 'state' | 'watch'> {
  /** Takes the step; its effects are the caller's. */
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

/** Section 4 of the specification: reads how the page was reached, lets the provider finish, follows it from then on. */
async function startUp(
  needs: Needs,
  { state, dispatch }: HeldAuthState,
  address: string,
  query: ReturnQuery,
  { login, once }: { readonly login: SessionStore['login']; readonly once: OneDeparture },
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
  // Only who comes from a login has been asked.
  if (signedIn && arrival.kind === 'callback') keyValueStore.remove(anotherPersonKey)
  if (arrival.kind === 'callback') pageAddress.clearQuery(returnParameters)
  if (start.problem !== undefined) noteStart(needs, start.problem)
  const redirectError = start.silent ? null : arrivalError
  dispatch({ kind: 'started', start, provider: identityProvider.displayName, redirectError })
  identityProvider.watch((session) => dispatch({ kind: 'session-changed', session }))
  // Only the page that comes back from the log-out goes on: any other start is of somebody who has changed their mind.
  const goesOn = why === switching && arrival.kind === 'plain' && !signedIn
  const isSameVisit = goesOn || rememberedRefusal || (!signedIn && arrival.kind !== 'plain')
  const whereTheyWere = start.target ?? (isSameVisit ? stored(tabStore, returnKey) : null)
  tabStore.remove(returnKey)
  const target = whereTheyWere === null ? null : portalPath(whereTheyWere)
  for (const effect of effects)
    if (
      effect.kind === 'force-logout' &&
      !start.silent &&
      (await forceLogout(needs, once, effect.text, target))
    )
      return { target: null }
  if (target !== null) pageAddress.replace(target)
  if (goesOn) void login(target ?? homePath)
  return { target }
}

/** The page that comes back from it says why, where the person was. False when this one stays. */
async function forceLogout(
  needs: Needs,
  once: OneDeparture,
  text: string,
  target: PortalPath | null,
): Promise<boolean> {
  const { identityProvider, tabStore } = needs
  tabStore.write(refusalKey, text)
  markLeft(needs, 'yes')
  if (target !== null) tabStore.write(returnKey, target)
  const out = await once(() => identityProvider.signOut())
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
 * A session at the provider will do, unless its person was refused, or has left and another one may be meant, which a browser that
 * keeps nothing does not know.
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

/** With the provider's own words, by which an administrator finds out what to change there. */
function noteError({ journal }: Needs, what: string, problem?: IdentityProblem): void {
  const kind = problem?.code
  const parts = new Set([what, kind, problem?.providerCode, problem?.description].filter(Boolean))
  const text = [...parts].join(': ').replaceAll(/\s+/g, ' ')
  journal.record({ level: 'error', where: 'identity', text, ...(kind && { failure: { kind } }) })
}

/** An adapter that breaks its promise never to reject must not leave the portal loading for ever. */
function brokenStart(): IdentityStart {
  const problem = { code: 'misconfigured' } as const
  return { session: { kind: 'signed-out', problem }, problem: { ...problem, at: 'initialise' } }
}
