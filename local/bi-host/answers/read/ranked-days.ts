import { listed } from './words'
import type { AnswerGrain } from '../../wire/answers'
import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import type { Meaning } from './meaning'
import type { Mention } from './mentions'
import { isMarker } from './roles'
import { saidAt, type MeasureContext, type Placed } from './measure-context'
import { lowIsBest } from './trade-words'

const units = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const

/** The interval that a plain "day", "weeks" or "months when" names. */
export const unitIn = (text: string): AnswerGrain | null =>
  units.find((unit) => new RegExp(`\\b${unit}s?\\b`, 'i').test(text)) ?? null

const isUnit = (meaning: Meaning | undefined): boolean =>
  isMarker(meaning, 'unit', 'days-when') || meaning?.kind === 'window'

/** Where the intervals stand that are ranked: "best month", "10 days with the highest", "which week had the most". */
function rankedUnitAt(mentions: readonly Mention[]): number | null {
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

/** What is bad the more of it there is. */
const bad =
  /^(?:(?:exchange_)?liquidations\.|events\.events|stable_supply\.redeemed|staking\.dilution|trading\.liquidations)/

/** From which end "worst" and "best" count: the worst day for liquidations is that of the most, the best rate to borrow at the lowest. */
export function endSaid(
  draft: Draft,
  context: Pick<MeasureContext, 'mentions' | 'textOf'>,
  place: number,
  by: string | undefined,
): 'top' | 'bottom' {
  const meaning = context.mentions[place]?.meaning
  const from = meaning?.kind === 'top' ? meaning.from : 'top'
  const said = saidAt(context, place)
  if (by === undefined || !/^(?:best|worst)\b/i.test(said)) return from
  const other = from === 'top' ? 'bottom' : 'top'
  if (lowIsBest.has(by)) return other
  // "Worst outflows" are the largest of them.
  const more = draft.turned || bad.test(draft.expressionOf(by))
  return /^worst\b/i.test(said) && more ? other : from
}

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

/** Words for the lowest point of a fall. */
export const atWorst: readonly string[] = listed(`
  at the worst point, from peak to trough, from top to bottom, peak to trough, at its worst, at their worst,
  at the worst, at worst`)

/** "How far did it fall at worst", "max drawdown": the course holds the lowest point, its end need not. */
export const asksTheWorst = ({ mentions, textOf }: Pick<MeasureContext, 'mentions' | 'textOf'>): boolean =>
  mentions.some((mention) => {
    const text = textOf(mention).text.toLowerCase()
    return atWorst.includes(text) || /^max(?:imum)? drawdown$/.test(text)
  })

/** "How far did USDC fall below par at worst": its lows, and not where the days ended. */
export function lowsOf(context: MeasureContext, placed: Placed[]): void {
  if (asksTheWorst(context))
    for (const item of placed)
      if (item.id === 'stable_price.deviation') item.id = 'stable_price.deviation_low'
}
