import { answerTile } from './answer-tile'
import { drillFields, grainFor, type BoardDefinition } from './definition'
import { spanOf } from '../model/days'
import { partsOf, QueryProblem, type Range } from '../model/source'
import { formatDay, spanInWords } from '../rendering/format'
import type { Warehouse } from '../warehouse/warehouse'
import { Refusal } from '../warehouse/problem'
import type { BoardRange, DrillRequest, FieldFilter } from '../wire/board'

/**
 * A board with one tile: the measure of `tile` by another attribute, over the days of the point, of the tile, or else of the board. The
 * drilled point arrives as filters. Throws QueryProblem for a field that the tile does not offer.
 */
export async function drillBoard(
  warehouse: Warehouse,
  board: BoardDefinition,
  { tile: id, by, days }: DrillRequest,
  boardRange: BoardRange,
): Promise<BoardDefinition> {
  const { model } = warehouse
  const tile = board.tiles.find((candidate) => candidate.id === id)
  if (tile === undefined) throw new Refusal('not-found', 'This dashboard has no such chart.')
  const field = drillFields(tile, model).find((offered) => offered.field === by)
  if (!field || !tile.drill) throw new QueryProblem(`This chart cannot be broken down by "${by}".`)
  const [source = '', measure = ''] = tile.measure.split('.')
  const { range = (await lastRows(warehouse, source, tile.drill.over)) ?? boardRange, grain } = tile.drill
  // A weekly chart starts with a whole week.
  const grained = grain === undefined ? undefined : grainFor(grain, boardRange)
  const facts = { asOf: warehouse.asOf, ...warehouse.facts(source) }
  const span = days ?? spanOf(range, facts, grained)
  const drilled = answerTile(model, tile.id, {
    v: 1,
    title: tile.title,
    chart: 'bars',
    query: {
      source,
      measures: [measure],
      dims: [by.split('.').at(-1) ?? ''],
      filters: tile.drill.where,
      range: span,
      sort: { by: measure, descending: true },
    },
  })
  const { from, to } = spanOf(span, facts)
  const lasts = partsOf(model.measure(model.source(source), measure).measure).over === 'interval'
  return {
    id: board.id,
    title: tile.title,
    description: '',
    range: board.range,
    chips: [],
    tiles: [
      {
        ...drilled,
        subtitle: lasts && from !== to ? spanInWords(from, to, 'day') : formatDay(to),
        ...(tile.defaults === undefined ? {} : { defaults: tile.defaults }),
      },
    ],
    ...(board.defaults === undefined ? {} : { defaults: board.defaults }),
  }
}

/** A chart of shares ignores filters on the field of the shares. A drilled point of it is filtered by its name, which comes last. */
export function drilledFilters(
  board: BoardDefinition,
  { tile: id, days }: DrillRequest,
  filters: readonly FieldFilter[],
): readonly FieldFilter[] {
  const whole = board.tiles.find((tile) => tile.id === id)?.whole
  const point = days === undefined ? undefined : filters.findLast(({ field }) => field === whole)
  return filters.filter((filter) => filter.field !== whole || filter === point)
}

/** The days of the last `rows` rows of a source: funds trade on fewer days than the calendar has. */
async function lastRows(
  warehouse: Warehouse,
  source: string,
  rows: number | undefined,
): Promise<Range | undefined> {
  if (rows === undefined || warehouse.model.source(source).tradingDays !== true)
    return rows === undefined ? undefined : { last: rows, unit: 'day' }
  const [measure = ''] = Object.keys(warehouse.model.source(source).measures)
  const range = { last: 2 * rows + 10, unit: 'day' } as const
  const { columns } = await warehouse.run({ source, measures: [measure], grain: 'day', range })
  const days = (columns['date'] ?? []).map(String)
  return { from: days.at(-rows) ?? days[0] ?? '', to: days.at(-1) ?? '' }
}
