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
  /** A picture, which is drawn anew at another height; words and tables have the height they have. */
  readonly stretches?: boolean
}

/** Between an edge of the paper and a tile: a browser that scales the page down is a hair off. */
const clear = 4
/** How much lower or higher a picture may become so that rows fill their sheet. */
const [lowest, highest] = [0.88, 1.45]
/** What is higher than a sheet becomes smaller, as a whole, down to this. */
const smallest = 0.6

interface Row extends Box {
  readonly tiles: readonly number[]
}

/** Boxes that stand beside each other. A row of boxes that differ in height is one piece and stays as it is. */
function rowsOf(boxes: readonly Box[]): readonly Row[] {
  const rows: Row[] = []
  const downwards = [...boxes.entries()].toSorted(([, one], [, other]) => one.top - other.top)
  for (const [at, { top, bottom, stretches = false }] of downwards) {
    const row = rows.at(-1)
    if (row === undefined || top >= row.bottom - 1) {
      rows.push({ top, bottom, stretches, tiles: [at] })
      continue
    }
    const isEven = Math.abs(row.top - top) < 1 && Math.abs(row.bottom - bottom) < 1
    rows[rows.length - 1] = {
      top: row.top,
      bottom: Math.max(row.bottom, bottom),
      stretches: isEven && stretches && row.stretches === true,
      tiles: [...row.tiles, at],
    }
  }
  return rows
}

interface Placed {
  /** How far it moves down from where its row would come to lie. */
  readonly move: number
  readonly height: number
  readonly scale: number
  readonly end: number
}

/**
 * Where each box stands on paper. Rows are never cut by the edge of a sheet; pictures become lower or higher so that sheets are full, but
 * for the last. A row that is higher than a sheet becomes smaller; one that would be too small to read is cut.
 */
export function ontoSheets(boxes: readonly Box[], { head, height }: Sheet): readonly Placed[] {
  const placed = boxes.map(() => ({ move: 0, height: 0, scale: 1, end: 0 }))
  const rows = rowsOf(boxes)
  let [at, pushed, y] = [0, 0, head + (rows[0]?.top ?? 0)]
  const layOut = (count: number, factor: number, scale = 1): void => {
    for (const row of rows.slice(at, at + count)) {
      const own = row.bottom - row.top
      const tall = row.stretches ? own * factor : own
      for (const tile of row.tiles) {
        const { top = 0, bottom = 0 } = boxes[tile] ?? {}
        const move = y - head - row.top - pushed - (top - row.top) * (1 - scale)
        placed[tile] = {
          move,
          height: row.stretches ? tall : bottom - top,
          scale,
          end: y - head + tall * scale,
        }
      }
      pushed += tall - own
      y += tall * scale + (rows[at + 1]?.top ?? row.bottom) - row.bottom
      at += 1
    }
  }
  while (at < rows.length) {
    const edge = (Math.floor(y / height) + 1) * height
    const { count, factor } = filling(rows.slice(at), edge - clear - y)
    const [{ top, bottom } = { top: 0, bottom: 0 }] = rows.slice(at)
    const whole = (height - 2 * clear) / (bottom - top)
    if (count > 0) layOut(count, at + count === rows.length ? Math.min(1, factor) : factor)
    else if (whole < smallest) layOut(1, 1)
    else if (whole < 1 && edge - y > height - 2 * clear) layOut(1, 1, whole)
    if ((count > 0 || whole >= smallest) && at < rows.length) y = edge + clear
  }
  return placed
}

/** How many of these rows have room, and what makes their pictures fill it. */
function filling(rows: readonly Row[], room: number): { readonly count: number; readonly factor: number } {
  let [count, fixed, loose] = [0, 0, 0]
  for (const [at, { top, bottom, stretches }] of rows.entries()) {
    const gap = at === 0 ? 0 : top - (rows[at - 1]?.bottom ?? top)
    const more = stretches ? [gap, bottom - top] : [gap + bottom - top, 0]
    if (fixed + (more[0] ?? 0) + lowest * (loose + (more[1] ?? 0)) > room) break
    fixed += more[0] ?? 0
    loose += more[1] ?? 0
    count += 1
  }
  return { count, factor: loose === 0 ? 1 : Math.min(highest, (room - fixed) / loose) }
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
      // What is being printed stands as it was arranged to.
      if (document.documentElement.classList.contains('printing')) return
      const width = document.documentElement.clientWidth
      const name = columnsFor(width) === 60 ? '--embed-paper-lying' : '--embed-paper-upright'
      const sheet = sheetFor(width, getComputedStyle(document.documentElement).getPropertyValue(name))
      const tiles = [...element.querySelectorAll<HTMLElement>('.viz-tile')]
      if (sheet === null || tiles.length === 0) return
      const isFree = !element.classList.contains('arranged')
      const boxes = tiles.map((tile) => {
        const { top, bottom } = tile.getBoundingClientRect()
        const stretches = isFree && !tile.matches('.tile-table, .tile-pivot, .tile-kpi')
        return { top: top + scrollY, bottom: bottom + scrollY, stretches }
      })
      const placed = ontoSheets(boxes, sheet)
      for (const [at, tile] of tiles.entries()) {
        tile.style.setProperty('--on-paper', `${placed[at]?.move ?? 0}px`)
        tile.style.setProperty('--paper-scale', String(placed[at]?.scale ?? 1))
        if (boxes[at]?.stretches) tile.style.setProperty('--paper-height', `${placed[at]?.height ?? 0}px`)
      }
      const height = Math.ceil(Math.max(...placed.map(({ end }) => end))) + 1
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
