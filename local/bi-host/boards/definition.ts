import type { Answer, ChartType } from '../wire/answers'
import type { BoardRange, FieldFilter, Grain, RangeId, Tile, TileData } from '../wire/board'
import type { TileRect } from '../wire/tile-grid'
import { daysBetween } from '../model/days'
import type { Query, QueryFilter, Range, ResultSet } from '../model/source'
import type { SemanticModel, SourceFacts } from '../model/semantic-model'

/** The chart builder's query for the numbers of a tile. Fields are bare ids of the first measure's source, or qualified. */
export interface TileQuestion {
  /** Qualified ids, and formulas over them: `moving_average(price.close, 200)`. */
  readonly measures: readonly string[]
  readonly by?: readonly string[]
  readonly where?: readonly QueryFilter[]
  /** Default filters if the board is not filtered by their field: the asset of a tile until the user chooses one. */
  readonly otherwise?: readonly QueryFilter[]
  readonly grain?: Grain
  /** Default: the board's, if there is a grain. */
  readonly range?: Range
  /** One value over the last N days (rows, for a source of trading days), instead of range and grain. */
  readonly over?: number
  readonly top?: { readonly count: number; readonly other?: boolean }
  readonly chart?: ChartType
}

/** A function if the tile shows less, or a coarser grain, over another range. */
export type Asks = TileQuestion | ((range: BoardRange) => TileQuestion)

/**
 * Attributes that can drill a tile's measure down: those of its source that neither the tile nor a filter holds to one value. Those in
 * `first` (the board's filters) lead, because the board's readers think in them.
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
  // A single price over all assets is meaningless.
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

/** A dashboard as data: everything the host needs to lay it out and fill it. */
export interface BoardDefinition {
  readonly id: string
  readonly title: string
  readonly description: string
  /** Default range and grain. */
  readonly range: RangeId
  readonly chips: readonly { readonly field: string; readonly multiple: boolean; readonly label?: string }[]
  readonly tiles: readonly TileDefinition[]
  /** Tabs of the board in order. Each tile is on one of them, and the first is the default. */
  readonly tabs?: readonly BoardTab[]
  readonly ranges?: readonly RangeId[]
  /** Default filters, which a user's choice on the same field replaces. */
  readonly defaults?: readonly FieldFilter[]
}

/** The constraints a tile already puts on its measure. */
export interface Drill {
  readonly where: readonly QueryFilter[]
  readonly by: readonly string[]
  /** Days of a value that belongs to no single day. Default: the range of the board. */
  readonly range?: Range
  /** Instead of a range: the last N rows, which are trading dates if the source has only those. */
  readonly over?: number
  /** For a chart over time, which shows whole intervals. */
  readonly grain?: Grain
}

export interface BoardTab {
  readonly id: string
  readonly label: string
  /** Ids of the tiles, in board order. */
  readonly tiles: readonly string[]
}

/** A tile without its data, and the function that computes the data. */
export interface TileDefinition {
  readonly id: string
  readonly title: string
  readonly subtitle: string
  readonly kind: TileData['kind']
  readonly span: number
  readonly height: number
  /** Field whose source, unit and definition the trust line shows, e.g. `stable_supply.supply`. */
  readonly measure: string
  /** Overrides the measure's own text if the tile computes something else from it. */
  readonly unit?: string
  readonly definition?: string
  readonly crossFilterField?: string
  /** The chart builder's query for the same numbers. Absent if it has none that gives them. */
  readonly asks?: Asks
  /** Question text for the chart builder. Default: generated from `asks`. */
  readonly question?: string
  /** Source or worksheet that covers the question. Default: the measure's own source. */
  readonly sourceId?: string | null
  /** Set if the numbers are the measure's own, so that they can be drilled down. */
  readonly drill?: Drill
  /** Position on a user's own dashboard. */
  readonly position?: TileRect
  /** Sources filtered alike: a filter that one of them does not have applies to none, or a ratio would compare unlike things. */
  readonly together?: readonly string[]
  /** The tile shows shares by this qualified field: filters on it narrow neither the tile nor its question, only a drilled point. */
  readonly whole?: string
  /** It has a range of its own whatever the board's is: fixed days, or counted back from the board's last day. */
  readonly keepsRange?: 'fixed' | 'counted'
  /** Default filters of its original board, which apply on other boards too. */
  readonly defaults?: readonly FieldFilter[]
  build(context: TileContext): Promise<BuiltTile>
}

export interface BuiltTile {
  readonly data: TileData
  readonly summary: string
  /** Subtitle that depends on range or data. */
  readonly subtitle?: string
  /** Totals of this tile, keyed by meaning (measure, filters, days). A test checks on every board that tiles with the same figure agree. */
  readonly figures?: Readonly<Record<string, number>>
}

export interface TileContext {
  readonly model: SemanticModel
  readonly asOf: string
  readonly range: BoardRange
  /** Rows of these dates within the board's explicit days. All rows if there are none. */
  shown(dates: readonly string[]): { readonly first: number; readonly end: number }
  facts(source: string): SourceFacts
  /** Runs a query with the board's filters, except those that the source does not have or the tile has fixed itself. */
  run(query: Query): Promise<ResultSet>
  /** Runs an answer of the builder with the board's range and filters. */
  answer(answer: Answer): Promise<BuiltTile>
  /** The filters `run` adds to this source. */
  filtersOf(source: string, fixed: readonly QueryFilter[]): readonly QueryFilter[]
  /** The same context without filters on a qualified field: a share by it is always of the total. */
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

/** Whether all these sources have a field. If not, a filter on it narrows none of them. */
export const knownToAll = (model: SemanticModel, together: readonly string[] = [], field: string): boolean =>
  together.every((source) => model.counterpart(model.source(source), field) !== null)

/** The context of one tile, and a record of which of the board's choices have applied to it so far. */
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

/** Approximate number of days. */
const lengthOf = (range: BoardRange): number =>
  typeof range === 'string'
    ? { '30D': 30, '90D': 90, '1Y': 366, ALL: Infinity }[range]
    : daysBetween(range.from, range.to) + 1

/** Few enough days for one bar each. */
export const isShort = (range: BoardRange): boolean => lengthOf(range) <= 31

/** A coarser grain for long ranges, and a finer one where a coarse grain would leave only a few points. */
export function grainFor(wanted: Grain, range: BoardRange): Grain {
  if (isShort(range)) return wanted === 'hour' ? 'hour' : 'day'
  if (lengthOf(range) <= 92 && wanted === 'month') return 'week'
  return wanted
}

/** Daily bars while there are not too many. */
export const dayOrWeek = (range: BoardRange): 'day' | 'week' => (lengthOf(range) <= 92 ? 'day' : 'week')

/** The tile as sent to the frame, without data. */
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
