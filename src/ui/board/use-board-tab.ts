import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import type { Dataset } from '../../core/catalogue/catalogue'
import { readTab, tabForAddress } from '../../core/navigation/board-tab'
import { useApp } from '../use-app'

/** Name of the address parameter that carries the board's tab. */
const parameter = 'tab'

/**
 * The tab that the page's address asks for. When the board goes to another tab by itself, the address follows in place, so that a
 * reload and a shared link come to the same tab.
 */
export function useBoardTab(dataset: Dataset | null): string | null {
  const { stores } = useApp()
  const [path, navigate] = useLocation()
  const search = useSearch()
  const inAddress = readTab(new URLSearchParams(search).get(parameter))
  const shown = useStore(stores.board, (state) => state.liveboardId)
  const reported = useStore(stores.board, (state) => state.tabId)
  const opening = useRef<{ readonly liveboardId: string; readonly tab: string | null }>(null)

  // Only a word of the board moves the address; a new address is the board's to follow.
  const follow = useEffectEvent((liveboardId: string | null, told: string | null) => {
    const own = dataset?.liveboardId.toLowerCase()
    if (own === undefined || liveboardId?.toLowerCase() !== own) return
    const known = opening.current?.liveboardId === own ? opening.current.tab : null
    const next = tabForAddress({ inAddress, reported: told, opening: known })
    opening.current = { liveboardId: own, tab: next.opening }
    if (next.tab === inAddress) return
    const query = new URLSearchParams(search)
    if (next.tab === null) query.delete(parameter)
    else query.set(parameter, next.tab)
    const text = query.toString()
    navigate(text === '' ? path : `${path}?${text}`, { replace: true, state: history.state })
  })
  useEffect(() => follow(shown, reported), [shown, reported])

  return inAddress
}
