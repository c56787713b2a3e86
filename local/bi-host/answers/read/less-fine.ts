import type { SemanticModel } from '../../model/semantic-model'
import { QueryProblem } from '../../model/source'
import type { AnswerGrain, AnswerQuery } from '../../wire/answers'
import { resolve } from '../../query/resolve'

const coarser: Readonly<Partial<Record<AnswerGrain, AnswerGrain>>> = {
  hour: 'day',
  day: 'week',
  week: 'month',
  month: 'quarter',
  quarter: 'year',
}

/** The same question by the finest interval that its sources are kept by; null where that is not what stands in its way. */
export function lessFine(model: SemanticModel, query: AnswerQuery, asOf: string): AnswerQuery | null {
  const grain = query.grain && coarser[query.grain]
  if (grain === undefined) return null
  const next = { ...query, grain }
  try {
    resolve(model, next, asOf)
    return next
  } catch (error) {
    if (error instanceof QueryProblem) return lessFine(model, next, asOf)
    throw error
  }
}
