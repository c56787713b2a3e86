import type { BoardReply, Tile } from '../../wire/board'
import { assignColors, normalise, type ColorSlot } from './series-colors'
import type { Palette } from './variables'

/** Remembers the colours of the board on screen, so that a filter or another tab never repaints a name. */
export interface ColorBook {
  /** The slots of a board's names; the same map as before while nothing new has come. */
  slotsOf(reply: BoardReply | null): ReadonlyMap<string, ColorSlot>
}

export function createColorBook(): ColorBook {
  let boardId = ''
  let slots: ReadonlyMap<string, ColorSlot> = new Map()
  return {
    slotsOf(reply) {
      if (!reply) return slots
      const known = reply.board.id === boardId ? slots : new Map<string, ColorSlot>()
      const next = assignColors(reply.tiles, known)
      if (reply.board.id !== boardId || next.size !== known.size) slots = next
      boardId = reply.board.id
      return slots
    },
  }
}

/**
 * The slots of one answer by itself, in the builder and in a conversation: those it has on a dashboard, too, where no other
 * tile shows a name of it in a company of its own. What was asked before it has no say.
 */
export const slotsOfAnswer = (tile: Tile): ReadonlyMap<string, ColorSlot> => assignColors([tile], new Map())

/** What a name is drawn in. One without a slot has the first colour. */
export function colorsOf(
  slots: ReadonlyMap<string, ColorSlot>,
  palette: Palette,
): (colorKey: string) => string {
  return (colorKey) => {
    const slot = slots.get(colorKey) ?? slots.get(normalise(colorKey)) ?? 0
    return slot === 'other' ? palette.other : (palette.series[slot] ?? palette.mark)
  }
}
