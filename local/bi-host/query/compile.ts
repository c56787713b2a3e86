import { addDays, addMonths, intervalStart, truncated, type DaySpan } from '../model/days'
import { core, condition, type Bind } from '../model/compile'
import { partsOf, QueryProblem, type Query, type Source } from '../model/source'
import type { SemanticModel, SourceFacts } from '../model/semantic-model'
import type { AnswerGrain, AnswerCompare } from '../wire/answers'
import { isMeasure, AnswerProblem, conditionsOf, type Resolved, type AnswerMeasure } from './resolve'
import { callsOf, isLonger, withoutDays, type Expression } from './expression'
import { formulaSql, leadOf, perYear } from './formula-sql'
import { earlierSpan } from './range'

/** A measure such as a price needs its attribute (a coin) split or held to one value: over two coins it is meaningless. */
function checkNeeds({ resolved, model }: Job): void {
  for (const { measure, source, id } of resolved.bases) {
    const narrowed = (resolved.query.filters ?? [])
      .filter(({ op, values }) => (op === 'eq' || op === 'in') && values.length === 1)
      .map(({ field }) => (isMeasure(model, field) ? null : model.counterpart(source, field)))
    const split = resolved.attributes.map(({ in: own }) => own.get(source.id) ?? null)
    const missing = measure.requires?.find((need) => !narrowed.includes(need) && !split.includes(need))
    if (missing !== undefined) {
      const label = source.attributes[missing]?.label.toLowerCase() ?? missing
      const several = (resolved.query.filters ?? []).some(
        ({ field, op, values }) =>
          op === 'in' &&
          values.length > 1 &&
          !isMeasure(model, field) &&
          model.counterpart(source, field) === missing,
      )
      const message = several
        ? `${measure.label} is that of one ${label}: split by ${label}, or choose one.`
        : `${measure.label} needs one ${label}: which one?`
      throw new AnswerProblem(message, {
        target: { part: 'measure', id: resolved.measures.find(({ base }) => base.id === id)?.id ?? id },
        needs: `${source.id}.${missing}`,
      })
    }
  }
}

export interface CompileContext {
  readonly model: SemanticModel
  facts(source: string): SourceFacts
  /** Row limit. The query asks for one more, to detect truncation. */
  readonly limit: number
  /** Values of one attribute to keep, from an earlier query. The rest is left out or added up. */
  readonly keep?: { readonly attribute: string; readonly names: readonly string[]; readonly other: boolean }
}

interface Job extends CompileContext {
  readonly resolved: Resolved
  readonly bind: Bind
}

/** A subquery with some of the keys, to be joined with the others. */
interface Part {
  readonly sql: string
  readonly keys: readonly string[]
  readonly values: readonly string[]
}

const keysOf = (resolved: Resolved, grain: AnswerGrain | undefined): readonly string[] => [
  ...(grain === undefined ? [] : ['d']),
  ...resolved.attributes.map((_, at) => `a${at}`),
]

const same = (left: string, right: string, keys: readonly string[]): string =>
  keys.map((key) => `${left}.${key} is not distinct from ${right}.${key}`).join(' and ') || 'true'

/** Joins the measures of all sources: `d`, `a0…`, `m0…`. */
function baseSql(job: Job, span: DaySpan, grain: AnswerGrain | null): string {
  const { resolved } = job
  const parts = resolved.sources.map((source) => sourcePart(job, { source, span, grain }))
  return together(parts, keysOf(resolved, grain ?? undefined))
}

function sourcePart(
  job: Job,
  {
    source,
    span,
    grain,
  }: { readonly source: Source; readonly span: DaySpan; readonly grain: AnswerGrain | null },
): Part {
  const { resolved, model, bind, keep } = job
  const own = resolved.attributes.map((attribute, at) => ({
    attribute,
    at,
    id: attribute.in.get(source.id) ?? null,
  }))
  const bases = resolved.bases.map((base, at) => ({ base, at })).filter(({ base }) => base.source === source)
  const counterpart = keep ? model.counterpart(source, keep.attribute) : null
  const query: Query = {
    source: source.id,
    measures: bases.map(({ base }) => base.measureId),
    dims: own.flatMap(({ id }) => (id === null ? [] : [id])),
    ...(grain === null ? {} : { grain }),
    filters: [
      ...attributeFilters(job, source),
      ...(keep && counterpart !== null && !keep.other
        ? [{ field: counterpart, op: 'in' as const, values: keep.names }]
        : []),
    ],
    ...(keep?.other && counterpart !== null
      ? { top: { dim: counterpart, count: keep.names.length, by: '', names: keep.names } }
      : {}),
  }
  const { firstDay, lastDay } = job.facts(source.id)
  const cut = { from: span.from < firstDay ? firstDay : span.from, to: span.to > lastDay ? lastDay : span.to }
  const keys = [
    ...(grain === null ? [] : ['d']),
    ...own.flatMap(({ id, at }) => (id === null ? [] : [`a${at}`])),
  ]
  const columns = [
    ...(grain === null ? [] : ['n."date" as d']),
    ...own.flatMap(({ attribute, id, at }) =>
      id === null
        ? []
        : [
            attribute.kind === 'number'
              ? `n."${id}"::double as a${at}`
              : `coalesce(cast(n."${id}" as varchar), 'Unknown') as a${at}`,
          ],
    ),
    ...bases.map(({ base, at }) => {
      const { bottom, scale } = partsOf(base.measure)
      return bottom === null
        ? `n."${base.measureId}" as m${at}`
        : `(${scale} * n."${base.measureId}:top" / nullif(n."${base.measureId}:bottom", 0)) as m${at}`
    }),
  ]
  return {
    sql: `select ${columns.join(', ')} from (${core({ model, source, query, bind }, cut)}) n`,
    keys,
    values: bases.map(({ at }) => `m${at}`),
  }
}

