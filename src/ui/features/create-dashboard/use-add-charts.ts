import { useState } from 'react'
import type { DashboardsFailure } from '../../../core/dashboards/dashboards'
import type { LibraryChart, SavedDashboard } from '../../../core/ports/dashboard-library'
import { fail, ok, type Result } from '../../../core/kernel/result'
import type { UseCases } from '../../../core/use-cases'
import { chartsStoreOf } from '../../../state/charts-store'
import type { Stores } from '../../../state/stores'
import { refreshShown, undoPin } from '../../hooks/chart-notices'
import { mentionedName } from '../../hooks/dashboard-texts'
import { useApp } from '../../hooks/use-app'
import { raiseFailure, samePerson } from '../../hooks/use-duplicate'
import { useIsOpen } from '../../hooks/use-is-open'

/** Adds charts with one request, then refreshes the dashboard to show them. */
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
      const isSamePerson = samePerson(stores)
      const answer = await useCases.addCharts(dashboard.id, charts)
      const isUnknown = isSamePerson() && !answer.ok && answer.failure.kind === 'outcome-unknown'
      const added = isUnknown ? await checkOutcome(useCases, dashboard.id, charts.length, before) : answer
      // The user has changed meanwhile: no message about another user's request.
      if (!isSamePerson()) return setAdding(false)
      if (!added.ok) {
        // The outcome is unknown, so the page reloads what is there.
        if (isUnknown) {
          refreshShown(stores)
          void stores.dashboards.getState().load()
        }
        // The user has left the page or the dialog, so a notice reports the failure.
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
      refreshShown(stores)
      // Busy until the list has reloaded: a second press before would add the charts again.
      await stores.dashboards.getState().load()
      setAdding(false)
    },
  }
}

/** Ids of the charts that are on the dashboard now and were not before; null if that cannot be known. */
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

/** Finds out the outcome of a request without a response: a blind retry could add the charts twice. */
async function checkOutcome(
  useCases: UseCases,
  id: string,
  count: number,
  before: readonly LibraryChart[] | undefined,
): Promise<Result<void, DashboardsFailure>> {
  const fresh = await freshCharts(useCases, id, before)
  if (fresh?.length === count) return ok()
  return fail({ kind: 'outcome-unknown', found: fresh?.length === 0 ? false : null })
}

/** Raises a notice about the added charts. It offers Undo if the charts before are known and the vendor can restore them. */
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
  const quotedName = `“${mentionedName(name)}”`
  const { raise, dismiss } = stores.notices.getState()
  const added = { tone: 'success', text: `${what} added to ${quotedName}.` } as const
  if (before === undefined || stores.dashboards.getState().can?.restore !== true) return void raise(added)
  // Listed at once, so that Undo does not remove charts that others add later.
  const listed = freshCharts(useCases, id, before)
  const undo = async (): Promise<void> => {
    dismiss(notice)
    const fresh = await listed
    await undoPin(stores, useCases, {
      id,
      chartIds: fresh?.length === count ? fresh : null,
      dashboardName: quotedName,
    })
  }
  const notice = raise({ ...added, about: id, action: { label: 'Undo', run: () => void undo() } })
}
