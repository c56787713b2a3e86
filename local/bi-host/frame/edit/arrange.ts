import { settled, tileGrid, type TileRect } from '../../wire/tile-grid'

export interface Placed {
  readonly id: string
  readonly rect: TileRect
}

/** Change of a tile by one key press or click. */
export type Step = 'left' | 'right' | 'up' | 'down' | 'narrower' | 'wider' | 'shorter' | 'taller'

/** The settled tiles after the step. The same list if the step is not possible. */
export function stepped<Tile extends Placed>(
  tiles: readonly Tile[],
  id: string,
  step: Step,
): readonly Tile[] {
  const tile = tiles.find((one) => one.id === id)
  const wanted = tile === undefined ? null : requestedRects(tiles, tile, step)
  return wanted === null ? tiles : withRects(tiles, wanted)
}

/** The settled tiles at these positions. Unlisted tiles stay where they are if possible. */
export function withRects<Tile extends Placed>(
  tiles: readonly Tile[],
  wanted: ReadonlyMap<string, TileRect>,
): readonly Tile[] {
  const rects = settled(tiles.map(({ id, rect }) => wanted.get(id) ?? rect))
  if (tiles.every(({ rect }, at) => sameRect(rect, rects[at]))) return tiles
  return tiles.map((tile, at) => ({ ...tile, rect: rects[at] ?? tile.rect }))
}

/** Sorts the tile before others at the same height, so that they move below it. */
export const placedFirst = (rect: TileRect): TileRect => ({ ...rect, y: rect.y - 0.5 })

function sameRect(one: TileRect, other: TileRect | undefined): boolean {
  return one.x === other?.x && one.y === other.y && one.w === other.w && one.h === other.h
}

/** Positions of the tiles that the step moves, before settling. */
function requestedRects(
  tiles: readonly Placed[],
  { id, rect }: Placed,
  step: Step,
): ReadonlyMap<string, TileRect> | null {
  const { columns, minWidth, minHeight, maxHeight } = tileGrid
  const alone = (next: TileRect): ReadonlyMap<string, TileRect> => new Map([[id, placedFirst(next)]])
  switch (step) {
    case 'left': {
      const beside = tiles.find(({ rect: other }) => other.y === rect.y && other.x + other.w === rect.x)
      if (beside !== undefined) return swapped({ id, rect }, beside, beside.rect.x)
      return rect.x > 0 ? alone({ ...rect, x: rect.x - 1 }) : null
    }
    case 'right': {
      const beside = tiles.find(({ rect: other }) => other.y === rect.y && other.x === rect.x + rect.w)
      if (beside !== undefined) return swapped(beside, { id, rect }, rect.x)
      return rect.x + rect.w < columns ? alone({ ...rect, x: rect.x + 1 }) : null
    }
    case 'up': {
      const above = column(tiles, id, rect)
        .filter((other) => other.y + other.h <= rect.y)
        .toSorted((one, other) => other.y + other.h - one.y - one.h)[0]
      return above === undefined ? null : alone({ ...rect, y: above.y })
    }
    case 'down': {
      const below = column(tiles, id, rect)
        .filter((other) => other.y >= rect.y + rect.h)
        .toSorted((one, other) => one.y - other.y)[0]
      return below === undefined ? null : new Map([[id, { ...rect, y: below.y + 0.5 }]])
    }
    case 'narrower':
      return rect.w > minWidth ? alone({ ...rect, w: rect.w - 1 }) : null
    case 'wider':
      if (rect.w >= columns) return null
      return alone({ ...rect, x: Math.min(rect.x, columns - rect.w - 1), w: rect.w + 1 })
    case 'shorter':
      return rect.h > minHeight ? alone({ ...rect, h: rect.h - 1 }) : null
    case 'taller':
      return rect.h < maxHeight ? alone({ ...rect, h: rect.h + 1 }) : null
  }
}

/** Swaps two neighbors in a row, starting at column `x`. */
function swapped(now: Placed, then: Placed, x: number): ReadonlyMap<string, TileRect> {
  return new Map([
    [now.id, { ...now.rect, x }],
    [then.id, { ...then.rect, x: x + now.rect.w }],
  ])
}

const column = (tiles: readonly Placed[], id: string, rect: TileRect): readonly TileRect[] =>
  tiles
    .filter((other) => other.id !== id)
    .map((other) => other.rect)
    .filter((other) => other.x < rect.x + rect.w && rect.x < other.x + other.w)
