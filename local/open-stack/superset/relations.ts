import { type Fold, partsOf, type QueryFilter, type Source } from '../../bi-host/model/source'
import type { SemanticModel } from '../../bi-host/model/semantic-model'
import type { Composite, Part } from './charts'

/*
 * Virtual datasets: relations before time range and interval are applied, with a row for each day and value of the split attribute. The SQL
 * gives the same result in DuckDB, PostgreSQL 15 and Trino: no `::`, no alias used in the SELECT that defines it, days shifted by
 * `interval`, sums as double.
 */

export interface Column {
  readonly name: string
  readonly label: string
  readonly kind: 'day' | 'text' | 'number'
}

/** Request for a relation. */
export interface Relation {
  readonly source: Source
  readonly measures: readonly string[]
  readonly attributes: readonly string[]
  readonly where?: readonly QueryFilter[]
  /** Every day, in a column `day`, or the sum of the last so many days, without that column. */
  readonly days: 'course' | number
}

/** Column name of an attribute: its concept, so that one filter applies to every dataset with it. */
export const columnOf = (source: Source, attribute: string): string =>
  attributeOf(source, attribute).concept.replaceAll(/[^a-z]+/g, '_')

function attributeOf(source: Source, id: string): Source['attributes'][string] {
  const found = source.attributes[id]
  if (!found) throw new Error(`${source.id} has no attribute ${id}.`)
  return found
}

function measureOf(source: Source, id: string): Source['measures'][string] {
  const found = source.measures[id]
  if (!found) throw new Error(`${source.id} has no measure ${id}.`)
  return found
}

export const isStateful = (source: Source, id: string): boolean =>
  partsOf(measureOf(source, id)).over === 'last-day'

const double = (sql: string): string => `cast(${sql} as double precision)`
const folded: Readonly<Record<Fold, string | null>> = {
  sum: 'sum',
  lowest: 'min',
  highest: 'max',
  first: null,
}

function fold(how: Fold, sql: string): string {
  const name = folded[how]
  if (name === null) throw new Error('What is first in an interval has no SQL that all engines share.')
  return `${name}(${double(sql)})`
}

