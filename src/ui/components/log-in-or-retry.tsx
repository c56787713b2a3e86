import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button } from './button'
import { useApp } from '../hooks/use-app'
import { useLogIn } from '../hooks/use-log-in'

/** Shown when the identity provider has not responded. */
export const unansweredText =
  'The login service isn’t responding, so we can’t check who you are. You haven’t been logged out.'

/** Whether a notice has to show it, as no page on screen does. */
export function useUnansweredNotice(): boolean {
  const { stores } = useApp()
  const unanswered = useStore(stores.auth, ({ notice }) => notice === 'unanswered')
  return useStore(stores.logInPanels, (count) => count === 0) && unanswered
}

/** Shown on a page that needs a session: an invitation to log in, or, if the provider has not responded, that text with Retry. */
export function LogInOrRetry({
  text,
  textClass,
  actionsClass,
  children,
}: {
  readonly text: string
  readonly textClass: string
  readonly actionsClass?: string
  /** Rendered beside the button. */
  readonly children?: ReactNode
}): ReactNode {
  const { stores, useCases } = useApp()
  const unanswered = useStore(stores.auth, ({ notice }) => notice === 'unanswered')
  const logIn = useLogIn()
  useEffect(() => {
    const { logInPanels } = stores
    logInPanels.setState((count) => count + 1, true)
    return () => logInPanels.setState((count) => count - 1, true)
  }, [stores])
  return (
    <>
      <p className={textClass} role={unanswered ? 'alert' : undefined}>
        {unanswered ? unansweredText : text}
      </p>
      <div className={actionsClass}>
        {unanswered ? (
          <Button main icon={RotateCw} onClick={() => void useCases.restartSession()}>
            Retry
          </Button>
        ) : (
          <Button main onClick={logIn}>
            Log In
          </Button>
        )}
        {children}
      </div>
    </>
  )
}
