import type { BoardReply, Tile } from '../../wire/board'
import { freeRect, tileGrid, firstTabLabel, settled, type TileRect } from '../../wire/tile-grid'
import type { BoardProblem } from '../host/calls'
import type { Store } from '../protocol/state'

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

/** A tab of the dashboard being edited. */
export interface EditTab {
  readonly id: string
  readonly label: string
}

export interface EditTile extends Placed {
  readonly title: string
  /** The tab it is on. Null on a dashboard without tabs. */
  readonly tab: string | null
  /** Null while the host is still computing a tile that was just added. */
  readonly tile: Tile | null
  /** Origin of a tile that is not saved yet. */
  readonly from?: { readonly boardId: string; readonly tileId: string }
}

/** Tabs in order, and the tiles of all tabs. Each tab has a grid of its own. */
export interface Pages {
  readonly tabs: readonly EditTab[]
  readonly tiles: readonly EditTile[]
}

/** State of a dashboard being edited. */
export interface EditorState {
  readonly status: 'loading' | 'ready' | 'problem'
  readonly problem: BoardProblem | null
  readonly reply: BoardReply | null
  /** Of all tabs, in reading order. */
  readonly tiles: readonly EditTile[]
  readonly tabs: readonly EditTab[]
  /** The active tab. Null on a dashboard without tabs. */
  readonly tab: string | null
  readonly unsaved: boolean
  readonly saving: boolean
  /** Why the last save failed. */
  readonly failure: BoardProblem | null
  /** The last removed tile, while it can be restored. */
  readonly removed: EditTile | null
  /** For screen readers. A new object each time. */
  readonly announcement: { readonly text: string }
}

export const tilesOn = (tiles: readonly EditTile[], tab: string | null): readonly EditTile[] =>
  tiles.filter((tile) => tile.tab === tab)

/** Replaces the tiles of one tab. Returns the same list if nothing changes. */
export function replacedOn(
  tiles: readonly EditTile[],
  tab: string | null,
  here: readonly EditTile[],
): readonly EditTile[] {
  return [...tiles.filter((tile) => tile.tab !== tab), ...here]
}

/** Names must be unique, or users cannot tell the tabs apart. */
function labelTaken(tabs: readonly EditTab[], label: string, except?: string): boolean {
  return tabs.some((tab) => tab.id !== except && tab.label.toLowerCase() === label.trim().toLowerCase())
}

/** Appends a tab. The tiles of a dashboard without tabs move to the tab `first`. */
function tabAdded({ tabs, tiles }: Pages, made: EditTab, first: EditTab): Pages {
  if (tabs.length > 0 || tiles.length === 0) return { tabs: [...tabs, made], tiles }
  return { tabs: [first, made], tiles: tiles.map((tile) => ({ ...tile, tab: first.id })) }
}

function tabRenamed({ tabs, tiles }: Pages, id: string, label: string): Pages {
  return { tabs: tabs.map((tab) => (tab.id === id ? { id, label } : tab)), tiles }
}

/** One position to the left or right. Returns the same pages at either end. */
function tabMoved(pages: Pages, id: string, by: -1 | 1): Pages {
  const from = pages.tabs.findIndex((tab) => tab.id === id)
  const other = pages.tabs[from + by]
  const moved = pages.tabs[from]
  if (moved === undefined || other === undefined) return pages
  return { ...pages, tabs: pages.tabs.with(from, other).with(from + by, moved) }
}

/** Where the tiles of a removed tab go: to another tab, to a dashboard without tabs (null), or removed with it. */
export type Rehome = { readonly to: string | null } | 'removed'

function tabRemoved({ tabs, tiles }: Pages, id: string, rehome: Rehome): Pages {
  const rest = { tabs: tabs.filter((tab) => tab.id !== id), tiles: tiles.filter(({ tab }) => tab !== id) }
  if (rehome === 'removed') return rest
  return tilesOn(tiles, id).reduce<Pages>((pages, tile) => tileMoved(pages, tile, rehome.to), rest)
}

