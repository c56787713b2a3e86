import { useLayoutEffect } from 'preact/hooks'
import type { Tile } from '../../wire/board'
import type { Frame } from '../protocol/frame'
import { columnsFor } from '../parts/grid'

/** Print page of a board (px): its height, and the space that the embedding page's header takes on the first one. */
export interface PrintPage {
  readonly head: number
  readonly height: number
}

export interface Box {
  readonly top: number
  readonly bottom: number
  /** A chart, which can be redrawn at another height. Text and tables have a fixed height. */
  readonly stretches?: boolean
  /** Below this height (px) a chart would lose its numbers. */
  readonly minHeight?: number
  /** Height in print, if it differs and the tile is alone in its row. */
  readonly printHeight?: number
}

/** Between a page edge and a tile, px: browsers that scale the page down are off by a fraction. */
const pageMargin = 4
/** How much charts may shrink or grow to fill a page. The first value applies if much of the page would stay empty otherwise. */
const [minFactorSparse, minFactor, maxFactor] = [0.62, 0.88, 1.45]
/** Minimum scale for a row that is taller than a page. */
const minScale = 0.6
/** Share of a page that may not stay empty if charts could fill it. */
const maxEmptyShare = 1 / 3

interface Row {
  readonly top: number
  readonly bottom: number
  readonly stretches: boolean
  readonly minHeight: number
  readonly tiles: readonly number[]
  /** In print, before stretching. */
  readonly height: number
  /** Distance to the next row. */
  readonly gap: number
}

/** Groups boxes side by side into rows. A row of boxes with different heights is one unit and does not stretch. */
function rowsOf(boxes: readonly Box[]): readonly Row[] {
  const rows: Omit<Row, 'gap'>[] = []
  const downwards = [...boxes.entries()].toSorted(([, one], [, other]) => one.top - other.top)
  for (const [at, { top, bottom, stretches = false, minHeight = 0, printHeight }] of downwards) {
    const row = rows.at(-1)
    if (row === undefined || top >= row.bottom - 1) {
      rows.push({ top, bottom, stretches, minHeight, tiles: [at], height: printHeight ?? bottom - top })
      continue
    }
    const isEven = Math.abs(row.top - top) < 1 && Math.abs(row.bottom - bottom) < 1
    const lower = Math.max(row.bottom, bottom)
    rows[rows.length - 1] = {
      top: row.top,
      bottom: lower,
      stretches: isEven && stretches && row.stretches,
      minHeight: Math.max(row.minHeight, minHeight),
      tiles: [...row.tiles, at],
      height: lower - row.top,
    }
  }
  return rows.map((row, at) => ({ ...row, gap: (rows[at + 1]?.top ?? row.bottom) - row.bottom }))
}

interface Placed {
  /** Distance it moves down from where its row would be. */
  readonly move: number
  readonly height: number
  readonly scale: number
  readonly end: number
}

/**
 * Lays out boxes on print pages. Page edges never cut a row. Charts shrink or grow to fill every page except the last. If a row does not
 * fit and much of the page would stay empty, charts from below it move up first. A row taller than a page is scaled down, or cut if it
 * would be too small to read.
 */
export function ontoSheets(boxes: readonly Box[], { head, height }: PrintPage): readonly Placed[] {
  const rows = rowsOf(boxes)
  const laid = new Map<Row, { readonly y: number; readonly tall: number; readonly scale: number }>()
  let due = rows
  let y = head + (rows[0]?.top ?? 0)
  const layOut = (count: number, factor: number, scale = 1): void => {
    for (const row of due.slice(0, count)) {
      const tall = row.stretches ? row.height * factor : row.height
      laid.set(row, { y, tall, scale })
      y += tall * scale + row.gap
    }
    due = due.slice(count)
  }
  while (due.length > 0) {
    const edge = (Math.floor(y / height) + 1) * height
    const [room, sheet] = [edge - pageMargin - y, height - 2 * pageMargin]
    const whole = sheet / (due[0]?.height ?? sheet)
    const isBegun = edge - y <= sheet
    due = chartsFirst(due, room, sheet, isBegun)
    const { count, factor } = filling(due, room, sheet)
    if (count > 0) layOut(count, count === due.length ? Math.min(1, factor) : factor)
    else if (whole < minScale) layOut(1, 1)
    else if (whole < 1 && !isBegun) layOut(1, 1, whole)
    if (count > 0 || whole >= minScale) y = edge + pageMargin
  }
  return movesOf(boxes, rows, (row) => {
    const { y: from = 0, tall = 0, scale = 1 } = laid.get(row) ?? {}
    return { from: from - head, tall, scale }
  })
}

