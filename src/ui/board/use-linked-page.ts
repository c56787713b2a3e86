import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import type { BoardStore } from '../../state/board-store'
import { paths } from '../routes'
import { useApp } from '../use-app'

/**
 * A link on a board that leads to another dataset opens its page here, and a tile's question opens in the chart builder. Any other
 * path is nothing a board may send people to.
 */
export function useLinkedPage(board: BoardStore): void {
  const { catalogue } = useApp()
  const [, navigate] = useLocation()
  const linked = useStore(board, (state) => state.linked)

  useEffect(() => {
    if (linked === null) return
    board.setState({ linked: null })
    const dataset = catalogue.byPath(linked)
    if (dataset !== undefined) navigate(dataset.path)
  }, [board, catalogue, linked, navigate])

  const explored = useStore(board, (state) => state.explored)
  useEffect(() => {
    if (explored === null) return
    board.setState({ explored: null })
    navigate(explored === '' ? paths.chartBuilder : `${paths.chartBuilder}?q=${encodeURIComponent(explored)}`)
  }, [board, explored, navigate])
}
