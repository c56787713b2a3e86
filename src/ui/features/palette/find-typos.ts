import UFuzzy from '@leeoniya/ufuzzy'
import type { Range, TypoFinder } from '../../../core/navigation/search-index'

const oneError = {
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- a const enum cannot be read from another module
  intraMode: 1,
  intraSplit: null,
  intraBound: null,
  // Matches only from the start of a word: with one letter wrong, a match in the middle of a word would be found everywhere.
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- likewise
  interLft: 1,
  intraRules: () => ({ intraSlice: [0, Infinity], intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 }),
} satisfies UFuzzy.Options

/** One letter too many, too few, wrong or swapped with its neighbor, anywhere in a term. */
const latin = new UFuzzy(oneError)
/** The same for every alphabet; many times slower, so only for terms that need it. */
const anyAlphabet = new UFuzzy({
  ...oneError,
  unicode: true,
  interSplit: String.raw`[^\p{L}\d']+`,
  interBound: String.raw`[^\p{L}\d]`,
  intraChars: String.raw`[\p{L}\d']`,
  intraContr: String.raw`'\p{L}{1,2}\b`,
})

export const findTypos: TypoFinder = (words, term) => {
  const fuzzy = /^[a-z0-9]*$/.test(term) ? latin : anyAlphabet
  const haystack = words as string[]
  const matches = fuzzy.filter(haystack, term)
  if (matches === null || matches.length === 0) return new Map()
  const { idx, ranges } = fuzzy.info(matches, haystack, term)
  return new Map(idx.map((word, at) => [word, spanOf(ranges[at] ?? [])]))
}

function spanOf(flat: readonly number[]): Range {
  return [flat[0] ?? 0, flat.at(-1) ?? 0]
}