/** Moves are relative to the printed position, because the content above has another height in print. */
function movesOf(
  boxes: readonly Box[],
  rows: readonly Row[],
  laidOut: (row: Row) => { readonly from: number; readonly tall: number; readonly scale: number },
): readonly Placed[] {
  const placed = boxes.map(() => ({ move: 0, height: 0, scale: 1, end: 0 }))
  let pushed = 0
  for (const row of rows) {
    const { from, tall, scale } = laidOut(row)
    for (const tile of row.tiles) {
      const { top = 0, bottom = 0 } = boxes[tile] ?? {}
      placed[tile] = {
        move: from - row.top - pushed - (top - row.top) * (1 - scale),
        height: row.stretches || row.tiles.length === 1 ? tall : bottom - top,
        scale,
        end: from + tall * scale,
      }
    }
    pushed += tall - (row.bottom - row.top)
  }
  return placed
}

/** If a row does not fit and much of the page would stay empty, moves as many of the following charts before it as fit. */
function chartsFirst(due: readonly Row[], room: number, sheet: number, isBegun: boolean): readonly Row[] {
  const { count, spare } = filling(due, room, sheet)
  const tall = due[count]
  const isReadable = tall !== undefined && tall.height * minScale <= sheet
  if (!isReadable || spare < sheet * maxEmptyShare || (count === 0 && !isBegun)) return due
  const [above, below] = [due.slice(0, count), due.slice(count + 1)]
  const end = below.findIndex(({ stretches }) => !stretches)
  const pictures = below.slice(0, end === -1 ? undefined : end)
  const more = filling([...above, ...pictures], room, sheet).count - count
  return [...above, ...pictures.slice(0, more), tall, ...below.slice(more)]
}

/** How many of these rows fit, the factor that makes their charts fill the page, and the empty space left (px). */
function filling(
  rows: readonly Row[],
  room: number,
  sheet: number,
  least = minFactor,
): { readonly count: number; readonly factor: number; readonly spare: number } {
  let [count, fixed, loose, gap, bound] = [0, 0, 0, 0, least]
  for (const row of rows) {
    const more = row.stretches ? [gap, row.height] : [gap + row.height, 0]
    if (row.stretches) bound = Math.max(bound, Math.min(minFactor, row.minHeight / row.height))
    if (fixed + (more[0] ?? 0) + bound * (loose + (more[1] ?? 0)) > room) break
    fixed += more[0] ?? 0
    loose += more[1] ?? 0
    count += 1
    gap = row.gap
  }
  const factor = loose === 0 ? 1 : Math.min(maxFactor, (room - fixed) / loose)
  const spare = room - fixed - loose * factor
  const isWasted = least > minFactorSparse && count < rows.length && spare > sheet * maxEmptyShare
  return isWasted ? filling(rows, room, sheet, minFactorSparse) : { count, factor, spare }
}

/** Parses the embedding page's print settings: header space (px), page height relative to width, and minimum page height (px). */
export function sheetFor(width: number, given: string): PrintPage | null {
  const [head = Number.NaN, ratio = Number.NaN, least = 0] = given.trim().split(/\s+/).map(Number)
  return head >= 0 && ratio > 0 ? { head, height: Math.max(width * ratio, least) } : null
}

