import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

const event = 'tile-action'

/** Asks a tile on the page for an action of its menu, or without one the board for an action of its own. */
export function askTile(actionId: string, vizId: string | undefined): void {
  document.dispatchEvent(new CustomEvent(event, { detail: { actionId, vizId } }))
}

/** Runs what this tile is asked for, or without one the board. */
export function useAsked(vizId: string | undefined, run: (actionId: string) => void): void {
  const runRef = useRef(run)
  useLayoutEffect(() => {
    runRef.current = run
  })
  useEffect(() => {
    const asked = (request: Event): void => {
      const { detail } = request as CustomEvent<{ actionId: string; vizId?: string }>
      if (detail.vizId === vizId) runRef.current(detail.actionId)
    }
    document.addEventListener(event, asked)
    return () => document.removeEventListener(event, asked)
  }, [vizId])
}
