import { keptId, type Kept, type KeptItem } from './favorites'
import type { StarredTile } from '../ports/dashboard-surface'

/** So many starred tiles are drawn on Home, each in a frame of its own; further ones are links. */
export const mostTiles = 3

/**
 * The place on Home for what a person keeps. It is settled when Home appears and holds for as long as Home is on screen: what is
 * starred or put away meanwhile never moves the board below it.
 */
export interface StripRoom {
  /** One line of links. */
  readonly links: boolean
  /** So many tiles, side by side. */
  readonly tiles: number
}

export const noRoom: StripRoom = { links: false, tiles: 0 }

/** Key of the remembered room; the inline script of index.html repeats it (tested). */
export const roomKey = 'assay.strip'

/** What stands in a room. */
export interface Strip {
  readonly favourites: readonly KeptItem[]
  readonly recents: readonly KeptItem[]
}

/** What Home needs when it appears. */
export function roomFor(kept: Kept): StripRoom {
  const tiles = tilesFor([], kept, { links: true, tiles: mostTiles })
  const { favourites, recents } = linksFor(tiles, kept)
  return { links: favourites.length + recents.length > 0, tiles: tiles.length }
}

/**
 * The tiles that stand in a room, the newest star first. `standing` are those that stand there already: they keep their places,
 * also when their star has gone, and new ones take what is free. The same list when nothing has changed.
 */
export function tilesFor(
  standing: readonly StarredTile[],
  kept: Kept,
  room: StripRoom,
): readonly StarredTile[] {
  const there = new Set(standing.map(keptId))
  const coming = kept.favourites
    .filter((item) => item.kind === 'tile')
    .filter((tile) => !there.has(keptId(tile)))
  const more = coming.toReversed().slice(0, Math.max(0, room.tiles - standing.length))
  return more.length === 0 ? standing : [...standing, ...more]
}

/** Everything that is not drawn as a tile. A favourite is not named again as a place where one was. */
export function linksFor(tiles: readonly StarredTile[], kept: Kept): Strip {
  const drawn = new Set(tiles.map(keptId))
  const starred = new Set(kept.favourites.map(keptId))
  return {
    favourites: kept.favourites.filter((item) => !drawn.has(keptId(item))),
    recents: kept.recents.filter((item) => !starred.has(keptId(item))),
  }
}

/** How a room is remembered: numbers only, because it is read before it is known who is here. Empty for none. */
export function roomText({ links, tiles }: StripRoom): string {
  return [...(links ? ['links'] : []), ...(tiles > 0 ? [`tiles-${tiles}`] : [])].join(' ')
}

/** Whatever is stored and is not a room counts as none. */
export function readRoom(text: string | null | undefined): StripRoom {
  for (const links of [true, false]) {
    for (let tiles = 0; tiles <= mostTiles; tiles += 1) {
      const room = { links, tiles }
      if (text === roomText(room)) return room
    }
  }
  return noRoom
}
