import { itemId, type Favorites, type FavoriteItem } from './favorites'
import type { StarredTile } from '../ports/dashboard-surface'

/** So many starred tiles are drawn on Home, each in a frame of its own; further ones are links. */
const mostTiles = 3

/**
 * The room on Home for a person's favorites and recents. It is settled when Home appears and holds for as long as Home is on screen: what is
 * starred or put away meanwhile never moves the board below it.
 */
export interface StripLayout {
  /** One line of links. */
  readonly links: boolean
  /** So many tiles, side by side. */
  readonly tiles: number
}

export const noStripLayout: StripLayout = { links: false, tiles: 0 }

/** Key of the remembered room; the inline script of index.html repeats it (tested). */
export const stripKey = 'assay.strip'

/** What stands in the strip. */
export interface Strip {
  readonly favorites: readonly FavoriteItem[]
  readonly recents: readonly FavoriteItem[]
}

/** What Home needs when it appears. */
export function stripLayoutFor(saved: Favorites): StripLayout {
  const tiles = tilesFor([], saved, { links: true, tiles: mostTiles })
  const { favorites, recents } = linksFor(tiles, saved)
  return { links: favorites.length + recents.length > 0, tiles: tiles.length }
}

/**
 * The tiles that stand in a room, the newest star first. `shown` are those that stand there already: they stay where they are,
 * also when their star has gone, and new ones take what is free. The same list when nothing has changed.
 */
export function tilesFor(
  shown: readonly StarredTile[],
  saved: Favorites,
  layout: StripLayout,
): readonly StarredTile[] {
  const there = new Set(shown.map(itemId))
  const coming = saved.favorites
    .filter((item) => item.kind === 'tile')
    .filter((tile) => !there.has(itemId(tile)))
  const more = coming.toReversed().slice(0, Math.max(0, layout.tiles - shown.length))
  return more.length === 0 ? shown : [...shown, ...more]
}

/** Everything that is not drawn as a tile. A favorite is not named again as a recent. */
export function linksFor(tiles: readonly StarredTile[], saved: Favorites): Strip {
  const drawn = new Set(tiles.map(itemId))
  const starred = new Set(saved.favorites.map(itemId))
  return {
    favorites: saved.favorites.filter((item) => !drawn.has(itemId(item))),
    recents: saved.recents.filter((item) => !starred.has(itemId(item))),
  }
}

/** How a room is remembered: numbers only, because it is read before it is known who is here. Empty for none. */
export function stripLayoutText({ links, tiles }: StripLayout): string {
  return [...(links ? ['links'] : []), ...(tiles > 0 ? [`tiles-${tiles}`] : [])].join(' ')
}

/** Whatever is stored and is not a room counts as none. */
export function readStripLayout(text: string | null | undefined): StripLayout {
  for (const links of [true, false]) {
    for (let tiles = 0; tiles <= mostTiles; tiles += 1) {
      const layout = { links, tiles }
      if (text === stripLayoutText(layout)) return layout
    }
  }
  return noStripLayout
}
