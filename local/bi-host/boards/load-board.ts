import { randomUUID } from 'node:crypto'
import { bestChart, whyNot } from '../query/chart'
import type { Answer, AnswerFilter, AnswerQuery, AnswerRange, ChartType } from '../wire/answers'
import { daysOf, rangeOfBoard, usualRange } from '../query/range'
import { resolve, sourcesOf } from '../query/resolve'
import { QueryProblem, type QueryFilter, type Range } from '../model/source'
import type { SemanticModel } from '../model/semantic-model'
import {
  grainFor,
  createTileContext,
  knownToAll,
  tileHead,
  type Asks,
  type TileQuestion,
  type BoardDefinition,
  type BoardTab,
  type BuiltTile,
  type TileDefinition,
} from './definition'
import { filtered, onBoard, type LaidOver } from './own-board'
import { builtAnswer } from './run-answer'
import {
  rangeIds,
  type BoardEvent,
  type BoardReply,
  type BoardRequest,
  type BoardView,
  type FieldFilter,
  type FilterChip,
  type BoardRange,
  type Tile,
  type TileScope,
} from '../wire/board'
import { canonical } from '../questions/canonical'
import { drillBoard, drilledFilters } from './drill'
import { holderOf } from './library/catalogue'
import { spanOf } from '../model/days'
import { rangeInWords } from '../rendering/format'
import { isEmpty } from '../rendering/readout'
import { isOther } from '../rendering/theme/series-colors'
import { batchQueries, type Warehouse } from '../warehouse/warehouse'
import { QueryStopped } from '../warehouse/engine'
import { Refusal } from '../warehouse/problem'

/** The question as an answer with the board's range and filters. Throws QueryProblem for what the model does not have. */
function askedOf(model: SemanticModel, asks: Asks, board: LaidOver): Answer {
  const asked = typeof asks === 'function' ? asks(board.range) : asks
  const formulas = asked.measures
    .filter((measure) => !isId(measure))
    .map((expression, at) => ({ id: `f${at}`, label: expression, expression }))
  const query = withDays(model, asked, board, {
    measures: asked.measures.map((measure) => {
      const formula = formulas.find(({ expression }) => expression === measure)
      return formula === undefined ? measure : `formula.${formula.id}`
    }),
    ...(asked.by === undefined ? {} : { attributes: asked.by.map((field) => full(asked, field)) }),
    ...(formulas.length === 0 ? {} : { formulas }),
    ...(asked.where === undefined ? {} : { filters: asked.where.map((filter) => filterOf(asked, filter)) }),
  })
  const [measure = ''] = query.measures
  const [attribute] = query.attributes ?? []
  const whole: Answer = {
    version: 2,
    title: 'Tile',
    query: {
      ...endingWith(board, query),
      ...(asked.top && attribute && { top: { attribute, by: measure, ...asked.top } }),
    },
    chart: { type: 'auto' },
  }
  const otherwise = (asked.otherwise ?? []).map((filter) => ({ ...filterOf(asked, filter), fromTile: '' }))
  const narrowed = filtered(model, filtered(model, whole, board), { ...board, filters: otherwise })
  return drawnAs(model, narrowed, asked.chart, board.asOf)
}

const isId = (measure: string): boolean => /^[a-z_0-9]+\.[a-z_0-9]+$/.test(measure)

/** Qualifies a field with the source of the first measure if it has none. */
function full({ measures }: TileQuestion, field: string): string {
  if (field.includes('.')) return field
  const [, source = ''] = /([a-z_0-9]+)\.[a-z_]/.exec(measures[0] ?? '') ?? []
  return `${source}.${field}`
}

/** Attribute values are listed by name, as a user would filter them. */
const filterOf = (asked: TileQuestion, { field, op, values }: QueryFilter): AnswerFilter => ({
  field: full(asked, field),
  op: op === 'eq' ? 'in' : op === 'ne' ? 'not-in' : op,
  values,
})

function withDays(
  model: SemanticModel,
  { over, grain, range }: TileQuestion,
  board: Pick<LaidOver, 'range' | 'asOf'>,
  query: AnswerQuery,
): AnswerQuery {
  if (over === undefined) {
    if (range !== undefined) return { ...query, ...(grain && { grain }), range: rangeOf(range) }
    if (grain === undefined) return query
    return { ...query, grain: grainFor(grain, board.range), range: rangeOfBoard(board.range) }
  }
  const { bases, measures } = resolve(model, query, board.asOf)
  // A balance over one day is its latest value.
  const isBalance = bases.every(({ measure }) => measure.kind === 'semi-additive')
  if (over === 1 && isBalance && measures.every(({ formula }) => !formula)) return query
  // A count of days would include weekends, which a source of trading days does not have.
  if ((over > 1 || typeof board.range !== 'string') && bases.some(({ source }) => source.tradingDays))
    return {
      ...query,
      measures: ['formula.f0'],
      formulas: [{ id: 'f0', label: 'Sum', expression: `moving_sum(${query.measures[0]}, ${over})` }],
      grain: 'day',
      range: rangeOfBoard(board.range),
    }
  return { ...query, range: { kind: 'last', count: over, unit: 'day' } }
}

