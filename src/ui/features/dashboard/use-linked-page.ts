import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import type { BoardStore } from '../../../state/board-store'
import { paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'

/**
 * A link on a board that leads to another dataset opens its page here, and a tile's question opens in the chart builder. Any other
 * path is nothing a board may send people to. On a dashboard of one's `own` the builder can change the chart where it is.
 */
export function useLinkedPage(board: BoardStore, own = false): void {
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
    const { liveboardId } = board.getState()
    board.setState({ explored: null })
    const query = new URLSearchParams()
    if (explored.question) query.set('q', explored.question)
    if (own && liveboardId !== null && explored.vizId !== null) {
      query.set('dashboard', liveboardId)
      query.set('tile', explored.vizId)
      query.set('title', explored.title ?? '')
    }
    navigate(query.size === 0 ? paths.chartBuilder : `${paths.chartBuilder}?${query.toString()}`)
  }, [board, explored, navigate, own])
}
