import { useRoute } from 'wouter'
import { useStore } from 'zustand'
import type { BoardStore } from '../../state/board-store'
import { paths } from './routes'
import { useApp } from './use-app'

/** Refreshes the board, the chart builder, the answers or the list on the page; what was on screen stays in view. */
export function useRefresh(): () => Promise<void> {
  const { stores } = useApp()
  const board = useBoardHere()
  const [inGallery] = useRoute(`${paths.savedDashboards}/*?`)
  return async () => {
    // No question is asked again: only the charts of answers on screen reload, with the data that the service has now.
    stores.research.setState(({ refreshes = 0 }) => ({ refreshes: refreshes + 1 }))
    // Without a network nothing could replace what is on screen.
    if (navigator.onLine && board.getState().phase !== 'idle') {
      // The editor and the chart builder keep their drafts. A dashboard that is edited in its own frame loses its changes.
      if (board === stores.saved && board.getState().unsaved)
        return stores.unsavedWork.getState().confirmLeave(() => void board.getState().refresh())
      await board.getState().refresh()
    }
    if (inGallery) await stores.dashboards.getState().follow()
  }
}

/** The board on the page. The others are hidden: they stay warm as they are, and request data again when they are shown. */
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
