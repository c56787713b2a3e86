import { isDay } from '../model/days'
import type {
  AnswerFilter,
  AnswerRange,
  Answer,
  Chip,
  NotUnderstood,
  Reading,
  Token,
  AnswerQuery,
  ChartType,
} from '../wire/answers'
import {
  columnOf,
  fieldOf,
  isDate,
  nearest,
  once,
  Refused,
  idsIn,
  type Draft,
  type Item,
  type TokenScope,
  type Column,
} from './token-fields'
import { lexemesOf, clausesOf, type Lexeme, type Clause, type Operand } from './token-syntax'
import {
  dateLabel,
  labelOfField,
  readGrain,
  readRange,
  nearSources,
  tokenNames,
  type Field,
} from './token-names'
import { QueryProblem } from '../model/source'
import { resolve } from '../query/resolve'
import { chipsOf, examplesFor } from './chips'
import { titleOf } from './canonical'

/** `[Chain].Tron`, `[Date].monthly`, `[Date].'last 90 days'`. */
function takeValue(
  scope: TokenScope,
  draft: Draft,
  operand: Operand,
  near: readonly string[],
): Item['reads'] {
  if (operand.by !== 'name' || operand.name.value === null) throw new Refused('There is no value here.')
  const { name, value } = operand.name
  if (isDate(operand)) return takeDate(draft, value)
  const field = fieldOf(scope, name, near)
  const taken = valueOf(scope, field, value, near)
  if (!taken.known)
    throw new Refused(
      taken.message,
      taken.suggestions.map((one) => `[${name}].'${one.replaceAll("'", "''")}'`),
    )
  const at = draft.listed.get(field.id)
  const listed = at === undefined ? undefined : draft.filters[at]
  if (at === undefined || listed === undefined) {
    draft.listed.set(field.id, draft.filters.length)
    draft.filters.push({ field: field.id, op: 'in', values: [taken.value] })
  } else if (!listed.values.includes(taken.value))
    draft.filters[at] = { ...listed, values: [...listed.values, taken.value] }
  return { as: 'value', label: String(taken.value), id: field.id }
}

function takeDate(draft: Draft, value: string): Item['reads'] {
  const grain = readGrain(value)
  if (grain !== null) {
    once(draft, 'grain', grain)
    return { as: 'grain', label: grain }
  }
  const range = readRange(value)
  if (range === null)
    throw new Refused(`"${value}" is no time range and no interval.`, [
      `[${dateLabel}].'last 90 days'`,
      `[${dateLabel}].'this year'`,
      `[${dateLabel}].monthly`,
    ])
  once(draft, 'range', range)
  return { as: 'range', label: value }
}

function takeCondition(
  scope: TokenScope,
  draft: Draft,
  { operand, op, values }: Extract<Clause, { is: 'condition' }>,
  near: readonly string[],
): Item['reads'] {
  if (isDate(operand)) {
    once(draft, 'range', rangeOf(op, values))
    return { as: 'range', label: '' }
  }
  const { id, field, label } = columnOf(scope, draft, operand, near)
  const kind = field?.kind === 'attribute' ? (field.attribute.kind ?? 'text') : 'number'
  const allowed = kind === 'text' ? ['eq', 'ne', 'contains'] : ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between']
  if (!allowed.includes(op) && !(op === 'contains' && field?.kind === 'attribute'))
    throw new Refused(
      kind === 'text'
        ? `${label} is a text: it takes =, != and contains.`
        : `${label} is a ${kind}: it takes =, !=, <, <=, >, >= and between.`,
    )
  const wanted =
    op === 'between'
      ? values.length === 2
      : op === 'eq' || op === 'ne'
        ? values.length > 0
        : values.length === 1
  if (!wanted)
    throw new Refused(
      op === 'between' ? 'Write it as: between 1 and 2.' : `${label} needs something to compare with.`,
    )
  const taken = values.map((value) => operandValue(scope, field, op, value, near))
  const several = taken.length > 1 || kind === 'text'
  draft.filters.push({
    field: id,
    op: op === 'eq' && several ? 'in' : op === 'ne' && several ? 'not-in' : op,
    values: taken,
  })
  return { as: 'condition', label: `${label} ${op}`, id }
}

