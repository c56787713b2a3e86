import {
  isDay,
  addDays,
  dayOf,
  interval,
  lastDay,
  truncated,
  within,
  priorSpan,
  spanOf,
  type DaySpan,
} from './days'
import {
  QueryProblem,
  partsOf,
  type Query,
  type QueryFilter,
  type Attribute,
  type Source,
  type Fold,
} from './source'
import type { SemanticModel, SourceFacts } from './semantic-model'
import type { Grain } from '../wire/board'

/** Binds a value and returns its placeholder `$1`, `$2`… Values reach SQL only this way. */
export type Bind = (value: string | number) => string

const comparisons = { lt: '<', le: '<=', gt: '>', ge: '>=', eq: '=', ne: '<>' } as const
const maxValues = 200

/** The row condition of all attribute filters, or `true`. `measureCondition` handles measure filters. */
function rowCondition(model: SemanticModel, source: Source, query: Query, bind: Bind): string {
  const parts = (query.filters ?? [])
    .filter((filter) => !isMeasure(source, filter))
    .map((filter) => {
      const { attribute } = model.attribute(source, filter.field)
      return condition(attribute.sql, filter, attribute, bind)
    })
  return parts.length === 0 ? 'true' : parts.map((part) => `(${part})`).join(' and ')
}

/** Conditions on computed measures ("volume > 1b"), applied to the output columns. */
function measureCondition(model: SemanticModel, source: Source, query: Query, bind: Bind): string {
  const parts = (query.filters ?? [])
    .filter((filter) => isMeasure(source, filter))
    .map((filter) => {
      const { id } = model.measure(source, filter.field)
      return condition(`"${id}"`, filter, { kind: 'number' }, bind)
    })
  return parts.length === 0 ? 'true' : parts.map((part) => `(${part})`).join(' and ')
}

function isMeasure(source: Source, filter: QueryFilter): boolean {
  const id = filter.field.startsWith(`${source.id}.`)
    ? filter.field.slice(source.id.length + 1)
    : filter.field
  return Object.keys(source.measures).includes(id)
}

/** One filter over a column or over an expression from the model. Throws QueryProblem. */
export function condition(
  sql: string,
  filter: QueryFilter,
  attribute: Pick<Attribute, 'kind'>,
  bind: Bind,
): string {
  const values = filter.values.map((value) => typed(value, attribute, filter.field))
  if (values.length === 0 || values.length > maxValues) {
    throw new QueryProblem(`A filter on ${filter.field} needs 1 to ${maxValues} values.`)
  }
  const bound = (value: string | number): string =>
    attribute.kind === 'day' ? `cast(${bind(value)} as date)` : bind(value)
  const [first, second] = values
  switch (filter.op) {
    case 'in':
      return `${sql} in (${values.map(bound).join(', ')})`
    case 'not-in':
      return `${sql} not in (${values.map(bound).join(', ')})`
    case 'eq':
    case 'ne':
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      if (first === undefined || values.length > 1)
        throw new QueryProblem(`"${filter.op}" on ${filter.field} takes one value.`)
      return `${sql} ${comparisons[filter.op]} ${bound(first)}`
    case 'between':
      if (first === undefined || second === undefined || values.length > 2) {
        throw new QueryProblem(`"between" on ${filter.field} takes two values.`)
      }
      return `${sql} between ${bound(first)} and ${bound(second)}`
    case 'contains':
      if (first === undefined || values.length > 1)
        throw new QueryProblem(`"contains" on ${filter.field} takes one value.`)
      return `contains(lower(cast(${sql} as varchar)), lower(${bind(String(first))}))`
    default:
      throw new QueryProblem(`"${String(filter.op)}" is not a way to filter.`)
  }
}

function typed(value: string | number, attribute: Pick<Attribute, 'kind'>, field: string): string | number {
  if (attribute.kind === 'number') {
    const number = typeof value === 'number' ? value : Number(value.trim() === '' ? Number.NaN : value)
    if (!Number.isFinite(number))
      throw new QueryProblem(`${field} is filtered by numbers, not by "${value}".`)
    if (Math.abs(number) > Number.MAX_SAFE_INTEGER)
      throw new QueryProblem(`A filter on ${field} takes numbers of at most 15 digits.`)
    return number
  }
  if (attribute.kind === 'day' && !isDay(String(value))) {
    throw new QueryProblem(`${field} is filtered by days like 2026-11-20.`)
  }
  return String(value)
}

/** One compilation: a query, its source, and where to bind values. */
interface Build {
  readonly model: SemanticModel
  readonly source: Source
  readonly query: Query
  readonly bind: Bind
}

