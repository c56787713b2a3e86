import type { Answer, ChartType } from '../wire/answers'
import type { BoardRange, FieldFilter, Grain, RangeId, Tile, TileData } from '../wire/board'
import type { TileRect } from '../wire/tile-grid'
import { daysBetween } from '../model/days'
import type { Query, QueryFilter, Range, ResultSet } from '../model/source'
import type { SemanticModel, SourceFacts } from '../model/semantic-model'

/** What the chart builder is asked for the numbers of a tile. Fields are bare ids of the first measure's source, or qualified. */
export interface TileQuestion {
  /** Qualified ids, and formulas over them: `moving_average(price.close, 200)`. */
  readonly measures: readonly string[]
  readonly by?: readonly string[]
  readonly where?: readonly QueryFilter[]
  /** Hold where the board is not filtered by their field: the asset that a tile is about until one is chosen. */
  readonly otherwise?: readonly QueryFilter[]
  readonly grain?: Grain
  /** The board's, where there is a grain. */
  readonly range?: Range
  /** One value over the last so many days (rows, for a source of trading days), in place of range and grain. */
  readonly over?: number
  readonly top?: { readonly count: number; readonly other?: boolean }
  readonly chart?: ChartType
}

/** Some tiles show less or coarser over another range. */
export type Asks = TileQuestion | ((range: BoardRange) => TileQuestion)

/**
 * What a tile's measure can be broken down by: attributes of its source that neither the tile nor a filter holds to one value. Those
 * that `first` names (the filters of the board) come first: they are what its readers think in.
 */
export function drillFields(
  { measure, drill }: Pick<TileDefinition, 'measure' | 'drill'>,
  model: SemanticModel,
  { filters = [], first = [] }: DrillOrder = {},
): readonly { readonly field: string; readonly label: string }[] {
  if (!drill) return []
  const source = model.source(measure.split('.')[0] ?? '')
  const single = [...drill.where, ...filters].filter(
    ({ op, values }) => op === 'eq' || (op === 'in' && values.length === 1),
  )
  const held = single.map(({ field }) => model.counterpart(source, field))
  // A price of all assets is none.
  const { requires = [] } = source.measures[measure.split('.')[1] ?? ''] ?? {}
  if (!requires.every((id) => held.includes(id))) return []
  const used = new Set([...drill.by, ...held])
  const leading = first.map((field) => model.counterpart(source, field))
  const rank = (id: string): number => (leading.indexOf(id) + leading.length + 1) % (leading.length + 1)
  return Object.entries(source.attributes)
    .filter(([id]) => !used.has(id))
    .map(([id, { label }]) => ({ id, field: `${source.id}.${id}`, label }))
    .sort((one, other) => rank(one.id) - rank(other.id))
    .map(({ field, label }) => ({ field, label }))
}

export interface DrillOrder {
  readonly filters?: readonly FieldFilter[]
  readonly first?: readonly string[]
}

/** A dashboard as data: what the host needs to know to lay it out and fill it. */
export interface BoardDefinition {
  readonly id: string
  readonly title: string
  readonly description: string
  /** Range and grain a visitor finds first. */
  readonly range: RangeId
  readonly chips: readonly { readonly field: string; readonly multiple: boolean; readonly label?: string }[]
  readonly tiles: readonly TileDefinition[]
  /** Pages of the board in their order; each tile is on one of them. The first is what a visitor finds. */
  readonly tabs?: readonly BoardTab[]
  readonly ranges?: readonly RangeId[]
  /** Filters that hold until somebody chooses otherwise on the same field. */
  readonly defaults?: readonly FieldFilter[]
}

/** What a tile has used up of its measure. */
export interface Drill {
  readonly where: readonly QueryFilter[]
  readonly by: readonly string[]
  /** Days of a number that belongs to no day of its own; the range of the board unless told. */
  readonly range?: Range
  /** In place of a range: so many of the last rows, which are trading dates where the source has no others. */
  readonly over?: number
  /** Of a chart over time: it shows whole intervals. */
  readonly grain?: Grain
}

export interface BoardTab {
  readonly id: string
  readonly label: string
  /** Ids of the tiles, in the order of the board. */
  readonly tiles: readonly string[]
}

