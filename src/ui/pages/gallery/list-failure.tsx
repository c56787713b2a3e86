import { useEffect, useState, type ReactNode } from 'react'
import type { DashboardsFailure } from '../../../core/dashboards/dashboards'
import { makeReference } from '../../hooks/reference'
import { Button } from '../../components/button'
import { StatePanel } from '../../components/state-panel'
import { useApp } from '../../hooks/use-app'
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
  const { useCases } = useApp()
  const online = useOnline(retry)
  const [reference] = useState(makeReference)
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
      trouble={online ? 'failed' : 'offline'}
      title={online ? 'Your dashboards couldn’t be loaded' : 'Your dashboards need a connection'}
      text={
        online
          ? (failureDetail(failure) ?? 'Try again in a moment.')
          : 'You’re offline. They load as soon as you’re back online.'
      }
      reference={reference}
      action={
        <Button main onClick={retry}>
          Retry
        </Button>
      }
    />
  )
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
