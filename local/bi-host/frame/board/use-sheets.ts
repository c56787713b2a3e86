import { useLayoutEffect } from 'preact/hooks'
import type { Tile } from '../../wire/board'
import type { Frame } from '../protocol/frame'
import { columnsFor } from '../parts/grid'
import { ontoSheets, sheetFor } from './sheets'

/**
 * Where the tiles stand on paper. A frame is printed in one piece that is cut where the sheets end, whatever its own rules say of
 * breaks: so each tile knows beforehand how far it moves when it is printed, and the embedding page how much higher the frame is then.
 */
export function useSheets(
  grid: { readonly current: HTMLElement | null },
  frame: Frame,
  shown: readonly Tile[],
): void {
  useLayoutEffect(() => {
    const element = grid.current
    if (element === null) return
    let told = 0
    const place = (): void => {
      const width = document.documentElement.clientWidth
      const name = columnsFor(width) === 60 ? '--embed-paper-lying' : '--embed-paper-upright'
      const sheet = sheetFor(width, getComputedStyle(document.documentElement).getPropertyValue(name))
      const tiles = [...element.querySelectorAll<HTMLElement>('.viz-tile')]
      if (sheet === null || tiles.length === 0) return
      const boxes = tiles.map((tile) => {
        const { top, bottom } = tile.getBoundingClientRect()
        return { top: top + scrollY, bottom: bottom + scrollY }
      })
      const moves = ontoSheets(boxes, sheet)
      for (const [at, tile] of tiles.entries()) tile.style.setProperty('--on-paper', `${moves[at] ?? 0}px`)
      const lowest = boxes.map(({ bottom }, at) => bottom + (moves[at] ?? 0))
      const height = Math.ceil(Math.max(...lowest)) + 1
      if (height === told) return
      told = height
      frame.port.post('onPaper', { height })
    }
    const observer = new ResizeObserver(place)
    observer.observe(element)
    return () => {
      observer.disconnect()
      frame.port.post('onPaper', { height: 0 })
    }
  }, [grid, frame, shown])
}
