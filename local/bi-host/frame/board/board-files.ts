import type { BoardReply, Tile } from '../../wire/board'
import { save } from '../tiles/files/download'
import { zip } from '../tiles/files/zip'
import { csvOf, tableOf } from '../../rendering/table-model'

/** The figures of every tile on the page, a file each. */
export function saveFigures({ board, tiles }: BoardReply): void {
  const entries = tiles
    .filter(({ data }) => data !== null)
    .map((tile) => ({ name: `${tile.id}.csv`, content: csvOf(tableOf(tile)) }))
  save(new Blob([zip(entries)], { type: 'application/zip' }), `${board.title}.zip`)
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

export function saveModel(reply: BoardReply): void {
  const text = JSON.stringify(modelOf(reply), null, 2)
  save(new Blob([text], { type: 'application/json' }), `${reply.board.title}.liveboard.tml`)
}
