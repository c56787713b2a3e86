import type { BoardControls } from '../protocol/handlers'
import type { BoardStore } from './board-store'

/** What the embedding page may ask of the board. Columns are known by field id or label. */
export function createControls(board: BoardStore): BoardControls {
  const chips = () => board.state.get().reply?.board.filters ?? []
  const chipOf = (column: string) => {
    const wanted = column.toLowerCase()
    return chips().find((chip) => chip.field.toLowerCase() === wanted || chip.label.toLowerCase() === wanted)
  }
  return {
    tabs: () => board.state.get().reply?.board.tabs ?? [],
    filters: () =>
      chips().map((chip) => ({
        field: chip.field,
        label: chip.label,
        values: chip.values,
        chosen: board.state.get().chosen[chip.field] ?? chip.chosen,
      })),
    updateFilters: (filters) =>
      filters.flatMap((filter) => {
        const chip = chipOf(filter.columnName)
        if (!chip) return []
        const values = filter.values.map(String).filter((value) => chip.values.includes(value))
        board.setChosen(chip.field, values)
        return [chip.field]
      }),
    crossFilter(vizId, conditions) {
      const condition = conditions[0]
      const tile = board.state.get().reply?.tiles.find((candidate) => candidate.id === vizId)
      const field = tile?.crossFilterField
      const key = condition?.values[0]
      board.setCross(
        field === undefined || key === undefined ? null : { tileId: vizId, field, key, label: key },
      )
    },
    tileAction(actionId, vizId) {
      document.dispatchEvent(new CustomEvent('tile-action', { detail: { actionId, vizId } }))
    },
  }
}
