import { folded, tiers, typosOf, type Range, type Tier, type TypoFinder } from './match'

export type EntryGroup = 'datasets' | 'dashboards' | 'tiles' | 'actions'

/** Something that can be found. `id` is that of `keptId` where it can be starred. */
export interface SearchEntry {
  readonly id: string
  readonly group: EntryGroup
  readonly title: string
  /** What else it may be called. Found with a typo too. */
  readonly names: string
  /** What else is said about it. */
  readonly about: string
}

/** Entries as they are searched: made once for a list, used for every key. */
export interface SearchIndex<Entry extends SearchEntry = SearchEntry> {
  readonly entries: readonly Entry[]
  /** Folded, by the entry's place. */
  readonly titles: readonly string[]
  readonly others: readonly string[]
  /** Each word once, whatever the number of titles it stands in. */
  readonly words: readonly string[]
  readonly places: readonly (readonly WordPlace[])[]
}

interface WordPlace {
  readonly entry: number
  /** Where in the title; null for another name, or for all of a title written as one word. */
  readonly at: number | null
  readonly inTitle: boolean
}

export function searchIndex<Entry extends SearchEntry>(entries: readonly Entry[]): SearchIndex<Entry> {
  const titles = entries.map(({ title }) => folded(title))
  const names = entries.map((entry) => folded(entry.names))
  const places = new Map<string, WordPlace[]>()
  const add = (word: string, place: WordPlace): void => {
    const present = places.get(word)
    if (present === undefined) places.set(word, [place])
    else present.push(place)
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
    words: [...places.keys()],
    places: [...places.values()],
  }
}

/** Entries with a word that the term may be a misspelling of. */
export function typosIn(
  index: SearchIndex,
  term: string,
  find: TypoFinder,
): readonly { readonly entry: number; readonly tier: Tier; readonly range: Range | null }[] {
  return [...typosOf(index.words, term, find)].flatMap(([word, [from, to]]) =>
    (index.places[word] ?? []).map(({ entry, at, inTitle }) => ({
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
