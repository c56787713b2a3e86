import * as v from 'valibot'
import { rangeIds, type Better, type NumberFormat } from '../wire/board'
import { QueryProblem, type Source, type Measure } from '../model/source'
import type { SemanticModel } from '../model/semantic-model'
import { filterValues } from './answer-form'
import type {
  Answer,
  AnswerFilter,
  AnswerQuery,
  Narrowing,
  AnswerGrain,
  AnswerRange,
  ChipTarget,
} from '../wire/answers'
import { rangeOfBoard, daysOf, usualRange } from './range'
import { intervalStart, type DaySpan } from '../model/days'
import { condition } from '../model/compile'
import {
  callsOf,
  FormulaProblem,
  measuresOf,
  parseExpression,
  type Expression,
  hasWindow,
  functionNamed,
} from './expression'
import { formatOf } from './formula-sql'

export const narrowingSchema = v.object({
  filters: v.exactOptional(
    v.pipe(
      v.array(
        v.object({
          column: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
          op: v.picklist(['in', 'not-in', 'lt', 'le', 'gt', 'ge', 'between', 'contains']),
          values: filterValues,
        }),
      ),
      v.maxLength(20),
    ),
  ),
  range: v.exactOptional(v.picklist(rangeIds)),
})

/** The filters that a source supports, except on attributes that the answer already filters. */
export function filtersLaidOver(
  model: SemanticModel,
  sources: readonly Source[],
  own: readonly AnswerFilter[],
  filters: readonly AnswerFilter[],
): readonly AnswerFilter[] {
  return filters.flatMap(({ field, op, values }) => {
    const source = sources.find((known) => model.counterpart(known, field) !== null)
    if (!source) return []
    const id = model.counterpart(source, field)
    const taken = own.some((filter) => model.counterpart(source, filter.field) === id)
    return taken ? [] : [{ field: `${source.id}.${id}`, op, values }]
  })
}

/**
 * Applies the embedding page's filters to an answer, as to boards: columns that the answer's sources do not have are skipped, and the
 * answer's own settings win. The added filters come after the answer's own.
 */
export function narrowed(
  model: SemanticModel,
  asOf: string,
  answer: Answer,
  { filters = [], range }: Narrowing = {},
): Answer {
  const { query } = answer
  const own = query.filters ?? []
  const sources = filters.length === 0 ? [] : sourcesOf(model, query, asOf)
  const wanted = filters.map(({ column, ...filter }) => ({ ...filter, field: column }))
  const added = filtersLaidOver(model, sources, own, wanted)
  return {
    ...answer,
    query: {
      ...query,
      ...(added.length === 0 ? {} : { filters: [...own, ...added] }),
      ...(range === undefined || query.range !== undefined ? {} : { range: rangeOfBoard(range) }),
    },
  }
}

/** Empty if the query cannot be resolved: it then has no answer either. */
export function sourcesOf(model: SemanticModel, query: AnswerQuery, asOf: string): readonly Source[] {
  try {
    return resolve(model, query, asOf).sources
  } catch (error) {
    if (error instanceof QueryProblem) return []
    throw error
  }
}

/** A model measure to be read, by its position among the base columns. */
interface BaseMeasure {
  readonly id: string
  readonly source: Source
  readonly measureId: string
  readonly measure: Measure
}

/** A column of the answer: a measure of the model, or a formula. */
export interface AnswerMeasure {
  readonly id: string
  readonly label: string
  readonly format: NumberFormat
  readonly better: Better
  readonly expression: Expression
  /** The first measure it is based on, which provides its source and last day. */
  readonly base: BaseMeasure
  readonly formula: boolean
  /** Summed, read at the end, or neither: decides what may be added up over rows. */
  readonly adds: 'flow' | 'balance' | 'ratio'
  /** Looks back over intervals. */
  readonly overTime: boolean
  /** Compares with the prior period itself. */
  readonly compares: boolean
}

interface AnswerAttribute {
  /** As named in the query. */
  readonly id: string
  readonly label: string
  readonly concept: string
  readonly kind: 'text' | 'number' | 'day'
  /** Bare id per source. Null if the source does not have the attribute. */
  readonly in: ReadonlyMap<string, string | null>
}

/** A query checked against the model, with every name resolved. */
export interface Resolved {
  readonly query: AnswerQuery
  readonly measures: readonly AnswerMeasure[]
  /** Read for a condition only, not a column of the answer. */
  readonly hidden: readonly AnswerMeasure[]
  readonly bases: readonly BaseMeasure[]
  readonly sources: readonly Source[]
  readonly attributes: readonly AnswerAttribute[]
  readonly grain: AnswerGrain | undefined
  readonly range: AnswerRange
  readonly span: DaySpan
}

