import { isDay } from '../model/days'
import type { AnswerFilter, AnswerRange } from '../wire/answers'
import {
  columnOf,
  fieldOf,
  isDate,
  nearest,
  once,
  Refused,
  type Draft,
  type Item,
  type TokenScope,
} from './token-fields'
import type { Lexeme, Clause, Operand } from './token-syntax'
import { dateLabel, labelOfField, type Field } from './token-names'
import { readGrain, readRange } from './token-ranges'

/** `[Chain].Tron`, `[Date].monthly`, `[Date].'last 90 days'`. */
export function takeValue(
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

export function takeCondition(
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
