import type { TileKind } from '../../wire/board'

export interface GridTile {
  readonly id: string
  readonly kind: TileKind
  readonly span: number
}

/** Gap between tiles, and the minimum width of a KPI's text (px). */
const gap = 12
const minKpiWidth = 172

/** A 60-column grid with 12 px gaps is at least 708 px wide. Phones get two columns. */
export function columnsFor(boardWidth: number): 60 | 12 | 2 {
  if (boardWidth < 560) return 2
  return boardWidth < 760 ? 12 : 60
}

/** Wide enough for the user's own arrangement. Below that, tiles are stacked in one column. */
export function hasFreeLayout(boardWidth: number): boolean {
  return boardWidth >= 760
}

/**
 * Column spans of the tiles, in order, so that every row is full. KPIs share a row evenly. If a row of a wide board loses a tile (hidden,
 * or filtered by the embedding page), the last tile of the row takes its room.
 */
export function layOut(
  tiles: readonly GridTile[],
  columns: 60 | 12 | 2,
  boardWidth: number = Number.POSITIVE_INFINITY,
): readonly number[] {
  const wanted = tiles.map((tile) => Math.min(columns, spanAt(tile, columns)))
  const spans: number[] = []
  let at = 0
  while (at < tiles.length) {
    const run = runOfKpis(tiles, at)
    if (run > 0 && columns !== 60) {
      spans.push(...kpiSpans(run, columns))
      at += run
      continue
    }
    if (run > 0 && narrowest(wanted.slice(at, at + run), boardWidth) < minKpiWidth) {
      const perRow = Math.max(1, Math.floor((boardWidth + gap) / (minKpiWidth + gap)))
      spans.push(...inRows(run, columns, perRow))
      at += run
      continue
    }
    const { count, sum } = rowFrom(wanted, tiles, at, columns)
    const row = wanted.slice(at, at + count)
    const spare = columns - sum
    if (spare > 0 && row.every((_, index) => tiles[at + index]?.kind === 'kpi')) {
      spans.push(...evenly(columns, count))
    } else {
      row[count - 1] = (row[count - 1] ?? 0) + spare
      spans.push(...row)
    }
    at += count
  }
  return spans
}

function spanAt(tile: GridTile, columns: 60 | 12 | 2): number {
  if (columns === 60) return Math.max(1, Math.round(tile.span))
  if (columns === 2) return 2
  return tile.span <= 24 ? 6 : 12
}

function runOfKpis(tiles: readonly GridTile[], from: number): number {
  let count = 0
  while (tiles[from + count]?.kind === 'kpi') count += 1
  return count
}

/** On a phone two per row, the first one wide if their number is odd. On a tablet two or three per row. */
function kpiSpans(count: number, columns: 12 | 2): readonly number[] {
  if (columns === 2) {
    return Array.from({ length: count }, (_, index) => (index === 0 && count % 2 === 1 ? 2 : 1))
  }
  return inRows(count, columns, count % 3 === 0 || count > 4 ? 3 : 2)
}

/** As few rows of at most `most` as possible, as even as possible, longer rows last. */
function inRows(count: number, columns: number, most: number): readonly number[] {
  const rows = Math.ceil(count / most)
  const short = Math.floor(count / rows)
  const longRows = count - short * rows
  return Array.from({ length: rows }, (_, row) =>
    evenly(columns, short + (row >= rows - longRows ? 1 : 0)),
  ).flat()
}

function narrowest(spans: readonly number[], boardWidth: number): number {
  return (Math.min(...spans) * (boardWidth + gap)) / 60 - gap
}

function rowFrom(
  wanted: readonly number[],
  tiles: readonly GridTile[],
  from: number,
  columns: number,
): { readonly count: number; readonly sum: number } {
  let count = 0
  let sum = 0
  while (from + count < wanted.length) {
    const next = wanted[from + count] ?? columns
    if (count > 0 && sum + next > columns) break
    // KPIs never share a row with charts.
    if (count > 0 && (tiles[from + count]?.kind === 'kpi') !== (tiles[from]?.kind === 'kpi')) break
    sum += next
    count += 1
  }
  return { count, sum }
}

function evenly(columns: number, count: number): readonly number[] {
  const base = Math.floor(columns / count)
  const extra = columns - base * count
  return Array.from({ length: count }, (_, index) => base + (index >= count - extra ? 1 : 0))
}
