import { declaredSources } from '../model/declarations'
import type { SemanticModel } from '../model/semantic-model'
import type { Answer, AnswerFilter, AnswerQuery } from '../wire/answers'
import { baseMeasure, isMeasure } from '../query/resolve'
import { chartWords, grainWords, rangeWords } from '../query/words'
import { canonical } from './canonical'
import { writeRange } from './token-names'

type Asked = Pick<Answer, 'query' | 'chart'>

/**
 * An answer as a question that parses back to the same query: in plain words if `read` reads them right, else in the token language.
 * Exactness matters more than style.
 */
export function phraseOf(model: SemanticModel, asked: Asked, read: (phrase: string) => Asked | null): string {
  const plain = wordsOf(model, asked)
  for (const phrase of [plain, `${plain}${aggregateHint(model, asked)}`]) {
    const back = read(phrase)
    if (back && sameQuestion(model, back, asked)) return phrase
  }
  return canonical(model, asked)
}

/** An unfinished answer in plain words. There is no query yet that they must parse back to. */
export function wordsOf(model: SemanticModel, asked: Asked): string {
  return written(plainWords(model, asked.query), asked)
}

/** A single number must be stated: a range alone asks for a time series, and names alone ask for a comparison. */
function aggregateHint(model: SemanticModel, { query }: Asked): string {
  const named = (query.filters ?? []).some(
    ({ field, op, values }) => op === 'in' && values.length > 1 && !isMeasure(model, field),
  )
  if (named && (query.attributes ?? []).length === 0) return ', combined'
  return query.grain === undefined && query.range !== undefined ? ', overall' : ''
}

/** Whether two answers are the same query, regardless of formula names and of which source a shared attribute is taken from. */
function sameQuestion(model: SemanticModel, one: Asked, other: Asked): boolean {
  return queryKey(model, one) === queryKey(model, other)
}

function queryKey(model: SemanticModel, { query, chart }: Asked): string {
  const measure = query.measures[0] ?? ''
  const [, first] = /([a-z][a-z0-9_]*)\.[a-z]/.exec(expressionOf(query, measure) ?? measure) ?? []
  const source = first === undefined ? null : model.source(first)
  const name = (id: string): string => {
    const expression = expressionOf(query, id)
    if (expression !== null) return expression.replaceAll(' ', '')
    const common = source === null || !model.knows(id) ? null : model.counterpart(source, id)
    return source === null || common === null ? id : `${source.id}.${common}`
  }
  const { formulas: _formulas, ...rest } = query
  return JSON.stringify([
    rest.measures.map(name),
    (rest.attributes ?? []).map(name),
    rest.grain,
    rest.range && writeRange(rest.range),
    (rest.filters ?? [])
      .map(({ field, op, values }) => JSON.stringify([name(field), op, values.map(String).sort()]))
      .sort(),
    rest.top && {
      ...rest.top,
      attribute: name(rest.top.attribute),
      by: name(rest.top.by),
      from: rest.top.from ?? 'top',
      other: rest.top.other ?? false,
    },
    rest.sort && [name(rest.sort.by), rest.sort.descending ?? false],
    rest.compare,
    chart.type,
  ])
}

/** How the names in a question are written. */
interface Words {
  measure(id: string): string
  attribute(id: string): string
  filter(filter: AnswerFilter): string
}

function written(words: Words, { query, chart }: Asked): string {
  const { top, sort, attributes = [] } = query
  // A ranking names its measure and its attribute itself.
  const ranked = top !== undefined && query.measures.length === 1 && attributes.length === 1
  const measures = query.measures.map((id) => words.measure(id)).join(' and ')
  const parts = [
    ranked
      ? ''
      : [
          measures,
          attributes.length === 0 ? '' : `by ${attributes.map((id) => words.attribute(id)).join(' and ')}`,
        ]
          .filter(Boolean)
          .join(' '),
    top
      ? `${top.from ?? 'top'} ${top.count} ${words.attribute(top.attribute)} by ${words.measure(top.by)}${top.other ? ' with other' : ''}`
      : '',
    // A number applies to the name before it, whatever kind that is, so conditions on names come first.
    ...(query.filters ?? [])
      .toSorted((one, other) => Number(isNumeric(one)) - Number(isNumeric(other)))
      .map((filter) => words.filter(filter)),
    query.range ? rangeWords(query.range) : '',
    query.grain ? grainWords[query.grain] : '',
    query.compare === undefined ? '' : query.compare === 'year-ago' ? 'vs a year ago' : 'vs previous period',
    sort
      ? `sorted by ${sort.by === 'date' ? 'date' : query.measures.includes(sort.by) ? words.measure(sort.by) : words.attribute(sort.by)}${sort.descending ? ' descending' : sort.by === 'date' ? '' : ' ascending'}`
      : '',
    query.limit === undefined ? '' : `${query.limit} rows`,
    chart.type === 'auto' ? '' : chartWords[chart.type],
  ]
  return parts.filter((part) => part !== '').join(', ')
}

