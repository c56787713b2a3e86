import type { User } from '../ports/identity-provider'

/** The user's name, else given_name, else nickname, else "User". Blank claims are skipped. */
export function displayName(user: User): string {
  return (
    [user.name, user.givenName, user.nickname].find((name) => name !== undefined && name.trim() !== '') ??
    'User'
  )
}

/** The authentication context of the specification (section 3), without its actions. */
export interface AuthState {
  readonly isLoading: boolean
  readonly isAuthenticated: boolean
  readonly user: User | undefined
  readonly error: string | null
  /** A notice shown in addition to the specified texts. */
  readonly notice: AuthNotice | null
}

/**
 * - `refused`: the error comes from a refusal that has just logged the user out, or the provider refuses the user at start-up.
 * - `clock`: an ID token was not valid at this device's time (fault matrix F15).
 * - `continue`: the provider knows the user but requires a page of its own first.
 * - `ended`: the session ended without a logout by the user.
 * - `left`: the user has logged out.
 * - `unanswered`: the provider did not answer at start-up.
 * - `unfinished`: the login could not be completed, here or on the way back from the provider.
 * - `logout-failed`: the logout could not be completed.
 * - `offline`: the user tried to log out without a network.
 */
export type AuthNotice =
  | 'refused'
  | 'clock'
  | 'continue'
  | 'ended'
  | 'left'
  | 'unanswered'
  | 'unfinished'
  | 'logout-failed'
  | 'offline'

export const initialAuthState: AuthState = {
  isLoading: true,
  isAuthenticated: false,
  user: undefined,
  error: null,
  notice: null,
}

export type AuthButtonAction = 'login' | 'logout'

/** What a click on the auth button does (section 4, "Auth button"). */
export function authButtonAction(
  state: AuthState,
  loginOnly: boolean,
  asksForLogout: (error: string | null) => boolean,
): AuthButtonAction {
  if (asksForLogout(state.error)) return 'logout'
  return state.isAuthenticated && !loginOnly ? 'logout' : 'login'
}