/** Everything the host can say about a tile before its data, and the function that makes the data. */
export interface TileDefinition {
  readonly id: string
  readonly title: string
  readonly subtitle: string
  readonly kind: TileData['kind']
  readonly span: number
  readonly height: number
  /** Field whose source, unit and definition the trust line quotes, e.g. `stable_supply.supply`. */
  readonly measure: string
  /** Replaces the measure's own text where the tile computes something else from it. */
  readonly unit?: string
  readonly definition?: string
  readonly crossFilterField?: string
  /** What the chart builder is asked for the same numbers; absent where no question of its gives them. */
  readonly asks?: Asks
  /** Words that open it in the chart builder, where they stand already; else they are made of `asks`. */
  readonly question?: string
  /** What holds these words; the measure's own source where there are none. */
  readonly sourceId?: string | null
  /** Given where the numbers are the measure's own, so that one of them can be broken down further. */
  readonly drill?: Drill
  /** Where it stands on a person's own dashboard. */
  readonly position?: TileRect
  /** Sources that are filtered alike: a filter that one of them does not know narrows none, or a ratio would compare unlike things. */
  readonly together?: readonly string[]
  /** Shares by this qualified field: filters of it narrow neither the tile nor its question, and a point that is drilled into alone. */
  readonly whole?: string
  /** Its numbers are of a range of its own, whatever the board's is: of fixed days, or counted back from the board's last. */
  readonly keepsRange?: 'fixed' | 'counted'
  /** Filters of the board it comes from, which hold on another board too. */
  readonly defaults?: readonly FieldFilter[]
  build(context: TileContext): Promise<BuiltTile>
}

export interface BuiltTile {
  readonly data: TileData
  readonly summary: string
  /** A subtitle that depends on the range or the data. */
  readonly subtitle?: string
  /**
   * Totals of this tile by what they mean (measure, filters, day or days). Two tiles that state the same figure must
   * agree: a test holds every board to it.
   */
  readonly figures?: Readonly<Record<string, number>>
}

export interface TileContext {
  readonly model: SemanticModel
  readonly asOf: string
  readonly range: BoardRange
  /** Which rows of these dates the board's days hold: all of them where it has none. */
  shown(dates: readonly string[]): { readonly first: number; readonly end: number }
  facts(source: string): SourceFacts
  /** Runs a query with the board's filters laid over it, where the source knows them and the tile has not fixed them. */
  run(query: Query): Promise<ResultSet>
  /** An answer of the builder, with the board's range and filters laid over it. */
  answer(answer: Answer): Promise<BuiltTile>
  /** The filters `run` adds to this source. */
  filtersOf(source: string, fixed: readonly QueryFilter[]): readonly QueryFilter[]
  /** The same where a qualified field narrows nothing: a share by it is of all there is, whoever has been chosen. */
  whole(field: string): TileContext
}

export interface ContextParts {
  readonly model: SemanticModel
  readonly asOf: string
  readonly range: BoardRange
  readonly filters: readonly FieldFilter[]
  readonly tileId: string
  readonly together?: readonly string[] | undefined
  facts(source: string): SourceFacts
  run(query: Query): Promise<ResultSet>
  answer(answer: Answer): Promise<BuiltTile>
}

/** Whether all sources that are filtered alike know a field; none of them is narrowed by it otherwise. */
export const knownToAll = (model: SemanticModel, together: readonly string[] = [], field: string): boolean =>
  together.every((source) => model.counterpart(model.source(source), field) !== null)

