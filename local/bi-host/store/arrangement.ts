import { settled, withinGrid } from '../wire/tile-grid'
import type { TileRect } from '../wire/tile-grid'
import { onTab, paged, type DashboardTab, type Paged } from './dashboard-tabs'
import type { DashboardTile } from './dashboard-tiles'

/** What somebody did to a dashboard: told by tiles and tabs, so that two who change different ones do not undo each other. */
export interface Arrangement {
  /** `tabId`: the tab it is moved to; absent leaves it where it is. */
  readonly places: readonly { readonly id: string; readonly layout: TileRect; readonly tabId?: string }[]
  readonly removed: readonly string[]
  /** New tiles with ids of their own; one that is there already is not added again. */
  readonly added: readonly DashboardTile[]
  /** The tabs in their order, and those that were taken away; absent leaves the tabs alone. */
  readonly tabs?: { readonly list: readonly DashboardTab[]; readonly removed: readonly string[] }
}

/** The dashboard after it, settled. Tiles that the arrangement does not know keep their order, below it; unknown tabs come last. */
export function arranged(before: Paged, { places, removed, added, tabs: wantedTabs }: Arrangement): Paged {
  const known = new Set(before.tiles.map(({ id }) => id))
  const gone = new Set(removed)
  const wanted = new Map(places.map((place) => [place.id, place]))
  const tabs = wantedTabs === undefined ? before.tabs : mergedTabs(before.tabs, wantedTabs)
  const all = [...before.tiles, ...added.filter(({ id }) => !known.has(id))]
    .filter(({ id }) => !gone.has(id))
    .map((tile) => onTab(tile, wanted.get(tile.id)?.tabId ?? tile.tabId))
  const stranger = ({ id }: DashboardTile): boolean => known.has(id) && !wanted.has(id)
  const placed = all.map((tile) => ({
    ...tile,
    layout: withinGrid(wanted.get(tile.id)?.layout ?? tile.layout),
  }))
  const pages = new Map<string | undefined, DashboardTile[]>()
  for (const tile of placed) pages.set(tile.tabId, [...(pages.get(tile.tabId) ?? []), tile])
  const layouts = new Map<string, TileRect>()
  for (const page of pages.values()) {
    const end = Math.max(
      0,
      ...page.filter((tile) => !stranger(tile)).map(({ layout }) => layout.y + layout.h),
    )
    const rects = page.map((tile) =>
      stranger(tile) ? { ...tile.layout, y: tile.layout.y + end } : tile.layout,
    )
    for (const [at, layout] of settled(rects).entries()) layouts.set(page[at]?.id ?? '', layout)
  }
  return paged({
    tabs,
    tiles: placed.map((tile) => ({ ...tile, layout: layouts.get(tile.id) ?? tile.layout })),
  })
}

function mergedTabs(
  before: readonly DashboardTab[],
  { list, removed }: NonNullable<Arrangement['tabs']>,
): readonly DashboardTab[] {
  const told = new Set([...list.map(({ id }) => id), ...removed])
  const own = list.filter(({ id }, at) => list.findIndex((tab) => tab.id === id) === at)
  return [...own, ...before.filter(({ id }) => !told.has(id))]
}
