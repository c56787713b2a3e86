import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { Spinner } from '../components/spinner'
import type { AuthButtonFacts } from '../hooks/use-auth-button'

/** The round button of the sidebar, or the words "LOG IN" / "LOG OUT" of the phone's menu. */
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
      // The words of the text variant are its name.
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
