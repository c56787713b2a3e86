import type { Lexicon, Name } from './lexicon'
import { fillers } from './vocabulary'
import { editsBetween, stemOf } from './words'

/** What a word may be a slip of, and what lies near it. */
export function spelling(
  names: readonly Name[],
  keywords: readonly string[],
): Pick<Lexicon, 'vocabulary' | 'correct' | 'near'> {
  const vocabulary = new Set(
    [...names.flatMap(({ words }) => words), ...keywords].filter((word) => /\p{L}{2}/u.test(word)),
  )
  const list = [...vocabulary]
  // What asks nothing is no suggestion: only what names something in the data.
  const telling = [...new Set(names.flatMap(({ words }) => words))].filter(
    (word) => /\p{L}{2}/u.test(word) && !fillers.has(word),
  )
  const within = (
    low: string,
    most: number,
    among: readonly string[] = list,
  ): readonly { readonly word: string; readonly edits: number }[] =>
    among
      .filter((word) => Math.abs(word.length - low.length) <= most)
      .map((word) => ({ word, edits: editsBetween(low, word, most) }))
      .filter(({ edits }) => edits <= most)
      .sort((a, b) => a.edits - b.edits || a.word.localeCompare(b.word))
  return {
    vocabulary,
    correct(low) {
      // "Developers" is a word of its own and no slip of "developed".
      const ending = (word: string): boolean =>
        word.slice(0, Math.min(word.length, low.length) - 2) ===
        low.slice(0, Math.min(word.length, low.length) - 2)

      // Short words are near to too many others.
      if (low.length < 4 || /\d/.test(low)) return null
      const letters = (word: string): string => word.split('').sort().join('')
      const [first, second] = within(low, low.length > 7 ? 2 : 1).filter(
        ({ word, edits }) =>
          !(edits > 1 && ending(word)) &&
          word.length >= 4 &&
          word[0] === low[0] &&
          (low.length > 4 || letters(word) === letters(low)),
      )
      if (!first) return null
      if (!second || second.edits > first.edits || stemOf(second.word) === stemOf(first.word))
        return first.word
      // "Precent" has the letters of "percent", not those of "present".
      const swapped = [first, second].filter(({ word }) => letters(word) === letters(low))
      return swapped.length === 1 ? (swapped[0]?.word ?? null) : null
    },
    near: (low) =>
      low.length < 3
        ? []
        : [
            ...new Set([
              ...telling
                .filter((word) => word.startsWith(low) && word !== low)
                .sort((a, b) => a.length - b.length),
              ...within(low, low.length > 5 ? 2 : 1, telling)
                .map(({ word }) => word)
                // Short words are near to too many others.
                .filter((word) => word !== low && low.length > 3 && (low.length > 5 || word[0] === low[0])),
            ]),
          ].slice(0, 3),
  }
}
