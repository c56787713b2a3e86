import type { User } from '../ports/identity-provider'

/** The user's name, else given_name, else nickname, else "User". An empty claim counts as none. */
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
  /** What a notice says beside the specified texts. */
  readonly notice: AuthNotice | null
}

/**
 * `refused`: the error came from a refusal that has just logged the person out. `clock`: the identity provider's word was not good at this
 * device's time (fault matrix F15). `continue`: the provider knows the person but has a page for them first. `ended`: their session is
 * over, and not by their own doing. `left`: they have logged out. `unanswered`: the provider did not say at the start whether it knows somebody.
 * `unfinished`: they came back from the login, and it could not be completed. `offline`: they wanted to
 * log out without a network.
 */
export type AuthNotice =
  | 'refused'
  | 'clock'
  | 'continue'
  | 'ended'
  | 'left'
  | 'unanswered'
  | 'unfinished'
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