/** The aggregates, as SQL with their names. */
interface Sums {
  readonly names: readonly string[]
  readonly sql: readonly string[]
}

const dimIds = ({ model, source, query }: Build): string[] =>
  (query.dims ?? []).map((dim) => model.attribute(source, dim).id)

const measureIds = ({ model, source, query }: Build): string[] =>
  query.measures.map((measure) => model.measure(source, measure).id)

const folds: Readonly<Record<Fold, (sql: string, day: string) => string>> = {
  sum: (sql) => `sum(${sql})`,
  lowest: (sql) => `min(${sql})`,
  highest: (sql) => `max(${sql})`,
  first: (sql, day) => `arg_min(${sql}, ${day})`,
}

/** Flows and states of one span, added up per interval and dims. Ratios are returned as their two parts. */
export function core(build: Build, span: DaySpan): string {
  const { source } = build
  const wanted = measureIds(build).map((id) => ({ id, parts: partsOf(measureOf(source, id)) }))
  const flows = wanted.filter(({ parts }) => parts.over === 'interval')
  const states = wanted.filter(({ parts }) => parts.over === 'last-day')
  const keys = [...(build.query.grain ? ['date'] : []), ...dimIds(build)]
  const day = dayOf(source)
  const folded = (fold: Fold, sql: string): string => folds[fold](sql, day)
  const sums = (list: typeof wanted): Sums => ({
    names: outputs(list),
    sql: list.flatMap(({ id, parts }) =>
      parts.bottom === null
        ? [`sum(${parts.top})::double as "${id}"`]
        : [
            `${folded(parts.folds.top, parts.top)}::double as "${id}:top"`,
            `${folded(parts.folds.bottom, parts.bottom)}::double as "${id}:bottom"`,
          ],
    ),
  })
  const flowSql = flows.length > 0 ? select(build, span, sums(flows), 'all-days') : null
  const stateSql = states.length > 0 ? select(build, span, sums(states), 'last-days') : null
  if (flowSql === null || stateSql === null) return flowSql ?? stateSql ?? ''
  const same = keys.map((key) => `f."${key}" is not distinct from s."${key}"`).join(' and ')
  const columns = [
    ...keys.map((key) => `coalesce(f."${key}", s."${key}") as "${key}"`),
    ...outputs(flows).map((name) => `f."${name}"`),
    ...outputs(states).map((name) => `s."${name}"`),
  ]
  return `select ${columns.join(', ')} from (${flowSql}) f full join (${stateSql}) s on ${same || 'true'}`
}

const outputs = (list: readonly { id: string; parts: { bottom: string | null } }[]): string[] =>
  list.flatMap(({ id, parts }) => (parts.bottom === null ? [id] : [`${id}:top`, `${id}:bottom`]))

function measureOf(source: Source, id: string): NonNullable<Source['measures'][string]> {
  const measure = source.measures[id]
  if (!measure) throw new QueryProblem(`${source.label} has no measure called "${id}".`)
  return measure
}

/** Rows of one span grouped by interval and dims: all days, or the last day of each interval. */
function select(build: Build, span: DaySpan, sums: Sums, days: 'all-days' | 'last-days'): string {
  const { model, source, query, bind } = build
  if (days === 'last-days' && source.carry) return carried(build, span, sums)
  const day = dayOf(source)
  const columns = [
    ...groupColumns(build, span, query.grain ? interval(source, query.grain) : null),
    ...sums.sql,
  ]
  const rows = rowCondition(model, source, query, bind)
  const from = bind(span.from)
  const to = bind(span.to)
  if (days === 'all-days') {
    return `select ${columns.join(', ')} from ${source.from} t where ${within(source, from, to)} and ${rows} group by all`
  }
  const last = query.grain ? lastDay(day, query.grain, to) : `cast(${to} as date)`
  const exact = query.grain === 'day' ? '' : ` and ${day} = ${last}`
  return `select ${columns.join(', ')} from ${source.from} t where ${within(source, from, to)}${exact} and ${rows} group by all`
}

/**
 * States of a source whose units (venues, funds) may miss a day: for the last day of each interval, the unit's latest report that is at
 * most `carry.days` old. A unit has reported if any of its rows has, so a contract that expired while its venue still reports is not
 * carried forward.
 */