interface ProblemAbout {
  readonly target?: ChipTarget
  /** Attribute that must be split by or held to one value. */
  readonly needs?: string
  /** The finest available interval. */
  readonly grain?: AnswerGrain
}

/** Names the part of the query that is at fault, and what would fix it. */
export class AnswerProblem extends QueryProblem {
  readonly about: ProblemAbout

  constructor(message: string, about: ProblemAbout = {}) {
    super(message)
    this.about = about
  }
}

/** Throws QueryProblem for what the model does not have or cannot answer. */
export function resolve(model: SemanticModel, query: AnswerQuery, asOf: string): Resolved {
  if (query.measures.length === 0) throw new QueryProblem('Choose a measure.')
  const measures = query.measures.map((id) =>
    concerning({ part: 'measure', id }, () => measureOf(model, query, id)),
  )
  const hidden = conditionsOf(model, query)
    .filter(({ field }) => !query.measures.includes(field))
    .map(({ field }) => measureOf(model, query, field))
  const bases = basesOf(model, [...measures, ...hidden])
  const sources = [...new Map(bases.map(({ source }) => [source.id, source])).values()]
  const attributes = (query.attributes ?? []).map((id) =>
    concerning({ part: 'attribute', id }, () => attributeOf(model, id, sources)),
  )
  if (new Set(attributes.map(({ concept }) => concept)).size < attributes.length)
    throw new AnswerProblem('An attribute is named twice.', {
      target: { part: 'attribute', id: attributes.at(-1)?.id ?? '' },
    })
  checkSplit(sources, attributes, bases)
  checkGrain(sources, query.grain)
  checkFilters(model, query, sources, [...measures, ...hidden])
  const range = query.range ?? usualRange(query)
  const raw = daysOf(range, asOf)
  const span = query.grain === undefined ? raw : { ...raw, from: intervalStart(raw.from, query.grain) }
  return { query, measures, hidden, bases, sources, attributes, grain: query.grain, range, span }
}

export function conditionsOf(model: SemanticModel, query: AnswerQuery): readonly AnswerFilter[] {
  return (query.filters ?? []).filter(({ field }) => isMeasure(model, field))
}

export function isMeasure(model: SemanticModel, field: string): boolean {
  if (field.startsWith('formula.')) return true
  const dot = field.indexOf('.')
  const source = model.sources.find(({ id }) => id === field.slice(0, Math.max(0, dot)))
  return source !== undefined && Object.hasOwn(source.measures, field.slice(dot + 1))
}

/** Resolves a qualified measure id. Throws QueryProblem. */
export function baseMeasure(model: SemanticModel, id: string): BaseMeasure {
  const dot = id.indexOf('.')
  const source = model.source(id.slice(0, Math.max(0, dot)))
  const found = model.measure(source, id.slice(dot + 1))
  return { id: `${source.id}.${found.id}`, source, measureId: found.id, measure: found.measure }
}

function measureOf(model: SemanticModel, query: AnswerQuery, id: string): AnswerMeasure {
  if (!id.startsWith('formula.')) {
    const base = baseMeasure(model, id)
    const { label, format, better, kind } = base.measure
    return {
      id,
      label,
      format,
      better: better ?? 'none',
      expression: { kind: 'measure', id: base.id },
      base,
      formula: false,
      adds: kind === 'additive' ? 'flow' : kind === 'semi-additive' ? 'balance' : 'ratio',
      overTime: false,
      compares: false,
    }
  }
  const formula = query.formulas?.find((candidate) => `formula.${candidate.id}` === id)
  if (!formula) throw new QueryProblem(`There is no formula called "${id.slice(8)}".`)
  const expression = readFormula(model, formula.expression, formula.label)
  const [first] = measuresOf(expression)
  if (first === undefined) throw new QueryProblem(`The formula "${formula.label}" names no measure.`)
  const base = baseMeasure(model, first)
  const calls = callsOf(expression).map(({ name }) => functionNamed(name))
  return {
    id,
    label: windowLabel(formula.label, expression, query.grain),
    format: formatOf(expression, (measure) => baseMeasure(model, measure).measure.format),
    better: base.measure.better ?? 'none',
    expression,
    base,
    formula: true,
    adds: 'ratio',
    overTime: calls.some(({ overTime }) => overTime),
    compares: calls.some(({ name }) => name === 'growth' || name === 'change'),
  }
}

/** A window is counted in days, or in hours at the hour grain. The label says which. */
const windowLabel = (label: string, expression: Expression, grain: AnswerGrain | undefined): string =>
  grain === 'hour' && hasWindow(expression) ? label.replace(/\b(\d+)-day\b/, '$1-hour') : label

