import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { useRoute } from 'wouter'
import { useStore } from 'zustand'
import { Tooltip } from '../parts/tooltip'
import { paths } from '../routes'
import { useApp } from '../use-app'

/** Signed in: asks the board or the list on the page for fresh data, and comes back to what was on screen. */
export function RefreshData(): ReactNode {
  const { stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const [inGallery] = useRoute(`${paths.savedDashboards}/*?`)
  const [inBuilder] = useRoute(paths.chartBuilder)
  // The other board is out of sight: it stays as it is, warm, and asks again when it is shown.
  const editing = useStore(stores.editor, (state) => state.phase !== 'idle')
  const own = editing ? stores.editor : stores.saved
  const board = useStore(inBuilder ? stores.builder : inGallery ? own : stores.board)
  const follow = useStore(stores.dashboards, (state) => state.follow)
  if (!signedIn) return null

  async function refresh(): Promise<void> {
    if (board.phase !== 'idle') await board.refresh()
    if (inGallery) await follow()
  }
  return (
    <Tooltip text="Refresh data">
      <button
        type="button"
        className="control control--icon"
        aria-label="Refresh data"
        aria-busy={board.refreshing}
        onClick={() => void refresh()}
      >
        <RefreshCw size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </Tooltip>
  )
}