function carried(build: Build, span: DaySpan, sums: Sums): string {
  const { model, source, query, bind } = build
  const carry = source.carry ?? { unit: '', days: 0 }
  const unit = source.attributes[carry.unit]?.sql ?? ''
  const day = dayOf(source)
  const first = `cast(${bind(addDays(span.from, -carry.days))} as date)`
  const end = `cast(${bind(span.to)} as date)`
  const grain = query.grain
  const within = `${day} between ${first} and ${end}`
  const reports = `select distinct ${day} as reported, ${unit} as carried_unit from ${source.from} t where ${within}`
  // A report is valid until the day before the unit's next one, but no longer than the carry limit.
  const carried = `select carried_unit, reported, least(coalesce(lead(reported) over (partition by carried_unit order by reported) - 1, ${end}), reported + ${carry.days}, ${end}) as until from (${reports})`
  const covered = `select carried_unit, reported, cast(unnest(generate_series(reported, until, interval 1 day)) as date) as g from (${carried})`
  const start = `cast(${bind(span.from)} as date)`
  const picked = grain
    ? `select ${truncated('g', grain)} as interval_start, carried_unit, reported from (${covered}) where g >= ${start} and ${isWantedDay(source, grain, { reports, end })}`
    : `select null::date as interval_start, carried_unit, reported from (${covered}) where g = ${end} and g >= ${start}`
  // Aggregates by unit and day before the join, which then joins a few thousand rows instead of a few hundred thousand.
  const daily = [
    `${day} as reported`,
    `${unit} as carried_unit`,
    ...groupColumns(build, span, null),
    ...sums.sql,
  ]
  const selected = `select ${daily.join(', ')} from ${source.from} t where ${within} and ${rowCondition(model, source, query, bind)} group by all`
  const columns = [
    ...(grain ? ['p.interval_start as "date"'] : []),
    ...dimIds(build).map((id) => `k."${id}"`),
    ...sums.names.map((name) => `sum(k."${name}") as "${name}"`),
  ]
  return `select ${columns.join(', ')} from (${picked}) p join (${selected}) k on k.reported = p.reported and k.carried_unit = p.carried_unit group by all`
}

/** Limits the days to the last of each interval, or for markets that close, to days with reports. */
function isWantedDay(
  source: Source,
  grain: Grain,
  sql: { readonly reports: string; readonly end: string },
): string {
  if (grain !== 'day') return `g = ${lastDay('g', grain, sql.end)}`
  return source.tradingDays ? `g in (select reported from (${sql.reports}))` : 'true'
}

function groupColumns(build: Build, span: DaySpan, bucket: string | null): string[] {
  const dims = dimIds(build).map((id) => {
    const attribute = build.source.attributes[id]
    const sql = attribute?.sql ?? ''
    return `${top(build, span, id, sql)} as "${id}"`
  })
  return [...(bucket === null ? [] : [`${bucket} as "date"`]), ...dims]
}

/** Maps everything outside the top values to "Other". */
function top({ query, model, source, bind }: Build, span: DaySpan, dim: string, sql: string): string {
  if (!query.top || model.attribute(source, query.top.dim).id !== dim) return sql
  const { count, by } = query.top
  if (query.top.names) {
    const names = query.top.names.map((name) => bind(name)).join(', ')
    return `case when cast(${sql} as varchar) in (${names}) then cast(${sql} as varchar) else 'Other' end`
  }
  if (!Number.isInteger(count) || count < 1 || count > 100)
    throw new QueryProblem('"top" takes a count from 1 to 100.')
  const { id } = model.measure(source, by)
  const { grain: _grain, top: _top, sort: _sort, compare: _compare, ...rest } = query
  const asked = { ...rest, dims: [dim], measures: [id] }
  // A flow ranks by the sum of its daily absolute values. By its plain sum, a large seller would rank last.
  if (measureOf(source, id).kind === 'additive') {
    const days = core({ model, source, bind, query: { ...asked, grain: 'day' } }, span)
    const names = `select "${dim}" from (${days}) group by "${dim}" order by sum(abs("${id}")) desc nulls last, "${dim}" limit ${count}`
    return `case when ${sql} in (${names}) then cast(${sql} as varchar) else 'Other' end`
  }
  const ranking = core({ model, source, bind, query: asked }, span)
  const value =
    partsOf(measureOf(source, id)).bottom === null ? `"${id}"` : `"${id}:top" / nullif("${id}:bottom", 0)`
  const names = `select "${dim}" from (${ranking}) order by ${value} desc nulls last, "${dim}" limit ${count}`
  return `case when ${sql} in (${names}) then cast(${sql} as varchar) else 'Other' end`
}

export interface CompiledQuery {
  readonly sql: string
  readonly values: readonly (string | number)[]
  readonly limit: number
  /** The column `date` holds days since 1970. */
  readonly hasDayNumbers: boolean
}

/** What the compiler needs to know about the data besides the model. */
interface CompileFacts {
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
