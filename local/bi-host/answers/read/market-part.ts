import type { Lexicon } from './lexicon'
import type { Candidate } from './meaning'
import { phraseBook } from './phrases'
import type { Word } from './words'

const whole = `
  market, crypto market, whole market, total market, entire market, total crypto market,
  whole crypto market, entire crypto market, market cap, crypto market cap, total market cap,
  total crypto market cap, crypto, all crypto`
  .trim()
  .split(/,\s+/)
const parts = `
  share, slice, part, portion, proportion, fraction, percentage, percent, chunk, piece`
  .trim()
  .split(/,\s+/)

const texts: readonly (readonly [text: string, dominance: boolean])[] = [
  ['dominance', true],
  ['dominances', true],
  ['market dominance', true],
  ['market cap dominance', true],
  ...['market weight', 'market cap share', 'share of market cap'].map((text) => [text, false] as const),
  ...['the ', ''].flatMap((the) =>
    whole.flatMap((noun) => [
      [`how much of ${the}${noun}`, false] as const,
      ...parts.map((part) => [`${part} of ${the}${noun}`, false] as const),
      ...['what', 'how big a', 'how large a', 'which'].flatMap((ask) =>
        parts.map((part) => [`${ask} ${part} of ${the}${noun}`, false] as const),
      ),
      [`weight in ${the}${noun}`, false] as const,
      [`dominance of ${the}${noun}`, true] as const,
    ]),
  ),
]
const book = phraseBook(texts)

/**
 * "ETH dominance", "how much of the market is stablecoins": the share of a coin, or of a kind of coins, in all market value. Bitcoin's
 * dominance has a measure of its own, and of venues a market share is one of volume.
 */
export function marketPartAt(words: readonly Word[], at: number, lexicon: Lexicon): Candidate | null {
  const found = book(words, at)
  if (!found) return null
  const [, dominance] = found.entry
  const senses = words.flatMap((_, place) =>
    place >= at && place < at + found.length ? [] : (lexicon.match(words, place)?.senses ?? []),
  )
  const venues = senses.some((sense) => 'id' in sense && /\.(?:exchange|venue_kind)$/.test(sense.id))
  const coin = senses.some(
    (sense) =>
      sense.kind === 'value' &&
      /^market_cap\.(?:asset|kind)$/.test(sense.id) &&
      (!dominance || sense.value !== 'BTC'),
  )
  if (!coin || venues) return null
  // "USDT dominance" is among stablecoins.
  const token =
    dominance &&
    senses.some((sense) => sense.kind === 'value' && sense.id === 'stable_supply.token') &&
    !senses.some((sense) => sense.kind === 'value' && /^(?:price\.asset|market_cap\.kind)$/.test(sense.id))
  const usual = token ? null : 'market_cap.cap'
  return { length: found.length, meaning: { kind: 'function', name: 'share', usual, direction: null } }
}
