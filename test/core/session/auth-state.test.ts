import { describe, expect, test } from 'vitest'
import type { Arrival, IdentityStart, Session } from '../../../src/core/ports/identity-provider'
import { errorAsksForLogout } from '../../../src/core/session/arrival'
import { authButtonAction, initialAuthState, type AuthState } from '../../../src/core/session/auth-state'
import { authErrorTexts, authStep } from '../../../src/core/session/auth-step'

const user = { subject: 's', issuer: 'i', name: 'Ada Winter' }
const signedOut: IdentityStart = { session: { kind: 'signed-out' } }
const signedIn: IdentityStart = { session: { kind: 'signed-in', user } }
const refusal: Arrival = { kind: 'provider-error', error: 'access_denied', description: 'No access.' }

const arrive = (arrival: Arrival, rememberedRefusal: string | null = null, state = initialAuthState) =>
  authStep(state, { kind: 'arrived', arrival, rememberedRefusal })
const begin = (
  start: IdentityStart,
  state: AuthState = initialAuthState,
  redirectError: string | null = null,
) => authStep(state, { kind: 'started', start, provider: 'Auth0', redirectError }).state

describe('the texts of the error catalogue', () => {
  test('are exactly those of the specification', () => {
    expect({
      ...authErrorTexts,
      start: authErrorTexts.start('Auth0'),
      notInitialized: authErrorTexts.notInitialized('Auth0'),
    }).toEqual({
      stateUpdate: 'Failed to update authentication state',
      start: 'Failed to initialize Auth0',
      notInitialized: 'Auth0 client not initialized',
      login: 'Login failed',
      logout: 'Logout failed',
      token: 'Failed to get access token',
      notAuthenticated: 'User is not authenticated',
    })
  })
})

describe('start-up', () => {
  test('begins loading, without a user and without an error', () => {
    expect(initialAuthState).toEqual({
      isLoading: true,
      isAuthenticated: false,
      user: undefined,
      error: null,
      notice: null,
    })
  })

  test('ends with the user when there is one', () => {
    expect(begin(signedIn)).toMatchObject({ isLoading: false, isAuthenticated: true, user, error: null })
  })

  test('ends without a user when there is none, whoever was signed in before', () => {
    expect(begin(signedOut, begin(signedIn))).toMatchObject({
      isLoading: false,
      isAuthenticated: false,
      user: undefined,
    })
  })

  test.each(['initialise', 'callback'] as const)('that fails at %s reports it and stops loading', (at) => {
    const start: IdentityStart = { ...signedOut, problem: { code: 'timeout', at } }
    expect(begin(start)).toMatchObject({ isLoading: false, error: 'Failed to initialize Auth0' })
  })

  test('that cannot read the session reports it', () => {
    const start: IdentityStart = { ...signedOut, problem: { code: 'unreachable', at: 'session' } }
    expect(begin(start)).toMatchObject({ isLoading: false, error: 'Failed to update authentication state' })
  })

  test('resets an error that this page caused itself', () => {
    const asked = authStep(initialAuthState, { kind: 'failed', text: 'Auth0 client not initialized' }).state
    expect(begin(signedOut, asked).error).toBeNull()
  })

  test('keeps an error it was redirected with, even when it then fails', () => {
    const start: IdentityStart = { ...signedOut, problem: { code: 'unreachable', at: 'session' } }
    expect(begin(signedOut, initialAuthState, 'No access.').error).toBe('No access.')
    expect(begin(start, initialAuthState, 'No access.').error).toBe('No access.')
  })

  test('does not follow the session until it has completed', () => {
    const changed = authStep(initialAuthState, { kind: 'session-changed', session: signedIn.session })
    expect(changed.state).toBe(initialAuthState)
  })
})

describe('arriving', () => {
  test('with a refusal keeps the description, clears the query and forces a logout', () => {
    const { state, effects } = arrive(refusal)
    expect(state).toMatchObject({ error: 'No access.', notice: null })
    expect(effects).toEqual([{ kind: 'clear-query' }, { kind: 'force-logout', text: 'No access.' }])
  })

  test('with any other error keeps it and clears the query', () => {
    const { state, effects } = arrive({ kind: 'provider-error', error: 'consent_required' })
    expect(state.error).toBe('consent_required')
    expect(effects.map(({ kind }) => kind)).not.toContain('force-logout')
    expect(effects).toContainEqual({ kind: 'clear-query' })
  })

  test('after a forced logout shows the reason, once, without another logout', () => {
    const { state, effects } = arrive({ kind: 'plain' }, 'No access.')
    expect(state).toMatchObject({ error: 'No access.', notice: 'refused' })
    expect(effects).toEqual([{ kind: 'forget-refusal' }])
  })

  test('with a refusal right after a forced logout does not log out again', () => {
    const { state, effects } = arrive(refusal, 'No access.')
    expect(state).toMatchObject({ error: 'No access.', notice: 'refused' })
    expect(effects).toEqual([{ kind: 'clear-query' }, { kind: 'forget-refusal' }])
  })

  test('from a sign-in clears an earlier refusal', () => {
    const { state, effects } = arrive({ kind: 'callback' }, 'No access.')
    expect(state).toMatchObject({ error: null, notice: null })
    expect(effects).toEqual([{ kind: 'forget-refusal' }])
  })

  test('without a callback does nothing', () => {
    expect(arrive({ kind: 'plain' })).toEqual({ state: initialAuthState, effects: [] })
  })
})

