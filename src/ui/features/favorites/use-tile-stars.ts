import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { isFavourite, keptId, type KeptTile } from '../../../core/favorites/favorites'
import type { BoardStore } from '../../../state/board-store'
import { paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'
import { notKept } from './use-star'

/** "Star this tile" in the menu of a tile: the frame says which, the portal keeps it, and says where it now stands. */
export function useTileStars(board: BoardStore): void {
  const { stores } = useApp()
  const tile = useStore(board, (state) => state.starredTile)
  const [path] = useLocation()

  const star = useEffectEvent(async (starred: KeptTile) => {
    const id = keptId(starred)
    const kept = stores.kept.getState()
    const already = isFavourite(kept, id)
    const stored = already || (await kept.change({ kind: 'starred', item: starred }))
    const { raise, dismiss } = stores.notices.getState()
    const atHome = path === paths.home
    // Home's strip does not grow while one looks at the board below it.
    const said = already
      ? 'is already on Home.'
      : atHome
        ? 'is a favourite now. Home has a place for it the next time you come.'
        : 'now stands on Home.'
    const notice = raise({
      tone: stored ? 'success' : 'warning',
      text: `“${starred.title}” ${said}${stored ? '' : ` ${notKept}`}`,
      ...(atHome ? {} : { link: { label: 'Go to Home', href: paths.home } }),
      action: {
        label: already ? 'Remove' : 'Undo',
        run: () => {
          dismiss(notice)
          void stores.kept.getState().change({ kind: 'unstarred', id })
        },
      },
    })
  })
  // What was starred before this page came has been dealt with by the page before it.
  const done = useRef(tile)
  useEffect(() => {
    if (tile === null || tile === done.current) return
    done.current = tile
    void star(tile)
  }, [tile])
}
