const narrow = /[ijltfrI1.,:;|!'()\s\u2032-]/
const wide = /[mwMW@%\u2026]/
const capital = /[A-Z$\d+\u2212\u2013]/

/** About how wide words are in the charts' face; a canvas that could measure them is not there when sizes are planned. */
export function textWidth(text: string, size = 11.5): number {
  let width = 0
  for (const letter of text) {
    width += narrow.test(letter) ? 0.33 : wide.test(letter) ? 0.86 : capital.test(letter) ? 0.61 : 0.54
  }
  return width * size
}

/** The room the longest of them takes. */
export function widest(texts: readonly string[], size?: number): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text, size)), 0)
}

/** Words in two lines, broken where both are short; of two places that are as good the later one. */
export function inTwoLines(text: string): string {
  const words = text.split(' ')
  const breaks = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
  const best = breaks.toReversed().reduce<readonly string[] | null>((found, next) => {
    return found === null || widest(next) < widest(found) - aTrifle ? next : found
  }, null)
  return best === null ? text : best.join('\n')
}

const aTrifle = 4
