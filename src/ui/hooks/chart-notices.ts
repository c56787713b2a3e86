import { fail } from '../../core/kernel/result'
import type { UseCases } from '../../core/use-cases'
import { sessionKey } from '../../core/session/session-key'
import type { Notice } from '../../state/notices-store'
import type { Stores } from '../../state/stores'
import { boardOf, paths } from './routes'
import { mentionedName } from './dashboard-texts'
import { raiseFailure } from './use-duplicate'
import { useApp } from './use-app'
import { useBoardEvents } from './use-board-events'
import type { BoardStore } from '../../state/board-store'

/** Says where a chart that was saved or pinned in this view went, with a way there. The gallery follows by itself. */
export function useChartNotices(view: BoardStore): void {
  const { stores, useCases } = useApp()

  useBoardEvents(view, (change) => {
    if (change.kind !== 'library-changed') return
    if (change.change === 'pinned' && change.dashboardId !== null)
      void useCases.rememberDashboard(change.dashboardId)
    const { raise } = stores.notices.getState()
    const name = change.name === null ? null : mentionedName(change.name)
    if (change.change === 'pinned') raisePinned(stores, useCases, change)
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

/** Says where an answer went, and brings the gallery up to date, here and in the other tabs. */
export function usePinnedNotice(): (pinned: Pinned) => void {
  const { stores, useCases } = useApp()
  return (pinned) => {
    void useCases.dashboardsChanged()
    if (pinned.dashboardId !== null) void useCases.rememberDashboard(pinned.dashboardId)
    void stores.dashboards.getState().follow()
    raisePinned(stores, useCases, pinned)
  }
}

/** What was pinned; null stands for what the view does not tell. */
interface Pinned {
  readonly dashboardId: string | null
  readonly name: string | null
  /** The tab that it is on, where the view tells it. */
  readonly tabId?: string | null | undefined
  /** Where the view tells it, it can be taken off again. */
  readonly chartId?: string | null | undefined
  /** It was there before, and is another one now. */
  readonly replaced?: boolean | undefined
}

/** Says on which dashboard a chart or an answer is now, with a way there and, where the vendor has a call for that, a way back. */
function raisePinned(stores: Stores, useCases: UseCases, pinned: Pinned): void {
  const { dashboardId, chartId, replaced = false } = pinned
  // What a chart was before it was replaced nobody knows any more.
  const id = replaced || stores.dashboards.getState().can?.restore === false ? null : dashboardId
  const notice = stores.notices.getState().raise({
    ...pinnedNotice(pinned),
    ...(id !== null &&
      chartId && {
        action: {
          label: 'Undo',
          run: () => {
            stores.notices.getState().dismiss(notice)
            void takeOff(stores, useCases, { id, chartIds: [chartId], whose: dashboardWords(pinned.name) })
          },
        },
      }),
  })
}

const dashboardWords = (name: string | null): string =>
  name === null ? 'the dashboard' : `“${mentionedName(name)}”`

/** Undoes a pin. `chartIds` are null where somebody else has changed the dashboard, and nobody knows which they are. */
export async function takeOff(
  stores: Stores,
  useCases: UseCases,
  {
    id,
    chartIds,
    whose,
  }: { readonly id: string; readonly chartIds: readonly string[] | null; readonly whose: string },
): Promise<void> {
  const person = sessionKey(stores.auth.getState())
  const removed =
    chartIds === null ? fail({ kind: 'changed-since' } as const) : await useCases.removeCharts(id, chartIds)
  if (sessionKey(stores.auth.getState()) !== person) return
  const one = chartIds?.length === 1
  if (!removed.ok)
    return raiseFailure(
      stores,
      `${one ? 'The chart' : 'The charts'} couldn’t be removed from ${whose}.`,
      removed.failure,
    )
  const text = `${one ? 'The chart was' : 'The charts were'} removed from ${whose}.`
  stores.notices.getState().raise({ tone: 'success', text })
  await showAnew(stores, id)
}

/** A dashboard has been changed from outside its frame: the list follows, and so does the frame that shows it. */
export async function showAnew({ dashboards, saved }: Stores, id: string): Promise<void> {
  if (saved.getState().dashboardId?.toLowerCase() === id.toLowerCase()) void saved.getState().refresh()
  await dashboards.getState().follow()
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
