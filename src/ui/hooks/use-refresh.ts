import { useRoute } from 'wouter'
import { useStore } from 'zustand'
import type { BoardStore } from '../../state/board-store'
import { paths } from './routes'
import { useApp } from './use-app'

/** Asks the board, the chart builder, the answers or the list on the page for fresh data; it comes back to what was on screen. */
export function useRefresh(): () => Promise<void> {
  const { stores } = useApp()
  const board = useBoardHere()
  const [inGallery] = useRoute(`${paths.savedDashboards}/*?`)
  const [inResearch] = useRoute(paths.deepResearch)
  return async () => {
    // Nothing is asked again: the answers' pictures are drawn from what the service has now.
    if (inResearch) stores.research.setState(({ refreshes = 0 }) => ({ refreshes: refreshes + 1 }))
    // Without a network nothing would come in the place of what is on screen.
    if (navigator.onLine && board.getState().phase !== 'idle') await board.getState().refresh()
    if (inGallery) await stores.dashboards.getState().follow()
  }
}

/** The other boards are out of sight: they stay as they are, warm, and ask again when they are shown. */
export function useBoardHere(): BoardStore {
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