/** The attribute filters that apply to this source. A filter that applies to no source was refused earlier. */
function attributeFilters({ resolved, model }: Job, source: Source): NonNullable<Query['filters']> {
  return (resolved.query.filters ?? []).flatMap((filter) => {
    if (isMeasure(model, filter.field)) return []
    const field = model.counterpart(source, filter.field)
    return field === null ? [] : [{ ...filter, field }]
  })
}

/** Parts with all keys determine the rows. A part with fewer keys is repeated across them. */
function together(parts: readonly Part[], keys: readonly string[]): string {
  const [only] = parts
  if (only && parts.length === 1) return only.sql
  const list = keys.join(', ')
  const full = parts.filter((part) => part.keys.length === keys.length)
  const rows =
    keys.length === 0 ? 'select 1' : full.map(({ sql }) => `select ${list} from (${sql})`).join(' union ')
  const columns = [
    ...keys.map((key) => `r.${key}`),
    ...parts.flatMap(({ values }, at) => values.map((value) => `x${at}.${value}`)),
  ]
  const joins = parts.map(
    ({ sql, keys: own }, at) => `left join (${sql}) x${at} on ${same('r', `x${at}`, own)}`,
  )
  return `select ${columns.join(', ')} from (${rows}) r ${joins.join(' ')}`
}

