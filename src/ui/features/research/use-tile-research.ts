import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import type { Dataset } from '../../../core/catalogue/catalogue'
import type { BoardStore } from '../../../state/board-store'
import { useApp } from '../../hooks/use-app'
import { conversationPage, longestQuestion } from './subject'

/**
 * "Deep Research" in the menu of a tile. Beside a curated board the panel opens with the tile's own question asked, or, where the view
 * does not tell it, with the tile's title to go on from. A dashboard of one's own has no source of its own: there the page is opened.
 */
export function useTileResearch(board: BoardStore, dataset: Dataset | null): void {
  const { stores } = useApp()
  const [, navigate] = useLocation()
  const tile = useStore(board, (state) => state.researched)
  const enabled = useStore(stores.flags, (state) => state.values['miu-deep-research-enabled'])

  useEffect(() => {
    if (tile === null) return
    board.setState({ researched: null })
    if (!enabled) return
    const question = tile.question?.slice(0, longestQuestion) ?? ''
    const title = tile.title ?? ''
    if (dataset === null) return navigate(conversationPage({ worksheetId: '' }, question || title))
    const { show, ask } = stores.research.getState()
    if (question === '') return show(title)
    show()
    ask(dataset.worksheetId ?? '', question)
  }, [board, tile, enabled, dataset, navigate, stores])
}
