import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { readLinkedId, tabForAddress, viewForAddress } from '../../../core/navigation/board-links'
import type { EmbeddedView } from '../../../core/ports/dashboard-surface'
import type { BoardStore } from '../../../state/board-store'
import { asks, paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'
import { useBoardEvents } from '../../hooks/use-board-events'

/**
 * A link on a board that leads to another dataset opens its page here, and a tile's question opens in the chart builder. Any other
 * path is nothing a board may send people to. On a dashboard of one's `own` the builder can change the chart where it is.
 */
export function useLinkedPage(board: BoardStore, own = false): void {
  const { catalogue } = useApp()
  const [, navigate] = useLocation()

  useBoardEvents(board, (event) => {
    if (event.kind === 'page-asked') {
      const dataset = catalogue.byPath(event.path)
      if (dataset !== undefined) navigate(dataset.path)
    }
    if (event.kind === 'action' && event.action === 'open-in-builder') {
      const { dashboardId } = board.getState()
      const query = new URLSearchParams()
      if (event.sourceId) query.set('source', event.sourceId)
      if (event.question) query.set('q', event.question)
      if (own && dashboardId !== null && event.chartId !== null) {
        query.set('dashboard', dashboardId)
        query.set('tile', event.chartId)
        query.set('title', event.title ?? '')
      }
      navigate(query.size === 0 ? paths.chartBuilder : `${paths.chartBuilder}?${query.toString()}`, {
        state: asks,
      })
    }
  })
}

/** Names of the address parameters that carry the board's tab and the personal view. */
const tabParameter = 'tab'
const viewParameter = 'view'

/** Where on a board a page is. */
export interface ViewState {
  readonly tab: string | null
  readonly view: string | null
}

/**
 * The tab and the personal view that the page's address asks for. When a person goes to another one on the board, the address follows
 * in place, so that a reload and a shared link come to the same; a view is its owner's, for others the board opens as it is. `own` is
 * the dashboard of this page.
 */
export function useViewState(own: string | null, board: BoardStore): ViewState {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const asked = new URLSearchParams(search)
  const tabInAddress = readLinkedId(asked.get(tabParameter))
  const viewInAddress = readLinkedId(asked.get(viewParameter))
  const shown = useStore(board, (state) => state.dashboardId)
  const chosenTab = useStore(board, (state) => state.chosenTabId)
  const chosenView = useStore(board, (state) => state.chosenViewId)

  // Only a word of the board moves the address; a new address is the board's to follow.
  const follow = useEffectEvent(
    (dashboardId: string | null, tabId: string | null, viewId: string | null | undefined) => {
      if (own === null || dashboardId?.toLowerCase() !== own.toLowerCase()) return
      const tab = tabForAddress({ inAddress: tabInAddress, chosen: tabId })
      const view = viewForAddress(viewInAddress, viewId)
      if (tab === tabInAddress && view === viewInAddress) return
      const query = new URLSearchParams(search)
      if (tab !== null) query.set(tabParameter, tab)
      if (view !== null) query.set(viewParameter, view)
      else if (viewInAddress !== null) query.delete(viewParameter)
      const text = query.toString()
      navigate(text === '' ? path : `${path}?${text}`, { replace: true, state: history.state })
    },
  )
  useEffect(() => follow(shown, chosenTab, chosenView), [shown, chosenTab, chosenView])

  return { tab: tabInAddress, view: viewInAddress }
}

/** The view state as an embedded view of the board names it. */
export function viewAt({
  tab,
  view,
}: ViewState): Pick<EmbeddedView & { readonly kind: 'dashboard' }, 'tabId' | 'personalViewId'> {
  return {
    ...(tab === null ? {} : { tabId: tab }),
    ...(view === null ? {} : { personalViewId: view }),
  }
}
