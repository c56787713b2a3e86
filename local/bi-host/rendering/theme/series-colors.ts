import type { Tile } from '../../wire/board'
import { fixedColors } from './fixed-colors'

/** Number of colours that can be told apart before shades begin. */
export const colorCount = 16

/** A place in the palette, or `other` for the grey that stands for the rest. */
export type ColorSlot = number | 'other'

/**
 * One colour per name on the whole board. Well-known names have a fixed one; the others take, in order of appearance, the
 * first that no name they share a tile with has. Names met before keep theirs, so a filter never repaints a board.
 */
export function assignColors(
  tiles: readonly Tile[],
  before: ReadonlyMap<string, ColorSlot>,
): Map<string, ColorSlot> {
  const groups = tiles.map((tile) => colorKeysOf(tile)).filter((keys) => keys.length > 0)
  const slots = new Map(before)
  // Tiles with several names come first: a KPI alone must not take the colour that a chart's neighbour needs.
  for (const keys of [...groups].sort((left, right) => Number(left.length < 2) - Number(right.length < 2))) {
    for (const key of keys) {
      if (!slots.has(key)) slots.set(key, slotFor(key, groups, slots))
    }
  }
  return slots
}

function slotFor(
  key: string,
  groups: readonly (readonly string[])[],
  slots: ReadonlyMap<string, ColorSlot>,
): ColorSlot {
  if (isOther(key)) return 'other'
  const taken = new Set<ColorSlot>()
  for (const group of groups) {
    if (!group.includes(key)) continue
    for (const neighbour of group) {
      const slot = slots.get(neighbour)
      if (slot !== undefined) taken.add(slot)
    }
  }
  const fixed = fixedColors.get(normalise(key))
  if (fixed !== undefined && !taken.has(fixed)) return fixed
  // A fixed colour is kept free for its owner when the owner is in the same tile.
  const reserved = new Set(
    groups
      .filter((group) => group.includes(key))
      .flat()
      .map((name) => fixedColors.get(normalise(name))),
  )
  for (let slot = 0; slot < colorCount; slot += 1) {
    if (!taken.has(slot) && !reserved.has(slot)) return slot
  }
  return hash(key) % colorCount
}

export function isOther(key: string): boolean {
  return /^others?$/i.test(key.trim())
}

export function normalise(key: string): string {
  return key.trim().toLowerCase()
}

function hash(text: string): number {
  let value = 7
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return value
}

/** The names a tile paints, in its order. */
function colorKeysOf(tile: Tile): readonly string[] {
  const { data } = tile
  if (!data) return []
  switch (data.kind) {
    case 'kpi':
      return [data.colorKey]
    case 'series':
      return data.series.map((series) => series.colorKey)
    case 'bars':
      return data.series.length > 1
        ? data.series.map((series) => series.colorKey)
        : data.categories.map((category) => category.colorKey)
    case 'parts':
      return data.nodes.map((node) => node.colorKey)
    case 'candles':
      return data.overlays.map((overlay) => overlay.colorKey)
    case 'curves':
      return data.curves.map((curve) => curve.colorKey)
    case 'scatter':
      return [...new Set(data.points.map((point) => point.colorKey))]
    case 'table':
      return data.rowColors ?? []
    case 'matrix':
    case 'pivot':
      return []
  }
}
