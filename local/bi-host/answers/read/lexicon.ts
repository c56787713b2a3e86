import type { SemanticModel, SourceFacts } from '../../model/semantic-model'
import type { Source } from '../../model/source'
import { declaredSources, declaredValues, wordsOfField } from '../../model/declarations'
import { sourcesTied, spelling, kindsOf, marketsOf, namesOfAttributes } from './vocabulary'
import { altcoinWords } from './looked-up'
import { nameWords, stemOf, type Word } from './words'

/** What a name of the model may mean. */
export type Sense =
  | {
      readonly kind: 'measure'
      readonly id: string
      readonly source: string
      readonly weight: number
      readonly tied?: true
    }
  | { readonly kind: 'attribute'; readonly id: string; readonly source: string }
  | { readonly kind: 'value'; readonly id: string; readonly source: string; readonly value: string }
  | { readonly kind: 'source'; readonly source: string }

/** How much a word says that means nothing by itself. */
export const bound = 1

export interface Lexicon {
  /** All senses of the longest name that begins at this word. */
  match(
    words: readonly Word[],
    at: number,
    /** Sources whose own things the question names: words that mean something only there are read. */
    tied?: ReadonlySet<string>,
  ): { readonly length: number; readonly senses: readonly Sense[] } | null
  /** A name written in one word or in two: "tbill", "stable coins". */
  joined(
    words: readonly Word[],
    at: number,
  ): { readonly length: number; readonly senses: readonly Sense[] } | null
  /** Every single word of every name, for spelling. */
  readonly vocabulary: ReadonlySet<string>
  /** The one word that this may be a slip of; null when there is none, or more. */
  correct(low: string): string | null
  /** Nearest words, best first. */
  near(low: string): readonly string[]
  readonly names: readonly Name[]
}

/** A name as it is offered while somebody types. */
export interface Name {
  readonly text: string
  readonly words: readonly string[]
  readonly sense: Sense
  /** The label itself, not another word for it. */
  readonly own: boolean
}

/** The words of the model: labels, synonyms, values and their aliases, of the sources that may be asked about. */
export function buildLexicon(
  model: SemanticModel,
  sources: readonly Source[],
  facts: (source: string) => SourceFacts,
  keywords: readonly string[],
): Lexicon {
  const names: Name[] = []
  const tied: Name[] = []
  const add = (text: string, sense: Sense, own: boolean): void => {
    const words = nameWords(text)
    if (words.length > 0) names.push({ text, words, sense, own })
  }
  const aliases = aliasesByConcept(model)
  const taken = namesOfAttributes(sources)
  for (const source of sources) {
    // "Futures by expiry" asks for a split: what such a source is called is no name in a question.
    const label = / by /.test(source.label) ? [] : [source.label]
    for (const word of [
      ...label,
      ...(source.synonyms ?? []),
      ...(declaredSources.find((one) => one.source === source.id)?.words ?? []),
    ]) {
      add(word, { kind: 'source', source: source.id }, word === source.label)
      for (const text of marketsOf(word))
        if (!taken.has(text)) add(text, { kind: 'source', source: source.id }, false)
      const things = thingsIn(source, word)
      if (things !== null) add(word, { kind: 'attribute', id: things, source: source.id }, false)
    }
    for (const [id, measure] of Object.entries(source.measures)) {
      const full = `${source.id}.${id}`
      add(measure.label, { kind: 'measure', id: full, source: source.id, weight: 3 }, true)
      const words = wordsOfField(full)
      const others = [...(measure.synonyms ?? []), ...words.strong]
      for (const word of others.filter(
        (text) => measure.requires || !holdsValue(text, others, Object.values(facts(source.id).values)),
      ))
        add(word, { kind: 'measure', id: full, source: source.id, weight: 2.8 }, false)
      for (const word of words.bound)
        add(word, { kind: 'measure', id: full, source: source.id, weight: bound }, false)
      for (const word of words.weak)
        add(word, { kind: 'measure', id: full, source: source.id, weight: 2 }, false)
      for (const word of words.tied)
        tied.push({
          text: word,
          words: nameWords(word),
          own: false,
          sense: { ...tiedSense, id: full, source: source.id },
        })
    }
    for (const [id, attribute] of Object.entries(source.attributes)) {
      const full = `${source.id}.${id}`
      add(attribute.label, { kind: 'attribute', id: full, source: source.id }, true)
      for (const word of [...(attribute.synonyms ?? []), ...wordsOfField(full).strong])
        add(word, { kind: 'attribute', id: full, source: source.id }, false)
      if (attribute.concept === 'asset')
        for (const word of altcoinWords) add(word, { kind: 'attribute', id: full, source: source.id }, false)
      for (const word of kindsOf(attribute, taken))
        add(word, { kind: 'attribute', id: full, source: source.id }, false)
      for (const value of facts(source.id).values[id] ?? []) {
        add(value, { kind: 'value', id: full, source: source.id, value }, true)
        for (const word of aliases.get(attribute.concept)?.get(value) ?? [])
          add(word, { kind: 'value', id: full, source: source.id, value }, false)
      }
    }
  }
  return { ...matcher([...names, ...tied]), ...spelling(names, keywords), names }
}

/** The same with the words that mean something only where the things of their source are named, as they are among these names. */
export function withTied(lexicon: Lexicon, names: readonly (readonly Sense[])[]): Lexicon {
  const tied = sourcesTied(names)
  return tied.size === 0 ? lexicon : { ...lexicon, match: (words, at) => lexicon.match(words, at, tied) }
}

