import { bestChart, whyNot } from '../query/chart'
import type { Answer, AnswerRange, ChartType } from '../wire/answers'
import { openForm } from '../query/answer-form'
import { aboutFormula } from '../query/table'
import { filtersLaidOver, resolve } from '../query/resolve'
import { canonical } from '../questions/canonical'
import { isOfLastDay, usesRange } from '../questions/chips'
import { rangeOfBoard } from '../query/range'
import type { BoardRange, FieldFilter, TileData } from '../wire/board'
import type { SemanticModel } from '../model/semantic-model'
import type { StoredAnswer, DashboardTile } from '../store/dashboard-tiles'
import type { TileDefinition, BoardDefinition } from './definition'
import { QueryProblem } from '../model/source'
import type { Dashboard } from '../store/dashboards'
import { heightOfRows, inReadingOrder, tileGrid } from '../wire/tile-grid'
import { curatedBoards, holderOf } from './library/catalogue'

/** A user's own dashboard as a board, with its tiles in reading order. */
export function ownBoard(model: SemanticModel, dashboard: Dashboard): BoardDefinition {
  const tiles = dashboard.tiles.toSorted((one, other) => inReadingOrder(one.layout, other.layout))
  return {
    id: dashboard.id,
    title: dashboard.name,
    description: dashboard.description,
    range: '90D',
    chips: [],
    tiles: tiles.map((tile) => ({
      ...drawn(model, tile),
      id: tile.id,
      position: tile.layout,
      span: (tile.layout.w * 60) / tileGrid.columns,
      height: heightOfRows(tile.layout.h),
    })),
    tabs: dashboard.tabs.map(({ id, label }) => ({
      id,
      label,
      tiles: tiles.filter(({ tabId }) => tabId === id).map((tile) => tile.id),
    })),
  }
}

export function curatedTile(boardId: string, tileId: string): TileDefinition | null {
  const board = curatedBoards.find(({ id }) => id === boardId)
  const tile = board?.tiles.find(({ id }) => id === tileId)
  return tile === undefined || board?.defaults === undefined
    ? (tile ?? null)
    : { ...tile, defaults: board.defaults }
}

function drawn(model: SemanticModel, tile: DashboardTile): TileDefinition {
  if (tile.kind === 'curated') {
    const shown = curatedTile(tile.boardId, tile.tileId)
    if (shown === null) return lost('Deleted chart', 'This chart no longer exists. You can remove it.')
    return tile.title === undefined ? shown : { ...shown, title: tile.title }
  }
  // The builder opens the stored answer, not a question.
  const broken = (why: string): TileDefinition => ({
    ...lost(tile.title, `${why} Open it in Data Weaver to mend it, or remove it.`),
    question: '',
  })
  try {
    const pinned = parsePinned(tile.answer)
    if (pinned) return pinnedAnswer(model, tile.id, { ...pinned, title: tile.title })
    return broken(`This chart is damaged. ${openForm(tile.answer).problems.join(' ')}`)
  } catch (error) {
    if (error instanceof QueryProblem)
      return broken('This chart can no longer be drawn: what it was made from has changed.')
    throw error
  }
}

function keeping(range: AnswerRange | undefined): Pick<TileDefinition, 'keepsRange'> {
  if (range === undefined) return {}
  return { keepsRange: 'from' in range ? 'fixed' : 'counted' }
}

/** Placeholder for a tile that can no longer be drawn. Only the user may remove it. */
function lost(title: string, why: string): TileDefinition {
  return {
    id: '',
    title,
    subtitle: '',
    kind: 'table',
    span: 30,
    height: 360,
    measure: 'price.close',
    unit: '',
    definition: 'This host cannot draw what was pinned here.',
    build: () => Promise.reject(new QueryProblem(why)),
  }
}

/** An answer as stored in a tile. `null` if it is not in the current format. */
export function parsePinned(value: unknown): (Answer & StoredAnswer) | null {
  const { answer, problems } = openForm(value)
  return answer === null || problems.length > 0 ? null : { ...answer, v: 2 }
}

/** A builder answer as a tile of a dashboard. Throws QueryProblem if the model does not have its fields. */
function pinnedAnswer(model: SemanticModel, id: string, answer: Answer): TileDefinition {
  // The day affects the numbers, but not the kind of tile, so any will do.
  const resolved = resolve(model, answer.query, '2026-01-01')
  const { type } = answer.chart
  const chart = type === 'auto' || whyNot(type, resolved) !== '' ? bestChart(resolved) : type
  const [attribute] = resolved.attributes
  const [first] = resolved.bases
  const [measure] = resolved.measures
  return {
    id,
    title: answer.title,
    subtitle: '',
    question: canonical(model, answer),
    sourceId: holderOf(model, resolved.sources),
    kind: kindOf(chart, resolved.grain !== undefined),
    span: 30,
    height: 360,
    measure: first?.id ?? '',
    ...(measure?.formula ? aboutFormula(resolved, measure) : {}),
    ...keeping(answer.query.range),
    ...(attribute ? { crossFilterField: attribute.id } : {}),
    build: (context) => context.answer(answer),
  }
}

const kinds: Readonly<Partial<Record<ChartType, TileData['kind']>>> = {
  kpi: 'kpi',
  table: 'table',
  scatter: 'scatter',
  heatmap: 'matrix',
  donut: 'parts',
  treemap: 'parts',
}

const kindOf = (chart: ChartType, overTime: boolean): TileData['kind'] =>
  kinds[chart] ?? (overTime ? 'series' : 'bars')

/** Board settings that apply to the answers on it. */
export interface LaidOver {
  readonly range: BoardRange
  readonly filters: readonly FieldFilter[]
  readonly tileId: string
  readonly firstDay: string
  readonly asOf: string
}

/** Applies the board's range to an answer over days that has none, and the board's filters that its sources have. */
export function onBoard(model: SemanticModel, answer: Answer, board: LaidOver): Answer {
  const { query } = answer
  const range = query.range ?? rangeOfBoard(board.range)
  const resolved = resolve(model, query, board.asOf)
  const isOverDays = usesRange(resolved) || !resolved.bases.every(isOfLastDay)
  return filtered(model, isOverDays ? { ...answer, query: { ...query, range } } : answer, board)
}

export function filtered(
  model: SemanticModel,
  answer: Answer,
  { filters, tileId, asOf }: Omit<LaidOver, 'range' | 'firstDay'>,
): Answer {
  const { sources } = resolve(model, answer.query, asOf)
  const own = answer.query.filters ?? []
  const fromOthers = filters.filter(({ fromTile }) => fromTile !== tileId)
  const added = filtersLaidOver(model, sources, own, fromOthers)
  return added.length === 0 ? answer : { ...answer, query: { ...answer.query, filters: [...own, ...added] } }
}
