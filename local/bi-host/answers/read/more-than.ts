import { compareAt } from './comparisons'
import type { Lexicon } from './lexicon'
import { low } from './meaning'
import type { Candidate } from './meaning'
import { amountAt } from './words'
import type { Word } from './words'

const more =
  /^(?:more|less|fewer|higher|lower|bigger|larger|smaller|greater|faster|slower|cheaper|dearer|better|worse|stronger|weaker|safer|riskier)$/
const joint = /^(?:or|vs|versus)$/

/** "Does USDC trade more than USDT", "did Ondo or Securitize raise more": one beside another. */
export function moreThanAt(
  words: readonly Word[],
  at: number,
  { asOf, lexicon }: { readonly asOf: string; readonly lexicon: Pick<Lexicon, 'match'> },
): Candidate | null {
  const ahead = low(words, at) === 'ahead' && low(words, at + 1) === 'of'
  if (!ahead && !more.test(low(words, at))) return null
  if (ahead || low(words, at + 1) === 'than') {
    if (amountAt(words, at + 2)) return null
    // "More than last month": the comparison says it; "higher than funding" lays two figures side by side.
    const next = lexicon.match(words, at + 2)?.senses ?? []
    const figure = next.some(({ kind }) => kind === 'measure') && !next.some(({ kind }) => kind === 'value')
    return compareAt(words, at + 1, asOf) || figure
      ? { length: 1, meaning: { kind: 'filler' } }
      : { length: 2, meaning: { kind: 'marker', marker: 'versus' } }
  }
  return words.some(({ low: text }) => joint.test(text)) ? { length: 1, meaning: { kind: 'filler' } } : null
}