interface CompiledAnswer {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/**
 * Compiles an answer to one statement. Identifiers come from the model or are generated here (`d`, `a0`, `m0`, `v0`, `p0`). User input only
 * arrives as bound parameters. Output columns: `d` (days since 1970, or text for hours), `a0…`, `v0…` and, for a comparison, `p0…`. Throws
 * QueryProblem.
 */
export function compileAnswer(resolved: Resolved, context: CompileContext): CompiledAnswer {
  const values: (string | number)[] = []
  const job: Job = { ...context, resolved, bind: (value) => `$${values.push(value)}` }
  checkNeeds(job)
  const { query, grain, measures, span } = resolved
  const keys = keysOf(resolved, grain)
  const { base, deferred } = deferConditions(job)
  const now = valuesSql(base, span)
  const prior = query.compare ? earlierSql(base, query.compare) : null
  const joined = prior === null ? '' : ` left join (${prior}) p on ${same('n', 'p', keys)}`
  const columns = [
    ...(grain === undefined ? [] : [`${dateText(grain)} as d`]),
    ...resolved.attributes.map((_, at) => `n.a${at} as a${at}`),
    ...measures.map((_, at) => `n.v${at} as v${at}`),
    ...(prior === null ? [] : measures.map((_, at) => `p.v${at} as p${at}`)),
  ]
  const sql = [
    `select ${columns.join(', ')} from (${now}) n${joined}`,
    `where ${[conditions(job), ...deferred].join(' and ')}`,
    orderBy(resolved),
    `limit ${context.limit + 1}`,
  ].join(' ')
  return { sql, values }
}

/** A share relates to the total, so names outside the top must count in it and are filtered out afterwards. */
function deferConditions(job: Job): { readonly base: Job; readonly deferred: readonly string[] } {
  const { keep, ...base } = job
  const { attributes, measures, hidden } = job.resolved
  const at = attributes.findIndex(({ id }) => id === keep?.attribute)
  const shares = [...measures, ...hidden].some(({ expression }) =>
    callsOf(expression).some(({ name }) => name === 'share'),
  )
  if (keep === undefined || keep.other || !shares || attributes[at]?.kind !== 'text')
    return { base: job, deferred: [] }
  return { base, deferred: [`n.a${at} in (${keep.names.map((name) => job.bind(name)).join(', ')})`] }
}

const dateText = (grain: AnswerGrain): string =>
  grain === 'hour'
    ? `strftime(n.d, '%Y-%m-%dT%H:00:00Z')`
    : `(cast(n.d as date) - date '1970-01-01')::integer`

/** All columns of the answer over a span. Without an interval, columns that look back over days get a subquery of their own. */
function valuesSql(job: Job, span: DaySpan): string {
  const { resolved } = job
  const all = [...resolved.measures, ...resolved.hidden]
  const named = all.map((measure, at) => ({
    measure,
    name: at < resolved.measures.length ? `v${at}` : `h${at - resolved.measures.length}`,
  }))
  const keys = keysOf(resolved, resolved.grain)
  if (resolved.grain !== undefined) return layersSql(job, named, { span, grain: resolved.grain })
  const overTime = named.filter(({ measure }) => measure.overTime)
  const plain = named.filter(({ measure }) => !measure.overTime)
  const parts: Part[] = []
  const part = (list: typeof named, sql: string): void =>
    void (list.length > 0 && parts.push({ sql, keys, values: list.map(({ name }) => name) }))
  if (plain.length > 0) part(plain, layersSql(job, plain, { span, grain: null }))
  if (overTime.length > 0) {
    const daily = layersSql(job, overTime, { span, grain: 'day' })
    const latest = overTime.map(
      ({ name }) => `arg_max(${name}, d) filter (where ${name} is not null) as ${name}`,
    )
    part(overTime, `select ${[...keys, ...latest].join(', ')} from (${daily}) group by all`)
  }
  return together(parts, keys)
}

interface Column {
  readonly measure: Pick<AnswerMeasure, 'expression' | 'compares'>
  readonly name: string
}

/** Formulas at one grain. Parts that look back over days are computed daily, and each interval takes their last known value. */
function layersSql(
  job: Job,
  asked: readonly Column[],
  interval: { readonly span: DaySpan; readonly grain: AnswerGrain | null },
): string {
  const { resolved, bind } = job
  const { span, grain } = interval
  const keys = keysOf(resolved, grain ?? undefined)
  const byDay: Expression[] = []
  const list = isLonger(grain)
    ? asked.map(({ measure, name }) => ({
        name,
        measure: {
          ...measure,
          expression: withoutDays(measure.expression, (part) => ({
            kind: 'measure',
            id: `${dayColumn}${byDay.push(part) - 1}`,
          })),
        },
      }))
    : asked
  const lead = Math.max(0, ...list.map(({ measure }) => leadOf(measure.expression)))
  const wider = grain === null ? span : { ...span, from: leadIn(span.from, grain, lead) }
  const compares = grain === null && list.some(({ measure }) => measure.compares)
  const whole = baseSql(job, wider, grain)
  const base =
    grain === null || byDay.length === 0
      ? whole
      : together(
          [
            { sql: whole, keys, values: resolved.bases.map((_, at) => `m${at}`) },
            lastOfDays(job, byDay, { span: wider, grain }),
          ],
          keys,
        )
  const before = compares
    ? baseSql(job, earlierSpan(clipped(job, span), resolved, 'previous-period').span, grain)
    : null
  const priors = resolved.bases.map((_, at) => `q.m${at} as q${at}`)
  const from = before
    ? `select b.*, ${priors.join(', ')} from (${base}) b left join (${before}) q on ${same('b', 'q', keys)}`
    : base
  const layers: string[] = []
  const start = (): string => `cast(${bind(span.from)} as date)`
  const trading = resolved.sources.every(({ tradingDays }) => tradingDays === true)
  const columns = list.map(({ measure, name }) => {
    const sql = formulaSql(
      measure.expression,
      {
        column: (id, prior) =>
          !id.includes('.')
            ? id
            : `${prior ? 'q' : 'm'}${resolved.bases.findIndex((known) => known.id === id)}`,
        grain,
        partition: keys.filter((key) => key !== 'd'),
        start,
        perYear: grain === 'day' && trading ? 252 : perYear[grain ?? 'day'],
        bind,
      },
      layers,
    )
    return `${sql} as ${name}`
  })
  // DuckDB inlines a layer wherever it is referenced. Unless every fourth is materialized, it plans thirty nested functions for minutes,
  // and cannot be interrupted meanwhile.
  const materialized: string[] = []
  const layered = layers.reduce((sql, layer, at) => {
    const next = `select *, ${layer} as t${at} from (${sql})`
    if (at % 4 !== 3) return next
    materialized.push(`l${at} as materialized (${next})`)
    return `from l${at}`
  }, from)
  const where = grain === null ? '' : ` where d >= ${start()}`
  const tables = materialized.length === 0 ? '' : `with ${materialized.join(', ')} `
  return `${tables}select ${[...keys, ...columns].join(', ')} from (${layered})${where}`
}

/** Prefix of columns computed daily. It cannot collide with a measure id, which has a dot. */
const dayColumn = 'w'

function lastOfDays(
  job: Job,
  parts: readonly Expression[],
  { span, grain }: { readonly span: DaySpan; readonly grain: AnswerGrain },
): Part {
  const values = parts.map((_, at) => `${dayColumn}${at}`)
  const daily = layersSql(
    job,
    parts.map((expression, at) => ({ measure: { expression, compares: false }, name: `${dayColumn}${at}` })),
    { span, grain: 'day' },
  )
  const keys = keysOf(job.resolved, grain)
  const columns = [
    `${truncated('d', grain)} as i`,
    ...keys.filter((key) => key !== 'd'),
    ...values.map((name) => `arg_max(${name}, d) filter (where ${name} is not null) as ${name}`),
  ]
  const sql = `select i as d, * exclude (i) from (select ${columns.join(', ')} from (${daily}) group by all)`
  return { sql, keys, values }
}

/** Starts the span at the first day of the data: there is nothing to compare before it. */
function clipped({ resolved, ...job }: Job, span: DaySpan): DaySpan {
  const first = resolved.sources.map(({ id }) => job.facts(id).firstDay).sort()[0] ?? span.from
  return span.from < first ? { ...span, from: first } : span
}

/** Adds spare intervals, because markets that close have fewer days than the calendar. */
function leadIn(from: string, grain: AnswerGrain, intervals: number): string {
  if (intervals === 0) return from
  switch (grain) {
    case 'hour':
      return addDays(from, -Math.ceil(intervals / 24) - 1)
    case 'day':
      return addDays(from, -Math.ceil(intervals * 1.6) - 4)
    case 'week':
      return addDays(from, -7 * intervals)
    case 'month':
      return addMonths(from, -intervals)
    case 'quarter':
      return addMonths(from, -3 * intervals)
    case 'year':
      return addMonths(from, -12 * intervals)
  }
}

function earlierSql(job: Job, compare: AnswerCompare): string {
  const { resolved } = job
  const span = clipped(job, resolved.span)
  const { span: earlier, shift } = earlierSpan(span, resolved, compare)
  if (resolved.grain === undefined) return valuesSql(job, earlier)
  const from = intervalStart(earlier.from, resolved.grain)
  const moved = `d + interval ${shift.count} ${shift.unit}`
  const date = resolved.grain === 'hour' ? moved : `cast(${moved} as date)`
  // The 29th of February has no counterpart in other years.
  const own = shift.unit === 'month' ? ` where day(${moved}) = day(d)` : ''
  return `select * replace (${date} as d) from (${valuesSql(job, { ...earlier, from })})${own}`
}

function conditions({ resolved, model, bind }: Job): string {
  const { measures, hidden, query } = resolved
  const parts = conditionsOf(model, query).map((filter) => {
    const shown = measures.findIndex(({ id }) => id === filter.field)
    const column = shown >= 0 ? `n.v${shown}` : `n.h${hidden.findIndex(({ id }) => id === filter.field)}`
    return `(${condition(column, filter, { kind: 'number' }, bind)})`
  })
  return parts.length === 0 ? 'true' : parts.join(' and ')
}

/** The requested order, else by date, else largest first unless the names have an order of their own. */
function orderBy({ query, grain, attributes, measures }: Resolved): string {
  const keys = [...(grain === undefined ? [] : ['n.d']), ...attributes.map((_, at) => `n.a${at}`)]
  const { sort, top } = query
  if (sort) {
    const attribute = attributes.findIndex(({ id }) => id === sort.by)
    const measure = measures.findIndex(({ id }) => id === sort.by)
    const by =
      sort.by === 'date' && grain !== undefined
        ? 'n.d'
        : attribute >= 0
          ? `n.a${attribute}`
          : measure >= 0
            ? `n.v${measure}`
            : null
    if (by === null) throw new QueryProblem(`The answer has no column "${sort.by}" to sort by.`)
    return `order by ${[`${by} ${sort.descending ? 'desc' : 'asc'} nulls last`, ...keys].join(', ')}`
  }
  const ordered = attributes[0] !== undefined && attributes[0].kind !== 'text'
  const by = Math.max(
    0,
    measures.findIndex(({ id }) => id === top?.by),
  )
  const direction = top?.from === 'bottom' ? 'asc' : 'desc'
  const columns =
    grain !== undefined || attributes.length === 0 || ordered
      ? keys
      : [`n.v${by} ${direction} nulls last`, ...keys]
  return columns.length === 0 ? '' : `order by ${columns.join(', ')}`
}
