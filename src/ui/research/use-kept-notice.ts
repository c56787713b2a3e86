import { mentionedName } from '../gallery/texts'
import { paths } from '../routes'
import { useApp } from '../use-app'

/** Says where an answer went, with a way there, and brings the gallery up to date, here and in the other tabs. */
export function useKeptNotice(): (kept: {
  readonly liveboardId: string | null
  readonly name: string | null
}) => void {
  const { stores, useCases } = useApp()
  return ({ liveboardId, name }) => {
    void useCases.dashboardsChanged()
    void stores.dashboards.getState().follow()
    stores.notices.getState().raise({
      tone: 'success',
      text: `The answer was saved to ${name === null ? 'a dashboard' : `“${mentionedName(name)}”`}.`,
      link:
        liveboardId === null
          ? { label: 'All Dashboards', href: paths.savedDashboards }
          : { label: 'Open dashboard', href: paths.savedDashboard(liveboardId) },
    })
  }
}
