import type { Frame } from '../protocol/frame'
import { rangeParameter } from '../protocol/runtime-parameters'
import type { BoardStore } from '../host/board-store'

/** Tells the embedding page, in the vendor's words, what the person changed on the board. */
export function announceChanges(frame: Frame, board: BoardStore): void {
  let { chosen, cross, range } = board.state.get()
  board.state.subscribe(() => {
    const next = board.state.get()
    const chips = next.reply?.board.filters ?? []
    if (next.chosen !== chosen && next.status !== 'loading') {
      frame.port.post('filterChanged', {
        applicability: { level: 'LIVEBOARD' },
        filters: Object.entries(next.chosen).map(([field, values]) => ({
          column: chips.find((chip) => chip.field === field)?.label ?? field,
          oper: 'IN',
          values,
        })),
      })
    }
    if (next.range !== range && next.status !== 'loading') {
      frame.port.post('parameterChanged', {
        applicability: { level: 'LIVEBOARD' },
        parameters: [{ name: rangeParameter, value: next.range ?? next.reply?.board.range }],
      })
    }
    if (next.cross !== cross) {
      frame.port.post('cross-filter-changed', {
        vizId: next.cross?.tileId ?? cross?.tileId,
        conditions: next.cross ? [{ columnName: next.cross.field, values: [next.cross.key] }] : [],
      })
    }
    ;({ chosen, cross, range } = next)
  })
}
