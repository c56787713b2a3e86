import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { BoardStore } from '../../state/board-store'
import { useApp } from './use-app'
import { useBoardHere } from './use-refresh'

/** At most: how long the page stands still until the embedded view has the other look, in milliseconds. */
const restyleMs = 500
/** What has the other look draws it some frames later, and no vendor says when. */
const drawMs = 120

/**
 * The other theme comes at once for page and view: the browser goes on showing the page as it was until both have it. Where it cannot
 * do that, or no view is on screen, the page goes first.
 */
export function useThemeSwitch(): void {
  const { stores } = useApp()
  const board = useBoardHere()
  useEffect(() => {
    const { toggle } = stores.theme.getState()
    const { startViewTransition } = document as Partial<Pick<Document, 'startViewTransition'>>
    if (startViewTransition === undefined) return
    const together = (): void => {
      if (board.getState().phase !== 'rendered') return toggle()
      const { ready } = startViewTransition.call(document, () => {
        const done = restyled(board)
        flushSync(toggle)
        return done
      })
      // Pressed twice in a row, or on a page out of sight, the browser leaves the first one out.
      ready.catch(() => undefined)
    }
    stores.theme.setState({ toggle: together })
    return () => stores.theme.setState({ toggle })
  }, [stores, board])
}

function restyled(board: BoardStore): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, restyleMs)
    const stop = board.getState().watch(({ kind }) => kind === 'restyled' && setTimeout(done, drawMs))
    function done(): void {
      stop()
      clearTimeout(timer)
      resolve()
    }
  })
}