/** Moves a tile to the first free position on another tab. The tab it leaves closes the gap. */
function tileMoved({ tabs, tiles }: Pages, tile: EditTile, to: string | null): Pages {
  const others = tiles.filter(({ id }) => id !== tile.id)
  const left = withRects(tilesOn(others, tile.tab), new Map())
  const there = tilesOn(others, to).map(({ rect }) => rect)
  const moved = { ...tile, tab: to, rect: freeRect(there, tile.rect.w, tile.rect.h) }
  return { tabs, tiles: [...replacedOn(others, tile.tab, left), moved] }
}

/** Equal for equal arrangements. */
export const signature = ({ tabs, tiles }: Pages): string =>
  JSON.stringify([
    tabs.map(({ id, label }) => [id, label]),
    tiles.map(({ id, tab, rect: { x, y, w, h } }) => [id, tab, x, y, w, h].join(' ')).toSorted(),
  ])

/** Placeholder until the saved positions are known. */
export const anywhere = { x: 0, y: 0, w: tileGrid.minWidth, h: tileGrid.minHeight }

/** Edits of the tabs of a dashboard. */
export interface TabEditing {
  showTab(id: string): void
  /** Why the name is refused, in a sentence. Null on success. */
  addTab(label: string): string | null
  renameTab(id: string, label: string): string | null
  moveTab(id: string, by: -1 | 1): void
  removeTab(id: string, rehome: Rehome): void
  moveTile(id: string, tab: string): void
}

export function tabEditing({
  state,
  change,
  newId,
}: {
  readonly state: Store<EditorState>
  readonly change: (next: Pages, text: string, more?: Partial<EditorState>) => void
  readonly newId: () => string
}): TabEditing {
  /** Why a tab name is refused. */
  function objection(label: string, except?: string): string | null {
    if (label.trim() === '') return 'A tab needs a name.'
    if (label.trim().length > tileGrid.maxLabel) return `A name has at most ${tileGrid.maxLabel} characters.`
    if (labelTaken(state.get().tabs, label, except)) return 'A tab with this name already exists.'
    return null
  }

  return {
    showTab(tab) {
      const shown = state.get().tabs.find(({ id }) => id === tab)
      if (shown !== undefined) state.set({ tab })
    },
    addTab(label) {
      const { tabs, tiles } = state.get()
      if (tabs.length >= tileGrid.maxTabs) return `A dashboard holds at most ${tileGrid.maxTabs} tabs.`
      const why = objection(label)
      if (why !== null) return why
      const made = { id: newId(), label: label.trim() }
      const stay = { id: newId(), label: firstTabLabel(made.label) }
      change(tabAdded({ tabs, tiles }, made, stay), `The tab ${made.label} was added.`, { tab: made.id })
      return null
    },
    renameTab(id, label) {
      const why = objection(label, id)
      if (why === null)
        change(tabRenamed(state.get(), id, label.trim()), `The tab is called ${label.trim()} now.`)
      return why
    },
    moveTab(id, by) {
      const next = tabMoved(state.get(), id, by)
      const at = next.tabs.findIndex((tab) => tab.id === id)
      change(next, `${next.tabs[at]?.label ?? ''}: tab ${at + 1} of ${next.tabs.length}.`)
    },
    removeTab(id, rehome) {
      const label = state.get().tabs.find((tab) => tab.id === id)?.label
      if (label === undefined) return
      change(tabRemoved(state.get(), id, rehome), `The tab ${label} was removed.`, { removed: null })
    },
    moveTile(id, to) {
      const { tabs, tiles } = state.get()
      const tile = tiles.find((one) => one.id === id)
      const target = tabs.find((tab) => tab.id === to)
      if (tile === undefined || target === undefined) return
      change(tileMoved({ tabs, tiles }, tile, to), `${tile.title} is on the tab ${target.label} now.`)
    },
  }
}
