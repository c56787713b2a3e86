import type { Reading, Answer, RunResult } from '../wire/answers'
import type { Reader } from '../answers/read/reader'
import { wordsOf, stemOf } from '../answers/read/words'
import { formatDay } from '../rendering/format'
import { capital } from '../query/words'
import type { SemanticModel } from '../model/semantic-model'

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
    ...(message !== null || unknown.length === 0 ? [] : [`Did not understand ${quoted(unknown)}.`]),
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