function rangeOf(op: AnswerFilter['op'], values: readonly Lexeme[]): AnswerRange {
  const [from = '', to = ''] = values.map((one) => ('text' in one ? one.text : ''))
  if (op === 'ge' && isDay(from) && values.length === 1) return { kind: 'since', from }
  if (op === 'eq' && isDay(from) && values.length === 1) return { kind: 'between', from, to: from }
  if (op === 'between' && isDay(from) && isDay(to) && from <= to) return { kind: 'between', from, to }
  throw new Refused(
    `Write days as [${dateLabel}] between 2026-01-01 and 2026-03-31, or [${dateLabel}] >= 2026-01-01.`,
  )
}

/** The value a field is compared with, in the field's type. */
function operandValue(
  scope: TokenScope,
  field: Field | null,
  op: AnswerFilter['op'],
  lexeme: Lexeme,
  near: readonly string[],
): string | number {
  const text = 'text' in lexeme ? lexeme.text : lexeme.source
  if (op === 'contains') return text
  if (field?.kind !== 'attribute') {
    if (lexeme.kind === 'number' && Number.isFinite(lexeme.number)) return lexeme.number
    throw new Refused(`"${text}" is no number.`)
  }
  const taken = valueOf(scope, field, text, near)
  if (!taken.known) throw new Refused(taken.message, [])
  return taken.value
}

type TakenValue =
  | { readonly known: true; readonly value: string | number }
  | { readonly known: false; readonly message: string; readonly suggestions: readonly string[] }

const refused = (message: string, suggestions: readonly string[] = []): TakenValue => ({
  known: false,
  message,
  suggestions,
})

/** An attribute value as the data spells it. Text must exist in the data, in any case. `near` are further sources to search. */
function valueOf(
  { model, facts }: TokenScope,
  field: Field,
  text: string,
  near: readonly string[],
): TakenValue {
  const label = labelOfField(field)
  if (field.kind === 'measure')
    return refused(`${label} is a measure and has no values: write [${label}] > 0.`)
  const kind = field.attribute.kind ?? 'text'
  if (kind === 'day') return isDay(text) ? known(text) : refused(`${label} takes days like 2026-11-20.`)
  if (kind === 'number') {
    const value = Number(text)
    return text.trim() !== '' && Number.isFinite(value) ? known(value) : refused(`${label} takes numbers.`)
  }
  const lists = [field.source.id, ...near].map((id) => {
    const own = model.counterpart(model.source(id), field.id)
    return own === null ? [] : (facts(id).values[own] ?? [])
  })
  const values = [...new Set(lists.flat())]
  const found =
    values.find((value) => value === text) ??
    values.find((value) => value.toLowerCase() === text.toLowerCase())
  return found === undefined
    ? refused(`${label} has no value "${text}".`, nearest(text, values))
    : known(found)
}

const known = (value: string | number): TakenValue => ({ known: true, value })

/** Why a part of the phrase is refused, in a sentence, and suggestions. */
interface Problem {
  readonly start: number
  readonly end: number
  readonly message: string
  readonly suggestions: readonly string[]
}

interface Parsed {
  /** May have no measures if none was named. */
  readonly query: AnswerQuery
  readonly chart: ChartType | 'auto'
  readonly items: readonly Item[]
  readonly problems: readonly Problem[]
}

/** Parses a phrase in token language, and collects everything that could not be read. */
function parseTokens(scope: TokenScope, lexemes: readonly Lexeme[]): Parsed {
  const draft: Draft = {
    measures: [],
    attributes: [],
    filters: [],
    listed: new Map(),
    formulas: [],
    rest: {},
    chart: 'auto',
    last: null,
  }
  const clauses = clausesOf(lexemes)
  const near = measuredSources(scope, clauses)
  const problems: Problem[] = []
  const items = clauses.map((clause): Item => {
    const { start, end } = clause
    try {
      return { start, end, reads: take(scope, draft, clause, near) }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      problems.push({ start, end, message: error.message, suggestions: error.suggestions })
      return { start, end, reads: { as: 'unknown', label: '' } }
    }
  })
  // If nothing else is measured, the measures of the conditions become columns.
  if (draft.measures.length === 0)
    draft.measures.push(
      ...new Set(draft.filters.flatMap(({ field }) => (isMeasured(scope, field) ? [field] : []))),
    )
  return { query: queryOf(draft), chart: draft.chart, items, problems }
}

