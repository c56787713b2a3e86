import { type FunctionName, functions } from '../query/expression'
import { chartWords } from '../query/words'
import type { AnswerCompare, AnswerFilter, AnswerGrain, ChartType } from '../wire/answers'
import { functionWords } from './canonical'
import { dateLabel, readGrain } from './token-names'

/** A lexeme of a phrase in token language, with UTF-16 offsets. */
export type Lexeme = {
  readonly start: number
  readonly end: number
  /** As typed. */
  readonly source: string
} & (
  | { readonly kind: 'name'; readonly name: string; readonly value: string | null }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'formula'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number; readonly text: string }
  | { readonly kind: 'operator'; readonly text: string }
  | { readonly kind: 'comma' }
)

const shapes: readonly (readonly [Lexeme['kind'], RegExp])[] = [
  ['name', /\[([^[\]]{1,200})\](?:\.(?:'((?:[^']|'')*)'|"((?:[^"]|"")*)"|([\p{L}\p{N}_-]+)))?/uy],
  ['text', /'((?:[^']|'')*)'|"((?:[^"]|"")*)"/y],
  ['number', /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\p{L}\p{N}_%-])/iuy],
  ['operator', /[<>!]=|[<>=]/y],
  ['word', /[\p{L}\p{N}_%-]+/uy],
  ['comma', /[,;]/y],
]

/** All of a phrase except white space. A meaningless character is a lexeme of its own, so that it can be refused. */
export function lexemesOf(phrase: string): readonly Lexeme[] {
  const found: Lexeme[] = []
  let at = 0
  while (at < phrase.length) {
    if (/\s/.test(phrase.charAt(at))) {
      at += 1
      continue
    }
    const next = formulaAt(phrase, at) ?? lexemeAt(phrase, at)
    found.push(next)
    at = next.end
  }
  return found
}

function lexemeAt(phrase: string, start: number): Lexeme {
  for (const [kind, shape] of shapes) {
    shape.lastIndex = start
    const match = shape.exec(phrase)
    if (match === null) continue
    const [source] = match
    const span = { start, end: start + source.length, source }
    switch (kind) {
      case 'name': {
        const [, name = '', single, double, plain] = match
        const value = single?.replaceAll("''", "'") ?? double?.replaceAll('""', '"') ?? plain ?? null
        return { ...span, kind, name, value }
      }
      case 'text':
        return {
          ...span,
          kind,
          text: match[1]?.replaceAll("''", "'") ?? (match[2] ?? '').replaceAll('""', '"'),
        }
      case 'number':
        return { ...span, kind, number: Number(source), text: source }
      case 'comma':
        return { ...span, kind }
      case 'formula':
      case 'operator':
      case 'sign':
      case 'word':
        return { ...span, kind, text: source }
    }
  }
  // Half of a surrogate pair is not a character.
  const source = String.fromCodePoint(phrase.codePointAt(start) ?? 0)
  return { kind: 'sign', start, end: start + source.length, source, text: source }
}

/** A calculation: everything up to its closing parenthesis. */
function formulaAt(phrase: string, start: number): Lexeme | null {
  if (phrase.charAt(start) !== '(') return null
  let depth = 0
  for (let at = start; at < phrase.length; at += 1) {
    if (phrase.charAt(at) === '(') depth += 1
    if (phrase.charAt(at) !== ')') continue
    depth -= 1
    if (depth > 0) continue
    const source = phrase.slice(start, at + 1)
    return { kind: 'formula', start, end: at + 1, source, text: source.slice(1, -1) }
  }
  return null
}

type NameLexeme = Extract<Lexeme, { kind: 'name' }>
type FormulaLexeme = Extract<Lexeme, { kind: 'formula' }>

interface Span {
  readonly start: number
  readonly end: number
}

/** A column: a field by name, a calculation, or a function of a field. */
export type Operand = Span &
  (
    | { readonly by: 'name'; readonly name: NameLexeme }
    | { readonly by: 'formula'; readonly formula: FormulaLexeme }
    | {
        readonly by: 'function'
        readonly call: FunctionName
        readonly days: number | null
        readonly of: NameLexeme
      }
  )

