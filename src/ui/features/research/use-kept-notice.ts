import { pinnedNotice } from '../../hooks/pinned-notice'
import { useApp } from '../../hooks/use-app'

/** Says where an answer went, and brings the gallery up to date, here and in the other tabs. */
export function useKeptNotice(): (kept: Parameters<typeof pinnedNotice>[0]) => void {
  const { stores, useCases } = useApp()
  return (kept) => {
    void useCases.dashboardsChanged()
    void stores.dashboards.getState().follow()
    stores.notices.getState().raise(pinnedNotice(kept))
  }
}