function queryOf({ measures, attributes, filters, formulas, rest }: Draft): AnswerQuery {
  return {
    measures,
    ...(attributes.length > 0 && { attributes }),
    ...(filters.length > 0 && { filters }),
    ...(formulas.length > 0 && { formulas }),
    ...rest,
  }
}

const isMeasured = ({ model }: TokenScope, id: string): boolean =>
  id.startsWith('formula.') || tokenNames(model).find(id, [])[0]?.kind === 'measure'

/** Sources of the measured columns, in order. Attributes are looked up in them. */
function measuredSources(scope: TokenScope, clauses: readonly Clause[]): readonly string[] {
  const names = tokenNames(scope.model)
  const ids = clauses.flatMap((clause): readonly string[] => {
    const operands = clause.is === 'column' ? [clause.operand] : clause.is === 'top' ? clause.operands : []
    return operands.flatMap((operand) => {
      if (operand.by === 'formula') return idsIn(scope, operand.formula.text)
      const [field] = names.find((operand.by === 'name' ? operand.name : operand.of).name, [])
      return field?.kind === 'measure' ? [field.id] : []
    })
  })
  return nearSources({ measures: ids })
}

function take(scope: TokenScope, draft: Draft, clause: Clause, near: readonly string[]): Item['reads'] {
  switch (clause.is) {
    case 'column':
      return takeColumn(scope, draft, clause.operand, near)
    case 'value':
      return takeValue(scope, draft, clause.operand, near)
    case 'condition':
      return takeCondition(scope, draft, clause, near)
    case 'top':
      return takeTop(scope, draft, clause, near)
    case 'sort': {
      const column = isDate(clause.operand) ? null : columnOf(scope, draft, clause.operand, near)
      once(draft, 'sort', { by: column?.id ?? 'date', ...(clause.descending && { descending: true }) })
      return { as: 'keyword', label: `Sorted by ${column?.label.toLowerCase() ?? 'date'}` }
    }
    case 'grain':
      once(draft, 'grain', clause.grain)
      return { as: 'grain', label: clause.grain }
    case 'compare':
      once(draft, 'compare', clause.compare)
      return { as: 'keyword', label: clause.compare }
    case 'rows':
      if (!Number.isInteger(clause.count) || clause.count < 1 || clause.count > 10_000)
        throw new Refused('An answer has 1 to 10,000 rows.')
      once(draft, 'limit', clause.count)
      return { as: 'keyword', label: `${clause.count} rows` }
    case 'chart':
      if (draft.chart !== 'auto') throw new Refused('The chart is named twice.')
      draft.chart = clause.chart
      return { as: 'keyword', label: clause.chart }
    case 'label':
      return takeLabel(draft, clause.label)
    case 'keyword':
      return { as: 'keyword', label: '' }
    case 'unknown':
      throw new Refused(
        'Write fields in brackets, such as [Supply], values behind a point, such as [Chain].Tron.',
      )
  }
}

function takeColumn(
  scope: TokenScope,
  draft: Draft,
  operand: Operand,
  near: readonly string[],
): Item['reads'] {
  if (isDate(operand))
    throw new Refused(`Say which days or intervals: [${dateLabel}].monthly, [${dateLabel}].'last 90 days'.`, [
      `[${dateLabel}].daily`,
      `[${dateLabel}].monthly`,
      `[${dateLabel}].'last 90 days'`,
    ])
  const column = columnOf(scope, draft, operand, near)
  add(draft, column)
  return { as: column.field === null ? 'formula' : column.field.kind, label: column.label, id: column.id }
}

function add({ measures, attributes }: Draft, { id, field }: Column): void {
  const list = field?.kind === 'attribute' ? attributes : measures
  if (!list.includes(id)) list.push(id)
}

function takeTop(
  scope: TokenScope,
  draft: Draft,
  { from, count, operands, other }: Extract<Clause, { is: 'top' }>,
  near: readonly string[],
): Item['reads'] {
  if (!Number.isInteger(count) || count < 1 || count > 100) throw new Refused('A ranking shows 1 to 100.')
  const columns = operands.map((operand) => {
    if (isDate(operand) || (operand.by === 'name' && operand.name.value !== null))
      throw new Refused('A ranking is of an attribute by a measure: top 10 [Chain] [Supply].')
    return columnOf(scope, draft, operand, near)
  })
  const attribute = columns.find(({ field }) => field?.kind === 'attribute')
  const by = columns.find(({ field }) => field?.kind !== 'attribute')
  if (!attribute || !by)
    throw new Refused('A ranking is of an attribute by a measure: top 10 [Chain] [Supply].')
  if (other && from === 'bottom') throw new Refused('Only a ranking from the top has a rest.')
  once(draft, 'top', {
    attribute: attribute.id,
    count,
    by: by.id,
    ...(from === 'bottom' && { from }),
    ...(other && { other }),
  })
  add(draft, attribute)
  add(draft, by)
  return { as: 'top', label: `${from} ${count}` }
}