/** A clause by its syntax alone: its names are not resolved yet. */
export type Clause = Span &
  (
    | { readonly is: 'column' | 'value'; readonly operand: Operand }
    | {
        readonly is: 'condition'
        readonly operand: Operand
        readonly op: AnswerFilter['op']
        readonly values: readonly Lexeme[]
      }
    | {
        readonly is: 'top'
        readonly from: 'top' | 'bottom'
        readonly count: number
        readonly operands: readonly Operand[]
        readonly other: boolean
      }
    | { readonly is: 'sort'; readonly operand: Operand; readonly descending: boolean }
    | { readonly is: 'grain'; readonly grain: AnswerGrain }
    | { readonly is: 'compare'; readonly compare: AnswerCompare }
    | { readonly is: 'rows'; readonly count: number }
    | { readonly is: 'chart'; readonly chart: ChartType }
    | { readonly is: 'label'; readonly label: string }
    | { readonly is: 'keyword' }
    | { readonly is: 'unknown' }
  )

const operators: Readonly<Record<string, AnswerFilter['op']>> = {
  '=': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  contains: 'contains',
  between: 'between',
}

const functionTexts = Object.entries(functionWords)
  .map(([name, text]) => ({ name: name as FunctionName, words: text.split(' ') }))
  .toSorted((one, other) => other.words.length - one.words.length)

const charts = Object.entries(chartWords)
  .map(([type, text]) => ({ type: type as ChartType, words: text.split(' ') }))
  .toSorted((one, other) => other.words.length - one.words.length)

export const isDateName = ({ name }: NameLexeme): boolean =>
  name.trim().toLowerCase() === dateLabel.toLowerCase()

const wordOf = (lexeme: Lexeme | undefined): string =>
  lexeme?.kind === 'word' || lexeme?.kind === 'operator' ? lexeme.text.toLowerCase() : ''

const standsAt = (lexemes: readonly Lexeme[], at: number, words: readonly string[]): boolean =>
  words.every((word, step) => wordOf(lexemes[at + step]) === word)

/** Whether a phrase is in token language: it has a field in brackets, or consists of a calculation and token-language syntax only. */
export function isTokenPhrase(phrase: string): boolean {
  const lexemes = lexemesOf(phrase)
  if (lexemes.some(({ kind }) => kind === 'name')) return true
  return (
    lexemes.some(({ kind }) => kind === 'formula') && clausesOf(lexemes).every(({ is }) => is !== 'unknown')
  )
}

export function clausesOf(all: readonly Lexeme[]): readonly Clause[] {
  const lexemes = all.filter(({ kind }) => kind !== 'comma')
  const clauses: Clause[] = []
  let at = 0
  while (at < lexemes.length) {
    const { length, clause } = clauseAt(lexemes, at)
    const [first, last] = [lexemes[at], lexemes[at + length - 1]]
    if (!first || !last) break
    clauses.push({ ...clause, start: first.start, end: last.end })
    at += length
  }
  return clauses
}

/** A clause without its span. */
type Form = Clause extends infer One ? (One extends Clause ? Omit<One, 'start' | 'end'> : never) : never
interface Found {
  readonly length: number
  readonly clause: Form
}

function clauseAt(lexemes: readonly Lexeme[], at: number): Found {
  return (
    topAt(lexemes, at) ??
    sortAt(lexemes, at) ??
    columnAt(lexemes, at) ??
    settingAt(lexemes, at) ?? { length: 1, clause: { is: 'unknown' } }
  )
}

/** A column followed by its value or its condition. */
function columnAt(lexemes: readonly Lexeme[], at: number): Found | null {
  const found = operandAt(lexemes, at)
  if (found === null) return null
  const { operand, length } = found
  if (operand.by === 'name' && operand.name.value !== null)
    return { length, clause: { is: 'value', operand } }
  const op = operators[wordOf(lexemes[at + length])]
  if (op === undefined) return { length, clause: { is: 'column', operand } }
  const joined = op === 'between' ? 'and' : 'or'
  const values: Lexeme[] = []
  let next = at + length + 1
  for (;;) {
    const value = lexemes[next]
    if (!value || (value.kind !== 'number' && value.kind !== 'text' && value.kind !== 'word')) break
    values.push(value)
    next += 1
    if (wordOf(lexemes[next]) !== joined || (op === 'between' && values.length === 2)) break
    next += 1
  }
  return { length: next - at, clause: { is: 'condition', operand, op, values } }
}

