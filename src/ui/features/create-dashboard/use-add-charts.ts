import { useState } from 'react'
import type { DashboardsFailure } from '../../../core/dashboards/dashboards'
import type { LibraryChart, SavedDashboard } from '../../../core/ports/dashboard-library'
import { fail, ok, type Result } from '../../../core/kernel/result'
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
      const isHere = (): boolean => sessionKey(stores.auth.getState()) === person
      const answer = await useCases.addCharts(dashboard.id, charts)
      const isUnknown = isHere() && !answer.ok && answer.failure.kind === 'outcome-unknown'
      const added = isUnknown ? await lookedAfter(useCases, dashboard.id, charts.length, before) : answer
      // Whoever is here now learns nothing of it.
      if (!isHere()) return setAdding(false)
      if (!added.ok) {
        // The page shows what there is, whatever became of it.
        if (isUnknown) {
          void stores.saved.getState().refresh()
          void stores.dashboards.getState().load()
        }
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

/** Charts that stand on it now and did not before; null where that cannot be known. */
async function freshCharts(
  useCases: UseCases,
  id: string,
  before: readonly LibraryChart[] | undefined,
): Promise<readonly string[] | null> {
  const now = before && (await useCases.listCharts([id]))
  if (now?.ok !== true) return null
  const known = new Set(before?.map(({ chartId }) => chartId))
  return now.value
    .flatMap(({ charts }) => charts)
    .map(({ chartId }) => chartId)
    .filter((chartId) => !known.has(chartId))
}

/** What became of a request that nobody answered: pressed once more, the charts would stand there twice. */
async function lookedAfter(
  useCases: UseCases,
  id: string,
  count: number,
  before: readonly LibraryChart[] | undefined,
): Promise<Result<void, DashboardsFailure>> {
  const fresh = await freshCharts(useCases, id, before)
  if (fresh?.length === count) return ok()
  return fail({ kind: 'outcome-unknown', found: fresh?.length === 0 ? false : null })
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
  // At once: what others add later is theirs.
  const listed = freshCharts(useCases, id, before)
  const undo = async (): Promise<void> => {
    dismiss(notice)
    const fresh = await listed
    await takeOff(stores, useCases, { id, chartIds: fresh?.length === count ? fresh : null, whose })
  }
  const notice = raise({ ...added, about: id, action: { label: 'Undo', run: () => void undo() } })
}