describe('after start-up', () => {
  test('the state follows the session', () => {
    const here = begin(signedIn)
    const gone = authStep(here, { kind: 'session-changed', session: { kind: 'signed-out' } }).state
    expect(gone).toMatchObject({ isAuthenticated: false, user: undefined })
    const other = { ...user, subject: 'other' }
    const back = authStep(gone, {
      kind: 'session-changed',
      session: { kind: 'signed-in', user: other },
    }).state
    expect(back).toMatchObject({ isAuthenticated: true, user: other })
  })

  test('a login clears the error and its notice', () => {
    const refused = arrive({ kind: 'plain' }, 'No access.').state
    expect(authStep(refused, { kind: 'leave-requested' }).state).toMatchObject({
      error: null,
      notice: null,
    })
  })
})

describe('an access token that arrives after all', () => {
  test('clears the error of the failed token', () => {
    const failed = authStep(begin(signedIn), { kind: 'failed', text: authErrorTexts.token }).state
    expect(authStep(failed, { kind: 'token-had' }).state.error).toBeNull()
  })

  test('clears no other error', () => {
    const failed = authStep(begin(signedIn), { kind: 'failed', text: authErrorTexts.logout }).state
    expect(authStep(failed, { kind: 'token-had' }).state.error).toBe(authErrorTexts.logout)
  })
})

describe('a click on the auth button', () => {
  const here = begin(signedIn)
  const nobody = begin(signedOut)
  const action = (state: AuthState, loginOnly = false) =>
    authButtonAction(state, loginOnly, errorAsksForLogout)

  test('logs out a user who was refused, even in login-only mode', () => {
    expect(action({ ...nobody, error: 'access_denied' })).toBe('logout')
    expect(action({ ...nobody, error: 'signup_not_allowed' }, true)).toBe('logout')
  })

  test('else logs out a signed-in user, unless in login-only mode', () => {
    expect(action(here)).toBe('logout')
    expect(action(here, true)).toBe('login')
  })

  test('else starts login', () => {
    expect(action(nobody)).toBe('login')
    expect(action({ ...nobody, error: 'Login failed' })).toBe('login')
  })
})

describe('a session that ends by itself', () => {
  const ended = (session: Session): AuthState =>
    authStep(begin(signedIn), { kind: 'session-changed', session }).state

  test.each(['login-required', 'session-lost', 'refused'] as const)(
    'is reported (%s) until the next login',
    (code) => {
      const state = ended({ kind: 'signed-out', problem: { code } })
      expect(state.notice).toBe('ended')
      // The button handles the missing token.
      const failed = authStep(state, { kind: 'failed', text: authErrorTexts.token, problem: { code } }).state
      expect(failed).toMatchObject({ error: authErrorTexts.token, notice: 'ended' })
      expect(authStep(failed, { kind: 'leave-requested' }).state.notice).toBeNull()
      expect(authStep(failed, { kind: 'session-changed', session: signedIn.session }).state.notice).toBeNull()
    },
  )

  test('is not reported after a logout, nor to a signed-out visitor', () => {
    expect(ended({ kind: 'signed-out' }).notice).toBeNull()
    expect(begin({ session: { kind: 'signed-out', problem: { code: 'refused' } } }).notice).toBeNull()
  })
})

describe('a refusal of a silent sign-in', () => {
  const refused = (words: object): AuthState =>
    begin({
      session: { kind: 'signed-out' },
      problem: { at: 'session', code: 'refused', providerCode: 'unauthorized', ...words },
    })

  test('is shown with the provider’s text, else its code, with the same next step as any refusal', () => {
    expect(refused({ description: 'user is blocked' })).toMatchObject({
      error: 'user is blocked',
      notice: 'refused',
    })
    expect(refused({})).toMatchObject({ error: 'unauthorized', notice: 'refused' })
  })
})

describe('a provider that requires interaction', () => {
  test.each(['interaction-required', 'mfa-required'] as const)(
    'is reported at the start and during a renewal (%s)',
    (code) => {
      expect(begin({ session: { kind: 'signed-out', problem: { code } } })).toMatchObject({
        error: null,
        notice: 'continue',
      })
      const failed = authStep(begin(signedIn), {
        kind: 'failed',
        text: authErrorTexts.token,
        problem: { code },
      }).state
      expect(failed).toMatchObject({ isAuthenticated: true, notice: 'continue' })
      expect(authStep(failed, { kind: 'token-had' }).state.notice).toBeNull()
    },
  )
})

describe('an ID token that is not valid at this device’s time', () => {
  const problem = { code: 'invalid-response', providerCode: 'clock' } as const
  const early: IdentityStart = { session: { kind: 'signed-out' }, problem: { ...problem, at: 'callback' } }

  test('is reported at the start, and when a token is renewed', () => {
    expect(begin(early)).toMatchObject({ error: 'Failed to initialize Auth0', notice: 'clock' })
    const failed = authStep(begin(signedIn), { kind: 'failed', text: authErrorTexts.token, problem }).state
    expect(failed.notice).toBe('clock')
  })

  test('is cleared by the next login, start or token', () => {
    expect(authStep(begin(early), { kind: 'leave-requested' }).state.notice).toBeNull()
    expect(begin(signedIn, begin(early)).notice).toBeNull()
    const failed = authStep(begin(signedIn), { kind: 'failed', text: authErrorTexts.token, problem }).state
    expect(authStep(failed, { kind: 'token-had' }).state.notice).toBeNull()
  })

  test('is distinguished from other failures', () => {
    const other = { ...problem, providerCode: 'invalid_grant' }
    expect(
      authStep(begin(signedIn), { kind: 'failed', text: 'Login failed', problem: other }).state,
    ).toMatchObject({ error: 'Login failed', notice: null })
  })
})
