import type { Answer, AnswerQuery, AnswerRange } from '../../../../local/bi-host/wire/answers'

/**
 * A query in one line, for fixtures: `measures; by attributes; grain; range; where …; top …; vs …; chart …`.
 * Formulas stand as their expressions, attributes without their source, filters and values in alphabetical order.
 */
export function notation(answer: Pick<Answer, 'query' | 'chart'>): string {
  const { query, chart } = answer
  const measure = (id: string): string =>
    query.formulas?.find((formula) => `formula.${formula.id}` === id)?.expression ?? id
  const parts = [
    query.measures.map(measure).join(', '),
    query.attributes?.length ? `by ${query.attributes.map(bare).join(', ')}` : '',
    query.grain ?? '',
    query.range ? rangeText(query.range) : '',
    query.compare === undefined ? '' : `vs ${query.compare}`,
    ...filters(query, measure),
    query.top === undefined
      ? ''
      : `${query.top.from ?? 'top'} ${query.top.count} ${bare(query.top.attribute)} by ${measure(query.top.by)}`,
    query.sort === undefined ? '' : `sort ${measure(query.sort.by)}${query.sort.descending ? ' desc' : ''}`,
    chart.type === 'auto' ? '' : `chart ${chart.type}`,
  ]
  return parts.filter((part) => part !== '').join('; ')
}

const bare = (id: string): string => id.slice(id.indexOf('.') + 1)

function filters(query: AnswerQuery, measure: (id: string) => string): readonly string[] {
  return (query.filters ?? [])
    .map(({ field, op, values }) => {
      const isMeasure = query.measures.includes(field)
      return `where ${isMeasure ? measure(field) : bare(field)} ${op} ${(op === 'in' || op === 'not-in' ? values.map(String).sort() : values).join(', ')}`
    })
    .sort()
}

function rangeText(range: AnswerRange): string {
  switch (range.kind) {
    case 'last':
      return `last ${range.count} ${range.unit}`
    case 'current':
      return `current ${range.unit}`
    case 'previous':
      return `previous ${range.count} ${range.unit}`
    case 'since':
      return `since ${range.from}`
    case 'between':
      return `between ${range.from} ${range.to}`
    case 'all':
      return 'all'
  }
}
