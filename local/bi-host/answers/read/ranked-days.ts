import type { AnswerGrain } from '../../wire/answers'
import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import type { Meaning } from './meaning'
import type { Mention } from './mentions'
import { isMarker } from './roles'
import { endSaid } from './worst-said'

const units = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const

/** The interval that a plain "day", "weeks" or "months when" names. */
export const unitIn = (text: string): AnswerGrain | null =>
  units.find((unit) => new RegExp(`\\b${unit}s?\\b`, 'i').test(text)) ?? null

const isUnit = (meaning: Meaning | undefined): boolean =>
  isMarker(meaning, 'unit', 'days-when') || meaning?.kind === 'window'

/** Where the intervals stand that are ranked: "best month", "10 days with the highest", "which week had the most". */
export function rankedUnitAt(mentions: readonly Mention[]): number | null {
  const top = mentions.findIndex(({ meaning }) => meaning.kind === 'top')
  if (top < 0) return null
  if (isUnit(mentions[top + 1]?.meaning)) return top + 1
  // "Worst flow days", "biggest inflow day".
  let after = top + 1
  while (mentions[after]?.meaning.kind === 'name' || mentions[after]?.meaning.kind === 'filler') after += 1
  if (after > top + 1 && after <= top + 4 && isMarker(mentions[after]?.meaning, 'unit', 'days-when'))
    return after
  for (let at = top - 1; at >= 0; at -= 1) {
    const meaning = mentions[at]?.meaning
    if (isUnit(meaning)) {
      const plain = meaning?.kind === 'window' && !leads(mentions, at)
      return plain ? null : at
    }
    if (meaning?.kind !== 'filler' && !isMarker(meaning, 'with', 'shown') && !asksWhen(mentions)) return null
  }
  return null
}

/** "When was funding highest": the day of it, whatever stands between. */
const asksWhen = (mentions: readonly Mention[]): boolean =>
  mentions.slice(0, 2).some(({ meaning, length }) => isMarker(meaning, 'days-when') && length === 2)

/** A stretch is what is ranked only where nothing but small words stand before it. */
const leads = (mentions: readonly Mention[], place: number): boolean =>
  mentions
    .slice(0, place)
    .every(({ meaning }) => meaning.kind === 'filler' || isMarker(meaning, 'which', 'add', 'and', 'only'))

/** "The 10 days with the highest liquidations": days in order of the measure, so many of them. */
export function readRankedDays(
  draft: Draft,
  { mentions, textOf, names, running }: ComposeContext,
  rank: string | null,
): boolean {
  const place = rankedUnitAt(mentions)
  const top = mentions.findIndex(({ meaning }) => meaning.kind === 'top')
  const said = mentions[top]?.meaning
  const by = rank ?? draft.measures[0]
  if (said?.kind !== 'top' || by === undefined) return false
  const mention = place === null ? undefined : mentions[place]
  const text = mention ? textOf(mention).text : ''
  // "Which was the worst?" of a course asks for one of its intervals.
  const shown = running !== undefined && !names.some(({ role }) => role === 'head' || role === 'split')
  const grain =
    mention?.meaning.kind === 'window'
      ? mention.meaning.unit
      : (unitIn(text) ?? (mention || (shown && draft.attributes.length === 0) ? draft.rest.grain : undefined))
  if (grain === undefined) return false
  if (place !== null) draft.used.add(place)
  draft.used.add(top)
  draft.rest.grain = grain
  draft.addMeasure(by)
  const bottom = (endSaid(draft, { mentions, textOf }, top, by) === 'bottom') !== draft.turned
  draft.rest.sort = { by, ...(bottom ? {} : { descending: true }) }
  const several = /s\b/i.test(text)
  const count =
    mention?.meaning.kind === 'window' ? mention.meaning.count : (said.count ?? (several ? 10 : 1))
  draft.rest.limit = Math.min(count, 100)
  return true
}
