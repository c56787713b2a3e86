import { useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'
import { isFavourite, keptId, type KeptTile } from '../../core/favourites/kept'
import type { BoardStore } from '../../state/board-store'
import { paths } from '../routes'
import { useApp } from '../use-app'
import { notKept } from './use-star'

/** "Star this tile" in the menu of a tile: the frame says which, the portal keeps it, and says where it now stands. */
export function useTileStars(board: BoardStore): void {
  const { stores } = useApp()
  const tile = useStore(board, (state) => state.starredTile)

  const star = useEffectEvent(async (starred: KeptTile) => {
    const id = keptId(starred)
    const kept = stores.kept.getState()
    const already = isFavourite(kept, id)
    const stored = already || (await kept.change({ kind: 'starred', item: starred }))
    const { raise, dismiss } = stores.notices.getState()
    const notice = raise({
      tone: stored ? 'success' : 'warning',
      text: `“${starred.title}” ${already ? 'is already' : 'now stands'} on Home.${stored ? '' : ` ${notKept}`}`,
      link: { label: 'Go to Home', href: paths.home },
      action: {
        label: already ? 'Remove' : 'Undo',
        run: () => {
          dismiss(notice)
          void stores.kept.getState().change({ kind: 'unstarred', id })
        },
      },
    })
  })
  useEffect(() => {
    if (tile !== null) void star(tile)
  }, [tile])
}