/** `as "Turnover"` after a calculation. */
function takeLabel({ formulas, last }: Draft, label: string): Item['reads'] {
  const at = formulas.findIndex(({ id }) => id === last)
  const formula = formulas[at]
  if (!formula) throw new Refused('Only a calculation is given a name.')
  if (label.trim() === '' || label.length > 200) throw new Refused('A name has 1 to 200 characters.')
  formulas[at] = { ...formula, label }
  return { as: 'keyword', label }
}

/**
 * Reads a phrase in token language literally: nothing is implied. Unknown names are refused with their nearest matches, the rest is shown
 * as chips, and there is no answer.
 */
export function readTokens(scope: TokenScope, phrase: string): Reading {
  const lexemes = lexemesOf(phrase)
  const parsed = parseTokens(scope, lexemes)
  const { answer, chips, refusal } = answered(scope, parsed)
  return {
    phrase,
    tokens: parsed.items.map((item) => tokenOf(phrase, item)),
    answer,
    amended: false,
    chips,
    notUnderstood: parsed.problems.map(({ start, end, suggestions }): NotUnderstood => {
      return { text: phrase.slice(start, end), start, end, suggestions }
    }),
    ambiguities: [],
    assumptions: [],
    refusal:
      refusal === null ? null : { message: refusal, suggestions: examplesFor(scope.sources).slice(0, 3) },
  }
}

interface Answered {
  readonly answer: Answer | null
  readonly chips: readonly Chip[]
  readonly refusal: string | null
}

function answered({ model, asOf }: TokenScope, { query, chart, problems }: Parsed): Answered {
  const [problem] = problems
  if (query.measures.length === 0)
    return {
      answer: null,
      chips: [],
      refusal: problem?.message ?? 'Name a measure in brackets, such as [Supply] or [Price].',
    }
  try {
    const resolved = resolve(model, query, asOf)
    const chips = chipsOf(model, resolved, { type: chart })
    if (problem) return { answer: null, chips, refusal: problem.message }
    return {
      answer: { version: 2, title: titleOf(resolved), query, chart: { type: chart } },
      chips,
      refusal: null,
    }
  } catch (error) {
    if (!(error instanceof QueryProblem)) throw error
    return { answer: null, chips: [], refusal: problem?.message ?? error.message }
  }
}

const types: Readonly<Record<Item['reads']['as'], Pick<Token, 'kind' | 'typeEnum' | 'dataType'>>> = {
  measure: { kind: 'measure', typeEnum: 'MEASURE', dataType: 'DOUBLE' },
  attribute: { kind: 'attribute', typeEnum: 'ATTRIBUTE', dataType: 'VARCHAR' },
  value: { kind: 'attribute', typeEnum: 'ATTRIBUTE_VALUE', dataType: 'VARCHAR' },
  range: { kind: 'date', typeEnum: 'DATE', dataType: 'DATE' },
  grain: { kind: 'date', typeEnum: 'DATE_BUCKET', dataType: 'DATE' },
  formula: { kind: 'formula', typeEnum: 'FORMULA', dataType: 'DOUBLE' },
  top: { kind: 'set', typeEnum: 'SET', dataType: 'UNKNOWN' },
  condition: { kind: 'parameter', typeEnum: 'PARAMETER', dataType: 'UNKNOWN' },
  keyword: { kind: 'other', typeEnum: 'KEYWORD', dataType: 'UNKNOWN' },
  unknown: { kind: 'other', typeEnum: 'UNRECOGNIZED', dataType: 'UNKNOWN' },
}

function tokenOf(phrase: string, { start, end, reads }: Item): Token {
  return {
    ...types[reads.as],
    text: phrase.slice(start, end),
    start,
    end,
    state: reads.as === 'unknown' ? 'unknown' : 'read',
    reads: reads.label,
    guid: reads.id ?? null,
  }
}