const text = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`

function conditions(source: Source, where: readonly QueryFilter[]): readonly string[] {
  return where.map(({ field, op, values }) => {
    if (op !== 'in' && op !== 'eq') throw new Error(`A chart is narrowed by values, not by "${op}".`)
    const { sql } = attributeOf(source, field)
    return `${sql} in (${values.map(text).join(', ')})`
  })
}

/** Columns of a measure: the numerator's sum and the denominator. */
function measureColumns(id: string, source: Source): readonly Column[] {
  const measure = measureOf(source, id)
  return partsOf(measure).bottom === null
    ? [{ name: `${id}_sum`, label: measure.label, kind: 'number' }]
    : [
        { name: `${id}_top`, label: measure.label, kind: 'number' },
        { name: `${id}_bottom`, label: measure.label, kind: 'number' },
      ]
}

/** Superset's metric over those columns, valid in any grouping. */
export function expressionOf(id: string, source: Source): string {
  const { bottom, scale, folds } = partsOf(measureOf(source, id))
  if (bottom === null) return `sum(${id}_sum)`
  const factor = scale === 1 ? '1e0' : `${scale}e0`
  return `${factor} * ${folded[folds.top]}(${id}_top) / nullif(${folded[folds.bottom]}(${id}_bottom), 0)`
}

/**
 * Rows of a source whose units may lack a day: each unit's last report is carried forward to its next, up to the maximum. Days are joined
 * by equality, because in a range join PostgreSQL and Trino compare every row with every day.
 */
function carried(source: Source): string {
  const carry = source.carry ?? { unit: '', days: 0 }
  const unit = attributeOf(source, carry.unit).sql
  const { column } = source.date
  const days = source.tradingDays
    ? `(select distinct t.${column} as date from ${source.from} t)`
    : '(select date from dim_date)'
  const reports = `select distinct ${unit} as unit, t.${column} as reported from ${source.from} t`
  const spans = `select unit, reported, lead(reported) over (partition by unit order by reported) as next_report from (${reports}) s`
  const later = Array.from({ length: carry.days + 1 }, (_, day) => `(${day})`).join(', ')
  const covered = `select r.unit, r.reported, d.date as covered_day from (${spans}) r cross join (values ${later}) k (later) join ${days} d on d.date = cast(r.reported + k.later * interval '1' day as date) where r.next_report is null or r.reported + k.later * interval '1' day < r.next_report`
  return `(select c.covered_day, t.* from ${source.from} t join (${covered}) c on c.reported = t.${column} and c.unit = ${qualified(unit)})`
}

/** An attribute of a carried source must be a plain column, so that a join can qualify it. */
function qualified(sql: string): string {
  if (!/^[a-z_]+$/.test(sql)) throw new Error(`"${sql}" is not a column that reports can be joined by.`)
  return `t.${sql}`
}

/** The columns of a relation, in the order of its SQL. */
export function columnsOf({ source, measures, attributes, days }: Relation): readonly Column[] {
  return [
    ...(days === 'course' ? [{ name: 'day', label: 'Day', kind: 'day' as const }] : []),
    ...attributes.map((id): Column => {
      const { label, kind } = attributeOf(source, id)
      const isNumber = kind === 'number' && !isTenor(source, id)
      return { name: columnOf(source, id), label, kind: isNumber ? 'number' : 'text' }
    }),
    ...measures.flatMap((id) => measureColumns(id, source)),
  ]
}

export function relationSql(relation: Relation): string {
  const { source, measures, attributes, where = [], days } = relation
  const hasStates = measures.some((id) => isStateful(source, id))
  const isCarried = hasStates && source.carry !== undefined
  const own = source.date.kind === 'day' ? `t.${source.date.column}` : `cast(t.${source.date.column} as date)`
  const day = isCarried ? 't.covered_day' : own
  // A flow belongs to the day that it was reported for, even if the report is carried forward.
  const flow = (sql: string): string => (isCarried ? `case when ${own} = t.covered_day then ${sql} end` : sql)
  const sums = measures.flatMap((id) => {
    const { top, bottom, over, folds } = partsOf(measureOf(source, id))
    const row = over === 'last-day' ? (sql: string): string => sql : flow
    return bottom === null
      ? [`sum(${double(row(top))}) as ${id}_sum`]
      : [`${fold(folds.top, row(top))} as ${id}_top`, `${fold(folds.bottom, row(bottom))} as ${id}_bottom`]
  })
  const groups = [
    ...(days === 'course' ? [`${day} as day`] : []),
    ...attributes.map((id) => `${attributeSql(source, id)} as ${columnOf(source, id)}`),
  ]
  if (days !== 'course' && days > 1 && hasStates)
    throw new Error(`${source.id}: a balance is not added up over ${days} days.`)
  const narrowed = [...conditions(source, where), ...(days === 'course' ? [] : [latest(day, days)])]
  return [
    `select ${[...groups, ...sums].join(', ')}`,
    `from ${isCarried ? carried(source) : source.from} t`,
    ...(narrowed.length === 0 ? [] : [`where ${narrowed.join(' and ')}`]),
    ...(groups.length === 0 ? [] : [`group by ${groups.map((_, at) => at + 1).join(', ')}`]),
  ].join(' ')
}

function attributeSql(source: Source, id: string): string {
  const { sql, kind } = attributeOf(source, id)
  if (isTenor(source, id)) return `cast(${sql} as varchar) || '${tenorUnit}'`
  return kind === 'day' ? `cast(${sql} as varchar)` : sql
}

/** Name of a tenor's line, formatted as in the embedded dashboards: “30 d”. */
const tenorUnit = ' d'
const isTenor = (source: Source, id: string): boolean => attributeOf(source, id).concept === 'tenor'

/** Value of an attribute as stored in its column. */
export const columnValue = (source: Source, id: string, value: string | number): string | number =>
  isTenor(source, id) ? `${value}${tenorUnit}` : value

export const lastDay = '(select max(date) from dim_date)'
const latest = (day: string, days: number): string =>
  days === 1 ? `${day} = ${lastDay}` : `${day} > ${lastDay} - interval '${days}' day`

/** A part of a composite as a separate relation: day, split attribute and sums. */
function partSql(
  model: SemanticModel,
  part: Part,
  by: string | undefined,
): { readonly sql: string; readonly id: string; readonly source: Source } {
  const [sourceId = '', id = ''] = part.measure.split('.')
  const source = model.source(sourceId)
  const sql = relationSql({
    source,
    measures: [id],
    attributes: by === undefined ? [] : [by],
    days: 'course',
    ...(part.where && { where: part.where }),
  })
  return { sql, id, source }
}

const isFlow = (model: SemanticModel, { measure }: Part): boolean => {
  const [source = '', id = ''] = measure.split('.')
  return measureOf(model.source(source), id).kind === 'additive'
}

/** Whether a composite is additive over days. Otherwise it is a rate, or a balance of each day. */
export const isFlowing = (model: SemanticModel, composite: Composite): boolean =>
  'lines' in composite && Object.values(composite.lines).every((part) => isFlow(model, part))

export const compositeColumns = (model: SemanticModel, composite: Composite): readonly Column[] => {
  const value = (name: string): Column => ({ name, label: 'Value', kind: 'number' })
  const by = 'lines' in composite ? undefined : composite.by
  const [source, attribute = ''] =
    by === undefined || 'lines' in composite ? [] : [composite.top.measure.split('.')[0], by[0]]
  return [
    { name: 'day', label: 'Day', kind: 'day' },
    ...('lines' in composite ? [{ name: 'line', label: 'Line', kind: 'text' as const }] : []),
    ...(source === undefined
      ? []
      : [{ name: columnOf(model.source(source), attribute), label: 'Split', kind: 'text' as const }]),
    ...(isFlowing(model, composite) ? [value('value_sum')] : [value('value_top'), value('value_bottom')]),
  ]
}

export const compositeExpression = (model: SemanticModel, composite: Composite): string =>
  isFlowing(model, composite) ? 'sum(value_sum)' : '1e0 * sum(value_top) / nullif(sum(value_bottom), 0)'

/** Lines: a union of the parts, with their names in `line`. A quotient: a join of numerators and denominators. */
export function compositeSql(model: SemanticModel, composite: Composite): string {
  if ('lines' in composite) {
    const flows = isFlowing(model, composite)
    return Object.entries(composite.lines)
      .map(([name, part]) => {
        const { sql, id, source } = partSql(model, part, undefined)
        const { bottom, scale } = partsOf(measureOf(source, id))
        const factor = scale * (part.sign ?? 1)
        const times = factor === 1 ? '' : `${factor}e0 * `
        const values = flows
          ? `${times}${id}_sum as value_sum`
          : bottom === null
            ? `${times}${id}_sum as value_top, ${double('1')} as value_bottom`
            : `${times}${id}_top as value_top, ${id}_bottom as value_bottom`
        return `select day, ${text(name)} as line, ${values} from (${sql}) p`
      })
      .join(' union all ')
  }
  const { top, bottom, by: [topBy, bottomBy] = [] } = composite
  const [above, below] = [partSql(model, top, topBy), partSql(model, bottom, bottomBy)]
  const value = (alias: string, { source, id }: typeof above): string =>
    partsOf(measureOf(source, id)).bottom === null
      ? `${alias}.${id}_sum`
      : `${alias}.${id}_top / nullif(${alias}.${id}_bottom, 0)`
  const column = topBy === undefined ? null : columnOf(above.source, topBy)
  const split = column === null ? '' : `a.${column}, `
  const alike =
    column === null || bottomBy === undefined
      ? ''
      : ` and b.${columnOf(below.source, bottomBy)} = a.${column}`
  // Only days that both have, because funds do not trade on weekends and coins do.
  return `select a.day, ${split}${value('a', above)} as value_top, ${value('b', below)} as value_bottom from (${above.sql}) a join (${below.sql}) b on b.day = a.day${alike}`
}
