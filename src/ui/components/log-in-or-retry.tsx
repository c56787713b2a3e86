import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button } from './button'
import { useApp } from '../hooks/use-app'
import { useLogIn } from '../hooks/use-log-in'

/** The provider has not said who is here. */
export const unansweredText =
  'The login service isn’t responding, so we can’t check who you are. You haven’t been logged out.'

/** Whether it is for a notice to say: no page on screen does. */
export function useUnansweredNotice(): boolean {
  const { stores } = useApp()
  const unanswered = useStore(stores.auth, ({ notice }) => notice === 'unanswered')
  return useStore(stores.logInPanels, (count) => count === 0) && unanswered
}

/** What a page for signed-in people says in their absence: the invitation, or that nobody knows who is here, with a way on. */
export function LogInOrRetry({
  text,
  textClass,
  actionsClass,
  children,
}: {
  readonly text: string
  readonly textClass: string
  readonly actionsClass?: string
  /** Beside the button. */
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
