import type { BoardReply, Tile } from '../../wire/board'
import { freeRect, tileGrid } from '../../wire/tile-grid'
import type { BoardProblem } from '../host/calls'
import { withRects, type Placed } from './arrange'

/** A page of the dashboard that is being arranged. */
export interface EditTab {
  readonly id: string
  readonly label: string
}

export interface EditTile extends Placed {
  readonly title: string
  /** The tab it is on; null on a dashboard without tabs. */
  readonly tab: string | null
  /** Absent while the host is still drawing a tile that was just added. */
  readonly tile: Tile | null
  /** Where a tile that is not saved yet comes from. */
  readonly from?: { readonly boardId: string; readonly tileId: string }
}

/** Tabs in their order, and the tiles of all of them. Each tab is a grid of its own. */
export interface Pages {
  readonly tabs: readonly EditTab[]
  readonly tiles: readonly EditTile[]
}

/** The dashboard while a person arranges it. */
export interface EditorState {
  readonly status: 'loading' | 'ready' | 'problem'
  readonly problem: BoardProblem | null
  readonly reply: BoardReply | null
  /** Of every tab, in reading order. */
  readonly tiles: readonly EditTile[]
  readonly tabs: readonly EditTab[]
  /** The tab on screen; null on a dashboard without tabs. */
  readonly tab: string | null
  readonly unsaved: boolean
  readonly saving: boolean
  /** Why the last saving did not succeed. */
  readonly failure: BoardProblem | null
  /** What was taken away last, while it can be brought back. */
  readonly removed: EditTile | null
  /** Spoken to those who cannot see what moved; a new object each time. */
  readonly announcement: { readonly text: string }
}

export const tilesOn = (tiles: readonly EditTile[], tab: string | null): readonly EditTile[] =>
  tiles.filter((tile) => tile.tab === tab)

/** The tiles with those of one tab replaced; the same list when they are the same. */
export function replacedOn(
  tiles: readonly EditTile[],
  tab: string | null,
  here: readonly EditTile[],
): readonly EditTile[] {
  return [...tiles.filter((tile) => tile.tab !== tab), ...here]
}

/** Two of the same name cannot be told apart. */
export function labelTaken(tabs: readonly EditTab[], label: string, except?: string): boolean {
  return tabs.some((tab) => tab.id !== except && tab.label.toLowerCase() === label.trim().toLowerCase())
}

/** With one more tab, at the end. What stood on a dashboard without tabs gets the tab `first`. */
export function tabAdded({ tabs, tiles }: Pages, made: EditTab, first: EditTab): Pages {
  if (tabs.length > 0 || tiles.length === 0) return { tabs: [...tabs, made], tiles }
  return { tabs: [first, made], tiles: tiles.map((tile) => ({ ...tile, tab: first.id })) }
}

export function tabRenamed({ tabs, tiles }: Pages, id: string, label: string): Pages {
  return { tabs: tabs.map((tab) => (tab.id === id ? { id, label } : tab)), tiles }
}

/** One place to the left or to the right; the same pages at either end. */
export function tabMoved(pages: Pages, id: string, by: -1 | 1): Pages {
  const from = pages.tabs.findIndex((tab) => tab.id === id)
  const other = pages.tabs[from + by]
  const moved = pages.tabs[from]
  if (moved === undefined || other === undefined) return pages
  return { ...pages, tabs: pages.tabs.with(from, other).with(from + by, moved) }
}

/** Where the tiles of a tab go that is taken away: to another one, to a dashboard without tabs (null), or with it. */
export type Rehome = { readonly to: string | null } | 'removed'

export function tabRemoved({ tabs, tiles }: Pages, id: string, rehome: Rehome): Pages {
  const rest = { tabs: tabs.filter((tab) => tab.id !== id), tiles: tiles.filter(({ tab }) => tab !== id) }
  if (rehome === 'removed') return rest
  return tilesOn(tiles, id).reduce<Pages>((pages, tile) => tileMoved(pages, tile, rehome.to), rest)
}

/** A tile on another tab, at the first free place there. What it leaves closes up. */
export function tileMoved({ tabs, tiles }: Pages, tile: EditTile, to: string | null): Pages {
  const others = tiles.filter(({ id }) => id !== tile.id)
  const left = withRects(tilesOn(others, tile.tab), new Map())
  const there = tilesOn(others, to).map(({ rect }) => rect)
  const moved = { ...tile, tab: to, rect: freeRect(there, tile.rect.w, tile.rect.h) }
  return { tabs, tiles: [...replacedOn(others, tile.tab, left), moved] }
}

/** The same for the same arrangement. */
export const signature = ({ tabs, tiles }: Pages): string =>
  JSON.stringify([
    tabs.map(({ id, label }) => [id, label]),
    tiles.map(({ id, tab, rect: { x, y, w, h } }) => [id, tab, x, y, w, h].join(' ')).toSorted(),
  ])

/** A place that only holds until the kept ones are known. */
export const anywhere = { x: 0, y: 0, w: tileGrid.leastWidth, h: tileGrid.leastHeight }
