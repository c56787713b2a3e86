import { useEffect, useEffectEvent } from 'react'
import type { BoardEvent } from '../../state/board-step'
import type { BoardStore } from '../../state/board-store'

/** Calls `onEvent` for each event of the board while the component is mounted. */
export function useBoardEvents(board: BoardStore, onEvent: (event: BoardEvent) => void): void {
  const deal = useEffectEvent(onEvent)
  useEffect(() => board.getState().watch((event) => deal(event)), [board])
}