function operandAt(
  lexemes: readonly Lexeme[],
  at: number,
): { readonly operand: Operand; readonly length: number } | null {
  const first = lexemes[at]
  if (!first) return null
  const { start } = first
  if (first.kind === 'name') return { length: 1, operand: { by: 'name', name: first, start, end: first.end } }
  if (first.kind === 'formula')
    return { length: 1, operand: { by: 'formula', formula: first, start, end: first.end } }
  const [, count] = /^(\d{1,3})-day$/.exec(wordOf(first)) ?? []
  const after = count === undefined ? at : at + 1
  const call = functionTexts.find(({ words }) => standsAt(lexemes, after, words))
  if (!call) return null
  const of = lexemes[after + call.words.length]
  if (of?.kind !== 'name' || of.value !== null) return null
  const days = count === undefined ? null : Number(count)
  // A function with a window needs its length. One without a window takes none.
  if (
    (functions.find(({ name }) => name === call.name)?.window ?? null) === null
      ? days !== null
      : days === null
  )
    return null
  return {
    length: after + call.words.length + 1 - at,
    operand: { by: 'function', call: call.name, days, of, start, end: of.end },
  }
}

/** `top 10 [Chain] [Supply] with other`: attribute and measure in either order. */
function topAt(lexemes: readonly Lexeme[], at: number): Found | null {
  const from = wordOf(lexemes[at])
  const count = lexemes[at + 1]
  if ((from !== 'top' && from !== 'bottom') || count?.kind !== 'number') return null
  const operands: Operand[] = []
  let next = at + 2
  while (operands.length < 2) {
    if (operands.length === 1 && wordOf(lexemes[next]) === 'by') next += 1
    const found = operandAt(lexemes, next)
    if (found === null) return null
    operands.push(found.operand)
    next += found.length
  }
  const other = standsAt(lexemes, next, ['with', 'other'])
  return {
    length: next + (other ? 2 : 0) - at,
    clause: { is: 'top', from, count: count.number, operands, other },
  }
}

function sortAt(lexemes: readonly Lexeme[], at: number): Found | null {
  if (!standsAt(lexemes, at, ['sorted', 'by'])) return null
  const found = operandAt(lexemes, at + 2)
  if (found === null) return null
  const order = wordOf(lexemes[at + 2 + found.length])
  const isOrdered = order === 'descending' || order === 'ascending'
  return {
    length: 2 + found.length + (isOrdered ? 1 : 0),
    clause: { is: 'sort', operand: found.operand, descending: order === 'descending' },
  }
}

/** Clauses without a field. */
function settingAt(lexemes: readonly Lexeme[], at: number): Found | null {
  const [first, second] = [lexemes[at], lexemes[at + 1]]
  const word = wordOf(first)
  const grain = word === 'by' ? readGrain(wordOf(second)) : null
  if (grain !== null) return { length: 2, clause: { is: 'grain', grain } }
  if (standsAt(lexemes, at, ['vs', 'previous', 'period']))
    return { length: 3, clause: { is: 'compare', compare: 'previous-period' } }
  if (standsAt(lexemes, at, ['vs', 'a', 'year', 'ago']))
    return { length: 4, clause: { is: 'compare', compare: 'year-ago' } }
  if (first?.kind === 'number' && /^rows?$/.test(wordOf(second)))
    return { length: 2, clause: { is: 'rows', count: first.number } }
  if (word === 'as' && second?.kind === 'text')
    return { length: 2, clause: { is: 'label', label: second.text } }
  const chart = charts.find(({ words }) => standsAt(lexemes, at, words))
  if (chart) return { length: chart.words.length, clause: { is: 'chart', chart: chart.type } }
  // Fillers between two columns. They are not allowed elsewhere.
  const joins = (word === 'by' || word === 'and') && operandAt(lexemes, at + 1) !== null && at > 0
  return joins ? { length: 1, clause: { is: 'keyword' } } : null
}
