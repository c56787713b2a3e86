/** Fast path for ASCII, which most names are: the first keystroke of a search folds up to ten thousand of them. */
const ascii = /^[\x20-\x7E]*$/

/** Letters that Unicode does not decompose, as people type them without the key; and the two forms of sigma. */
const replacements: Readonly<Record<string, string>> = {
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
}

/**
 * The form of a text that search compares: lower case, without accents, one form of each letter. Folding works letter by letter, so that
 * `unfolded` can map positions back.
 */
export function folded(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[ıøłđðþßæœς]/g, (letter) => replacements[letter] ?? letter)
}

/** Maps a range of the folded text to the original text: whole letters, with their accents. */
export function unfolded(text: string, [from, to]: readonly [number, number]): readonly [number, number] {
  if (ascii.test(text)) return [from, to]
  const starts: number[] = []
  let at = 0
  for (const letter of text) {
    for (let count = folded(letter).length; count > 0; count -= 1) starts.push(at)
    at += letter.length
  }
  const last = starts[to - 1] ?? at
  return [starts[from] ?? at, starts.find((start) => start > last) ?? at]
}
