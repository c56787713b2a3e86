import * as v from 'valibot'
import { rangeIds } from '../contract/ranges'
import { QueryProblem } from '../model/query'
import type { SemanticModel } from '../model/semantic-model'
import type { Answer, AnswerQuery, Narrowing } from './contract'
import { rangeOfBoard } from './range'
import { resolve } from './resolve'

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

export const narrowingSchema = v.object({
  filters: v.exactOptional(
    v.pipe(
      v.array(
        v.object({
          column: text,
          op: v.picklist(['in', 'not-in', 'lt', 'le', 'gt', 'ge', 'between', 'contains']),
          values: v.pipe(
            v.array(v.union([v.pipe(v.string(), v.maxLength(200)), v.pipe(v.number(), v.finite())])),
            v.minLength(1),
            v.maxLength(200),
          ),
        }),
      ),
      v.maxLength(20),
    ),
  ),
  range: v.exactOptional(v.picklist(rangeIds)),
})

/**
 * An answer as the page around narrows it, as it narrows boards: a column that the answer's sources have not got is left out, and
 * what the answer says itself wins. Filters come behind the answer's own.
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
  const added = filters.flatMap(({ column, op, values }) => {
    const source = sources.find((one) => model.counterpart(one, column) !== null)
    const field = source === undefined ? null : `${source.id}.${model.counterpart(source, column)}`
    return field === null || own.some((filter) => filter.field === field) ? [] : [{ field, op, values }]
  })
  return {
    ...answer,
    query: {
      ...query,
      ...(added.length === 0 ? {} : { filters: [...own, ...added] }),
      ...(range === undefined || query.range !== undefined ? {} : { range: rangeOfBoard(range) }),
    },
  }
}

/** None when the query cannot be understood: it then has no answer either. */
export function sourcesOf(
  model: SemanticModel,
  query: AnswerQuery,
  asOf: string,
): ReturnType<typeof resolve>['sources'] {
  try {
    return resolve(model, query, asOf).sources
  } catch (error) {
    if (error instanceof QueryProblem) return []
    throw error
  }
}
