import type { SemanticModel, SourceFacts } from '../model/semantic-model'
import type { Source } from '../model/source'
import { FormulaProblem, measuresOf, parseExpression } from '../query/expression'
import type { AnswerFilter, AnswerFormula, AnswerQuery, ChartType } from '../wire/answers'
import { usualLabel } from './canonical'
import { labelOfField, tokenNames, type Field } from './token-names'
import { isDateName, type Operand } from './token-syntax'

/** The queryable fields and their values. */
export interface TokenScope {
  readonly model: SemanticModel
  /** Fields of the model's other sources are refused by name. */
  readonly sources: readonly Source[]
  /** Last day of the data, ISO. */
  readonly asOf: string
  readonly facts: (source: string) => SourceFacts
}

/** A range of the phrase, and its reading. */
export interface Item {
  readonly start: number
  readonly end: number
  readonly reads: {
    readonly as:
      | 'measure'
      | 'attribute'
      | 'value'
      | 'range'
      | 'grain'
      | 'formula'
      | 'top'
      | 'condition'
      | 'keyword'
      | 'unknown'
    readonly label: string
    readonly id?: string
  }
}

type Changeable<Value> = { -readonly [Key in keyof Value]: Value[Key] }

/** The query under construction. */
export interface Draft {
  readonly measures: string[]
  readonly attributes: string[]
  readonly filters: AnswerFilter[]
  readonly formulas: AnswerFormula[]
  /** The formula named last, which a following label applies to. */
  last: string | null
  /** Fields whose values are listed one by one, so that the next value joins them. */
  readonly listed: Map<string, number>
  readonly rest: Changeable<Pick<AnswerQuery, 'grain' | 'range' | 'sort' | 'top' | 'compare' | 'limit'>>
  chart: ChartType | 'auto'
}

export function once<Part extends keyof Draft['rest']>(
  draft: Draft,
  part: Part,
  value: Draft['rest'][Part],
): void {
  const words = {
    grain: 'interval',
    range: 'time range',
    sort: 'order',
    top: 'ranking',
    compare: 'comparison',
    limit: 'number of rows',
  }
  if (draft.rest[part] !== undefined) throw new Refused(`The ${words[part]} is named twice.`)
  draft.rest[part] = value
}

/** Stops reading one clause, which is then reported as not understood. */
export class Refused extends Error {
  readonly suggestions: readonly string[]

  constructor(message: string, suggestions: readonly string[] = []) {
    super(message)
    this.suggestions = suggestions
  }
}

export interface Column {
  /** In the query: a field, or `formula.…`. */
  readonly id: string
  readonly field: Field | null
  readonly label: string
}

export const isDate = (operand: Operand): boolean => operand.by === 'name' && isDateName(operand.name)

export function columnOf(scope: TokenScope, draft: Draft, operand: Operand, near: readonly string[]): Column {
  draft.last = null
  if (operand.by === 'name') {
    const field = fieldOf(scope, operand.name.name, near)
    return { id: field.id, field, label: labelOfField(field) }
  }
  const formula = formulaOf(scope, draft, expressionOf(scope, operand))
  draft.last = formula.id
  return { id: `formula.${formula.id}`, field: null, label: formula.label }
}

function expressionOf(scope: TokenScope, operand: Exclude<Operand, { by: 'name' }>): string {
  if (operand.by === 'formula') return expressionIn(scope, operand.formula.text)
  const field = fieldOf(scope, operand.of.name, [])
  return `${operand.call}(${field.id}${operand.days === null ? '' : `, ${operand.days}`})`
}

const expressionIn = (scope: TokenScope, text: string): string =>
  text.replaceAll(/\[([^[\]]{1,200})\]/g, (_, name: string) => fieldOf(scope, name, []).id)

/** Finds the formula of an expression, or adds it. */
function formulaOf(scope: TokenScope, { formulas }: Draft, expression: string): AnswerFormula {
  try {
    const tree = JSON.stringify(parseExpression(expression))
    const ids = measuresOf(parseExpression(expression))
    if (ids.length === 0) throw new Refused(`The calculation "${expression}" names no measure.`)
    for (const id of ids)
      if (fieldOf(scope, id, []).kind !== 'measure')
        throw new Refused(`A calculation is made of measures, and "${id}" is none.`)
    const known = formulas.find((formula) => JSON.stringify(parseExpression(formula.expression)) === tree)
    if (known) return known
    const slug = expression
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^[^a-z]+|_+$/g, '')
      .slice(0, 54)
    let id = slug === '' ? 'formula' : slug
    for (let more = 2; formulas.some((formula) => formula.id === id); more += 1) id = `${slug}_${more}`
    const formula = { id, label: usualLabel(tokenNames(scope.model), expression), expression }
    formulas.push(formula)
    return formula
  } catch (error) {
    if (error instanceof FormulaProblem) throw new Refused(error.message)
    throw error
  }
}

/** The one field a name stands for. Refused if there is none, several, or one that may not be queried. */
export function fieldOf({ model, sources }: TokenScope, name: string, near: readonly string[]): Field {
  const names = tokenNames(model)
  const found = names.find(name, near)
  const [field] = found
  if (field === undefined)
    throw new Refused(
      `There is no field called "${name}".`,
      nearest(name, names.labels).map((label) => `[${label}]`),
    )
  const within = (source: Source): boolean => sources.some(({ id }) => id === source.id)
  if (found.length > 1) {
    const tokens = found.filter(({ source }) => within(source)).map(({ id }) => names.write(id, []))
    throw new Refused(
      `"${name}" is a field of several sources: write ${tokens.join(' or ')}.`,
      tokens.slice(0, 3),
    )
  }
  // A shared attribute is the same in every source that has it.
  const lent =
    field.kind === 'attribute' && sources.some((source) => model.counterpart(source, field.id) !== null)
  if (!within(field.source) && !lent) throw new Refused(`This dataset has no "${labelOfField(field)}".`)
  return field
}

export function idsIn(scope: TokenScope, text: string): readonly string[] {
  try {
    return measuresOf(parseExpression(expressionIn(scope, text)))
  } catch (error) {
    if (error instanceof FormulaProblem || error instanceof Refused) return []
    throw error
  }
}

/** The nearest names to a text, best first, at most three: a few letters apart, or one contained in the other. */
export function nearest(text: string, names: readonly string[]): readonly string[] {
  const low = text.trim().toLowerCase()
  return [...new Set(names)]
    .map((name) => {
      const other = name.toLowerCase()
      const part = low.length > 2 && (other.includes(low) || low.includes(other))
      return { name, distance: part ? 1 : editDistance(low, other) }
    })
    .filter(({ name, distance }) => distance <= Math.ceil(Math.min(name.length, low.length) / 3))
    .toSorted((one, other) => one.distance - other.distance || one.name.length - other.name.length)
    .slice(0, 3)
    .map(({ name }) => name)
}

/** Edit distance in letters. */
function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 3) return 99
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1),
        ),
      )
    row = next
  }
  return row[other.length] ?? 99
}
