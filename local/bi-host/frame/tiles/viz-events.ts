import type { BoardView, Tile } from '../../wire/board'
import { tableOf } from '../../rendering/table-model'
import { vizTypeOf } from './tile-actions'

/** Rows told of a tile, the newest or largest first: the event says that there is data, it does not carry it all. */
const mostRows = 100

/** The vendor's `data` event of one visualisation: its columns, and its values by column. How fresh the board is, is this host's. */
export function tileDataEvent(tile: Tile, board?: Pick<BoardView, 'asOf' | 'source'>): object {
  const table = tableOf(tile)
  const rows = table.rows.slice(0, mostRows)
  const columns = table.columns.map((column, at) => ({
    column: {
      id: `${tile.id}:${at}`,
      name: column.label,
      type: column.numeric ? 'MEASURE' : 'ATTRIBUTE',
      dataType: column.numeric ? 'DOUBLE' : 'CHAR',
    },
  }))
  return {
    ...(board ? { asOf: board.asOf, source: board.source } : { asOf: tile.trust.lastDay }),
    vizId: tile.id,
    viz: { id: tile.id, name: tile.title, type: vizTypeOf(tile) },
    columns,
    data: {
      columnDataLite: columns.map(({ column }, at) => ({
        columnId: column.id,
        columnDataType: column.dataType,
        dataValue: rows.map((row) => row[at]?.raw ?? null),
      })),
      completionRatio: table.rows.length === 0 ? 1 : rows.length / table.rows.length,
      samplingRatio: 1,
      totalRowCount: table.rows.length,
    },
  }
}