function readFormula(model: SemanticModel, text: string, label: string): Expression {
  try {
    const expression = parseExpression(text, (name) => idOfLabel(model, name))
    for (const id of measuresOf(expression)) baseMeasure(model, id)
    return expression
  } catch (error) {
    if (error instanceof FormulaProblem || error instanceof QueryProblem)
      throw new QueryProblem(`Formula "${label}": ${error.message}`)
    throw error
  }
}

/** The formula's text with labels replaced by ids where they are known. */
export const inIds = (model: SemanticModel, expression: string): string =>
  expression.replaceAll(/\[([^[\]]{1,100})\]/g, (whole, label: string) => idOfLabel(model, label) ?? whole)

/** The measure with this label. Null if there is none or more than one. */
function idOfLabel(model: SemanticModel, label: string): string | null {
  const wanted = label.trim().toLowerCase()
  const found = model.sources.flatMap((source) =>
    Object.entries(source.measures)
      .filter(([, measure]) => measure.label.toLowerCase() === wanted)
      .map(([id]) => `${source.id}.${id}`),
  )
  return found.length === 1 ? (found[0] ?? null) : null
}

function basesOf(model: SemanticModel, measures: readonly AnswerMeasure[]): readonly BaseMeasure[] {
  const ids = [...new Set(measures.flatMap(({ expression }) => measuresOf(expression)))]
  if (ids.length > 12) throw new QueryProblem('An answer rests on at most 12 measures.')
  return ids.map((id) => baseMeasure(model, id))
}

/** Resolves a qualified attribute id, with its counterpart in each source. Throws QueryProblem. */
function attributeOf(model: SemanticModel, id: string, sources: readonly Source[]): AnswerAttribute {
  const dot = id.indexOf('.')
  const { attribute } = model.attribute(model.source(id.slice(0, Math.max(0, dot))), id.slice(dot + 1))
  return {
    id,
    label: attribute.label,
    concept: attribute.concept,
    kind: attribute.kind ?? 'text',
    in: new Map(sources.map((source) => [source.id, model.counterpart(source, id)])),
  }
}

/** At least one source must have all attributes. The others may have some or none. */
function checkSplit(
  sources: readonly Source[],
  attributes: readonly AnswerAttribute[],
  bases: readonly BaseMeasure[],
): void {
  const missing = (source: Source): AnswerAttribute | undefined =>
    attributes.find((attribute) => attribute.in.get(source.id) === null)
  const [first] = sources
  if (!first || sources.some((source) => missing(source) === undefined)) return
  const attribute = missing(first)
  const measure = bases.find(({ source }) => source === first)
  throw new AnswerProblem(
    `${measure?.measure.label ?? first.label} cannot be split by ${attribute?.label.toLowerCase() ?? 'that'}.`,
    { target: { part: 'attribute', id: attribute?.id ?? '' } },
  )
}

const grains: readonly AnswerGrain[] = ['hour', 'day', 'week', 'month', 'quarter', 'year']

/** Supported intervals of a source, finest first. */
export const grainsOf = (source: Source): readonly AnswerGrain[] => grains.slice(grains.indexOf(source.grain))

function checkGrain(sources: readonly Source[], grain: AnswerGrain | undefined): void {
  const coarser = sources.find((source) => grain !== undefined && !grainsOf(source).includes(grain))
  if (coarser)
    throw new AnswerProblem(`${coarser.label} is kept by ${coarser.grain}, not by ${grain ?? ''}.`, {
      target: { part: 'grain' },
      grain: coarser.grain,
    })
}

/** At least one source must have the filtered attribute, and the values must exist in it. */
function checkFilters(
  model: SemanticModel,
  query: AnswerQuery,
  sources: readonly Source[],
  measures: readonly AnswerMeasure[],
): void {
  for (const [index, filter] of (query.filters ?? []).entries()) {
    concerning({ part: 'filter', index }, () => {
      const measure = measures.find(({ id }) => id === filter.field)
      const attribute = measure === undefined ? attributeOf(model, filter.field, sources) : null
      const label = measure?.label ?? attribute?.label ?? ''
      if (attribute && [...attribute.in.values()].every((id) => id === null))
        throw new QueryProblem(`${sources[0]?.label ?? 'This'} cannot be filtered by ${label.toLowerCase()}.`)
      condition('', { ...filter, field: label }, { kind: attribute?.kind ?? 'number' }, String)
    })
  }
}

/** Attaches the target to a problem thrown by the check. */
function concerning<Value>(target: ChipTarget, check: () => Value): Value {
  try {
    return check()
  } catch (error) {
    if (error instanceof QueryProblem && !(error instanceof AnswerProblem))
      throw new AnswerProblem(error.message, { target })
    throw error
  }
}
