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
  /** The error came from a refusal that has just logged the person out; a notice says why. */
  readonly refused: boolean
  /** The identity provider's word was not good at this device's time: its clock, or theirs, is wrong (fault matrix F15). */
  readonly clockWrong: boolean
}

export const initialAuthState: AuthState = {
  isLoading: true,
  isAuthenticated: false,
  user: undefined,
  error: null,
  refused: false,
  clockWrong: false,
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
