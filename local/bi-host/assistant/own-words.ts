import type { Answer, Reading, RunResult } from '../wire/answers'
import { stemOf } from '../answers/read/words'
import { capital } from '../query/words'
import type { SemanticModel } from '../model/semantic-model'

/** What a person calls an attribute, by its id: "issuer" for a sponsor. */
export type OwnWords = ReadonlyMap<string, OwnWord>

interface OwnWord {
  readonly label: string
  readonly name: string
}

/** Written in capitals wherever they stand. */
const acronyms = /^(?:etf|cex)$/

/** The words of a question for what divides its answer, where the model has them as other words for the same. */
export function ownWords(
  model: SemanticModel,
  { tokens }: Reading,
  { query }: Answer,
  before: OwnWords,
): OwnWords {
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

/** A title in these words. */
export function titled<Titled extends { readonly title: string }>(words: OwnWords, named: Titled): Titled {
  let { title } = named
  for (const { label, name } of words.values())
    title = title.replace(new RegExp(`\\b(by|and) ${label.toLowerCase()}(?=,| and |$)`), `$1 ${name}`)
  return { ...named, title }
}

/** An answer in these words: its columns, how it was read, and what stands above its picture. */
export function inOwnWords(words: OwnWords, result: RunResult): RunResult {
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
