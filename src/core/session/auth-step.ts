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
  /** `redirectError`: what `arrived` left as the error. Nothing else survives the start (specification, section 4, step 6). */
  | {
      readonly kind: 'started'
      readonly start: IdentityStart
      readonly provider: string
      readonly redirectError: string | null
    }
  /** The provider is asked anew. */
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
  /** Keep the text over the navigation, then log out at the provider. */
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

/** Start-up, refusal and error rules of section 4 as one pure step. Effects are carried out by the session store. */
export function authStep(state: AuthState, event: AuthEvent): AuthStep {
  switch (event.kind) {
    case 'arrived':
      return arrived(state, event)
    case 'started': {
      const { problem, session } = event.start
      // A redirect error says more about what happened than the failure that followed it.
      const error = event.redirectError ?? (problem === undefined ? null : startText(problem, event.provider))
      const wanted = session.kind === 'signed-out' ? session.problem : undefined
      // Somebody else may be here by now.
      const lasting = session.kind === 'signed-in' && state.notice === 'left' ? null : lastingNotice(state)
      const notice = noticeOf(problem ?? wanted) ?? withoutOutcome(event.start) ?? lasting
      return plain({ ...withSession(state, session), isLoading: false, error, notice })
    }
    case 'restarting':
      return plain({ ...state, isLoading: true, error: null, notice: null })
    case 'session-changed':
      // Starting up is reported by `started`; afterwards the session is the only source of who is here.
      return plain(state.isLoading ? state : sessionChanged(state, event.session))
    case 'leave-requested':
      return plain({ ...state, error: null, notice: null })
    case 'failed':
      return plain({
        ...state,
        error: event.text,
        notice: event.notice ?? noticeOf(event.problem) ?? lastingNotice(state),
      })
    case 'token-had':
      // What is over is no error any more; every other error stays until the next login.
      return plain(
        state.error === authErrorTexts.token
          ? { ...state, error: null, notice: lastingNotice(state) }
          : state,
      )
  }
}

/** What a failure gives the person to read beside its own text. */
function noticeOf(problem: IdentityProblem | undefined): AuthNotice | null {
  if (problem?.providerCode === clockProblem) return 'clock'
  return problem?.code === 'interaction-required' || problem?.code === 'mfa-required' ? 'continue' : null
}

/** Nobody knows whether somebody is signed in, or the provider lets nobody in for whom it knows. A sign-in that was not finished is another matter: it is begun again. */
function withoutOutcome({ problem, session }: IdentityStart): AuthNotice | null {
  if (problem?.at === 'callback') return session.kind === 'signed-in' ? null : 'unfinished'
  if (problem?.at === 'session' && problem.code === 'refused') return 'refused'
  return problem?.code === 'timeout' || problem?.code === 'unreachable' ? 'unanswered' : null
}

/** What stays once a token, or another failure, has come. */
function lastingNotice({ notice }: AuthState): AuthNotice | null {
  return notice === 'clock' || notice === 'continue' ? null : notice
}

/** Whoever leaves knows it; whose session ends otherwise is told. */
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
      // The page has come back from a forced logout: say why once, without another one.
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
      const again = rememberedRefusal !== null
      return forcesLogout(arrival) && !again
        ? {
            state: { ...state, error: text },
            effects: [{ kind: 'clear-query' }, { kind: 'force-logout', text }],
          }
        : {
            state: { ...state, error: text, notice: again ? 'refused' : null },
            effects: [{ kind: 'clear-query' }, { kind: 'forget-refusal' }],
          }
    }
  }
}
