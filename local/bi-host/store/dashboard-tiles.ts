import * as v from 'valibot'
import {
  freeRect,
  overlap,
  rowsOfHeight,
  tileGrid,
  withinGrid,
  type TileRect,
  firstTabLabel,
  settled,
} from '../wire/tile-grid'
import { randomUUID } from 'node:crypto'

/** A chart that a user built. The store reads only its version. `parseAnswer` of the store's options validates the rest. */
export interface StoredAnswer {
  readonly v: number
}

/** A tile of a user's own dashboard. */
export type DashboardTile = {
  readonly id: string
  readonly layout: TileRect
  /** The tab it is on, if the dashboard has tabs. Its position is then on that tab. */
  readonly tabId?: string
} & TileSubject

/** Content of a tile: a tile of a curated board, or an answer. */
export type TileSubject =
  | {
      readonly kind: 'curated'
      readonly boardId: string
      readonly tileId: string
      /** The user's own title. Default: the title on the curated board. */
      readonly title?: string
    }
  | { readonly kind: 'answer'; readonly title: string; readonly answer: StoredAnswer }

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const whole = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000))

const rectSchema = v.object({ x: whole, y: whole, w: whole, h: whole })

const curated = { kind: v.literal('curated'), boardId: text, tileId: text, title: v.exactOptional(text) }
const answer = { kind: v.literal('answer'), title: text, answer: v.looseObject({ v: v.number() }) }
const placed = { id: text, layout: rectSchema, tabId: v.exactOptional(text) }

/** Validates the tile only, not its answer: an answer that a later version cannot draw still belongs to the user. */
export const dashboardTileSchema = v.variant('kind', [
  v.object({ ...placed, ...curated }),
  v.object({ ...placed, ...answer }),
])

/** A pinned answer in the vendor's import form: 60 columns, height in px. */
const pinnedSchema = v.object({
  id: text,
  answer: v.looseObject({ v: v.number(), title: text }),
  span: v.exactOptional(v.number()),
  height: v.exactOptional(v.number()),
})

/** A tile of a curated board as exported with a dashboard. */
const exportedSchema = v.object({
  id: text,
  answer: v.looseObject({ tile: v.object({ boardId: text, tileId: text, title: v.exactOptional(text) }) }),
})

const tileLayoutSchema = v.object({ visualization_id: text, x: whole, y: whole, width: whole, height: whole })
export type TileLayout = v.InferOutput<typeof tileLayoutSchema>

const layouts = v.array(tileLayoutSchema)

/** An invalid layout is ignored, and the tiles get free positions. Each tab has a grid of its own. */
export const layoutSchema = v.fallback(
  v.object({
    tiles: v.optional(layouts, []),
    tabs: v.optional(
      v.pipe(
        v.array(
          v.object({
            id: v.exactOptional(text),
            name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(tileGrid.maxLabel)),
            tiles: layouts,
          }),
        ),
        v.maxLength(tileGrid.maxTabs),
      ),
      [],
    ),
  }),
  { tiles: [], tabs: [] },
)
type Layout = v.InferOutput<typeof layoutSchema>

export const tmlLayout = (id: string, { x, y, w, h }: TileRect): TileLayout => ({
  visualization_id: id,
  x,
  y,
  width: w,
  height: h,
})

/**
 * Tiles for a list of pinned answers. Each is placed where the layout says if the grid allows it, else at the first free position. Entries
 * that are no pinned answer are skipped.
 */
export function tilesOfPins(
  pins: readonly unknown[],
  given: readonly TileLayout[] = [],
): readonly DashboardTile[] {
  const subjects = new Map<string, Pinned>()
  for (const pin of pins) {
    const read = pinned(pin)
    if (read !== null && !subjects.has(read.id)) subjects.set(read.id, read)
  }
  const taken: { readonly layout: TileRect }[] = []
  const layouts = new Map<string, TileRect>()
  const take = (id: string, layout: TileRect): void => {
    taken.push({ layout })
    layouts.set(id, layout)
  }
  for (const { visualization_id: id, x, y, width: w, height: h } of given) {
    const layout = { x, y, w, h }
    const fits = isWithin(layout) && !taken.some((other) => overlap(other.layout, layout))
    if (fits && subjects.has(id) && !layouts.has(id)) take(id, layout)
  }
  return [...subjects.values()].map(({ id, tile, size }) => {
    if (!layouts.has(id)) take(id, rectFor(taken, size))
    return { id, ...tile, layout: layouts.get(id) ?? { x: 0, y: 0, ...usual } }
  })
}

const named = v.looseObject({ id: text })
/** The id that the layout uses for a pinned answer. Empty for anything else. */
const idOfPin = (pin: unknown): string => (v.is(named, pin) ? pin.id : '')

const isWithin = (rect: TileRect): boolean => {
  const { x, y, w, h } = withinGrid(rect)
  return x === rect.x && y === rect.y && w === rect.w && h === rect.h
}

interface Pinned {
  readonly id: string
  readonly tile: TileSubject
  readonly size: { readonly w: number; readonly h: number }
}

function pinned(pin: unknown): Pinned | null {
  const exported = v.safeParse(exportedSchema, pin)
  if (exported.success) {
    const { id, answer: named } = exported.output
    return { id, tile: { kind: 'curated', ...named.tile }, size: usual }
  }
  const { success, output } = v.safeParse(pinnedSchema, pin)
  if (!success) return null
  const { id, span = 30, height = 360 } = output
  return {
    id,
    tile: { kind: 'answer', title: output.answer.title, answer: output.answer },
    size: { w: (span * tileGrid.columns) / 60, h: rowsOfHeight(height) },
  }
}

