import * as v from 'valibot'
import { freePlace, rowsOfHeight, tileGrid, withinGrid } from '../tile-grid'
import type { TileRect } from '../tile-grid'

/** A chart somebody built. Opaque to the store but for its version: whoever opens the store says which are whole. */
export interface StoredAnswer {
  readonly v: number
}

/** A tile of a person's own dashboard. */
export type DashboardTile = {
  readonly id: string
  readonly layout: TileRect
  /** The tab it is on, where the dashboard has tabs; its place is one on that tab. */
  readonly tabId?: string
} & TileSubject

/** What a tile shows: a tile of a curated board, or an answer. */
export type TileSubject =
  | { readonly kind: 'curated'; readonly boardId: string; readonly tileId: string }
  | { readonly kind: 'answer'; readonly title: string; readonly answer: StoredAnswer }

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const whole = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000))

const rectSchema = v.object({ x: whole, y: whole, w: whole, h: whole })

const curated = { kind: v.literal('curated'), boardId: text, tileId: text }
const answer = {
  kind: v.literal('answer'),
  title: text,
  answer: v.looseObject({ v: v.number() }),
}
const placed = { id: text, layout: rectSchema, tabId: v.exactOptional(text) }

/** Only the frame of a tile is judged here: an answer that a later version cannot draw is still the person's. */
export const dashboardTileSchema = v.variant('kind', [
  v.object({ ...placed, ...curated }),
  v.object({ ...placed, ...answer }),
])

/** A pinned answer as the vendor's import form carries it: columns of 60, height in px. */
const pinnedSchema = v.object({
  id: text,
  answer: v.looseObject({ v: v.number(), title: text }),
  span: v.exactOptional(v.number()),
  height: v.exactOptional(v.number()),
})

/** A tile of a curated board, as an export of a dashboard names it. */
const exportedSchema = v.object({
  id: text,
  answer: v.looseObject({ tile: v.object({ boardId: text, tileId: text }) }),
})

/** Tiles of a list of pinned answers, each at the first free place; what is no pinned answer is left out. */
export function tilesOfPins(pins: readonly unknown[]): readonly DashboardTile[] {
  const tiles: DashboardTile[] = []
  for (const pin of pins) {
    const exported = v.safeParse(exportedSchema, pin)
    if (exported.success && tiles.every(({ id }) => id !== exported.output.id)) {
      const { id, answer: named } = exported.output
      tiles.push({ id, kind: 'curated', ...named.tile, layout: placeFor(tiles, usual) })
      continue
    }
    const { success, output } = v.safeParse(pinnedSchema, pin)
    if (!success || tiles.some(({ id }) => id === output.id)) continue
    const { id, span = 30, height = 360 } = output
    tiles.push({
      id,
      kind: 'answer',
      title: output.answer.title,
      answer: output.answer,
      layout: placeFor(tiles, { w: (span * tileGrid.columns) / 60, h: rowsOfHeight(height) }),
    })
  }
  return tiles
}

const usual = { w: tileGrid.columns / 2, h: rowsOfHeight(360) }

/** The first free place on a dashboard for a tile of about this size. */
export function placeFor(
  tiles: readonly Pick<DashboardTile, 'layout'>[],
  size: { readonly w: number; readonly h: number },
): TileRect {
  const { w, h } = withinGrid({ x: 0, y: 0, ...size })
  return freePlace(
    tiles.map(({ layout }) => layout),
    w,
    h,
  )
}
