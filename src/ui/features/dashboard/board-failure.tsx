import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { SurfaceFailure } from '../../../core/ports/dashboard-surface'
import { makeReference } from '../../hooks/reference'
import { useOnline } from '../../hooks/use-online'
import { Button } from '../../components/button'
import { StatePanel } from '../../components/state-panel'
import { useLogIn } from '../../hooks/use-auth-button'
import { useApp } from '../../hooks/use-app'
import { failureText, type FailureText } from './failure-texts'

/** In place of a board that cannot be shown: what has happened, what to do about it, and a reference that the journal has too. */
export function BoardFailure({
  failure,
  name,
  what = 'dashboard',
  retry,
}: {
  readonly failure: SurfaceFailure
  readonly name: string
  readonly what?: string
  readonly retry: () => void
}): ReactNode {
  const { stores, useCases } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const online = useOnline()
  const [reference] = useState(makeReference)
  const { trouble, title, text, action } = failureText(failure, {
    subject: `${name} ${what}`,
    online,
    signedIn,
  })

  useEffect(() => {
    void useCases.report({ where: 'dashboard', text: failure.kind, reference: reference.code })
  }, [useCases, failure, reference])

  return (
    <div className="board__failure" role="alert">
      <StatePanel
        place="framed"
        trouble={trouble}
        title={title}
        text={text}
        reference={reference}
        action={<Action action={action} retry={retry} />}
      />
    </div>
  )
}

function Action({
  action,
  retry,
}: {
  readonly action: FailureText['action']
  readonly retry: () => void
}): ReactNode {
  const logIn = useLogIn()
  if (action === 'retry')
    return (
      <Button main icon={RotateCw} onClick={retry}>
        Retry
      </Button>
    )
  return (
    <Button main onClick={logIn}>
      {action === 'log-in' ? 'Log In' : 'Use another account'}
    </Button>
  )
}
