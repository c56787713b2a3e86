import { bestChart, whyNot } from '../query/chart'
import type { Answer, AnswerFilter, AnswerQuery, AnswerRange, ChartType } from '../wire/answers'
import { daysOf, rangeOfBoard, usualRange } from '../query/range'
import { resolve } from '../query/resolve'
import { QueryProblem, type QueryFilter, type Range } from '../model/source'
import type { SemanticModel } from '../model/semantic-model'
import { grainFor, type Asks, type TileQuestion } from './definition'
import { filtered, type LaidOver } from './own-board'

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
export function askedOrNone(model: SemanticModel, asks: Asks, board: LaidOver): Answer | null {
  try {
    return askedOf(model, asks, board)
  } catch (error) {
    if (error instanceof QueryProblem) return null
    throw error
  }
}
