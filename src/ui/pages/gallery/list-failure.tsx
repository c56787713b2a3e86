import { useEffect, useState, type ReactNode } from 'react'
import type { DashboardsFailure } from '../../../core/dashboards/dashboards'
import { makeReference } from '../../hooks/reference'
import { Button } from '../../components/button'
import { StatePanel } from '../../components/state-panel'
import { useApp } from '../../hooks/use-app'
import { useLogIn } from '../../hooks/use-log-in'
import { useOnline } from '../../hooks/use-online'
import { failureDetail } from '../../hooks/dashboard-texts'

/** Shown instead of a list that could not be loaded, with a reference that is also in the journal. */
export function ListFailure({
  failure,
  retry,
}: {
  readonly failure: DashboardsFailure
  readonly retry: () => void
}): ReactNode {
  const { branding, useCases } = useApp()
  const online = useOnline(retry)
  const logInAsAnother = useLogIn(true)
  const [reference] = useState(makeReference)
  // Another try would be refused, too.
  const isRefused = online && failure.kind === 'library-refused' && failure.status === 403
  useEffect(() => {
    void useCases.report({
      where: 'saved-dashboards',
      text: failure.kind,
      failure,
      reference: reference.code,
    })
  }, [useCases, failure, reference])
  return (
    <StatePanel
      role="alert"
      trouble={isRefused ? 'refused' : online ? 'failed' : 'offline'}
      title={listTitle(online, isRefused)}
      text={listText(online, isRefused, failure)}
      reference={reference}
      action={
        isRefused ? (
          <>
            <Button main onClick={logInAsAnother}>
              Use another account
            </Button>
            <a className="button" href={branding.contactUrl} target="_blank" rel="noopener">
              Request access
            </a>
          </>
        ) : (
          <Button main onClick={retry}>
            Retry
          </Button>
        )
      }
    />
  )
}

export function listTitle(online: boolean, isRefused: boolean): string {
  if (isRefused) return 'You don’t have access to saved dashboards'
  return online ? 'Your dashboards couldn’t be loaded' : 'Your dashboards need a connection'
}

function listText(online: boolean, isRefused: boolean, failure: DashboardsFailure): string {
  if (isRefused) return 'Use another account, or request access.'
  return online
    ? (failureDetail(failure) ?? 'Try again in a moment.')
    : 'You’re offline. They load as soon as you’re back online.'
}

/** Shown above an older list that could not be reloaded. */
export function StaleList({
  failure,
  retry,
}: {
  readonly failure: DashboardsFailure
  readonly retry: () => void
}): ReactNode {
  useOnline(retry)
  return (
    <output className="gallery__stale">
      This list may be out of date. {failureDetail(failure)}
      <button type="button" className="text-button" onClick={retry}>
        Retry
      </button>
    </output>
  )
}
