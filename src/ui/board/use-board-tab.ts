import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { readTab, tabForAddress } from '../../core/navigation/board-tab'
import type { BoardStore } from '../../state/board-store'

/** Name of the address parameter that carries the board's tab. */
const parameter = 'tab'

/**
 * The tab that the page's address asks for. When a person goes to another tab on the board, the address follows in place, so that a
 * reload and a shared link come to the same tab. `own` is the liveboard of this page.
 */
export function useBoardTab(own: string | null, board: BoardStore): string | null {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const inAddress = readTab(new URLSearchParams(search).get(parameter))
  const shown = useStore(board, (state) => state.liveboardId)
  const chosen = useStore(board, (state) => state.chosenTabId)

  // Only a word of the board moves the address; a new address is the board's to follow.
  const follow = useEffectEvent((liveboardId: string | null, told: string | null) => {
    if (own === null || liveboardId?.toLowerCase() !== own.toLowerCase()) return
    const tab = tabForAddress({ inAddress, chosen: told })
    if (tab === null || tab === inAddress) return
    const query = new URLSearchParams(search)
    query.set(parameter, tab)
    navigate(`${path}?${query.toString()}`, { replace: true, state: history.state })
  })
  useEffect(() => follow(shown, chosen), [shown, chosen])

  return inAddress
}
