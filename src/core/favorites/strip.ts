import { itemId, type Favorites, type FavoriteItem } from './favorites'
import type { StarredTile } from '../ports/dashboard-surface'

/** Maximum number of starred tiles drawn on Home, each in its own frame. The rest appear as links. */
const maxTiles = 3

/**
 * The space on Home for the user's favorites and recents. It is fixed when Home appears, so that starring or unstarring while Home is on
 * screen never moves the board below it.
 */
export interface StripLayout {
  /** One line of links. */
  readonly links: boolean
  /** Number of tiles, side by side. */
  readonly tiles: number
}

export const noStripLayout: StripLayout = { links: false, tiles: 0 }

/** Storage key of the layout. The inline script of index.html repeats it (tested). */
export const stripKey = 'assay.strip'

/** The links in the strip. */
export interface Strip {
  readonly favorites: readonly FavoriteItem[]
  readonly recents: readonly FavoriteItem[]
}

/** The layout for Home when it appears. */
export function stripLayoutFor(saved: Favorites): StripLayout {
  const tiles = tilesFor([], saved, { links: true, tiles: maxTiles })
  const { favorites, recents } = linksFor(tiles, saved)
  return { links: favorites.length + recents.length > 0, tiles: tiles.length }
}

/**
 * The tiles to draw, newest star first. Tiles in `shown` keep their positions, even after they were unstarred; new ones fill the free
 * slots. Returns the same list when nothing has changed.
 */
export function tilesFor(
  shown: readonly StarredTile[],
  saved: Favorites,
  layout: StripLayout,
): readonly StarredTile[] {
  const shownIds = new Set(shown.map(itemId))
  const candidates = saved.favorites
    .filter((item) => item.kind === 'tile')
    .filter((tile) => !shownIds.has(itemId(tile)))
  const more = candidates.toReversed().slice(0, Math.max(0, layout.tiles - shown.length))
  return more.length === 0 ? shown : [...shown, ...more]
}

/** Favorites that are not drawn as tiles, and recents that are not favorites. */
export function linksFor(tiles: readonly StarredTile[], saved: Favorites): Strip {
  const drawn = new Set(tiles.map(itemId))
  const starred = new Set(saved.favorites.map(itemId))
  return {
    favorites: saved.favorites.filter((item) => !drawn.has(itemId(item))),
    recents: saved.recents.filter((item) => !starred.has(itemId(item))),
  }
}

/** The stored form of a layout; empty for none. It has no names or ids, because it is read before the user is known. */
export function stripLayoutText({ links, tiles }: StripLayout): string {
  return [...(links ? ['links'] : []), ...(tiles > 0 ? [`tiles-${tiles}`] : [])].join(' ')
}

/** Anything that is not a valid layout reads as none. */
export function readStripLayout(text: string | null | undefined): StripLayout {
  for (const links of [true, false]) {
    for (let tiles = 0; tiles <= maxTiles; tiles += 1) {
      const layout = { links, tiles }
      if (text === stripLayoutText(layout)) return layout
    }
  }
  return noStripLayout
}
