import { parseExpression, type FunctionName, type Expression } from '../query/expression'
import { inIds, isMeasure, type Resolved } from '../query/resolve'
import { midSentence, chartWords, grainWords } from '../query/words'
import type { SemanticModel } from '../model/semantic-model'
import type { Answer, AnswerFilter, AnswerFormula, AnswerQuery } from '../wire/answers'
import { dateLabel, nearSources, tokenNames, withLabels, writeRange, type TokenNames } from './token-names'

/** Default title of an unnamed answer: "Supply by chain, USDC". */
export function titleOf({ measures, attributes, query }: Resolved): string {
  const values = (query.filters ?? [])
    .filter(({ op }) => op === 'in' || op === 'eq')
    // A bare number needs its label: "tenor 30".
    .map(({ field, values: list }) =>
      (typeof list[0] === 'number' ? [`${field} ${list[0]}`, ...list.slice(1, 3)] : list.slice(0, 3)).join(
        ', ',
      ),
    )
  const names = measures.map(({ label }) => label)
  const head = names.length === 2 ? names.join(' and ') : names.join(', ')
  const split =
    attributes.length === 0 ? '' : ` by ${attributes.map(({ label }) => label.toLowerCase()).join(' and ')}`
  const top = query.top ? `${query.top.from === 'bottom' ? 'Bottom' : 'Top'} ${query.top.count}: ` : ''
  return `${top}${head}${split}${values.length === 0 ? '' : `, ${values.join(', ')}`}`.slice(0, 200)
}

