import { settled, withinGrid } from '../tile-grid'
import type { TileRect } from '../tile-grid'
import type { DashboardTile } from './dashboard-tiles'

/** What somebody did to a dashboard: told by tiles, so that two who change different tiles do not undo each other. */
export interface Arrangement {
  readonly places: readonly { readonly id: string; readonly layout: TileRect }[]
  readonly removed: readonly string[]
  /** New tiles with ids of their own; one that is there already is not added again. */
  readonly added: readonly DashboardTile[]
}

/** The tiles after it, settled. Tiles that the arrangement does not know keep their order, below it. */
export function arranged(
  before: readonly DashboardTile[],
  { places, removed, added }: Arrangement,
): readonly DashboardTile[] {
  const known = new Set(before.map(({ id }) => id))
  const gone = new Set(removed)
  const wanted = new Map(places.map(({ id, layout }) => [id, layout]))
  const tiles = [...before, ...added.filter(({ id }) => !known.has(id))].filter(({ id }) => !gone.has(id))
  const rects = tiles.map(({ id, layout }) => withinGrid(wanted.get(id) ?? layout))
  const stranger = tiles.map(({ id }) => known.has(id) && !wanted.has(id))
  const end = Math.max(0, ...rects.filter((_, at) => !stranger[at]).map(({ y, h }) => y + h))
  const layouts = settled(rects.map((rect, at) => (stranger[at] ? { ...rect, y: rect.y + end } : rect)))
  return tiles.map((tile, at) => ({ ...tile, layout: layouts[at] ?? tile.layout }))
}
