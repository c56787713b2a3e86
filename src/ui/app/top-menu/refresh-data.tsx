import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { useRoute } from 'wouter'
import { useStore } from 'zustand'
import type { BoardStore } from '../../../state/board-store'
import { Tooltip } from '../../components/tooltip'
import { paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'

/** Asks the board, the chart builder, the conversation or the list on the page for fresh data; it comes back to what was on screen. */
export function useRefresh(): () => Promise<void> {
  const { stores } = useApp()
  const board = useBoardHere()
  const [inGallery] = useRoute(`${paths.savedDashboards}/*?`)
  return async () => {
    if (board.getState().phase !== 'idle') await board.getState().refresh()
    if (inGallery) await stores.dashboards.getState().follow()
  }
}

/** For signed-in people. */
export function RefreshData(): ReactNode {
  const { stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const busy = useStore(useBoardHere(), (state) => state.refreshing)
  const refresh = useRefresh()
  if (!signedIn) return null
  return (
    <Tooltip text="Refresh data">
      <button
        type="button"
        className="control control--icon"
        aria-label="Refresh data"
        aria-busy={busy}
        onClick={() => void refresh()}
      >
        <RefreshCw size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </Tooltip>
  )
}

/** The other boards are out of sight: they stay as they are, warm, and ask again when they are shown. */
function useBoardHere(): BoardStore {
  const { stores } = useApp()
  const [inGallery] = useRoute(`${paths.savedDashboards}/*?`)
  const [inBuilder] = useRoute(paths.chartBuilder)
  const [inResearch] = useRoute(paths.deepResearch)
  const editing = useStore(stores.editor, (state) => state.phase !== 'idle')
  const own = editing ? stores.editor : stores.saved
  if (inBuilder) return stores.builder
  if (inResearch) return stores.conversation
  return inGallery ? own : stores.board
}
