import { sessionOf } from '../../wire/answers'
import type { Frame } from '../protocol/frame'
import type { BoardControls } from '../protocol/board-events'
import { columnFilter, mayChooseRange, rangeView, rangeParameter } from '../protocol/runtime'
import { embedAnswerData } from '../tiles/tile-actions'
import { requestAction } from '../parts/context'
import { answerModelOf, modelOf } from '../board/board-actions'
import { pinViz, saveViz } from '../host/calls'
import type { BoardStore } from '../host/board-store'
import type { PersonalViews } from '../host/personal-views'

/** Board operations for the embedding page. Columns may be given by field id or label. */
export function createControls(board: BoardStore, frame: Frame, views: PersonalViews): BoardControls {
  const shown = () => board.state.get().reply
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
    tileAction: requestAction,
    answerSession(vizId) {
      const reply = shown()
      const tile = reply?.tiles.find(({ id }) => vizId === undefined || id === vizId)
      return reply && tile
        ? { session: sessionOf(reply.board.id, tile.id), embedAnswerData: embedAnswerData(tile) }
        : null
    },
    model(vizId) {
      const reply = shown()
      if (vizId === undefined) return reply === null ? null : modelOf(reply)
      const tile = reply?.tiles.find(({ id }) => id === vizId)
      return tile === undefined ? null : answerModelOf(tile)
    },
    pin: (vizId, to) => pinViz(frame, shown()?.board.id ?? '', vizId, to),
    save: (vizId, name) => saveViz(frame, shown()?.board.id ?? '', vizId, name),
    openFilter(column) {
      const chip = chipOf(column)
      if (!chip) return
      const selector = `.liveboard-filter-chip[data-field="${CSS.escape(chip.field)}"]`
      document.querySelector<HTMLElement>(selector)?.click()
    },
    parameters() {
      const view = shown()?.board
      return view === undefined || view.ranges.length < 2
        ? []
        : [
            rangeView(
              board.state.get().range ?? view.range,
              view.ranges,
              mayChooseRange(frame.state.get().parameters),
            ),
          ]
    },
    setRange: (range) => board.setRange(range),
    openParameter: () => document.querySelector<HTMLElement>('.range-switch :checked')?.focus(),
    reset() {
      views.choose(null)
      frame.port.post('resetLiveboard', { liveboardId: shown()?.board.id ?? '' })
    },
    selectView: (view) => views.select(view),
    endPresenting() {
      if (document.fullscreenElement) void document.exitFullscreen()
    },
  }
}

/** Notifies the embedding page, in the vendor's format, of changes the user made on the board. */
export function announceChanges(frame: Frame, board: BoardStore): void {
  let { chosen, cross, range } = board.state.get()
  board.state.subscribe(() => {
    const next = board.state.get()
    const chips = next.reply?.board.filters ?? []
    if (next.chosen !== chosen && next.status !== 'loading') {
      frame.port.post('filterChanged', {
        applicability: { level: 'LIVEBOARD' },
        liveboardFilters: Object.entries(next.chosen).map(([field, values]) =>
          columnFilter(chips.find((chip) => chip.field === field)?.label ?? field, values),
        ),
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