const isNumeric = ({ values }: AnswerFilter): boolean => typeof values[0] === 'number'

const expressionOf = (query: AnswerQuery, id: string): string | null =>
  query.formulas?.find((formula) => `formula.${formula.id}` === id)?.expression ?? null

const comparisons = {
  eq: '=',
  ne: '!=',
  lt: 'under',
  le: 'at most',
  gt: 'over',
  ge: 'at least',
  contains: 'contains',
} as const

/** Labels and values as a user would type them. */
function plainWords(model: SemanticModel, query: AnswerQuery): Words {
  const label = (id: string): string => {
    const { measure, source } = baseMeasure(model, id)
    // "Supply" alone means stablecoin supply. The labels of other sources name their subject.
    return source.id === 'stable_supply' && id.endsWith('.supply')
      ? 'stablecoin supply'
      : lower(measure.label)
  }
  const measure = (id: string): string => {
    const expression = expressionOf(query, id)
    return expression === null ? label(id) : (formulaWords(expression, label) ?? `(${expression})`)
  }
  const attribute = (id: string): string => {
    const dot = id.indexOf('.')
    return lower(model.attribute(model.source(id.slice(0, dot)), id.slice(dot + 1)).attribute.label)
  }
  return {
    measure,
    attribute,
    filter(filter) {
      const { op, values, field } = filter
      const list = values.map(String)
      if (op === 'in') return list.join(' and ')
      if (op === 'not-in') return `without ${list.join(' and ')}`
      const what = isMeasure(model, field) ? measure(field) : attribute(field)
      if (op === 'between') return `${what} between ${list.join(' and ')}`
      return op === 'eq'
        ? `${what} ${list.join(' ')}`
        : `${what} ${comparisons[op]} ${list.map(scaled).join(' ')}`
    },
  }
}

/** In lower case unless it is an abbreviation. */
const lower = (text: string): string =>
  text
    .split(' ')
    .map((word) => (/[A-Z].*[A-Z]/.test(word) ? word : word.toLowerCase()))
    .join(' ')

function scaled(text: string): string {
  const value = Number(text)
  for (const [size, unit] of [
    [1e12, 'tn'],
    [1e9, 'bn'],
    [1e6, 'm'],
  ] as const)
    if (Number.isFinite(value) && value >= size && Number.isInteger((value / size) * 100))
      return `${value / size}${unit}`
  return text
}

/** The most common formulas in words. Null for the rest. */
function formulaWords(expression: string, label: (id: string) => string): string | null {
  const [, name, id, count] = /^([a-z_]+)\(([a-z_]+\.[a-z0-9_]+)(?:, (\d+))?\)$/.exec(expression) ?? []
  if (name === undefined || id === undefined) return null
  const usual = declaredSources.some((one) => one.usual === true && one.measure === id)
  switch (name) {
    case 'growth':
      return usual ? 'return' : `growth of ${label(id)}`
    case 'change':
      return `change of ${label(id)}`
    case 'share':
      return `share of ${label(id)}`
    case 'volatility':
      return usual ? `${count ?? 30}-day volatility` : `${count ?? 30}-day volatility of ${label(id)}`
    case 'moving_average':
      return `${count ?? 7}-day moving average of ${label(id)}`
    case 'moving_sum':
      return `${count ?? 30}-day moving sum of ${label(id)}`
    case 'cumulative':
      return `cumulative ${label(id)}`
    case 'rebase':
      return `rebased ${label(id)}`
    case 'drawdown':
      return usual ? 'drawdown' : `drawdown of ${label(id)}`
    default:
      return null
  }
}
