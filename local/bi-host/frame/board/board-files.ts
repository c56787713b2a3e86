import type { BoardReply, Tile } from '../../wire/board'
import { csvOf, tableOf } from '../../rendering/table-model'

/** The figures of every tile on the page, a file each. */
export async function saveFigures({ board, tiles }: BoardReply): Promise<void> {
  const files = tiles
    .filter(({ data }) => data !== null)
    .map((tile) => [`${tile.id}.csv`, csvOf(tableOf(tile))] as const)
  const { archiveOf, save } = await import('../tiles/files')
  save(archiveOf(Object.fromEntries(files)), `${board.title}.zip`)
}

/** The board in the vendor's modelling language, as JSON, which YAML readers take too. */
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

/** One answer of it. */
export function answerModelOf({ title, trust }: Tile): object {
  return { answer: { name: title, description: trust.definition } }
}

export async function saveModel(reply: BoardReply): Promise<void> {
  const text = JSON.stringify(modelOf(reply), null, 2)
  const { save } = await import('../tiles/files')
  save(new Blob([text], { type: 'application/json' }), `${reply.board.title}.liveboard.tml`)
}
