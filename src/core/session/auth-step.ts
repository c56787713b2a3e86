import {
  clockProblem,
  type Arrival,
  type IdentityProblem,
  type IdentityStart,
  type Session,
} from '../ports/identity-provider'
import { arrivalErrorText, forcesLogout } from './arrival'
import type { AuthNotice, AuthState } from './auth-state'

/** The exact texts of the error catalogue (section 8); `provider` is the adapter's display name. */
export const authErrorTexts = {
  stateUpdate: 'Failed to update authentication state',
  start: (provider: string) => `Failed to initialize ${provider}`,
  notInitialized: (provider: string) => `${provider} client not initialized`,
  login: 'Login failed',
  logout: 'Logout failed',
  token: 'Failed to get access token',
  notAuthenticated: 'User is not authenticated',
} as const

export type AuthEvent =
  | {
      readonly kind: 'arrived'
      readonly arrival: Arrival
      readonly rememberedRefusal: string | null
      readonly left?: boolean
    }
  /** `redirectError`: the error that `arrived` set. No other error survives the start (specification, section 4, step 6). */
  | {
      readonly kind: 'started'
      readonly start: IdentityStart
      readonly provider: string
      readonly redirectError: string | null
    }
  /** The session is being restored again. */
  | { readonly kind: 'restarting' }
  | { readonly kind: 'session-changed'; readonly session: Session }
  | { readonly kind: 'leave-requested' }
  | {
      readonly kind: 'failed'
      readonly text: string
      readonly problem?: IdentityProblem
      readonly notice?: AuthNotice
    }
  | { readonly kind: 'token-had' }

export type AuthEffect =
  | { readonly kind: 'clear-query' }
  /** Store the text so that it survives the navigation, then log out at the provider. */
  | { readonly kind: 'force-logout'; readonly text: string }
  | { readonly kind: 'forget-refusal' }

export interface AuthStep {
  readonly state: AuthState
  readonly effects: readonly AuthEffect[]
}

const plain = (state: AuthState): AuthStep => ({ state, effects: [] })

function withSession(state: AuthState, session: Session): AuthState {
  return session.kind === 'signed-in'
    ? { ...state, isAuthenticated: true, user: session.user }
    : { ...state, isAuthenticated: false, user: undefined }
}

/** A pure reducer for the start-up, refusal and error rules (specification, section 4). The session store carries out the effects. */
export function authStep(state: AuthState, event: AuthEvent): AuthStep {
  switch (event.kind) {
    case 'arrived':
      return arrived(state, event)
    case 'started': {
      const { problem, session } = event.start
      // A redirect error is more specific than the failure that followed it.
      const error = event.redirectError ?? (problem === undefined ? null : startText(problem, event.provider))
      const wanted = session.kind === 'signed-out' ? session.problem : undefined
      // After a sign-in the "logged out" notice no longer applies.
      const lasting = session.kind === 'signed-in' && state.notice === 'left' ? null : lastingNotice(state)
      const notice = noticeOf(problem ?? wanted) ?? withoutOutcome(event.start) ?? lasting
      return plain({ ...withSession(state, session), isLoading: false, error, notice })
    }
    case 'restarting':
      return plain({ ...state, isLoading: true, error: null, notice: null })
    case 'session-changed':
      // During start-up only `started` sets the session.
      return plain(state.isLoading ? state : sessionChanged(state, event.session))
    case 'leave-requested':
      return plain({ ...state, error: null, notice: null })
    case 'failed':
      return plain({
        ...state,
        error: event.text,
        notice: noticeOf(event.problem) ?? event.notice ?? lastingNotice(state),
      })
    case 'token-had':
      // A token error is resolved once a token arrives. Every other error stays until the next login.
      return plain(
        state.error === authErrorTexts.token
          ? { ...state, error: null, notice: lastingNotice(state) }
          : state,
      )
  }
}

/** The notice for a failure, in addition to its text. */
function noticeOf(problem: IdentityProblem | undefined): AuthNotice | null {
  if (problem?.providerCode === clockProblem) return 'clock'
  return problem?.code === 'interaction-required' || problem?.code === 'mfa-required' ? 'continue' : null
}

/** The notice for a start that could not determine a session, was refused, or could not complete a sign-in. */
function withoutOutcome({ problem, session }: IdentityStart): AuthNotice | null {
  if (problem?.at === 'callback') return session.kind === 'signed-in' ? null : 'unfinished'
  if (problem?.at === 'session' && problem.code === 'refused') return 'refused'
  return problem?.code === 'timeout' || problem?.code === 'unreachable' ? 'unanswered' : null
}

/** The notice that outlasts the next token or failure: any but `clock` and `continue`. */
function lastingNotice({ notice }: AuthState): AuthNotice | null {
  return notice === 'clock' || notice === 'continue' ? null : notice
}

/** Sets the notice `ended` unless the user logged out. */
function sessionChanged(state: AuthState, session: Session): AuthState {
  const next = withSession(state, session)
  if (session.kind === 'signed-in') return { ...next, notice: null }
  if (!state.isAuthenticated) return next
  return { ...next, notice: session.kind === 'signed-out' && session.problem !== undefined ? 'ended' : null }
}

function startText(
  { at, code, providerCode, description }: NonNullable<IdentityStart['problem']>,
  provider: string,
): string {
  if (at !== 'session') return authErrorTexts.start(provider)
  const words = code === 'refused' ? (description ?? providerCode) : undefined
  return words ?? authErrorTexts.stateUpdate
}

function arrived(
  state: AuthState,
  { arrival, rememberedRefusal, left = false }: Extract<AuthEvent, { readonly kind: 'arrived' }>,
): AuthStep {
  switch (arrival.kind) {
    case 'plain':
      // The page has come back from a forced logout: show the reason once, without another logout.
      return rememberedRefusal === null
        ? plain({ ...state, error: null, notice: left ? 'left' : null })
        : {
            state: { ...state, error: rememberedRefusal, notice: 'refused' },
            effects: [{ kind: 'forget-refusal' }],
          }
    case 'callback':
      return { state: { ...state, error: null, notice: null }, effects: [{ kind: 'forget-refusal' }] }
    case 'provider-error': {
      const text = arrivalErrorText(arrival)
      const isRepeated = rememberedRefusal !== null
      return forcesLogout(arrival) && !isRepeated
        ? {
            state: { ...state, error: text },
            effects: [{ kind: 'clear-query' }, { kind: 'force-logout', text }],
          }
        : {
            state: { ...state, error: text, notice: isRepeated ? 'refused' : null },
            effects: [{ kind: 'clear-query' }, { kind: 'forget-refusal' }],
          }
    }
  }
}
