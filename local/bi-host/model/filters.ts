import { isDay } from './days'
import { type Query, type QueryFilter, QueryProblem, type Attribute, type Source } from './source'
import type { SemanticModel } from './semantic-model'
/** Binds a value and returns its placeholder `$1`, `$2`… Values reach SQL only this way. */
export type Bind = (value: string | number) => string

const comparisons = { lt: '<', le: '<=', gt: '>', ge: '>=', eq: '=', ne: '<>' } as const
const maxValues = 200

/** The row condition of all attribute filters, or `true`. `measureCondition` handles measure filters. */
export function rowCondition(model: SemanticModel, source: Source, query: Query, bind: Bind): string {
  const parts = (query.filters ?? [])
    .filter((filter) => !isMeasure(source, filter))
    .map((filter) => {
      const { attribute } = model.attribute(source, filter.field)
      return condition(attribute.sql, filter, attribute, bind)
    })
  return parts.length === 0 ? 'true' : parts.map((part) => `(${part})`).join(' and ')
}

/** Conditions on computed measures ("volume > 1b"), applied to the output columns. */
export function measureCondition(model: SemanticModel, source: Source, query: Query, bind: Bind): string {
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
