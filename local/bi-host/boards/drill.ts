import { drillFields, grainFor, type BoardDefinition } from './definition'
import { spanOf } from '../model/days'
import { partsOf, QueryProblem, type Query, type Range } from '../model/source'
import { numberOf } from '../query/statistics'
import { formatDay, formatNumber, spanInWords } from '../rendering/format'
import type { Warehouse } from '../warehouse/warehouse'
import { Refusal } from '../warehouse/problem'
import type { BarsData, BoardRange, DrillRequest, FieldFilter } from '../wire/board'
import { sum } from './calculations/breakdown'
import { bars, barsData, type Bar, type Calculation, type Made } from './tiles/shapes'

const maxBars = 60

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
  const dims = [by.split('.').at(-1) ?? '']
  const sort = { by: measure, descending: true }
  const query: Query = { source, measures: [measure], dims, filters: tile.drill.where, range: span, sort }
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
        ...bars(tile.id, tile.title, byName(tile.measure, query), {
          size: [30, 360],
          subtitle: lasts && from !== to ? spanInWords(from, to, 'day') : formatDay(to),
          crossFilterField: `${source}.${dims.join('')}`,
        }),
        ...(tile.defaults === undefined ? {} : { defaults: tile.defaults }),
      },
    ],
    ...(board.defaults === undefined ? {} : { defaults: board.defaults }),
  }
}

function byName(measure: string, query: Query): Calculation<Made<BarsData>> {
  return {
    measure,
    build: async (context) => {
      const { columns } = await context.run(query)
      const [dim = ''] = query.dims ?? []
      const [id = ''] = query.measures
      const { measure: about } = context.model.measure(context.model.source(query.source), id)
      const all = (columns[dim] ?? []).map((key, row) => ({
        key: String(key),
        value: numberOf(columns[id]?.[row]),
      }))
      const list = about.kind === 'ratio' ? all.slice(0, maxBars) : largestBars(all)
      const data = barsData(list, about.format, { name: about.label })
      return {
        data,
        summary: `${about.label}: ${list
          .slice(0, 4)
          .map(({ key, value }) => `${key} ${formatNumber(value, about.format)}`)
          .join(', ')}.`,
      }
    },
  }
}

/** Keeps the largest gains and losses. The rest becomes one bar, so that the bars add up. */
function largestBars(all: readonly Bar[]): readonly Bar[] {
  const ranked = all.toSorted((one, other) => Math.abs(other.value ?? 0) - Math.abs(one.value ?? 0))
  const rest = ranked.slice(maxBars - 1)
  return rest.length < 2
    ? all
    : [...ranked.slice(0, maxBars - 1), { key: 'Other', value: sum(rest.map(({ value }) => value)) }]
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