/** If the board has explicit days, relative ranges end with them. */
function endingWith({ range, firstDay, asOf }: LaidOver, query: AnswerQuery): AnswerQuery {
  if (typeof range === 'string') return query
  const { from, to } = daysOf(query.range ?? usualRange(query), asOf)
  return { ...query, range: { kind: 'between', from: from < firstDay ? firstDay : from, to } }
}

const rangeOf = (range: Range): AnswerRange =>
  typeof range === 'object' && 'last' in range
    ? { kind: 'last', count: range.last, unit: range.unit }
    : rangeOfBoard(range)

/** Sets the tile's own chart, unless it is the default anyway or does not fit. */
function drawnAs(model: SemanticModel, answer: Answer, chart: ChartType | undefined, asOf: string): Answer {
  if (chart === undefined) return answer
  const resolved = resolve(model, answer.query, asOf)
  return chart === bestChart(resolved) || whyNot(chart, resolved) !== ''
    ? answer
    : { ...answer, chart: { type: chart } }
}

/** If the question cannot be built, the tile goes without one: a model change must not break the tile. */
function askedOrNone(model: SemanticModel, asks: Asks, board: LaidOver): Answer | null {
  try {
    return askedOf(model, asks, board)
  } catch (error) {
    if (error instanceof QueryProblem) return null
    throw error
  }
}

export interface BoardAnswer {
  readonly reply: BoardReply
  /** Totals stated by tiles, keyed by meaning: every tile that states a figure must have the same value. */
  readonly figures: readonly Figure[]
  /** Faults of tiles that could not be computed, for the log. The user gets a plain sentence. */
  readonly faults: readonly { readonly tile: string; readonly reference: string; readonly error: unknown }[]
}

interface Figure {
  readonly tile: string
  readonly name: string
  readonly value: number
}

/** Computes all tiles of a board in parallel. Throws QueryProblem for a request that no tile could answer. */
export async function loadBoard(
  all: Warehouse,
  whole: BoardDefinition,
  request: BoardRequest,
  options: { readonly editable?: boolean; readonly signal?: AbortSignal } = {},
): Promise<BoardAnswer> {
  const range = rangeAsked(all, whole, request)
  // Explicit days apply to every chart: a last-day chart shows the last of them.
  const warehouse = typeof range === 'string' ? all : await all.upTo(range.to)
  const board = request.drill ? await drillBoard(warehouse, whole, request.drill, range) : whole
  const filters = withDefaults(board.defaults, askedFilters(warehouse, whole, request))
  const tab = tabOf(board, request.tabId)
  const ids = request.tiles ?? (request.allTabs === true ? undefined : tab?.tiles)
  const wanted = ids ? board.tiles.filter(({ id }) => ids.includes(id)) : board.tiles
  const unknown = request.tiles?.find((id) => !board.tiles.some((tile) => tile.id === id))
  if (unknown !== undefined) throw new Refusal('not-found', 'This dashboard has no such chart.')
  const faults: { tile: string; reference: string; error: unknown }[] = []
  const figures: Figure[] = []
  const batched = (one: Warehouse) => batchQueries(one.model, (query) => one.run(query, options.signal))
  const [run, runAll] = [batched(warehouse), batched(all)]
  const tiles = await Promise.all(
    wanted.map(async (tile): Promise<Tile> => {
      // A tile with fixed days shows all of them, whatever the board's days.
      const own = tile.keepsRange === 'fixed' ? all : warehouse
      const tabId = request.allTabs === true ? tabWith(board, tile.id) : undefined
      const [source = ''] = tile.measure.split('.')
      const [{ asOf }, { firstDay, lastDay }] = [own, own.facts(source)]
      const laid = { range, filters: withDefaults(tile.defaults, filters), tileId: tile.id, firstDay, asOf }
      const head = {
        ...tileHead(tile, own.model, {
          ...own.origin(source),
          lastDay,
          filters: laid.filters.filter(({ fromTile }) => fromTile !== tile.id),
          first: board.chips.map(({ field }) => field),
        }),
        ...questionOf(own, tile, laid),
        ...(tabId === undefined ? {} : { tabId }),
      }
      if (request.part === 'definition') return { ...head, data: null }
      try {
        const { context, reached } = createTileContext({
          model: own.model,
          ...laid,
          together: tile.together,
          facts: (source) => own.facts(source),
          run: own === warehouse ? run : runAll,
          answer: (answer) => {
            const asked = onBoard(own.model, answer, laid)
            reached.range ||= asked.query.range !== answer.query.range
            for (const filter of laid.filters)
              if (filtered(own.model, answer, { ...laid, filters: [filter] }) !== answer)
                reached.filters.add(filter)
            return builtAnswer(own, asked, options.signal)
          },
        })
        const built = await tile.build(context)
        for (const [name, value] of Object.entries(built.figures ?? {}))
          figures.push({ tile: tile.id, name, value })
        return {
          ...head,
          ...textsOf(tile, built),
          scope: scopeOf(own.model, whole, laid, reached),
          data: built.data,
        }
      } catch (error) {
        if (options.signal?.aborted) throw error
        const reference = randomUUID().slice(0, 8)
        if (!(error instanceof QueryProblem)) faults.push({ tile: tile.id, reference, error })
        return { ...head, data: null, problem: problemText(error, reference) }
      }
    }),
  )
  const reply: BoardReply = {
    board: viewOf(warehouse, board, { range, filters, tab, editable: options.editable ?? false }),
    tiles,
    ...(request.events ? { events: await eventsOf(warehouse, options.signal) } : {}),
  }
  return { reply, faults, figures }
}

