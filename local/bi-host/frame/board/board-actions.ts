import type { BoardView, BoardReply, Tile } from '../../wire/board'
import type { ViewOptions } from '../protocol/view-options'
import type { WordId, Words } from '../theme/words'
import { offeredActions, embedAnswerData, type TileAction } from '../tiles/tile-actions'
import { csvOf, tableOf } from '../../rendering/table-model'
import { sessionOf } from '../../wire/answers'
import type { Frame } from '../protocol/frame'
import type { BoardControls } from '../protocol/page-events'
import { columnFilter, mayChooseRange, rangeView, rangeParameter } from '../protocol/runtime'
import { requestAction } from '../parts/context'
import { pinViz, saveViz } from '../host/calls'
import type { BoardStore } from '../host/board-store'
import type { PersonalViews } from '../host/personal-views'

interface ActionRow {
  readonly id: string
  readonly word: WordId
  readonly group: number
  readonly only?: (about: BoardSituation, options: ViewOptions) => boolean
}

/** The board menu in display order, by the vendor's ids. A line separates groups. */
const rows: readonly ActionRow[] = [
  // A liveboard embed only shows boards. The whole application edits them in a page of its own.
  {
    id: 'edit',
    word: 'board.menu.edit',
    group: 1,
    only: ({ view }, { application }) => application && view.editable === true,
  },
  { id: 'pinboardInfo', word: 'board.menu.info', group: 1 },
  { id: 'present', word: 'board.menu.present', group: 1 },
  { id: 'refreshLiveboardBrowserCache', word: 'board.menu.refresh', group: 1 },
  { id: 'resetLiveboard', word: 'board.menu.reset', group: 1, only: ({ changed }) => changed },
  { id: 'personalisedViewsDropdown', word: 'views.title', group: 2, only: ({ visitor }) => !visitor },
  { id: 'makeACopy', word: 'viz.menu.makeACopy', group: 2 },
  { id: 'addToFavorites', word: 'board.menu.favorite', group: 2 },
  { id: 'embedDocument', word: 'viz.menu.copyLink', group: 3 },
  { id: 'share', word: 'viz.menu.share', group: 3 },
  { id: 'downloadAsPdf', word: 'board.menu.pdf', group: 3 },
  { id: 'downloadLiveboardAsCsv', word: 'board.menu.csv', group: 3 },
  { id: 'exportTSL', word: 'board.menu.tml', group: 3 },
  { id: 'subscription', word: 'board.menu.schedule', group: 4 },
  { id: 'schedule-list', word: 'board.menu.schedules', group: 4 },
]

interface BoardSituation {
  readonly view: BoardView
  /** Range or filters differ from the board's defaults. */
  readonly changed: boolean
  /** An anonymous visitor, who can store nothing. */
  readonly visitor: boolean
}

/** Target of custom actions on the board itself. */
const onBoard = 'LIVEBOARD'

export function boardActions(
  about: BoardSituation,
  options: ViewOptions,
  words: Words,
): readonly TileAction[] {
  const custom = options.customActions
    .filter(({ position, target = onBoard }) => position === 'PRIMARY' && target === onBoard)
    .map(({ id, name }) => ({ id, label: name, group: 5 }))
  const vendor = rows
    .filter((row) => row.only?.(about, options) ?? true)
    .map(({ id, word, group }) => ({ id, label: words(word), group }))
  return offeredActions([...vendor, ...custom], options)
}

/** Saves the numbers of every tile on the page, one file each. */
export async function saveFigures({ board, tiles }: BoardReply): Promise<void> {
  const files = tiles
    .filter(({ data }) => data !== null)
    .map((tile) => [`${tile.id}.csv`, csvOf(tableOf(tile))] as const)
  const { archiveOf, save } = await import('../tiles/files')
  save(archiveOf(Object.fromEntries(files)), `${board.title}.zip`)
}

/** The board in TML, as JSON, which is valid YAML. */
function modelOf({ board, tiles }: BoardReply): object {
  return {
    guid: board.id,
    liveboard: {
      name: board.title,
      description: board.description,
      visualizations: tiles.map((tile) => ({ id: tile.id, ...answerModelOf(tile) })),
      ...(board.tabs.length === 0
        ? {}
        : { layout: { tabs: board.tabs.map(({ id, label }) => ({ id, name: label })) } }),
    },
  }
}

function answerModelOf({ title, trust }: Tile): object {
  return { answer: { name: title, description: trust.definition } }
}

export async function saveModel(reply: BoardReply): Promise<void> {
  const text = JSON.stringify(modelOf(reply), null, 2)
  const { save } = await import('../tiles/files')
  save(new Blob([text], { type: 'application/json' }), `${reply.board.title}.liveboard.tml`)
}

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
