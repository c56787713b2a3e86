import type { DrillRequest } from '../wire/board'
import { QueryProblem } from '../model/query'
import type { SemanticModel } from '../model/semantic-model'
import { answerTile } from './answer-tile'
import type { BoardDefinition, TileDefinition } from './definition'
import { drillFields } from './definition'

/**
 * A board of one tile: the measure of `tile` by another attribute. The point that was drilled into comes as filters.
 * Throws QueryProblem for a field that the tile does not offer.
 */
export function drillBoard(
  model: SemanticModel,
  board: BoardDefinition,
  tile: TileDefinition,
  { by, days }: DrillRequest,
): BoardDefinition {
  const field = drillFields(tile, model).find((offered) => offered.field === by)
  if (!field || !tile.drill) throw new QueryProblem(`This tile cannot be broken down by "${by}".`)
  const [source = '', measure = ''] = tile.measure.split('.')
  const range = days ?? tile.drill.range
  const drilled = answerTile(model, tile.id, {
    v: 1,
    title: tile.title,
    chart: 'bars',
    query: {
      source,
      measures: [measure],
      dims: [by.split('.').at(-1) ?? ''],
      filters: tile.drill.where,
      ...(range === undefined ? {} : { range }),
      sort: { by: measure, descending: true },
    },
  })
  return {
    id: board.id,
    title: tile.title,
    description: '',
    range: board.range,
    chips: [],
    tiles: [drilled],
    ...(board.defaults === undefined ? {} : { defaults: board.defaults }),
  }
}
