import { QueryProblem } from '../model/source'
import { resolve } from '../query/resolve'
import type { Answer, Chip, NotUnderstood, Reading, Token, AnswerQuery, ChartType } from '../wire/answers'
import { chipsOf, examplesFor } from './chips'
import {
  type Item,
  type TokenScope,
  columnOf,
  idsIn,
  isDate,
  once,
  Refused,
  type Column,
  type Draft,
} from './token-fields'
import { lexemesOf, type Lexeme, clausesOf, type Clause, type Operand } from './token-syntax'
import { titleOf } from './titles'
import { takeCondition, takeValue } from './token-filters'
import { dateLabel, nearSources, tokenNames } from './token-names'

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