/** The context of one tile, and which of the board's choices have reached it so far. */
export function createTileContext(parts: ContextParts): {
  readonly context: TileContext
  readonly reached: { range: boolean; readonly filters: Set<FieldFilter> }
} {
  const { model } = parts
  const reached = { range: false, filters: new Set<FieldFilter>() }
  const pick = ({ values }: Pick<FieldFilter, 'values'>): string => JSON.stringify(values)
  const filtersOf = (
    sourceId: string,
    fixed: readonly QueryFilter[],
    apart: string | null,
  ): QueryFilter[] => {
    const source = model.source(sourceId)
    const concept = (field: string): string | undefined => {
      const id = model.counterpart(source, field)
      return id === null ? undefined : source.attributes[id]?.concept
    }
    const taken = new Map(fixed.map((filter) => [concept(filter.field), pick(filter)]))
    return parts.filters.flatMap((filter) => {
      if (filter.fromTile === parts.tileId) return []
      const field = model.counterpart(source, filter.field)
      if (field === null || (apart !== null && field === model.counterpart(source, apart))) return []
      if (parts.together?.includes(sourceId) && !knownToAll(model, parts.together, filter.field)) return []
      const own = taken.get(concept(filter.field))
      if (own === undefined || own === pick(filter)) reached.filters.add(filter)
      return own === undefined ? [{ field, op: filter.op, values: filter.values }] : []
    })
  }
  const without = (apart: string | null): TileContext => {
    const narrowing = (source: string, fixed: readonly QueryFilter[]): QueryFilter[] =>
      filtersOf(source, fixed, apart)
    return {
      model,
      asOf: parts.asOf,
      get range() {
        reached.range = true
        return parts.range
      },
      shown(dates) {
        const { range } = parts
        if (typeof range === 'string') return { first: 0, end: dates.length }
        reached.range = true
        const before = (isBefore: (date: string) => boolean): number => dates.filter(isBefore).length
        return { first: before((date) => date < range.from), end: before((date) => date <= range.to) }
      },
      facts: (source) => parts.facts(source),
      answer: (answer) => parts.answer(answer),
      filtersOf: narrowing,
      run: (query) => {
        const fixed = query.filters ?? []
        return parts.run({ ...query, filters: [...fixed, ...narrowing(query.source, fixed)] })
      },
      whole: without,
    }
  }
  return { context: without(null), reached }
}

/** About how many days. */
const lengthOf = (range: BoardRange): number =>
  typeof range === 'string'
    ? { '30D': 30, '90D': 90, '1Y': 366, ALL: Infinity }[range]
    : daysBetween(range.from, range.to) + 1

/** Few enough days to have a bar each. */
export const isShort = (range: BoardRange): boolean => lengthOf(range) <= 31

/** Coarser steps for long ranges, finer ones where a coarse step would leave a handful of points. */
export function grainFor(wanted: Grain, range: BoardRange): Grain {
  if (isShort(range)) return wanted === 'hour' ? 'hour' : 'day'
  if (lengthOf(range) <= 92 && wanted === 'month') return 'week'
  return wanted
}

/** Bars by day while there are not too many of them. */
export const dayOrWeek = (range: BoardRange): 'day' | 'week' => (lengthOf(range) <= 92 ? 'day' : 'week')

/** The tile as the frame reads it, without data. */
export function tileHead(
  definition: TileDefinition,
  model: SemanticModel,
  about: DrillOrder & {
    readonly lastDay: string
    readonly source: string
    readonly status: Tile['trust']['status']
  },
): Omit<Tile, 'data'> {
  const [sourceId = '', measureId = ''] = definition.measure.split('.')
  const { measure } = model.measure(model.source(sourceId), measureId)
  const drill = drillFields(definition, model, about)
  const field = definition.crossFilterField
  const [home, column = ''] = field?.split('.') ?? []
  const name = model.sources.find(({ id }) => id === home)?.attributes[column]?.label
  return {
    id: definition.id,
    title: definition.title,
    subtitle: definition.subtitle,
    kind: definition.kind,
    span: definition.span,
    height: definition.height,
    summary: '',
    trust: {
      unit: definition.unit ?? measure.unit,
      source: about.source,
      lastDay: about.lastDay,
      status: about.status,
      definition: definition.definition ?? measure.definition,
      field: definition.measure,
    },
    ...(field && { crossFilterField: field, ...(name && { crossFilterName: name }) }),
    ...(definition.question === undefined ? {} : { question: definition.question }),
    sourceId: definition.sourceId === undefined ? sourceId : definition.sourceId,
    ...(drill.length === 0 ? {} : { drill }),
    ...(definition.position === undefined ? {} : { position: definition.position }),
  }
}
