import type { Draft } from './draft'
import type { MeasureContext, Placed } from './measure-context'
import { isMarker } from './roles'

/** A word for the one beside a word for the other, where nothing lays the two side by side: the first is what is meant. */
const narrower: readonly (readonly [meant: RegExp, said: string])[] = [
  // "USDe off par, worst lows".
  [/^stable_price\.deviation_(?:low|high)$/, 'stable_price.deviation'],
  // "How often does Bybit settle funding".
  [/^funding\.(?:interval|rate)$/, 'funding.funding_rate'],
]

/** Of two measures of which one is the other more exactly said, that one alone. */
export function oneOfTwo({ mentions }: MeasureContext, placed: Placed[]): void {
  for (const [meant, said] of narrower) {
    const plain = placed.find(({ id }) => id === said)
    const exact = placed.find(({ id }) => meant.test(id))
    if (!plain || !exact || plain.rank || exact.rank) continue
    const between = mentions.slice(Math.min(plain.place, exact.place), Math.max(plain.place, exact.place))
    if (
      !between.some(({ meaning }) => isMarker(meaning, 'and', 'with', 'add', 'versus', 'ratio', 'to', 'per'))
    )
      placed.splice(placed.indexOf(plain), 1)
  }
}

/** "Ratio of long to short liquidations": longs and shorts are sides of what is measured; no formula is over the two. */
export function sidesOf(draft: Draft, { mentions, names, textOf }: MeasureContext, placed: Placed[]): void {
  // "Who was liquidated": longs or shorts, where nothing else says who.
  const who = mentions.some((mention) => /^who$/i.test(textOf(mention).text))
  const named = names.some(({ role }) => role === 'split' || role === 'head' || role === 'value')
  if (who && !named && placed.length === 1 && placed[0]?.id === 'exchange_liquidations.amount')
    draft.attributes.push('exchange_liquidations.side')
  const crowd = placed.find(({ id }) => id === 'sentiment.long_short')
  if (!crowd || !placed.some(({ id }) => id === 'exchange_liquidations.amount')) return
  placed.splice(placed.indexOf(crowd), 1)
  draft.attributes.push('exchange_liquidations.side')
  mentions.forEach(({ meaning }, place) => {
    if (isMarker(meaning, 'ratio')) draft.unknown.add(place)
  })
}
