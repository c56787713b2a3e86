import type { BiBearer } from '../wire/bi-token'
import { ownBoard } from '../boards/own-board'
import type { Tile } from '../wire/board'
import { intervalNames, tableOf, type PlainTable } from '../rendering/table-model'
import { QueryProblem, type Source } from '../model/source'
import { openBoard } from './access'
import { type AnswerChanges, builtTile, onNoBoard } from './built-answers'
import type { Host } from './host'
import { loadBoard } from '../boards/load-board'
import { Refusal } from '../warehouse/problem'
import { partsOfSession } from '../wire/answer-session'

export const ownerOf = (bearer: BiBearer): string => (bearer.kind === 'person' ? bearer.subject : 'anonymous')

export function tileIdsOf(sessionId: string): readonly [boardId: string, tileId: string] {
  const [boardId, tileId] = partsOfSession(sessionId)
  if (tileId === '') throw new Refusal('not-found', 'There is no such answer.')
  return [boardId, tileId]
}

/** The answer of a session under what its client has changed. @throws Refusal */
export async function tileOf(
  host: Host,
  bearer: BiBearer,
  sessionId: string,
  changes: AnswerChanges,
): Promise<Tile> {
  const tile = await unchangedColumns(host, bearer, sessionId, changes)
  const source = sourceOf(host, tile)
  const had = shownTable(host, tile, { removed: [] }).columns.map(({ guid }) => guid)
  if (source === undefined || changes.added.every((field) => had.includes(field))) return tile
  // With other columns it is a question of its own.
  const wanted = [...had, ...changes.added]
  const of = (fields: Source['attributes'] | Source['measures']): readonly string[] =>
    Object.keys(fields)
      .map((name) => `${source.id}.${name}`)
      .filter((field) => wanted.includes(field))
  // A question asks for a number: for the source's first where none of the tile's is a field of it.
  const [first] = Object.keys(source.measures).map((name) => `${source.id}.${name}`)
  const own = of(source.measures)
  const measures = own.length === 0 && first !== undefined ? [first] : own
  const grain = wanted.includes(dateOf(source)) ? { grain: 'day' as const } : {}
  const query = { measures, attributes: of(source.attributes), ...grain }
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
  /** Field of the source behind it; its own id where it is none. */
  readonly guid: string
  readonly column: {
    readonly id: string
    readonly name: string
    readonly type: string
    readonly dataType: string
  }
}

/** Columns are known by the id the `data` event gave them. */
export function shownTable(
  host: Host,
  tile: Tile,
  { removed }: Pick<AnswerChanges, 'removed'>,
): { readonly columns: readonly ShownColumn[]; readonly rows: PlainTable['rows'] } {
  const table = tableOf(tile)
  const source = sourceOf(host, tile)
  const fields = source === undefined ? [] : columnsOf(source)
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
  const source = sourceOf(host, tile)
  const fields = source === undefined ? [] : columnsOf(source)
  const asTable = tile.kind === 'table' || tile.kind === 'pivot'
  return {
    id: tile.id,
    name: tile.title,
    description: tile.subtitle,
    displayMode: changes.displayMode ?? (asTable ? 'TABLE_MODE' : 'CHART_MODE'),
    sources: [{ header: { guid: source?.id ?? tile.id, displayName: source?.label ?? tile.trust.source } }],
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

export function sourceDetail(host: Host, sourceId: string): object {
  const source = host.warehouse.model.sources.find((candidate) => candidate.id === sourceId)
  if (source === undefined) throw new Refusal('not-found', 'There is no such data source.')
  return {
    id: source.id,
    name: source.label,
    description: source.description,
    type: 'LOGICAL_TABLE',
    columns: columnsOf(source),
  }
}

function sourceOf(host: Host, tile: Tile): Source | undefined {
  const [id] = (tile.crossFilterField ?? tile.drill?.[0]?.field ?? '').split('.')
  return host.warehouse.model.sources.find((candidate) => candidate.id === id)
}

const intervals: ReadonlySet<string> = new Set(Object.values(intervalNames))

/** The time of a source is a column of it, too. */
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
