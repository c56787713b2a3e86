import { useEffect, useEffectEvent } from 'react'
import type { BoardEvent } from '../../state/board-step'
import type { BoardStore } from '../../state/board-store'

/** Deals with what happens on the board, as long as this is on screen. */
export function useBoardEvents(board: BoardStore, onEvent: (event: BoardEvent) => void): void {
  const deal = useEffectEvent(onEvent)
  useEffect(() => board.getState().watch((event) => deal(event)), [board])
}
