import type { BoardReply } from '../../contract'
import { assignColors, normalise, type ColorSlot } from './series-colors'

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

export function slotOf(slots: ReadonlyMap<string, ColorSlot>, colorKey: string): ColorSlot {
  return slots.get(colorKey) ?? slots.get(normalise(colorKey)) ?? 0
}
