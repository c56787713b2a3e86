/**
 * Grid of a user's own dashboard, shared by host and frame: 12 columns, rows of 48 px, gaps of 12 px. Tiles never overlap and always move
 * up against the tile above, as in the frame's grid library. No imports: both sides use it.
 */
export interface TileRect {
  /** Column, from 0. */
  readonly x: number
  /** Row, from 0. */
  readonly y: number
  readonly w: number
  readonly h: number
}

export const tileGrid = {
  columns: 12,
  /** px */
  row: 48,
  /** px */
  gap: 12,
  minWidth: 2,
  minHeight: 2,
  maxHeight: 20,
  maxTiles: 60,
  maxTabs: 20,
  /** Maximum length of a tab's name, in characters. */
  maxLabel: 60,
} as const

/** Default name of the page of a dashboard that had no tabs, once a tab is added. */
export const firstTabLabel = (beside: string): string =>
  beside.toLowerCase() === 'tab 1' ? 'Overview' : 'Tab 1'

/** Height of a number of rows in px, and the number of rows nearest to a height. */
export const heightOfRows = (rows: number): number => rows * (tileGrid.row + tileGrid.gap) - tileGrid.gap
export const rowsOfHeight = (height: number): number =>
  Math.round((height + tileGrid.gap) / (tileGrid.row + tileGrid.gap))

/** Left to right, top to bottom: the order for screen readers and on phones. */
export function inReadingOrder(one: TileRect, other: TileRect): number {
  return one.y - other.y || one.x - other.x
}

export function overlap(one: TileRect, other: TileRect): boolean {
  return (
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h
  )
}

const between = (least: number, value: number, most: number): number =>
  Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : least

/** The nearest rectangle that fits the grid. */
export function withinGrid({ x, y, w, h }: TileRect): TileRect {
  const { columns, minWidth, minHeight, maxHeight, maxTiles } = tileGrid
  const width = between(minWidth, w, columns)
  return {
    x: between(0, x, columns - width),
    y: between(0, y, maxTiles * maxHeight),
    w: width,
    h: between(minHeight, h, maxHeight),
  }
}

/** In reading order, moves each rectangle down until it is free, then up as far as it goes. Returns them in the given order. */
export function settled(wanted: readonly TileRect[]): readonly TileRect[] {
  const placed: TileRect[] = []
  const result = new Map<TileRect, TileRect>()
  for (const rect of wanted.toSorted(inReadingOrder)) {
    const isFree = (y: number): boolean => !placed.some((other) => overlap(other, { ...rect, y }))
    let y = Math.max(0, Math.ceil(rect.y))
    while (!isFree(y)) y += 1
    while (y > 0 && isFree(y - 1)) y -= 1
    const free = { ...rect, y }
    placed.push(free)
    result.set(rect, free)
  }
  return wanted.map((rect) => result.get(rect) ?? rect)
}

/** The first free position for a tile of this size, from the top. */
export function freeRect(taken: readonly TileRect[], w: number, h: number): TileRect {
  const end = Math.max(0, ...taken.map((rect) => rect.y + rect.h))
  for (let y = 0; y < end; y += 1) {
    for (let x = 0; x <= tileGrid.columns - w; x += 1) {
      const rect = { x, y, w, h }
      if (!taken.some((other) => overlap(other, rect))) return rect
    }
  }
  return { x: 0, y: end, w, h }
}