export const functionLabel = (name: FunctionName): string => {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function labelOf(name: FunctionName, count: number, of: string, usual: boolean): string {
  switch (name) {
    case 'volatility':
      return usual ? `${count}-day volatility` : `${count}-day volatility of ${midSentence(of)}`
    case 'moving_average':
      return `${of}, ${count}-day mean`
    case 'moving_sum':
      return `${of}, ${count}-day sum`
    case 'growth':
      return usual ? 'Return' : `Growth of ${of}`
    case 'share':
      return `Share of ${of}`
    case 'change':
      return `Change of ${of}`
    case 'cumulative':
      return `${of}, cumulative`
    case 'rebase':
      return `${of}, rebased`
    case 'drawdown':
      return `Drawdown of ${of}`
  }
}

type Asked = Pick<Answer, 'query' | 'chart'>

/**
 * Any query in the vendor's token language, e.g. `[Supply] [Chain].Tron [Date].daily [Date].'last 90 days'`. `readTokens` parses it back to
 * the same query. Chart options are not part of a question.
 */
export function canonical(model: SemanticModel, { query, chart }: Asked): string {
  const names = tokenNames(model)
  const near = nearSources(query)
  const name = (id: string): string => formulaToken(model, names, query, id) ?? names.write(id, near)
  const { top, sort, attributes = [] } = query
  // A ranking names its measure and its attribute itself.
  const ranked = top !== undefined && query.measures.length === 1 && attributes.length === 1
  const labels = (query.formulas ?? []).flatMap((formula) => labelled(model, names, query, formula))
  const column = (id: string): string => {
    const label = labels.find((one) => one.id === id)?.label
    return label === undefined ? name(id) : `${name(id)} as ${quoted(label)}`
  }
  return [
    ...(ranked && !labels.some(({ id }) => id === top.by) ? [] : query.measures.map(column)),
    ...(ranked ? [] : attributes.map(name)),
    top === undefined
      ? ''
      : `${top.from ?? 'top'} ${top.count} ${name(top.attribute)} ${name(top.by)}${top.other ? ' with other' : ''}`,
    ...(query.filters ?? []).map((filter, at, all) =>
      writeFilter(name(filter.field), filter, {
        numeric: isNumeric(model, filter.field),
        measured: isMeasure(model, filter.field),
        again: all.slice(0, at).some(({ field, op }) => field === filter.field && op === 'in'),
      }),
    ),
    query.range === undefined ? '' : `[${dateLabel}].${tokenValue(writeRange(query.range))}`,
    query.grain === undefined ? '' : `[${dateLabel}].${grainWords[query.grain]}`,
    query.compare === undefined ? '' : query.compare === 'year-ago' ? 'vs a year ago' : 'vs previous period',
    sort === undefined
      ? ''
      : `sorted by ${sort.by === 'date' ? `[${dateLabel}]` : name(sort.by)}${sort.descending ? ' descending' : ''}`,
    query.limit === undefined ? '' : `${query.limit} rows`,
    chart.type === 'auto' ? '' : chartWords[chart.type],
  ]
    .filter((part) => part !== '')
    .join(' ')
}

const isNumeric = (model: SemanticModel, field: string): boolean => {
  if (isMeasure(model, field)) return true
  const source = model.sources.find(({ id }) => field.startsWith(`${id}.`))
  return (source?.attributes[field.slice(source.id.length + 1)]?.kind ?? 'text') !== 'text'
}

/** `Tron`, `'BNB Chain'`: the part after the point of a token. */
export const tokenValue = (text: string): string =>
  /^[\p{L}\p{N}_-]+$/u.test(text) ? text : `'${text.replaceAll("'", "''")}'`

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

const operators = { eq: '=', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=', contains: 'contains' } as const

function writeFilter(
  token: string,
  { op, values }: AnswerFilter,
  { numeric, measured, again }: Record<'numeric' | 'measured' | 'again', boolean>,
): string {
  const operand = (one: string | number): string =>
    numeric && op !== 'contains' ? String(one) : quoted(String(one))
  // A second list of values for a field is an additional condition. The point syntax would merge it into the first.
  if (op === 'in' && !again && !measured)
    return values.map((one) => `${token}.${tokenValue(String(one))}`).join(' ')
  if (op === 'in' || op === 'not-in')
    return `${token} ${op === 'in' ? '=' : '!='} ${values.map(operand).join(' or ')}`
  if (op === 'between') return `${token} between ${values.map(operand).join(' and ')}`
  return `${token} ${operators[op]} ${values.map(operand).join(' or ')}`
}

/** Words of functions that come before their measure. Other functions are written as calculations. */
export const functionWords = {
  growth: 'growth of',
  change: 'change of',
  share: 'share of',
  cumulative: 'cumulative',
  rebase: 'rebased',
  drawdown: 'drawdown of',
  moving_average: 'moving average of',
  moving_sum: 'moving sum of',
  volatility: 'volatility of',
} as const

const formulaOf = ({ formulas }: AnswerQuery, id: string): AnswerFormula | undefined =>
  formulas?.find((formula) => `formula.${formula.id}` === id)

/** `growth of [Supply]`, `30-day volatility of [Price]`, `([Supply] / [Volume])`. Null if it is not a formula. */
function formulaToken(
  model: SemanticModel,
  names: TokenNames,
  query: AnswerQuery,
  id: string,
): string | null {
  const formula = formulaOf(query, id)
  if (!formula) return null
  const call = simpleCall(inIds(model, formula.expression))
  if (call === null) return `(${withLabels(names, inIds(model, formula.expression))})`
  const { name, count, of } = call
  return `${count > 0 ? `${count}-day ` : ''}${functionWords[name]} ${names.write(of, [])}`
}

/** A function of one measure. Null for any other expression, and for one that does not parse. */
function simpleCall(
  expression: string,
): (Pick<Extract<Expression, { kind: 'call' }>, 'name' | 'count'> & { readonly of: string }) | null {
  try {
    const read = parseExpression(expression)
    if (read.kind !== 'call' || read.of.kind !== 'measure') return null
    return { name: read.name, count: read.count, of: read.of.id }
  } catch {
    return null
  }
}

/** Default label of a formula. */
export function usualLabel(names: TokenNames, expression: string): string {
  const call = simpleCall(expression)
  const [field] = call === null ? [] : names.find(call.of, [])
  if (call === null || field?.kind !== 'measure')
    return withLabels(names, expression).replaceAll(/[[\]]/g, '').slice(0, 200)
  return labelOf(call.name, call.count, field.measure.label, false)
}

function labelled(
  model: SemanticModel,
  names: TokenNames,
  { measures }: AnswerQuery,
  { id, label, expression }: AnswerFormula,
): readonly { readonly id: string; readonly label: string }[] {
  const own = label !== expression && label !== usualLabel(names, inIds(model, expression))
  return own && measures.includes(`formula.${id}`) ? [{ id: `formula.${id}`, label }] : []
}