/** The board's range, limited to the requested days. Throws QueryProblem if they do not overlap. */
function rangeAsked({ asOf }: Warehouse, board: BoardDefinition, { range, days }: BoardRequest): BoardRange {
  const whole = range ?? board.range
  const { from } = spanOf(whole, { asOf, firstDay: '1970-01-01', lastDay: asOf })
  if (days === undefined || (days.from <= from && days.to >= asOf)) return whole
  return spanOf(days, { asOf, firstDay: from, lastDay: asOf })
}

async function eventsOf(warehouse: Warehouse, signal?: AbortSignal): Promise<readonly BoardEvent[]> {
  const { columns, rows } = await warehouse.run(
    {
      source: 'events',
      measures: ['events'],
      dims: ['title', 'subject'],
      grain: 'day',
      range: { from: warehouse.facts('events').firstDay, to: warehouse.asOf },
    },
    signal,
  )
  const text = (column: string, row: number): string => String(columns[column]?.[row] ?? '')
  return Array.from({ length: rows }, (_, row) => ({
    date: text('date', row),
    title: text('title', row),
    subject: text('subject', row),
  }))
}

/** The conditions under which a tile was computed, in words. A filter from a click on the tile itself only applies to the others. */
function scopeOf(
  model: SemanticModel,
  board: BoardDefinition,
  { filters, range, tileId }: LaidOver,
  reached: ReturnType<typeof createTileContext>['reached'],
): TileScope {
  const set = filters.filter(({ fromTile }) => fromTile !== tileId)
  const label = ({ field }: FieldFilter): string => {
    const [source = '', id = ''] = field.split('.')
    const chip = board.chips.find((one) => one.field === field)?.label
    if (chip !== undefined) return chip
    const isKnown = model.sources.some((one) => one.id === source)
    return isKnown ? model.attribute(model.source(source), id).attribute.label : field
  }
  const words = { 'not-in': 'not', ne: 'not', lt: '<', le: '≤', gt: '>', ge: '≥', contains: 'has' } as const
  const condition = (filter: FieldFilter): string =>
    `${label(filter)} ${filter.op in words ? words[filter.op as keyof typeof words] : '='} ${filter.values.join(filter.op === 'between' ? ' to ' : ', ')}`
  return {
    board: board.title,
    ...(reached.range ? { range: rangeInWords(range) } : {}),
    filters: set.filter((filter) => reached.filters.has(filter)).map(condition),
    ignored: [...new Set(set.filter((filter) => !reached.filters.has(filter)).map(label))],
  }
}

/** A tile that does not follow the board's range says so. An empty tile gets no summary of its data. */
function textsOf(tile: TileDefinition, built: BuiltTile): Pick<Tile, 'subtitle' | 'summary'> {
  const empty = isEmpty(built.data)
  const subtitle = (empty ? undefined : built.subtitle) ?? tile.subtitle
  const parts = [tile.keepsRange ? 'Own range' : '', subtitle].filter((part) => part !== '')
  // On a small card, the days come first.
  if (tile.kind === 'kpi') parts.reverse()
  return { subtitle: parts.join(' · '), summary: empty ? 'No data for this choice.' : built.summary }
}

