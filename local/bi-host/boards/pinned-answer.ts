import { bestChart, whyNot } from '../query/chart'
import type { Answer, ChartType } from '../wire/answers'
import { openForm } from '../query/answer-form'
import { aboutFormula } from '../query/figures'
import { filtersLaidOver } from '../query/narrow'
import { phraseOf } from '../questions/phrase'
import { rangeOfBoard } from '../query/range'
import { resolve } from '../query/resolve'
import type { FieldFilter, RangeId, TileData } from '../wire/board'
import type { SemanticModel } from '../model/semantic-model'
import type { StoredAnswer } from '../store/dashboard-tiles'
import type { TileDefinition } from './definition'

/** An answer as a tile keeps it; `null` when it is none of the present form. */
export function parsePinned(value: unknown): (Answer & StoredAnswer) | null {
  const { answer, problems } = openForm(value)
  return answer === null || problems.length > 0 ? null : { ...answer, v: 2 }
}

/** An answer of the builder as a tile of a dashboard. Throws QueryProblem when the model does not know its fields. */
export function pinnedAnswer(model: SemanticModel, id: string, answer: Answer): TileDefinition {
  // Which day it is matters to the numbers, not to the kind of tile.
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
    question: phraseOf(model, answer),
    kind: kindOf(chart, resolved.grain !== undefined),
    span: 30,
    height: 360,
    measure: first?.id ?? '',
    ...(measure?.formula ? aboutFormula(resolved, measure) : {}),
    ...(answer.query.range === undefined ? {} : { keepsRange: true }),
    ...(attribute ? { crossFilterField: attribute.id } : {}),
    build: (context) => context.answer(answer),
  }
}

function kindOf(chart: ChartType, overTime: boolean): TileData['kind'] {
  switch (chart) {
    case 'kpi':
    case 'table':
    case 'scatter':
      return chart
    case 'heatmap':
      return 'matrix'
    case 'donut':
    case 'treemap':
      return 'parts'
    case 'line':
    case 'area':
    case 'stacked-area':
    case 'area-100':
    case 'bars':
    case 'stacked-bars':
    case 'bars-line':
      return overTime ? 'series' : 'bars'
  }
}

/** What a board lays over the answers on it. */
export interface LaidOver {
  readonly range: RangeId
  readonly filters: readonly FieldFilter[]
  readonly tileId: string
  readonly asOf: string
}

/** The board's range and filters laid over an answer, where it has none of its own and its sources know them. */
export function onBoard(model: SemanticModel, answer: Answer, board: LaidOver): Answer {
  const { query } = answer
  return filtered(
    model,
    { ...answer, query: { ...query, range: query.range ?? rangeOfBoard(board.range) } },
    board,
  )
}

/** The same without the range. */
export function filtered(
  model: SemanticModel,
  answer: Answer,
  { filters, tileId, asOf }: Omit<LaidOver, 'range'>,
): Answer {
  const { sources } = resolve(model, answer.query, asOf)
  const own = answer.query.filters ?? []
  const fromOthers = filters.filter(({ fromTile }) => fromTile !== tileId)
  const added = filtersLaidOver(model, sources, own, fromOthers)
  return added.length === 0 ? answer : { ...answer, query: { ...answer.query, filters: [...own, ...added] } }
}
