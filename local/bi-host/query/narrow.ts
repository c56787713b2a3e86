import * as v from 'valibot'
import { rangeIds } from '../wire/board'
import { QueryProblem, type Source } from '../model/source'
import type { SemanticModel } from '../model/semantic-model'
import { filterValues } from './answer-form'
import type { Answer, AnswerFilter, AnswerQuery, Narrowing } from '../wire/answers'
import { rangeOfBoard } from './range'
import { resolve } from './resolve'

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
