import type { Marker } from './markers'

const dropping = ['drop', 'remove', 'reset', 'without', 'no', 'undo', 'clear', 'lose', 'forget', 'cancel']
/** "drop the split", "without that filter". */
export const dropped = (marker: Marker, nouns: readonly string[]): readonly (readonly [string, Marker])[] =>
  dropping.flatMap((verb) =>
    nouns.flatMap((noun) =>
      ['', 'the ', 'that ', 'this ', 'any ', 'all ', 'all the '].map(
        (article) => [`${verb} ${article}${noun}`, marker] as const,
      ),
    ),
  )

/** "Swap BTC for ETH", "include the rest". */
export const exchanged: readonly (readonly [string, Marker])[] = [
  ...`
  rest as other, the rest as other, rest as others, others grouped, group the rest, lump the rest together,
  lump the small ones together, lump the rest, group the small ones, group the smaller ones,
  small ones as other, the small ones as other, smaller ones as other, everything else as other,
  rest together, the rest together, rest combined, the rest combined, rest in one, the rest in one,
  rest into other, the rest into other, others together, put the rest together, the rest grouped,
  rest as one, the rest as one, rest grouped, others as one`
    .trim()
    .split(/,\s+/)
    .map((text) => [text, 'other'] as const),
  ...['swap', 'replace', 'exchange', 'substitute', 'trade', 'switch'].flatMap((verb) =>
    ['', ' out'].map((way) => [`${verb}${way}`, 'swap'] as const),
  ),
  ...['include', 'including', 'with', 'add', 'show', 'and', 'plus', 'keep'].flatMap((verb) =>
    ['others', 'the others', 'the rest', 'the rest as other'].map(
      (what) => [`${verb} ${what}`, 'other'] as const,
    ),
  ),
]

/** "Show all of them": what was the first few only. */
export const allOfThem: readonly (readonly [string, Marker])[] = [
  'all of them',
  'all of those',
  'all of these',
  'every one of them',
  'them all',
].map((text) => [text, 'untop'] as const)

/** "USDT vs the rest": one beside everything else of its kind. */
export const againstTheRest: readonly (readonly [string, Marker])[] = [
  'vs',
  'versus',
  'v',
  'against',
  'compared with',
  'compared to',
  'and',
].flatMap((lead) =>
  `
  the rest, rest, all the rest, the rest of them, everything else, everyone else, all others,
  all the others, the others, others, the remainder`
    .trim()
    .split(/,\s+/)
    .filter((what) => lead !== 'and' || /^(?:everything|everyone|all)/.test(what))
    .map((what) => [`${lead} ${what}`, 'rest'] as const),
)
