import type { BoardView, BoardReply, Tile } from '../../wire/board'
import type { ViewOptions } from '../protocol/view-options'
import type { WordId, Words } from '../theme/words'
import { offeredActions, type TileAction } from '../tiles/tile-actions'
import { csvOf, tableOf } from '../../rendering/table-model'

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
export function modelOf({ board, tiles }: BoardReply): object {
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

export function answerModelOf({ title, trust }: Tile): object {
  return { answer: { name: title, description: trust.definition } }
}

export async function saveModel(reply: BoardReply): Promise<void> {
  const text = JSON.stringify(modelOf(reply), null, 2)
  const { save } = await import('../tiles/files')
  save(new Blob([text], { type: 'application/json' }), `${reply.board.title}.liveboard.tml`)
}
