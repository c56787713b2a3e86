import type { Notice } from '../../state/notices-store'
import { boardOf, paths } from './routes'
import { mentionedName } from './dashboard-texts'
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
    if (change.change === 'pinned') raise(pinnedNotice(change))
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
export function usePinnedNotice(): (pinned: Parameters<typeof pinnedNotice>[0]) => void {
  const { stores, useCases } = useApp()
  return (pinned) => {
    void useCases.dashboardsChanged()
    if (pinned.dashboardId !== null) void useCases.rememberDashboard(pinned.dashboardId)
    void stores.dashboards.getState().follow()
    stores.notices.getState().raise(pinnedNotice(pinned))
  }
}

/** Says on which dashboard a chart or an answer is now, with a way there; null stands for what the view does not tell. */
export function pinnedNotice({
  dashboardId,
  name,
  tabId = null,
  replaced = false,
}: {
  readonly dashboardId: string | null
  readonly name: string | null
  /** The tab that it is on, where the view tells it. */
  readonly tabId?: string | null | undefined
  /** It was there before, and is another one now. */
  readonly replaced?: boolean | undefined
}): Omit<Notice, 'id'> {
  return {
    tone: 'success',
    text: `The chart was ${replaced ? 'updated on' : 'pinned to'} ${name === null ? 'a dashboard' : `“${mentionedName(name)}”`}.`,
    link:
      dashboardId === null
        ? { label: 'All Dashboards', href: paths.savedDashboards }
        : { label: 'Open dashboard', href: boardOf(paths.savedDashboard(dashboardId), tabId) },
  }
}
