import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { Button } from './button'
import { useApp } from '../hooks/use-app'
import { useLogIn } from '../hooks/use-log-in'

/** The provider has not said who is here. */
export const unansweredText =
  'The login service isn’t responding, so we can’t check who you are. You haven’t been logged out.'

/** How many pages say it themselves now: a notice beside one would repeat it. */
const panels = createStore<number>(() => 0)

/** Whether it is for a notice to say: no page on screen does. */
export function useUnansweredNotice(): boolean {
  const { stores } = useApp()
  const unanswered = useStore(stores.auth, ({ notice }) => notice === 'unanswered')
  return useStore(panels, (count) => count === 0) && unanswered
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
    panels.setState(panels.getState() + 1, true)
    return () => panels.setState(panels.getState() - 1, true)
  }, [])
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
