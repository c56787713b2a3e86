import type { Reading, Answer, RunResult, AnswerGrain, AnswerQuery } from '../wire/answers'
import type { Reader } from '../answers/read/reader'
import { wordsOf, stemOf } from '../answers/read/words'
import { formatDay, formatNumber, formatShortDay } from '../rendering/format'
import { capital, midSentence } from '../query/words'
import type { SemanticModel } from '../model/semantic-model'
import type { AnswerMeasure } from '../query/resolve'
import type { NumberFormat } from '../wire/board'
import { intervalEnd, type DaySpan } from '../model/days'
import { gap as rateGap } from '../model/formats'

/** Words of a question about the future. */
const futureWords =
  /\b(?:will|won't|gonna|going to|forecasts?|forecasted|predict\w*|outlook|price targets?|expect(?:ed|ation)?s?|projected|projections?|tomorrow|(?:in|over) the (?:future|coming)|next (?:few )?(?:days?|weeks?|months?|quarters?|years?)|in (?:a|an|one|two|three|six|\d+) (?:days?|weeks?|months?|quarters?|years?))\b/i

interface Asked {
  readonly question: string
  readonly reading: Reading
  readonly reader: Reader
  /** Last day of the data. */
  readonly asOf: string
}

/** Why there is no answer, and suggestions. */
export function refusalText({ question, reading, reader, asOf }: Asked): string {
  const { refusal, notUnderstood } = reading
  if (futureWords.test(question) && notUnderstood.length > 0) {
    const instead = answerable(reader, pastQuestions(reading))
    return `${noForecast(asOf)} ${offer(instead.length > 0 ? instead : (refusal?.suggestions ?? []), 'What there is:')}`.trim()
  }
  const known = notUnderstood.filter(({ text }) => isKnown(reader, text))
  const unknown = notUnderstood.filter((word) => !known.includes(word))
  const { message } = refusal ?? { message: 'I did not understand the question.' }
  const text = [
    ...(message === null ? [] : [message.replaceAll(/"([^"]+)"/g, '“$1”')]),
    ...(message !== null || unknown.length === 0 ? [] : [`We don’t have data on ${quoted(unknown)}.`]),
    ...(message !== null || known.length === 0
      ? []
      : [
          `${quoted(known)} ${known.length === 1 ? 'is' : 'are'} known here, but not together with the rest of the question.`,
        ]),
  ].join(' ')
  const near = unknown.flatMap(({ suggestions }) => suggestions).slice(0, 3)
  return `${text} ${offer(near, 'Nearest:')} ${offer(refusal?.suggestions ?? [], 'Try:')}`
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const noForecast = (asOf: string): string =>
  `There are no forecasts here: the data ends on ${formatDay(asOf)}.`

const quoted = (words: readonly { readonly text: string }[]): string =>
  words.map(({ text }) => `“${text}”`).join(', ')

const offer = (questions: readonly string[], lead: string): string =>
  questions.length === 0 ? '' : `${lead} ${questions.map((question) => `“${question}”`).join(', ')}.`

/** A name that the data has, but that does not fit this question. */
const isKnown = (reader: Reader, text: string): boolean => reader.lexicon.match(wordsOf(text), 0) !== null

/** Questions about the past of the same measure, and about what options imply for the future. */
function pastQuestions({ tokens }: Reading): readonly string[] {
  const of = (...kinds: readonly string[]): readonly string[] =>
    tokens.flatMap(({ typeEnum, text }) => (kinds.includes(typeEnum) ? [text] : []))
  const [name = ''] = of('ATTRIBUTE_VALUE')
  const [measure = name === '' ? '' : 'price'] = of('MEASURE')
  return [
    ...(measure === ''
      ? []
      : [`${name} ${measure} last year`.trim(), `${name} ${measure} last 90 days`.trim()]),
    `${name === '' ? 'BTC' : name} implied volatility last 90 days`,
  ]
}

/** Only questions that would be answered completely. */
const answerable = (reader: Reader, questions: readonly string[]): readonly string[] =>
  questions
    .filter((phrase) => {
      const { answer, notUnderstood } = reader.read({ phrase })
      return answer !== null && notUnderstood.length === 0
    })
    .slice(0, 3)

/** The user's own terms for attributes, by attribute id: "issuer" for a sponsor. */
export type UserTerms = ReadonlyMap<string, UserTerm>

interface UserTerm {
  readonly label: string
  readonly name: string
}

/** Always written in capitals. */
const acronyms = /^(?:etf|cex)$/

/** Terms the question uses for its split attributes, if the model lists them as synonyms. */
export function userTermsOf(
  model: SemanticModel,
  { tokens }: Reading,
  { query }: Answer,
  before: UserTerms,
): UserTerms {
  const words = new Map(before)
  const spoken = tokens
    .filter(({ typeEnum }) => typeEnum === 'ATTRIBUTE')
    .map(({ text }) => text.toLowerCase().replace(/\w+$/, stemOf))
  for (const id of query.attributes ?? []) {
    const source = model.source(id.slice(0, id.indexOf('.')))
    const { label, synonyms = [] } = model.attribute(source, id).attribute
    if (spoken.includes(label.toLowerCase())) words.delete(id)
    else {
      const own = spoken.find((word) => synonyms.includes(word))
      if (own !== undefined) words.set(id, { label, name: acronyms.test(own) ? own.toUpperCase() : own })
    }
  }
  return words
}

export function titled<Titled extends { readonly title: string }>(words: UserTerms, named: Titled): Titled {
  let { title } = named
  for (const { label, name } of words.values())
    title = title.replace(new RegExp(`\\b(by|and) ${label.toLowerCase()}(?=,| and |$)`), `$1 ${name}`)
  return { ...named, title }
}

/** The answer in the user's terms: its columns, its chips, and the title above its chart. */
export function inUserTerms(words: UserTerms, result: RunResult): RunResult {
  if (words.size === 0) return result
  const table = {
    ...result.table,
    columns: result.table.columns.map((column) => {
      const word = words.get(column.id)
      return word === undefined ? column : { ...column, label: capital(word.name) }
    }),
  }
  const chips = result.chips.map((chip) => {
    const { target } = chip
    const word = target.part === 'attribute' ? words.get(target.id) : undefined
    if (word !== undefined) return { ...chip, label: `by ${capital(word.name)}` }
    if (target.part !== 'top') return chip
    const label = [...words.values()].reduce(
      (text, one) => text.replace(` ${one.label.toLowerCase()} by `, ` ${one.name} by `),
      chip.label,
    )
    return { ...chip, label }
  })
  const tile = { ...result.tile, subtitle: chips.map(({ label }) => label).join(', ') }
  return { ...result, table, chips, tile: titled(words, tile) }
}

export type Values = readonly (number | null)[]

/** One measure of an answer, with what a sentence about it needs. */
export interface SummaryMeasure {
  /** With the name it belongs to. */
  readonly label: string
  /** Without the name. */
  readonly own: string
  readonly format: NumberFormat
  readonly values: Values
  readonly prior: Values | null
  readonly adds: AnswerMeasure['adds']
  /** Read on the last day of an interval instead of over all its days. */
  readonly atEnd: boolean
  /** Looks back over intervals: a mean, a sum. */
  readonly overTime: boolean
  /** Term for negative values: "an outflow". */
  readonly negativeTerm: string | null
}

/** An answer as input for a summary sentence. */
export interface AnswerSummary {
  readonly measures: readonly SummaryMeasure[]
  readonly days: readonly string[] | null
  readonly grain: AnswerGrain
  /** One name per row. With two attributes, both joined. */
  readonly names: readonly string[] | null
  /** Singular, e.g. "chain". */
  readonly noun: string
  /** How a name joins the measure: "of" a coin, "on" an exchange, or as a kind in front: "Long liquidations". */
  readonly joint: 'of' | 'on' | 'kind'
  readonly span: DaySpan
  /** Days of the comparison period. Null without a comparison, or if it is row by row. */
  readonly before: DaySpan | null
  /** Conditions on numbers that all rows meet: "supply over $1.00B". */
  readonly conditions: readonly string[]
  readonly query: AnswerQuery
}

/** "Holders were", "Supply was". */
export function was(label: string): string {
  const [head = ''] = label.split(/,| (?:of|under|in|per|by|from|to) /)
  const whole = label.includes(', ') ? `${label},` : label
  return /[^sui]s$/.test(head) ? `${whole} were` : `${whole} was`
}

export const plural = (noun: string, count: number): string =>
  count === 1
    ? noun
    : /[^aeiou]y$/.test(noun)
      ? `${noun.slice(0, -1)}ies`
      : /(?:s|x|ch|sh)$/.test(noun)
        ? `${noun}es`
        : `${noun}s`

export const write = ({ format }: Pick<SummaryMeasure, 'format'>, value: number | null | undefined): string =>
  formatNumber(value ?? null, format)

/** "9 to 15 Nov 2026". */
export function spanText({ from, to }: DaySpan): string {
  if (from === to) return formatDay(from)
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8, 10))} to ${formatDay(to)}`
  return `${from.slice(0, 4) === to.slice(0, 4) ? formatShortDay(from) : formatDay(from)} to ${formatDay(to)}`
}

/** When a value without an interval applies: "on 20 Nov 2026", "from 9 to 15 Nov 2026". */
export const whenOf = (measure: Pick<SummaryMeasure, 'atEnd'>, { from, to }: DaySpan): string =>
  measure.atEnd || from === to ? `on ${formatDay(to)}` : `from ${spanText({ from, to })}`

/** When an interval's value applies: "in Oct 2026", "at the end of Oct 2026", "in the week of 16 Nov 2026 so far". */
export function intervalOf(
  iso: string,
  grain: AnswerGrain,
  { span, atEnd }: { readonly span: DaySpan; readonly atEnd: boolean },
): string {
  if (grain === 'hour') return `at ${formatDay(iso)} UTC`
  const day = iso.slice(0, 10)
  if (grain === 'day') return `on ${formatDay(day)}`
  const end = intervalEnd(day, grain)
  const running = end > span.to
  if (atEnd) return running ? `on ${formatDay(span.to)}` : `on ${formatDay(end)}`
  const name = grain === 'week' ? `the week of ${formatDay(day)}` : monthText(day, grain)
  return `in ${name}${running ? ' so far' : ''}`
}

function monthText(day: string, grain: AnswerGrain): string {
  if (grain === 'year') return day.slice(0, 4)
  if (grain === 'quarter') return `Q${Math.ceil(Number(day.slice(5, 7)) / 3)} ${day.slice(0, 4)}`
  return formatDay(day).replace(/^\d+ /, '')
}

/** Absolute difference of two numbers in the same format: "4 bp", "1.2 pp", "$3.1B". */
function apart(one: number, other: number, format: NumberFormat): string {
  const size = Math.abs(one - other)
  const written = format.kind === 'percent' ? rateGap(size, format) : { value: size, format }
  return formatNumber(written.value, { ...written.format, signed: false })
}

/** Change of a number: "up 5.2% from $117M", "unchanged from 3.0%", "from +$117M" across zero. Empty if a number is missing. */
export function movement(
  { format }: Pick<SummaryMeasure, 'format'>,
  now: number | null | undefined,
  before: number | null | undefined,
): string {
  if (typeof now !== 'number' || typeof before !== 'number') return ''
  const was = formatNumber(before, format)
  // Compares the numbers, not their texts: two amounts that print alike may differ by hundreds of millions.
  if (now === before) return `unchanged from ${was}`
  const isRate = ['percent', 'pp', 'bps'].includes(format.kind)
  // A percentage across zero is meaningless, and one from almost nothing tells little.
  if (!isRate && (before <= 0 || now < 0 || now > before * 10)) return `from ${was}`
  const size = isRate
    ? apart(now, before, format)
    : formatNumber(Math.abs(now / before - 1) * 100, { kind: 'percent', digits: 1 })
  if (!/[1-9]/.test(size)) return `hardly changed from ${was}`
  return `${now > before ? 'up' : 'down'} ${size} from ${was}`
}

/** ", up 5.2% from $117M (2 to 8 Nov 2026)". */
export function against(
  measure: SummaryMeasure,
  now: number | null | undefined,
  prior: number | null | undefined,
  before: AnswerSummary['before'],
): string {
  if (before === null || measure.prior === null) return ''
  const moved = movement(measure, now, prior)
  if (moved === '') return ', with nothing to compare it with in the period before'
  return `, ${moved.replace(/^from/, 'against')} ${measure.atEnd ? `on ${formatDay(before.to)}` : `(${spanText(before)})`}`
}

/** Which of two compared measures is higher, and by how much. Empty if their formats differ. */
export function gap(measures: readonly SummaryMeasure[], row: number): string {
  const [one, other, ...more] = measures
  if (one === undefined || other === undefined || more.length > 0) return ''
  const [a, b] = [one.values[row], other.values[row]]
  if (typeof a !== 'number' || typeof b !== 'number' || one.format.kind !== other.format.kind) return ''
  const size = apart(a, b, one.format)
  const [high, low] = a > b ? [one, other] : [other, one]
  return /[1-9]/.test(size)
    ? `${high.label} is above ${midSentence(low.label)} by ${size}.`
    : `${one.label} and ${midSentence(other.label)} are level.`
}

/** "BTC, ETH and SOL". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`

/** A measure joined with one of its names: "Price of ETH", "Volume on Binance", "Long liquidations". */
export const labelWith = ({ label }: SummaryMeasure, name: string, joint: AnswerSummary['joint']): string =>
  joint === 'kind' ? `${name} ${midSentence(label)}` : `${label} ${joint} ${name}`