const usual = { w: tileGrid.columns / 2, h: rowsOfHeight(360) }

/** The first free position on a dashboard for a tile of about this size. */
export function rectFor(
  tiles: readonly Pick<DashboardTile, 'layout'>[],
  size: { readonly w: number; readonly h: number },
): TileRect {
  const { w, h } = withinGrid({ x: 0, y: 0, ...size })
  return freeRect(
    tiles.map(({ layout }) => layout),
    w,
    h,
  )
}

/** A page of a user's own dashboard, with a grid of its own. */
export interface DashboardTab {
  readonly id: string
  readonly label: string
}

export const tabLabelSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(tileGrid.maxLabel))
export const tabSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  label: tabLabelSchema,
})

export interface Paged {
  readonly tabs: readonly DashboardTab[]
  readonly tiles: readonly DashboardTile[]
}

/** The tab for a new tile: an existing one, one with this name (created if missing), or (default) the first. */
export type TabChoice = { readonly id: string } | { readonly label: string }

/**
 * Ensures that every tile is on an existing tab, or on none if the dashboard has no tabs. Tiles of a deleted tab move to the first tab,
 * below its own tiles.
 */
export function paged({ tabs, tiles }: Paged): Paged {
  const known = new Set(tabs.map(({ id }) => id))
  const [first] = tabs
  const lost = (tile: DashboardTile): boolean =>
    first === undefined ? tile.tabId !== undefined : tile.tabId === undefined || !known.has(tile.tabId)
  if (!tiles.some(lost)) return { tabs, tiles }
  const there = tiles.filter((tile) => !lost(tile) && tile.tabId === first?.id)
  const end = Math.max(0, ...there.map(({ layout }) => layout.y + layout.h))
  // Tiles of one deleted tab keep their layout and follow those of the deleted tab before it.
  let below = end
  const moved = new Map<DashboardTile, DashboardTile>()
  for (const tabId of new Set(tiles.filter(lost).map((tile) => tile.tabId))) {
    const group = tiles.filter((tile) => lost(tile) && tile.tabId === tabId)
    for (const tile of group)
      moved.set(tile, onTab({ ...tile, layout: { ...tile.layout, y: tile.layout.y + below } }, first?.id))
    below += Math.max(0, ...group.map(({ layout }) => layout.y + layout.h))
  }
  const all = tiles.map((tile) => moved.get(tile) ?? tile)
  const page = all.filter((tile) => tile.tabId === first?.id)
  const layouts = settled(page.map(({ layout }) => layout))
  return {
    tabs,
    tiles: all.map((tile) => {
      const layout = layouts[page.indexOf(tile)]
      return layout === undefined ? tile : { ...tile, layout }
    }),
  }
}

export function onTab(tile: DashboardTile, tabId: string | undefined): DashboardTile {
  const { tabId: _before, ...rest } = tile
  return tabId === undefined ? rest : { ...rest, tabId }
}

/** The dashboard including the chosen tab, and that tab's id. The id is `undefined` for a dashboard without tabs. */
export function withTab(
  { tabs, tiles }: Paged,
  choice: TabChoice | undefined,
): (Paged & { readonly tabId: string | undefined }) | 'no-such-tab' | 'too-many-tabs' {
  if (choice === undefined) return { tabs, tiles, tabId: tabs[0]?.id }
  if ('id' in choice)
    return tabs.some(({ id }) => id === choice.id) ? { tabs, tiles, tabId: choice.id } : 'no-such-tab'
  const same = tabs.find(({ label }) => label.toLowerCase() === choice.label.toLowerCase())
  if (same !== undefined) return { tabs, tiles, tabId: same.id }
  const made = { id: randomUUID(), label: choice.label }
  // The first named tab turns the existing tiles into a page of their own.
  const before =
    tabs.length === 0 && tiles.length > 0 ? [{ id: randomUUID(), label: firstTabLabel(choice.label) }] : tabs
  if (before.length >= tileGrid.maxTabs) return 'too-many-tabs'
  return { ...paged({ tabs: [...before, made], tiles }), tabId: made.id }
}

/**
 * The dashboard for a list of pinned answers and their layout. A tile that the layout puts on no tab goes to the first. If the layout has
 * no tabs, neither has the dashboard.
 */
export function pagesOfPins(pins: readonly unknown[], layout: Layout | undefined): Paged {
  const given = layout?.tabs ?? []
  const [first] = given
  if (first === undefined) return { tabs: [], tiles: tilesOfPins(pins, layout?.tiles) }
  const homes = new Map<string, (typeof given)[number]>()
  for (const tab of given)
    for (const { visualization_id: id } of tab.tiles) if (!homes.has(id)) homes.set(id, tab)
  const taken = new Set<string>()
  const idFor = (wanted: string | undefined): string => {
    const id = wanted === undefined || taken.has(wanted) ? randomUUID() : wanted
    taken.add(id)
    return id
  }
  const pages = given.map((tab) => ({ tab, id: idFor(tab.id) }))
  return {
    tabs: pages.map(({ tab, id }) => ({ id, label: tab.name })),
    tiles: pages.flatMap(({ tab, id }) =>
      tilesOfPins(
        pins.filter((pin) => (homes.get(idOfPin(pin)) ?? first) === tab),
        tab.tiles,
      ).map((tile) => onTab(tile, id)),
    ),
  }
}