/** "Long liquidations" are the liquidations of longs: a value, and another name. */
function holdsValue(text: string, names: readonly string[], values: readonly (readonly string[])[]): boolean {
  const [first = '', ...rest] = nameWords(text)
  return (
    names.includes(rest.join(' ')) &&
    values.some((list) => list.some((value) => value.toLowerCase() === first))
  )
}

/** "Lending markets" are a set of markets too. */
function thingsIn(source: Source, text: string): string | null {
  const words = nameWords(text)
  const last = words.at(-1) ?? ''
  if (words.length < 2 || stemOf(last) === last) return null
  const found = Object.entries(source.attributes).find(([, { label, synonyms = [] }]) =>
    [label, ...synonyms].some((name) => name.toLowerCase() === stemOf(last)),
  )
  return found ? `${source.id}.${found[0]}` : null
}

/** Another name for a value holds wherever the same thing is kept. */
function aliasesByConcept(model: SemanticModel): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const all = new Map<string, Map<string, string[]>>()
  const put = (concept: string, value: string, words: readonly string[]): void => {
    const own = all.get(concept) ?? new Map<string, string[]>()
    own.set(value, [...new Set([...(own.get(value) ?? []), ...words])])
    all.set(concept, own)
  }
  for (const source of model.sources)
    for (const { concept, aliases } of Object.values(source.attributes))
      for (const [value, words] of Object.entries(aliases ?? {})) put(concept, value, words)
  for (const { concept, value, words } of declaredValues) put(concept, value, words)
  return all
}

function matcher(names: readonly Name[]): Pick<Lexicon, 'match' | 'joined'> {
  const exact = new Map<string, Sense[]>()
  const stemmed = new Map<string, Sense[]>()
  const inOne = new Map<string, Sense[]>()
  const commas = new Set<string>()
  let longest = 1
  const put = (map: Map<string, Sense[]>, key: string, sense: Sense): void => {
    const list = map.get(key)
    if (!list) map.set(key, [sense])
    else if (!list.some((known) => sameSense(known, sense))) list.push(sense)
  }
  for (const { text, words, sense } of names) {
    longest = Math.max(longest, words.length)
    if (/[,;] /.test(text)) commas.add(words.join(' '))
    put(exact, words.join(' '), sense)
    if (words.length === 2 && words.join('').length > 4 && !isTied(sense))
      put(inOne, words.map(stemOf).join(''), sense)
    // A ticker has no plural: USDS is not a lot of USD.
    if (sense.kind !== 'value' || words.join('').length > 6) put(stemmed, words.map(stemOf).join(' '), sense)
  }
  return {
    joined(words, at) {
      const [first, second] = words.slice(at, at + 2)
      if (!first || first.quoted) return null
      const whole = first.low.length > 4 ? inOne.get(first.stem) : undefined
      if (whole) return { length: 1, senses: whole }
      if (!second || second.quoted || second.apart) return null
      const two = stemmed.get(`${first.low}${second.stem}`)
      return two && first.low.length > 2 && second.low.length > 2
        ? { length: 2, senses: two.filter((sense) => !isTied(sense)) }
        : null
    },
    match(words, at, tied) {
      const comma = words.findIndex((word, place) => place > at && word.apart)
      const reach = (comma < 0 ? words.length : comma) - at
      for (let length = Math.min(longest, words.length - at); length > 0; length -= 1) {
        const part = words.slice(at, at + length)
        // "Queue, hours to 30 days" is a name with a comma of its own.
        if (length > reach && !commas.has(part.map(({ low }) => low).join(' '))) continue
        const asWritten = exact.get(part.map(({ low }) => low).join(' ')) ?? []
        // "Depegs" are events of that name, whatever one depeg may measure.
        const named =
          asWritten.some(({ kind }) => kind === 'value') && asWritten.every(({ kind }) => kind === 'value')
        const stems = stemmed.get(part.map(({ stem }) => stem).join(' ')) ?? []
        const found = [...asWritten, ...stems.filter(({ kind }) => !named || kind !== 'measure')].filter(
          (sense) => !isTied(sense) || tied?.has(sense.source) === true,
        )
        const senses = found.filter(
          (sense, place) => found.findIndex((other) => sameSense(other, sense)) === place,
        )
        const wanted = part[0]?.quoted === true ? senses.filter(({ kind }) => kind === 'value') : senses
        if (wanted.length > 0) return { length, senses: wanted }
      }
      return quotedName(words[at], exact)
    },
  }
}

const tiedSense = { kind: 'measure', weight: 2, tied: true } as const

const isTied = (sense: Sense): boolean => sense.kind === 'measure' && sense.tied === true

/** A quoted text is a name of several words in one. */
function quotedName(
  word: Word | undefined,
  exact: ReadonlyMap<string, readonly Sense[]>,
): ReturnType<Lexicon['match']> {
  if (!word?.quoted) return null
  const senses = (exact.get(nameWords(word.low).join(' ')) ?? []).filter(({ kind }) => kind === 'value')
  return senses.length === 0 ? null : { length: 1, senses }
}

const sameSense = (a: Sense, b: Sense): boolean =>
  a.kind === b.kind &&
  a.source === b.source &&
  (!('id' in a) || !('id' in b) || a.id === b.id) &&
  (a.kind !== 'value' || b.kind !== 'value' || a.value === b.value)
