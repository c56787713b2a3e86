import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { Spinner } from '../components/spinner'
import { useStore } from 'zustand'
import { errorAsksForLogout } from '../../core/session/arrival'
import { authButtonAction } from '../../core/session/auth-state'
import { displayName } from '../../core/session/auth-state'
import { useLogIn } from '../hooks/use-log-in'
import { useApp } from '../hooks/use-app'

export interface AuthButtonFacts {
  readonly loading: boolean
  readonly signedIn: boolean
  readonly error: string | null
  /** "Hi, {name}" or "Log In"; null while the session is still loading. */
  readonly label: string | null
  readonly press: () => void
}

/** What the auth button shows and does (specification, section 4). A failed action is reported as the auth store's error. */
export function useAuthButton(): AuthButtonFacts {
  const { stores, useCases } = useApp()
  const auth = useStore(stores.auth)
  const logIn = useLogIn()
  const confirmLeave = useStore(stores.unsavedWork, (state) => state.confirmLeave)
  const greeting = auth.user === undefined ? 'Hi, User' : `Hi, ${displayName(auth.user)}`
  return {
    loading: auth.isLoading,
    signedIn: auth.isAuthenticated,
    error: auth.error,
    label: auth.isLoading ? null : auth.isAuthenticated ? greeting : 'Log In',
    press: () =>
      authButtonAction(auth, false, errorAsksForLogout) === 'logout'
        ? confirmLeave(() => void useCases.signOut())
        : logIn(),
  }
}

/** The round button in the sidebar, or the text button "LOG IN" / "LOG OUT" in the phone's menu. */
export function AuthButton({
  facts,
  variant = 'icon',
}: {
  readonly facts: AuthButtonFacts
  readonly variant?: 'icon' | 'text'
}): ReactNode {
  const { loading, signedIn, error, press } = facts
  const name = signedIn ? 'Log out' : 'Log in'
  const classes = [
    'auth-button',
    !loading && !signedIn && 'auth-button--login',
    variant === 'text' && 'auth-button--text',
    error !== null && variant === 'icon' && 'auth-button--failed',
  ]
  const problem = error === null ? undefined : `Auth Error: ${error}`
  return (
    <button
      type="button"
      className={classes.filter(Boolean).join(' ')}
      // The text variant is named by its text.
      aria-label={variant === 'icon' ? name : undefined}
      title={problem}
      disabled={loading}
      aria-busy={loading}
      onClick={press}
    >
      {loading ? <Spinner /> : variant === 'icon' && <Mark signedIn={signedIn} failed={error !== null} />}
      {variant === 'text' && problem !== undefined && <Mark signedIn={signedIn} failed />}
      {variant === 'text' && name.toUpperCase()}
    </button>
  )
}

function Mark({ signedIn, failed }: { readonly signedIn: boolean; readonly failed: boolean }): ReactNode {
  const Picture = failed ? TriangleAlert : signedIn ? LogOut : LogIn
  return <Picture size={failed ? 18 : 16} strokeWidth={failed ? 2 : 1.75} aria-hidden="true" />
}
