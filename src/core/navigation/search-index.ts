import { folded } from '../kernel/folding'

/** A part of a text: `from` inclusive, `to` exclusive. */
export type Range = readonly [from: number, to: number]

/** Match quality of a term, best first. */
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

/** Finds the words that are, or start with, the term with one typo. Maps each word's index to the matching range. */
export type TypoFinder = (words: readonly string[], term: string) => ReadonlyMap<number, Range>

/** The folded terms of a query: its words. A query without letters or digits, such as emoji, is split at spaces. */
export function termsOf(query: string): readonly string[] {
  const text = folded(query)
  return text
    .split(wordLike.test(text) ? /[^\p{L}\p{N}]+/u : /\s+/)
    .filter((term) => term !== '')
    .slice(0, 8)
}

const wordLike = /[\p{L}\p{N}]/u

/** Position of the term in the folded text. Prefers the start of a word over the inside of one. */
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

/** Whether the words differ by one insertion, deletion, substitution or transposition of neighbors. */
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

/** Shorter terms are one typo away from too many words, so they are compared with whole short words only. */
const minTypoLength = 4

/** Words that the term may be a misspelling of. */
function typosOf(words: readonly string[], term: string, find: TypoFinder): ReadonlyMap<number, Range> {
  if (term.length >= minTypoLength) return find(words, term)
  if (term.length < 2) return new Map()
  return new Map(
    words.flatMap((word, index) =>
      word.length < minTypoLength && oneTypoApart(word, term) ? [[index, [0, word.length]] as const] : [],
    ),
  )
}
export type EntryGroup = 'datasets' | 'dashboards' | 'tiles' | 'actions'

/** A search result. If it can be starred, `id` is its `itemId`. */
export interface SearchEntry {
  readonly id: string
  readonly group: EntryGroup
  readonly title: string
  /** Other names. Also matched with a typo. */
  readonly names: string
  /** In lower case. A ticker matches like the full title. */
  readonly tickers?: readonly string[]
  /** Descriptive text. */
  readonly about: string
}

/** Built once per list and reused for every keystroke. */
export interface SearchIndex<Entry extends SearchEntry = SearchEntry> {
  readonly entries: readonly Entry[]
  /** Folded, by the entry's index. */
  readonly titles: readonly string[]
  readonly others: readonly string[]
  /** All words, without duplicates. */
  readonly words: readonly string[]
  readonly positions: readonly (readonly WordPosition[])[]
}

interface WordPosition {
  readonly entry: number
  /** Position in the title; null for a word of `names`, or for the whole title joined into one word. */
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
