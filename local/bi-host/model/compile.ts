import type { Grain } from '../wire/board'
import { priorSpan, spanOf } from './days'
import { measureCondition, type Bind } from './filters'
import { type Query, QueryProblem, partsOf, type Source } from './source'
import type { SemanticModel, SourceFacts } from './semantic-model'
import { core, dimIds, measureIds, measureOf, type Build } from './select'

export interface CompiledQuery {
  readonly sql: string
  readonly values: readonly (string | number)[]
  readonly limit: number
  /** The column `date` holds days since 1970. */
  readonly hasDayNumbers: boolean
}

/** What the compiler needs to know about the data besides the model. */
export interface CompileFacts {
  readonly asOf: string
  readonly source: SourceFacts
  /** Maximum number of rows of an answer. */
  readonly rowCap: number
}

/** Compiles a query to SQL: identifiers come only from the model, values only as bound parameters. Throws QueryProblem. */
export function compile(model: SemanticModel, query: Query, facts: CompileFacts): CompiledQuery {
  const source = model.source(query.source)
  const values: (string | number)[] = []
  const bind: Bind = (value) => `$${values.push(value)}`
  const build: Build = { model, source, query, bind }
  checkShape(build)
  const span = spanOf(query.range, { asOf: facts.asOf, ...facts.source }, query.grain)
  const limit = Math.min(query.limit ?? facts.rowCap, facts.rowCap)
  const now = core(build, span)
  const prior = query.compare === 'prior-period' ? core(build, priorSpan(span)) : null
  const dims = dimIds(build)
  const measures = measureIds(build)
  const columns = [
    ...(query.grain ? [`${dateText(query.grain)} as "date"`] : []),
    ...dims.map((dim) => `${dimText(source, dim)} as "${dim}"`),
    ...measures.flatMap((id) => measureColumns(source, id, prior !== null)),
  ]
  const joined = prior ? ` left join (${prior}) p on ${sameDims(dims)}` : ''
  const sql = [
    `select * from (select ${columns.join(', ')} from (${now}) n${joined})`,
    `where ${measureCondition(model, source, query, bind)}${withoutOther(build)}`,
    orderBy(build),
    `limit ${limit + 1}`,
  ].join(' ')
  return { sql, values, limit, hasDayNumbers: query.grain !== undefined && query.grain !== 'hour' }
}

/** `other: false` drops the remaining values instead of adding them up. */
const withoutOther = ({ model, source, query }: Build): string =>
  query.top?.other === false ? ` and "${model.attribute(source, query.top.dim).id}" <> 'Other'` : ''

function checkShape({ model, source, query }: Build): void {
  if (query.measures.length === 0) throw new QueryProblem('A query needs at least one measure.')
  if (query.measures.length > 12 || (query.dims?.length ?? 0) > 4) {
    throw new QueryProblem('A query takes at most 12 measures and 4 attributes.')
  }
  const order: readonly Grain[] = ['hour', 'day', 'week', 'month', 'quarter', 'year']
  if (query.grain && order.indexOf(query.grain) < order.indexOf(source.grain)) {
    throw new QueryProblem(`${source.label} is kept by ${source.grain}, not by ${query.grain}.`)
  }
  if (query.compare && query.grain)
    throw new QueryProblem('A prior period is compared for totals, not by interval.')
  const used = new Set([...(query.dims ?? []), ...narrowed(query)].map((field) => bareId(source, field)))
  for (const name of query.measures) {
    const { measure } = model.measure(source, name)
    const missing = measure.requires?.find((id) => !used.has(id))
    if (missing) {
      const label = source.attributes[missing]?.label.toLowerCase() ?? missing
      throw new QueryProblem(`${measure.label} needs one ${label}: which one?`)
    }
  }
}

/** Fields that a filter holds to one value: the model must not average two prices into one. */
const narrowed = (query: Query): readonly string[] =>
  (query.filters ?? [])
    .filter(({ op, values }) => (op === 'eq' || op === 'in') && values.length === 1)
    .map(({ field }) => field)

const bareId = (source: Source, field: string): string =>
  field.startsWith(`${source.id}.`) ? field.slice(source.id.length + 1) : field

function measureColumns(source: Source, id: string, withPrior: boolean): string[] {
  const parts = partsOf(measureOf(source, id))
  const value = (side: string): string =>
    parts.bottom === null
      ? `${side}."${id}"`
      : `(${parts.scale} * ${side}."${id}:top" / nullif(${side}."${id}:bottom", 0))`
  return [
    `${value('n')} as "${id}"`,
    ...(parts.bottom === null ? [] : [`n."${id}:top" as "${id}:top"`, `n."${id}:bottom" as "${id}:bottom"`]),
    ...(withPrior ? [`${value('p')} as "${id}:prior"`] : []),
  ]
}

const sameDims = (dims: readonly string[]): string =>
  dims.length === 0 ? 'true' : dims.map((dim) => `n."${dim}" is not distinct from p."${dim}"`).join(' and ')

function orderBy(build: Build): string {
  const { query } = build
  const columns = [...(query.grain ? ['date'] : []), ...dimIds(build)]
  if (!query.sort)
    return columns.length === 0 ? '' : `order by ${columns.map((name) => `"${name}"`).join(', ')}`
  const known = [...columns, ...measureIds(build)]
  const by = bareId(build.source, query.sort.by)
  if (!known.includes(by)) throw new QueryProblem(`The answer has no column "${query.sort.by}" to sort by.`)
  return `order by "${by}" ${query.sort.descending ? 'desc' : 'asc'} nulls last${columns.map((name) => `, "${name}"`).join('')}`
}

/** Groups by the stored value, which may be an enum, and casts only the few resulting rows to text. */
const dimText = (source: Source, dim: string): string =>
  source.attributes[dim]?.kind === 'number'
    ? `n."${dim}"::double`
    : `coalesce(cast(n."${dim}" as varchar), 'Unknown')`

/** Days leave the engine as numbers since 1970. Their texts are made once per day, because a long answer repeats each day often. */
const dateText = (grain: Grain): string =>
  grain === 'hour' ? `strftime(n."date", '%Y-%m-%dT%H:00:00Z')` : `(n."date" - date '1970-01-01')::integer`
