import { fail } from '../../core/kernel/result'
import type { UseCases } from '../../core/use-cases'
import type { Notice } from '../../state/notices-store'
import type { Stores } from '../../state/stores'
import { boardOf, paths } from './routes'
import { mentionedName } from './dashboard-texts'
import { raiseFailure, samePerson } from './use-duplicate'
import { useApp } from './use-app'
import { useBoardEvents } from './use-board-events'
import type { BoardStore } from '../../state/board-store'

/** Raises a notice when this view pins a chart, with a link to it and Undo. The gallery updates by itself. */
export function usePinNotices(view: BoardStore): void {
  const { stores, useCases } = useApp()

  useBoardEvents(view, (change) => {
    if (change.kind !== 'library-changed' || change.change !== 'pinned') return
    if (change.dashboardId !== null) void useCases.rememberDashboard(change.dashboardId)
    raisePinned(stores, useCases, change)
  })
}

/** As `usePinNotices`, and when this view saves a chart. */
export function useChartNotices(view: BoardStore): void {
  const { stores } = useApp()
  usePinNotices(view)

  useBoardEvents(view, (change) => {
    if (change.kind !== 'library-changed') return
    const { raise } = stores.notices.getState()
    const name = change.name === null ? null : mentionedName(change.name)
    if (change.change === 'saved')
      raise({
        tone: 'success',
        text: name === null ? 'The chart was saved.' : `“${name}” was saved to your charts in Data Weaver.`,
        ...(change.answerId === undefined || change.answerId === null
          ? {}
          : {
              link: {
                label: 'Open chart',
                href: `${paths.chartBuilder}?answer=${encodeURIComponent(change.answerId)}`,
              },
            }),
      })
  })
}

/** Raises a notice about a pinned answer, and updates the gallery, here and in sibling tabs. */
export function usePinnedNotice(): (pinned: Pinned) => void {
  const { stores, useCases } = useApp()
  return (pinned) => {
    void useCases.dashboardsChanged()
    if (pinned.dashboardId !== null) void useCases.rememberDashboard(pinned.dashboardId)
    void stores.dashboards.getState().follow()
    raisePinned(stores, useCases, pinned)
  }
}

/** What was pinned; null for what the view does not report. */
interface Pinned {
  readonly dashboardId: string | null
  readonly name: string | null
  /** Its tab, if the view reports it. */
  readonly tabId?: string | null | undefined
  /** If the view reports it, the pin can be undone. */
  readonly chartId?: string | null | undefined
  /** The pin replaced a chart that was there before. */
  readonly replaced?: boolean | undefined
}

/** Raises a notice with a link to the dashboard that a chart or an answer is on now and, if the vendor can remove it, Undo. */
function raisePinned(stores: Stores, useCases: UseCases, pinned: Pinned): void {
  const { dashboardId, chartId, replaced = false } = pinned
  // The earlier state of a replaced chart is not known.
  const id = replaced || stores.dashboards.getState().can?.restore === false ? null : dashboardId
  const notice = stores.notices.getState().raise({
    ...pinnedNotice(pinned),
    ...(id !== null &&
      chartId && {
        about: chartId,
        action: {
          label: 'Undo',
          run: () => {
            stores.notices.getState().dismiss(notice)
            void undoPin(stores, useCases, {
              id,
              chartIds: [chartId],
              dashboardName: dashboardWords(pinned.name),
            })
          },
        },
      }),
  })
}

const dashboardWords = (name: string | null): string =>
  name === null ? 'the dashboard' : `“${mentionedName(name)}”`

/** Undoes a pin. `chartIds` is null if the dashboard was changed elsewhere, and it is not known which they are. */
export async function undoPin(
  stores: Stores,
  useCases: UseCases,
  {
    id,
    chartIds,
    dashboardName,
  }: { readonly id: string; readonly chartIds: readonly string[] | null; readonly dashboardName: string },
): Promise<void> {
  const isSamePerson = samePerson(stores)
  const removed =
    chartIds === null ? fail({ kind: 'changed-since' } as const) : await useCases.removeCharts(id, chartIds)
  if (!isSamePerson()) return
  const one = chartIds?.length === 1
  if (!removed.ok)
    return raiseFailure(
      stores,
      `${one ? 'The chart' : 'The charts'} couldn’t be removed from ${dashboardName}.`,
      removed.failure,
    )
  const text = `${one ? 'The chart was' : 'The charts were'} removed from ${dashboardName}.`
  stores.notices.getState().raise({ tone: 'success', text })
  await refreshDashboard(stores, id)
}

/** Refreshes the list, and the frame that shows this dashboard, after a change from outside the frame. */
export async function refreshDashboard(stores: Stores, id: string): Promise<void> {
  if (stores.saved.getState().dashboardId?.toLowerCase() === id.toLowerCase()) refreshShown(stores)
  await stores.dashboards.getState().follow()
}

/** Refreshes the dashboard on screen. One that is being edited refreshes later: its changes would be lost. */
export function refreshShown({ saved }: Stores): void {
  if (!saved.getState().unsaved) void saved.getState().refresh()
}

function pinnedNotice({
  dashboardId,
  name,
  tabId = null,
  replaced = false,
}: Pinned): Omit<Notice, 'id' | 'action'> {
  return {
    tone: 'success',
    text: `The chart was ${replaced ? 'updated on' : 'pinned to'} ${name === null ? 'a dashboard' : `“${mentionedName(name)}”`}.`,
    link:
      dashboardId === null
        ? { label: 'All Dashboards', href: paths.savedDashboards }
        : { label: 'Open dashboard', href: boardOf(paths.savedDashboard(dashboardId), tabId) },
  }
}
