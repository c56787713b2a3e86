import type { MeasureContext } from './measure-context'
import { isMarker } from './roles'

/** "Where utilisation is above 80%": names what is held, not what is shown. */
export function isConditioned({ mentions }: MeasureContext, place: number): boolean {
  const opens = mentions
    .slice(0, place)
    .every(({ meaning }) => meaning.kind === 'filler' || isMarker(meaning, 'with', 'only', 'by', 'shown'))
  const led = mentions.slice(0, place).some(({ meaning }) => isMarker(meaning, 'with', 'only', 'shown'))
  const next = mentions
    .slice(place + 1)
    .find(({ meaning }) => meaning.kind !== 'filler' && !isMarker(meaning, 'equals', 'of'))
  const counted = mentions
    .slice(0, place)
    .findLast(({ meaning }) => meaning.kind !== 'filler' && !isMarker(meaning, 'of', 'equals'))
  return (
    (opens && led && next?.meaning.kind === 'condition') || (led && counted?.meaning.kind === 'condition')
  )
}
