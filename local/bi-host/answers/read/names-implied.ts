import type { Lexicon } from './lexicon'
import { low } from './meaning'
import type { Candidate } from './meaning'
import { topAt } from './tops-said'
import { fillers } from './vocabulary'
import { amountAt, wordsOf } from './words'
import type { Word } from './words'

/** "Moved from Ethereum to Tron" is what was bridged. */
export function movedAt(words: readonly Word[], at: number, lexicon: Lexicon): Candidate | null {
  if (!/^(?:move[ds]?|went|flow(?:ed|s)?|sent|transferred|travelled|crossed)$/.test(low(words, at)))
    return null
  const rest = words.slice(at + 1).map((word) => word.low)
  const [first, second] = [rest.indexOf('from'), rest.indexOf('to')].sort((a, b) => a - b)
  if (first === undefined || second === undefined || first < 0 || first > 2) return null
  // "How many transfers went": they are counted.
  if (words.slice(0, at).some((word) => /^(?:transfers?|transactions?)$/.test(word.low)))
    return { length: 1, meaning: { kind: 'filler' } }
  const [bridged] = wordsOf('bridged')
  const found = bridged ? lexicon.match([bridged], 0) : null
  return found && { length: 1, meaning: { kind: 'name', senses: found.senses } }
}

/** "Biggest crypto", "which crypto grew most": a coin, where the ranking or the question is about nothing that follows. */
export function cryptoAt(words: readonly Word[], at: number, lexicon: Lexicon): Candidate | null {
  if (!/^cryptos?$/.test(low(words, at)) || lexicon.match(words, at + 1) !== null) return null
  const next = low(words, at + 1)
  const ends = next === '' || fillers.has(next) || /^(?:by|last|past|over|since|ever)$/.test(next)
  const lead = amountAt(words, at - 1) ? at - 2 : at - 1
  const asked = /^(?:which|what)$/.test(low(words, lead)) || (ends && topAt(words, lead) !== null)
  if (!asked) return null
  const found = lexicon.match(wordsOf('coin'), 0)
  return found && { length: 1, meaning: { kind: 'name', senses: found.senses } }
}
