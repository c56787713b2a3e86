import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { BoardStore } from '../../state/board-store'
import { useApp } from './use-app'
import { useBoardHere } from './use-refresh'

/** How long the page waits at most for the embedded view to be restyled, in milliseconds. */
const restyleMs = 500
/** A restyled view draws the new theme some frames later, and no vendor reports when. In milliseconds. */
const drawMs = 120

/**
 * Switches page and view to the other theme at the same time: the browser shows the old page until both are ready. Where it cannot do
 * that, or no view is on screen, the page switches first.
 */
export function useThemeSwitch(): void {
  const { stores } = useApp()
  const board = useBoardHere()
  useEffect(() => {
    const { toggle } = stores.theme.getState()
    const { startViewTransition } = document as Partial<Pick<Document, 'startViewTransition'>>
    if (startViewTransition === undefined) return
    const toggleTogether = (): void => {
      if (board.getState().phase !== 'rendered') return toggle()
      const { ready } = startViewTransition.call(document, () => {
        const done = restyled(board)
        flushSync(toggle)
        return done
      })
      // The browser skips a transition that another one follows, or on a hidden page.
      ready.catch(() => undefined)
    }
    stores.theme.setState({ toggle: toggleTogether })
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