/** The tile's query in exact token syntax. The chart builder rephrases it in plain words. */
function questionOf(
  { model }: Warehouse,
  { asks, together, whole }: TileDefinition,
  laid: LaidOver,
): Pick<Tile, 'question' | 'sourceId'> {
  const [source = '', id] = whole?.split('.') ?? []
  const narrows = (field: string): boolean =>
    whole === undefined || model.counterpart(model.source(source), field) !== id
  const filters = laid.filters.filter(({ field }) => knownToAll(model, together, field) && narrows(field))
  const asked = asks === undefined ? null : askedOrNone(model, asks, { ...laid, filters })
  if (asked === null) return {}
  const sourceId = holderOf(model, sourcesOf(model, asked.query, laid.asOf))
  return { question: canonical(model, asked), sourceId }
}

function problemText(error: unknown, reference: string): string {
  if (error instanceof QueryProblem) return error.message
  if (error instanceof QueryStopped)
    return 'This chart took too long to load. Choose a shorter time range or try again.'
  return `This chart could not be loaded (reference ${reference}).`
}

/** Refuses a filter on an unknown field instead of ignoring it silently. */
function askedFilters(
  warehouse: Warehouse,
  board: BoardDefinition,
  { filters = [], drill }: BoardRequest,
): readonly FieldFilter[] {
  for (const { field, values } of filters) {
    if (!warehouse.model.knows(field))
      throw new QueryProblem(`There is no field called "${field}" to filter by.`)
    if (values.length === 0) throw new QueryProblem(`The filter on "${field}" has no values.`)
  }
  return drill ? drilledFilters(board, drill, filters) : filters
}

/** The requested tab, or the first: an old link to a deleted tab still opens the board. */
export function tabOf(board: BoardDefinition, wanted: string | undefined): BoardTab | null {
  return board.tabs?.find(({ id }) => id === wanted) ?? board.tabs?.[0] ?? null
}

const tabWith = (board: BoardDefinition, tileId: string): string | undefined =>
  board.tabs?.find(({ tiles }) => tiles.includes(tileId))?.id

function withDefaults(
  defaults: readonly FieldFilter[] = [],
  chosen: readonly FieldFilter[],
): readonly FieldFilter[] {
  const open = defaults.filter(({ field }) => !chosen.some((filter) => filter.field === field))
  return [...chosen, ...open]
}

function viewOf(
  warehouse: Warehouse,
  board: BoardDefinition,
  shown: {
    readonly range: BoardRange
    readonly filters: readonly FieldFilter[]
    readonly tab: BoardTab | null
    readonly editable: boolean
  },
): BoardView {
  const { range, filters, tab, editable } = shown
  const tiles = board.tiles.filter(({ id }) => tab === null || tab.tiles.includes(id))
  return {
    id: board.id,
    title: board.title,
    description: board.description,
    tabs: (board.tabs ?? []).map(({ id, label }) => ({ id, label })),
    activeTabId: tab?.id ?? null,
    asOf: warehouse.asOf,
    badge: warehouse.badge,
    source: warehouse.sourceLabel,
    ranges: board.ranges ?? rangeIds,
    range: typeof range === 'string' ? range : board.range,
    ...(tiles.length > 0 && tiles.every(({ keepsRange }) => keepsRange) ? { rangeFixed: true } : {}),
    filters: board.chips.map((chip) => ({
      ...chipOf(warehouse, chip, filters),
      ...(tab !== null && !narrows(warehouse, board, tab, chip.field) ? { elsewhere: true } : {}),
    })),
    ready: editable || board.tiles.length > 0,
    ...(editable ? { editable: true } : {}),
  }
}

function narrows({ model }: Warehouse, board: BoardDefinition, tab: BoardTab, field: string): boolean {
  return board.tiles
    .filter(({ id }) => tab.tiles.includes(id))
    .some(({ measure }) => model.counterpart(model.source(measure.split('.')[0] ?? ''), field) !== null)
}

function chipOf(
  warehouse: Warehouse,
  chip: BoardDefinition['chips'][number],
  filters: readonly FieldFilter[],
): FilterChip {
  const [sourceId = '', id = ''] = chip.field.split('.')
  const { attribute } = warehouse.model.attribute(warehouse.model.source(sourceId), id)
  const chosen = filters
    .filter(({ field, op }) => field === chip.field && (op === 'in' || op === 'eq'))
    .flatMap(({ values }) => values.map(String))
  return {
    field: chip.field,
    label: chip.label ?? attribute.label,
    // Most rows first, with the collective value ("Other") last.
    values: (warehouse.facts(sourceId).values[id] ?? []).toSorted(
      (one, other) => Number(isOther(one)) - Number(isOther(other)),
    ),
    chosen,
    multiple: chip.multiple,
  }
}
