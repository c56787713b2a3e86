import type { BiBearer } from '../wire/bi-token'
import { ownBoard } from '../boards/own-board'
import type { Tile } from '../wire/board'
import { intervalNames, tableOf, type PlainTable } from '../rendering/table-model'
import { QueryProblem, type Source } from '../model/source'
import { openBoard } from './access'
import { type AnswerChanges, builtTile, onNoBoard } from './built-answers'
import type { Host } from './host'
import { loadBoard } from '../boards/load-board'
import { openWorksheet, sourcesIn } from '../boards/library/catalogue'
import { Refusal } from '../warehouse/problem'
import { partsOfSession } from '../wire/answers'

export const ownerOf = (bearer: BiBearer): string => (bearer.kind === 'person' ? bearer.subject : 'anonymous')

export function tileIdsOf(sessionId: string): readonly [boardId: string, tileId: string] {
  const [boardId, tileId] = partsOfSession(sessionId)
  if (tileId === '') throw new Refusal('not-found', 'There is no such answer.')
  return [boardId, tileId]
}

/** The answer of a session with its client's changes applied. @throws Refusal */
export async function tileOf(
  host: Host,
  bearer: BiBearer,
  sessionId: string,
  changes: AnswerChanges,
): Promise<Tile> {
  const tile = await unchangedColumns(host, bearer, sessionId, changes)
  const sources = sourcesOf(host, tile)
  const had = shownTable(host, tile, { removed: [] }).columns.map(({ guid }) => guid)
  if (sources.length === 0 || changes.added.every((field) => had.includes(field))) return tile
  // A changed set of columns is a query of its own, not a variant of the tile.
  const wanted = [...had, ...changes.added]
  const namesOf = (kind: 'attributes' | 'measures'): readonly string[] =>
    sources.flatMap((source) => Object.keys(source[kind]).map((name) => `${source.id}.${name}`))
  const of = (kind: 'attributes' | 'measures'): readonly string[] =>
    namesOf(kind).filter((field) => wanted.includes(field))
  // A query needs a measure. If no column of the tile is a measure of the source, take the source's first one.
  const own = of('measures')
  const measures = own.length === 0 ? namesOf('measures').slice(0, 1) : own
  const grain = sources.some((source) => wanted.includes(dateOf(source))) ? { grain: 'day' as const } : {}
  const query = { measures, attributes: of('attributes'), ...grain }
  return builtTile(
    host.warehouse,
    { version: 2, title: tile.title, query, chart: { type: 'table' } },
    changes,
  )
}

async function unchangedColumns(
  host: Host,
  bearer: BiBearer,
  sessionId: string,
  changes: AnswerChanges,
): Promise<Tile> {
  const [boardId, tileId] = tileIdsOf(sessionId)
  if (boardId === onNoBoard)
    return builtTile(host.warehouse, host.builtAnswers.get(ownerOf(bearer), tileId), changes)
  const opened = openBoard(bearer, boardId, host.dashboards)
  const board = opened.kind === 'curated' ? opened.board : ownBoard(host.warehouse.model, opened.dashboard)
  try {
    const { reply } = await loadBoard(host.warehouse, board, {
      liveboardId: boardId,
      tiles: [tileId],
      filters: changes.filters,
    })
    const [tile] = reply.tiles
    if (tile === undefined) throw new Refusal('not-found', 'There is no such answer.')
    return tile
  } catch (error) {
    if (error instanceof QueryProblem) throw new Refusal('bad-request', error.message)
    throw error
  }
}

interface ShownColumn {
  readonly at: number
  /** Field id in the source, or the column's own id if it maps to no field. */
  readonly guid: string
  readonly column: {
    readonly id: string
    readonly name: string
    readonly type: string
    readonly dataType: string
  }
}

/** Columns have the ids that the `data` event gave them. */
export function shownTable(
  host: Host,
  tile: Tile,
  { removed }: Pick<AnswerChanges, 'removed'>,
): { readonly columns: readonly ShownColumn[]; readonly rows: PlainTable['rows'] } {
  const table = tableOf(tile)
  const sources = sourcesOf(host, tile)
  const [source] = sources
  const fields = sources.flatMap(columnsOf)
  const columns = table.columns.map(({ label, numeric }, at) => ({
    at,
    guid:
      fields.find(({ name }) => name === label)?.id ??
      (source && intervals.has(label) ? dateOf(source) : `${tile.id}:${at}`),
    column: {
      id: `${tile.id}:${at}`,
      name: label,
      type: numeric ? 'MEASURE' : 'ATTRIBUTE',
      dataType: numeric ? 'DOUBLE' : 'CHAR',
    },
  }))
  const remaining = columns.filter(
    ({ guid, column }) => !removed.includes(column.id) && !removed.includes(guid),
  )
  return { columns: remaining, rows: table.rows }
}

export function answerOf(host: Host, tile: Tile, changes: AnswerChanges) {
  const fields = sourcesOf(host, tile).flatMap(columnsOf)
  const asTable = tile.kind === 'table' || tile.kind === 'pivot'
  return {
    id: tile.id,
    name: tile.title,
    description: tile.subtitle,
    displayMode: changes.displayMode ?? (asTable ? 'TABLE_MODE' : 'CHART_MODE'),
    sources: [{ header: { guid: tile.sourceId ?? tile.id, displayName: tile.trust.source } }],
    filterGroups: changes.filters.map(({ field, op, values }) => ({
      columnInfo: { name: field, referencedColumns: [{ guid: field, displayName: field }] },
      filters: [
        { filterContent: [{ filterType: op, negate: false, value: values.map((key) => ({ key })) }] },
      ],
    })),
    visualizations: [
      {
        id: tile.id,
        columns: shownTable(host, tile, changes).columns.map(({ column, guid }) => ({
          column: {
            id: column.id,
            name: column.name,
            referencedColumns: [
              { guid, displayName: fields.find(({ id }) => id === guid)?.name ?? column.name },
            ],
          },
        })),
      },
    ],
  }
}

/** A single source that this bearer may query, or a worksheet. @throws Refusal */
export function sourceDetail({ warehouse: { model } }: Host, bearer: BiBearer, id: string): object {
  const [alone] = openWorksheet(model, bearer, undefined).sources.filter((source) => source.id === id)
  const { title, sources } = alone
    ? { title: alone.label, sources: [alone] }
    : openWorksheet(model, bearer, id)
  const description = sources.map((source) => source.description).join(' ')
  return { id, name: title, description, type: 'LOGICAL_TABLE', columns: sources.flatMap(columnsOf) }
}

const sourcesOf = ({ warehouse }: Host, { sourceId }: Tile): readonly Source[] =>
  sourcesIn(warehouse.model, sourceId ?? undefined)

const intervals: ReadonlySet<string> = new Set(Object.values(intervalNames))

/** The date of a source counts as a column too. */
const dateOf = ({ id }: Pick<Source, 'id'>): string => `${id}.date`

function columnsOf({ id, attributes, measures }: Source): readonly {
  readonly id: string
  readonly name: string
  readonly type: string
}[] {
  const named = (fields: Source['attributes'] | Source['measures'], type: string) =>
    Object.entries(fields).map(([name, { label }]) => ({ id: `${id}.${name}`, name: label, type }))
  return [
    { id: dateOf({ id }), name: 'Date', type: 'ATTRIBUTE' },
    ...named(attributes, 'ATTRIBUTE'),
    ...named(measures, 'MEASURE'),
  ]
}
