import { useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { errorAsksForLogout } from '../../core/session/arrival'
import { authButtonAction } from '../../core/session/auth-state'
import { displayName } from '../../core/session/display-name'
import { returnPath } from './routes'
import { useApp } from './use-app'

export interface AuthButtonFacts {
  readonly loading: boolean
  readonly signedIn: boolean
  readonly error: string | null
  /** "Hi, {name}" or "Log In"; nothing while it is not known who is here. */
  readonly label: string | null
  readonly press: () => void
}

/** What the auth button shows and does (specification, section 4). Failed actions come back as the stored error. */
export function useAuthButton(): AuthButtonFacts {
  const { stores, useCases } = useApp()
  const auth = useStore(stores.auth)
  const logIn = useLogIn()
  const leaveBy = useStore(stores.leaving, (state) => state.leaveBy)
  const greeting = auth.user === undefined ? 'Hi, User' : `Hi, ${displayName(auth.user)}`
  return {
    loading: auth.isLoading,
    signedIn: auth.isAuthenticated,
    error: auth.error,
    label: auth.isLoading ? null : auth.isAuthenticated ? greeting : 'Log In',
    press: () =>
      authButtonAction(auth, false, errorAsksForLogout) === 'logout'
        ? leaveBy(() => void useCases.signOut())
        : logIn(),
  }
}

/** Starts sign-in; the person comes back to this page. */
export function useLogIn(): () => void {
  const { useCases } = useApp()
  const [path] = useLocation()
  const search = useSearch()
  return () => void useCases.signIn(returnPath(path, search))
}
