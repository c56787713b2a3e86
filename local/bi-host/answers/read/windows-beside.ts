import type { PeriodUnit } from '../../wire/answers'
import type { Mention } from './mentions'
import { isMarker } from './roles'

/** Further stretches before that one: "7d, 30d and 90d volatility". */
export function windowsBefore(
  mentions: readonly Mention[],
  place: number,
): readonly { readonly place: number; readonly count: number; readonly unit: PeriodUnit }[] {
  if (mentions[place - 1]?.meaning.kind !== 'window') return []
  const found: { place: number; count: number; unit: PeriodUnit }[] = []
  for (let at = place - 2; at >= 0; at -= 1) {
    const meaning = mentions[at]?.meaning
    if (meaning?.kind === 'window') found.push({ place: at, count: meaning.count, unit: meaning.unit })
    else if (!isMarker(meaning, 'and', 'versus')) break
  }
  return found.toReversed()
}

/** "30-day" before a function or after it. */
export function windowBeside(
  mentions: readonly Mention[],
  place: number,
): { readonly place: number; readonly count: number; readonly unit: PeriodUnit } | null {
  for (const step of [-1, 1, 2, 3]) {
    const meaning = mentions[place + step]?.meaning
    // "Biggest one day fall": the days are ranked.
    const ranked =
      meaning?.kind === 'window' && meaning.count === 1 && mentions[place - 2]?.meaning.kind === 'top'
    if (meaning?.kind === 'window' && !ranked)
      return { place: place + step, count: meaning.count, unit: meaning.unit }
    // "Smooth it over 7 days".
    if (step > 0 && meaning?.kind !== 'filler' && !isMarker(meaning, 'over', 'shown')) return null
  }
  return null
}
