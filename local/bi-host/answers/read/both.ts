import type { Answer } from '../../wire/answers'

/** "Both, rebased to 100", after one name took the place of another: the two that were asked about last, side by side. */
export function withBoth<Known extends { readonly answer: Answer; readonly before: Answer | null }>(
  question: string,
  previous: Known | null,
): Known | null {
  const joined = previous && opens.test(question) ? bothOf(previous.answer, previous.before) : null
  return previous && joined ? { ...previous, answer: joined } : previous
}

const opens =
  /^\W*(?:(?:and|now|show|me|give|let's|see|with|for|of|compare|plot|put|lay|place|draw|have|get|in|on|then|ok) )*(?:both|the two|the pair|together)\b/i

function bothOf({ query, ...answer }: Answer, before: Answer | null): Answer | null {
  const older = before?.query.filters ?? []
  const filters = query.filters ?? []
  const found = filters.flatMap((filter) => {
    const other = older.find(({ field, op }) => field === filter.field && op === 'in')
    const fresh = other?.values.filter((value) => !filter.values.includes(value)) ?? []
    return filter.op === 'in' &&
      filter.values.length === 1 &&
      other?.values.length === 1 &&
      fresh.length === 1
      ? [{ ...filter, values: [...fresh, ...filter.values] }]
      : []
  })
  const [joined] = found
  if (!joined || found.length > 1) return null
  const attributes = query.attributes ?? []
  return {
    ...answer,
    query: {
      ...query,
      filters: filters.map((filter) => (filter.field === joined.field ? joined : filter)),
      attributes: attributes.includes(joined.field) ? attributes : [...attributes, joined.field],
    },
  }
}

/** The last answer about other names than this one. */
export const otherNames = (
  { query }: Answer,
  last: { readonly answer: Answer; readonly before: Answer | null } | undefined,
): Answer | null => {
  if (!last) return null
  return JSON.stringify(query.filters) === JSON.stringify(last.answer.query.filters)
    ? last.before
    : last.answer
}
