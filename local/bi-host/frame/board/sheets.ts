import { useLayoutEffect } from 'preact/hooks'
import type { Tile } from '../../wire/board'
import type { Frame } from '../protocol/frame'
import { columnsFor } from '../parts/grid'

/** What a sheet of paper shows of a board (px): its height, and what the embedding page's own head takes of the first one. */
export interface Sheet {
  readonly head: number
  readonly height: number
}

export interface Box {
  readonly top: number
  readonly bottom: number
}

/** Between an edge of the paper and a tile: a browser that scales the page down is a hair off. */
const clear = 4

/**
 * How far each box moves down so that none lies across the edge of two sheets. What stands beside a box that moves, or below it,
 * moves along; a box that is higher than a sheet stays where it is.
 */
export function ontoSheets(boxes: readonly Box[], { head, height }: Sheet): readonly number[] {
  const moved = boxes.map(() => 0)
  const downwards = [...boxes.keys()].toSorted((one, other) => topOf(boxes, one) - topOf(boxes, other))
  for (const at of downwards) {
    const { top, bottom } = boxes[at] ?? { top: 0, bottom: 0 }
    const start = head + top + (moved[at] ?? 0)
    const edge = (Math.floor(start / height) + 1) * height
    if (start + bottom - top <= edge - clear || bottom - top > height - 2 * clear) continue
    for (const other of boxes.keys())
      if (topOf(boxes, other) >= top - 1) moved[other] = (moved[other] ?? 0) + edge + clear - start
  }
  return moved
}

function topOf(boxes: readonly Box[], at: number): number {
  return boxes[at]?.top ?? 0
}

/** What the embedding page says of its paper, in three numbers: room for its head (px), the height of a sheet by its width, and its least height (px). */
export function sheetFor(width: number, given: string): Sheet | null {
  const [head = Number.NaN, ratio = Number.NaN, least = 0] = given.trim().split(/\s+/).map(Number)
  return head >= 0 && ratio > 0 ? { head, height: Math.max(width * ratio, least) } : null
}

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
    let reported = 0
    const arrange = (): void => {
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
      if (height === reported) return
      reported = height
      frame.port.post('onPaper', { height })
    }
    const observer = new ResizeObserver(arrange)
    observer.observe(element)
    return () => {
      observer.disconnect()
      frame.port.post('onPaper', { height: 0 })
    }
  }, [grid, frame, shown])
}
