import { useState } from 'react'
import type { DashboardsFailure } from '../../../core/dashboards/dashboards'
import type { LibraryChart, SavedDashboard } from '../../../core/ports/dashboard-library'
import { mentionedName } from '../../hooks/dashboard-texts'
import { useApp } from '../../hooks/use-app'

/** Sends them once, and shows the dashboard anew with them on it. */
export function useAddCharts(
  dashboard: SavedDashboard,
  done: () => void = () => undefined,
): {
  readonly adding: boolean
  readonly failure: DashboardsFailure | null
  readonly add: (charts: readonly LibraryChart[]) => Promise<void>
} {
  const { stores, useCases } = useApp()
  const [adding, setAdding] = useState(false)
  const [failure, setFailure] = useState<DashboardsFailure | null>(null)
  return {
    adding,
    failure,
    async add(charts) {
      setAdding(true)
      setFailure(null)
      const added = await useCases.addCharts(dashboard.id, charts)
      if (!added.ok) {
        setAdding(false)
        return setFailure(added.failure)
      }
      void useCases.rememberDashboard(dashboard.id)
      const [only] = charts
      const what = charts.length === 1 ? `“${only?.title ?? ''}” was` : `${charts.length} charts were`
      stores.notices
        .getState()
        .raise({ tone: 'success', text: `${what} added to “${mentionedName(dashboard.name)}”.` })
      done()
      void stores.saved.getState().refresh()
      // Until the list says so too, the same press would add them once more.
      await stores.dashboards.getState().load()
      setAdding(false)
    },
  }
}
