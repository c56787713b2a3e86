import type { DaySpan } from '../model/days'
import { core, type Bind } from '../model/compile'
import { type Query, partsOf, type Source } from '../model/source'
import type { SemanticModel, SourceFacts } from '../model/semantic-model'
import type { AnswerGrain } from '../wire/answers'
import { isMeasure, AnswerProblem, type Resolved } from './resolve'

/** A measure such as a price needs its attribute (a coin) split or held to one value: over two coins it is meaningless. */
export function checkNeeds({ resolved, model }: Job): void {
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

export interface Job extends CompileContext {
  readonly resolved: Resolved
  readonly bind: Bind
}

/** A subquery with some of the keys, to be joined with the others. */
export interface Part {
  readonly sql: string
  readonly keys: readonly string[]
  readonly values: readonly string[]
}

export const keysOf = (resolved: Resolved, grain: AnswerGrain | undefined): readonly string[] => [
  ...(grain === undefined ? [] : ['d']),
  ...resolved.attributes.map((_, at) => `a${at}`),
]

export const same = (left: string, right: string, keys: readonly string[]): string =>
  keys.map((key) => `${left}.${key} is not distinct from ${right}.${key}`).join(' and ') || 'true'

/** Joins the measures of all sources: `d`, `a0…`, `m0…`. */
export function baseSql(job: Job, span: DaySpan, grain: AnswerGrain | null): string {
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
export function together(parts: readonly Part[], keys: readonly string[]): string {
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
