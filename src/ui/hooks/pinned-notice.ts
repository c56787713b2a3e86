import type { Notice } from '../../state/notices-store'
import { boardOf, paths } from './routes'
import { mentionedName } from './dashboard-texts'

/** Says on which dashboard a chart or an answer is now, with a way there; null stands for what the view does not tell. */
export function pinnedNotice({
  liveboardId,
  name,
  tabId = null,
  replaced = false,
}: {
  readonly liveboardId: string | null
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
      liveboardId === null
        ? { label: 'All Dashboards', href: paths.savedDashboards }
        : { label: 'Open dashboard', href: boardOf(paths.savedDashboard(liveboardId), tabId) },
  }
}
