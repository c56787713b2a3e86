/** Nothing in it has an accent or another form: most names, and ten thousand of them at the first key. */
const plain = /^[\x20-\x7E]*$/

/** Letters that have no accent to lose, as people write them who do not have them on their keys; and the two forms of sigma. */
const others: Readonly<Record<string, string>> = {
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
 * What a text is searched by: lower case without accents, in one form of each letter. Two that fold alike are the same to whoever
 * searches. Letter by letter, so that `unfolded` finds the way back.
 */
export function folded(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[ıøłđðþßæœς]/g, (letter) => others[letter] ?? letter)
}

/** A part of a folded text as it stands in the text itself: whole letters, with their accents. */
export function unfolded(text: string, [from, to]: readonly [number, number]): readonly [number, number] {
  if (plain.test(text)) return [from, to]
  const starts: number[] = []
  let at = 0
  for (const letter of text) {
    for (let count = folded(letter).length; count > 0; count -= 1) starts.push(at)
    at += letter.length
  }
  const last = starts[to - 1] ?? at
  return [starts[from] ?? at, starts.find((start) => start > last) ?? at]
}
