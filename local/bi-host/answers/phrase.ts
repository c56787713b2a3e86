import type { SemanticModel } from '../model/semantic-model'
import type { Answer, AnswerFilter } from './contract'
import { isMeasure } from './resolve'
import { chartWords, grainWords, rangeWords } from './words'

/**
 * An answer as a question that is read back as the same query. Names that several sources share are written with their
 * ids, formulas as their expressions: exact before pretty.
 */
export function phraseOf(model: SemanticModel, { query, chart }: Pick<Answer, 'query' | 'chart'>): string {
  const measure = (id: string): string => {
    const formula = query.formulas?.find((known) => `formula.${known.id}` === id)
    return formula ? `(${formula.expression})` : measureWords(model, id)
  }
  const top = query.top
  const attributes = query.attributes ?? []
  const parts = [
    query.measures.map(measure).join(' and '),
    attributes.length === 0 ? '' : `by ${attributes.map((id) => attributeWords(model, id)).join(' and ')}`,
    top
      ? `${top.from ?? 'top'} ${top.count} ${attributeWords(model, top.attribute)} by ${measure(top.by)}${top.other ? ' with other' : ''}`
      : '',
    ...(query.filters ?? []).map((filter) => filterWords(model, filter, measure)),
    query.range ? rangeWords(query.range) : '',
    query.grain ? grainWords[query.grain] : '',
    query.compare === undefined ? '' : query.compare === 'year-ago' ? 'vs a year ago' : 'vs previous period',
    query.sort
      ? `sorted by ${query.sort.by === 'date' ? 'date' : isMeasure(model, query.sort.by) ? measure(query.sort.by) : attributeWords(model, query.sort.by)}${query.sort.descending ? ' descending' : ''}`
      : '',
    chart.type === 'auto' ? '' : chartWords[chart.type],
  ]
  return parts.filter((part) => part !== '').join(', ')
}

function measureWords(model: SemanticModel, id: string): string {
  const label = model.sources
    .flatMap((source) =>
      Object.entries(source.measures).map(([own, { label: text }]) => [`${source.id}.${own}`, text] as const),
    )
    .find(([known]) => known === id)?.[1]
  return label !== undefined && isOnly(model, label) ? label.toLowerCase() : id
}

/** Whether nothing else in the model goes by these words. */
function isOnly(model: SemanticModel, label: string): boolean {
  const wanted = label.toLowerCase()
  const names = model.sources.flatMap((source) => [
    source.label,
    ...(source.synonyms ?? []),
    ...Object.values(source.measures).flatMap((measure) => [measure.label, ...(measure.synonyms ?? [])]),
    ...Object.values(source.attributes).flatMap((attribute) => [
      attribute.label,
      ...(attribute.synonyms ?? []),
    ]),
  ])
  return names.filter((name) => name.toLowerCase() === wanted).length === 1
}

const attributeWords = (_model: SemanticModel, id: string): string => id

function filterWords(model: SemanticModel, filter: AnswerFilter, measure: (id: string) => string): string {
  const values = filter.values.map(String)
  const field = isMeasure(model, filter.field) ? measure(filter.field) : filter.field
  const symbols = { eq: '=', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=', contains: 'contains' } as const
  switch (filter.op) {
    case 'in':
      return `${field} = ${values.map(quoted).join(' or ')}`
    case 'not-in':
      return `without ${field} = ${values.map(quoted).join(' or ')}`
    case 'between':
      return `${field} between ${values.map(quoted).join(' and ')}`
    case 'eq':
    case 'ne':
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
    case 'contains':
      return `${field} ${symbols[filter.op]} ${values.map(quoted).join(' or ')}`
  }
}

const quoted = (value: string): string =>
  /^-?\d+(\.\d+)?$/.test(value) ? value : `"${value.replaceAll('"', '')}"`