/**
 * Nothing scrolls in print: fits a table to its tile, ending with a whole row. The tile then says how many rows are left out. Returns by
 * how much it is shorter (px), or `null` if there is no table.
 */
function fitTable(tile: HTMLElement): number | null {
  const area = tile.querySelector<HTMLElement>('.table-scroll')
  const table = area?.querySelector('table')
  if (!area || !table) return null
  area.classList.add('as-printed')
  // Small type is slightly wider in proportion than large type.
  const zoom = area.scrollWidth > area.clientWidth ? (0.97 * area.clientWidth) / area.scrollWidth : 1
  const ends = [...table.tBodies].flatMap(({ rows }) =>
    [...rows].map(({ offsetTop, offsetHeight }) => (offsetTop + offsetHeight) * zoom),
  )
  // A chart's table that is alone in its row shows all rows: it is no longer than a page.
  const isAlone = columnsFor(document.documentElement.clientWidth) === 2 && area.matches('.as-table')
  const room = isAlone ? 2 * area.clientHeight : area.clientHeight + 1
  const whole = ends.filter((end) => end <= room)
  table.style.setProperty('--paper-zoom', String(zoom))
  const scope = tile.querySelector<HTMLElement>('.viz-scope')
  if (whole.length === ends.length) delete scope?.dataset['rows']
  else if (scope) scope.dataset['rows'] = `First ${whole.length} of ${ends.length} rows`
  const lower = area.clientHeight - (whole.at(-1) ?? area.clientHeight)
  area.classList.remove('as-printed')
  return lower
}

/** A heat map keeps the numbers in its cells. */
const minOf = (tile: Tile | undefined): number =>
  tile?.data?.kind === 'matrix' && tile.data.labels ? 130 + 16 * tile.data.rows.length : 0

/**
 * Positions of the tiles in print. A frame is printed as one piece that is cut at page ends, whatever its own break rules say. So each tile
 * gets its print offset beforehand, and the embedding page the additional height of the frame.
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
      // Do not rearrange while printing.
      if (document.documentElement.classList.contains('printing')) return
      const width = document.documentElement.clientWidth
      const name = columnsFor(width) === 60 ? '--embed-paper-lying' : '--embed-paper-upright'
      const sheet = sheetFor(width, getComputedStyle(document.documentElement).getPropertyValue(name))
      const tiles = [...element.querySelectorAll<HTMLElement>('.viz-tile')]
      if (sheet === null || tiles.length === 0) return
      const isFree = !element.classList.contains('arranged')
      const boxes = tiles.map((tile, at): Box => {
        const { top, bottom } = tile.getBoundingClientRect()
        const box = { top: top + scrollY, bottom: bottom + scrollY }
        const lower = fitTable(tile)
        if (lower === null)
          return { ...box, stretches: isFree && !tile.matches('.tile-kpi'), minHeight: minOf(shown[at]) }
        return isFree ? { ...box, printHeight: bottom - top - lower } : box
      })
      const placed = ontoSheets(boxes, sheet)
      for (const [at, tile] of tiles.entries()) {
        tile.style.setProperty('--on-paper', `${placed[at]?.move ?? 0}px`)
        tile.style.setProperty('--paper-scale', String(placed[at]?.scale ?? 1))
        if (isFree) tile.style.setProperty('--paper-height', `${placed[at]?.height ?? 0}px`)
      }
      const height = Math.ceil(Math.max(...placed.map(({ end }) => end))) + 1
      if (height === reported) return
      reported = height
      frame.port.post('onPaper', { height })
    }
    const observer = new ResizeObserver(arrange)
    observer.observe(element)
    // Replacing a chart with its table does not resize the grid, so the observer above misses it.
    const tables = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
      if (added.some((node) => node instanceof Element && node.matches('.table-scroll'))) arrange()
    })
    tables.observe(element, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      tables.disconnect()
      frame.port.post('onPaper', { height: 0 })
    }
  }, [grid, frame, shown])
}
