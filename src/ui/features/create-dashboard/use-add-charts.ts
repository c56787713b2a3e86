import { useState } from 'react'
import type { DashboardsFailure } from '../../../core/dashboards/dashboards'
import type { LibraryChart, SavedDashboard } from '../../../core/ports/dashboard-library'
import { sessionKey } from '../../../core/session/session-key'
import type { UseCases } from '../../../core/use-cases'
import { chartsStoreOf } from '../../../state/charts-store'
import type { Stores } from '../../../state/stores'
import { takeOff } from '../../hooks/chart-notices'
import { mentionedName } from '../../hooks/dashboard-texts'
import { useApp } from '../../hooks/use-app'
import { raiseFailure } from '../../hooks/use-duplicate'
import { useIsOpen } from '../../hooks/use-is-open'

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
  const isOpen = useIsOpen()
  return {
    adding,
    failure,
    async add(charts) {
      setAdding(true)
      setFailure(null)
      const before = chartsStoreOf(stores, useCases).getState().charts.get(dashboard.id)
      const person = sessionKey(stores.auth.getState())
      const added = await useCases.addCharts(dashboard.id, charts)
      // Whoever is here now learns nothing of it.
      if (sessionKey(stores.auth.getState()) !== person) return setAdding(false)
      if (!added.ok) {
        // Whoever has left is to know as well.
        if (!isOpen())
          return raiseFailure(
            stores,
            `The charts couldn’t be added to “${mentionedName(dashboard.name)}”.`,
            added.failure,
          )
        setAdding(false)
        return setFailure(added.failure)
      }
      void useCases.rememberDashboard(dashboard.id)
      const [only] = charts
      const what = charts.length === 1 ? `“${only?.title ?? ''}” was` : `${charts.length} charts were`
      raiseAdded(stores, useCases, { dashboard, what, before, count: charts.length })
      done()
      void stores.saved.getState().refresh()
      // Until the list says so too, the same press would add them once more.
      await stores.dashboards.getState().load()
      setAdding(false)
    },
  }
}

/** Says what was added. Where it is known what stood there before, and the vendor has a call for it, with a way back. */
function raiseAdded(
  stores: Stores,
  useCases: UseCases,
  {
    dashboard: { id, name },
    what,
    before,
    count,
  }: {
    readonly dashboard: SavedDashboard
    readonly what: string
    readonly before: readonly LibraryChart[] | undefined
    readonly count: number
  },
): void {
  const whose = `“${mentionedName(name)}”`
  const { raise, dismiss } = stores.notices.getState()
  const added = { tone: 'success', text: `${what} added to ${whose}.` } as const
  if (before === undefined || stores.dashboards.getState().can?.restore !== true) return void raise(added)
  const known = new Set(before.map(({ chartId }) => chartId))
  // At once: what others add later is theirs.
  const listed = useCases.listCharts([id])
  const undo = async (): Promise<void> => {
    dismiss(notice)
    const all = await listed
    const now = all.ok ? all.value.flatMap(({ charts }) => charts) : []
    const fresh = now.map(({ chartId }) => chartId).filter((chart) => !known.has(chart))
    await takeOff(stores, useCases, { id, chartIds: fresh.length === count ? fresh : null, whose })
  }
  const notice = raise({ ...added, action: { label: 'Undo', run: () => void undo() } })
}
