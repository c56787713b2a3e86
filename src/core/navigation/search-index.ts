import { folded } from '../kernel/folding'

/** A part of a text, from the first character to the one behind the last. */
export type Range = readonly [from: number, to: number]

/** How well a term was met, best first. */
export const tiers = {
  wholeTitle: 0,
  titleStart: 1,
  titleWord: 2,
  inTitle: 3,
  otherWord: 4,
  titleTypo: 5,
  nameTypo: 6,
  inOther: 7,
} as const
export type Tier = (typeof tiers)[keyof typeof tiers]

/** Which of these words is the term, or begins with it, with one letter wrong: by their index in the list, with the part that was met. */
export type TypoFinder = (words: readonly string[], term: string) => ReadonlyMap<number, Range>

/** Terms of a query, folded: its words, or, where it has none, such as emoji, what stands between its spaces. */
export function termsOf(query: string): readonly string[] {
  const text = folded(query)
  return text
    .split(wordLike.test(text) ? /[^\p{L}\p{N}]+/u : /\s+/)
    .filter((term) => term !== '')
    .slice(0, 8)
}

const wordLike = /[\p{L}\p{N}]/u

/** Where the term stands in the (folded) text: at the start of a word when it does anywhere, else inside one. */
export function positionOf(
  text: string,
  term: string,
): { readonly at: number; readonly start: boolean } | null {
  const first = text.indexOf(term)
  if (first < 0) return null
  for (let at = first; at >= 0; at = text.indexOf(term, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return { at, start: true }
  }
  return { at: first, start: false }
}

/** The words are one letter apart: one more, one less, another, or two neighbours the wrong way round. */
export function oneTypoApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short === long || long.length - short.length > 1) return false
  let same = 0
  while (same < short.length && short[same] === long[same]) same += 1
  const rest = short.slice(same)
  if (long.length > short.length) return rest === long.slice(same + 1)
  const swapped = short[same] === long[same + 1] && short[same + 1] === long[same]
  return rest.slice(1) === long.slice(same + 1) || (swapped && rest.slice(2) === long.slice(same + 2))
}

/** Shorter terms are too often one letter away from something: they have to be a whole short word. */
const shortest = 4

/** Words that a misspelt term may mean. */
function typosOf(words: readonly string[], term: string, find: TypoFinder): ReadonlyMap<number, Range> {
  if (term.length >= shortest) return find(words, term)
  if (term.length < 2) return new Map()
  return new Map(
    words.flatMap((word, index) =>
      word.length < shortest && oneTypoApart(word, term) ? [[index, [0, word.length]] as const] : [],
    ),
  )
}
export type EntryGroup = 'datasets' | 'dashboards' | 'tiles' | 'actions'

/** Something that can be found. `id` is that of `itemId` where it can be starred. */
export interface SearchEntry {
  readonly id: string
  readonly group: EntryGroup
  readonly title: string
  /** What else it may be called. Found with a typo too. */
  readonly names: string
  /** In lower case; each is as good as the title. */
  readonly tickers?: readonly string[]
  /** What else is said about it. */
  readonly about: string
}

/** Entries as they are searched: made once for a list, used for every key. */
export interface SearchIndex<Entry extends SearchEntry = SearchEntry> {
  readonly entries: readonly Entry[]
  /** Folded, by the entry's index. */
  readonly titles: readonly string[]
  readonly others: readonly string[]
  /** Each word once, whatever the number of titles it stands in. */
  readonly words: readonly string[]
  readonly positions: readonly (readonly WordPosition[])[]
}

interface WordPosition {
  readonly entry: number
  /** Where in the title; null for another name, or for all of a title written as one word. */
  readonly at: number | null
  readonly inTitle: boolean
}

export function searchIndex<Entry extends SearchEntry>(entries: readonly Entry[]): SearchIndex<Entry> {
  const titles = entries.map(({ title }) => folded(title))
  const names = entries.map((entry) => folded(entry.names))
  const positions = new Map<string, WordPosition[]>()
  const add = (word: string, position: WordPosition): void => {
    const present = positions.get(word)
    if (present === undefined) positions.set(word, [position])
    else present.push(position)
  }
  titles.forEach((title, entry) => {
    const parts = [...wordsOf(title)]
    for (const { word, at } of parts) add(word, { entry, at, inTitle: true })
    if (parts.length > 1) add(parts.map(({ word }) => word).join(''), { entry, at: null, inTitle: true })
    for (const { word } of wordsOf(names[entry] ?? '')) add(word, { entry, at: null, inTitle: false })
  })
  return {
    entries,
    titles,
    others: entries.map(({ about }, entry) => `${names[entry]} ${folded(about)}`),
    words: [...positions.keys()],
    positions: [...positions.values()],
  }
}

/** Entries with a word that the term may be a misspelling of. */
export function typosIn(
  index: SearchIndex,
  term: string,
  find: TypoFinder,
): readonly { readonly entry: number; readonly tier: Tier; readonly range: Range | null }[] {
  return [...typosOf(index.words, term, find)].flatMap(([word, [from, to]]) =>
    (index.positions[word] ?? []).map(({ entry, at, inTitle }) => ({
      entry,
      tier: inTitle ? tiers.titleTypo : tiers.nameTypo,
      range: at === null ? (inTitle ? wholeOf(index.titles[entry]) : null) : ([at + from, at + to] as const),
    })),
  )
}

function wholeOf(title = ''): Range {
  return [0, title.length]
}

function* wordsOf(text: string): Generator<{ readonly word: string; readonly at: number }> {
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) yield { word: match[0], at: match.index }
}
