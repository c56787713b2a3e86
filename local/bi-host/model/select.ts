import type { Grain } from '../wire/board'
import { addDays, dayOf, interval, lastDay, truncated, within, type DaySpan } from './days'
import { rowCondition, type Bind } from './filters'
import { type Query, QueryProblem, partsOf, type Fold, type Source } from './source'
import type { SemanticModel } from './semantic-model'

/** One compilation: a query, its source, and where to bind values. */
export interface Build {
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

export const dimIds = ({ model, source, query }: Build): string[] =>
  (query.dims ?? []).map((dim) => model.attribute(source, dim).id)

export const measureIds = ({ model, source, query }: Build): string[] =>
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

export function measureOf(source: Source, id: string): NonNullable<Source['measures'][string]> {
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
