import { useEffect, useState, type ReactNode } from 'react'
import type { DashboardsFailure } from '../../../core/dashboards/dashboards'
import { makeReference } from '../../hooks/reference'
import { Button } from '../../components/button'
import { StatePanel } from '../../components/state-panel'
import { useApp } from '../../hooks/use-app'
import { failureDetail } from '../../hooks/dashboard-texts'

/** In place of a list that could not be read, with a reference that the journal has too. */
export function ListFailure({
  failure,
  retry,
}: {
  readonly failure: DashboardsFailure
  readonly retry: () => void
}): ReactNode {
  const { useCases } = useApp()
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
      trouble="failed"
      title="Your dashboards couldn’t be loaded"
      text={failureDetail(failure) ?? 'Try again in a moment.'}
      reference={reference}
      action={
        <Button main onClick={retry}>
          Retry
        </Button>
      }
    />
  )
}
