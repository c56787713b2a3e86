import { addDays, addMonths, intervalStart, truncated, type DaySpan } from '../model/days'
import { condition } from '../model/compile'
import { QueryProblem } from '../model/source'
import {
  baseSql,
  keysOf,
  same,
  together,
  checkNeeds,
  type CompileContext,
  type Job,
  type Part,
} from './base-sql'
import type { AnswerCompare, AnswerGrain } from '../wire/answers'
import { callsOf, type Expression, isLonger, withoutDays } from './expression'
import { formulaSql, leadOf, perYear } from './formula-sql'
import { earlierSpan } from './range'
import { conditionsOf, type AnswerMeasure, type Resolved } from './resolve'

export interface CompiledAnswer {
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
