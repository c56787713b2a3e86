import type { Draft } from './draft'
import { saidAt } from './measure-context'
import type { MeasureContext } from './measure-context'
import { lowIsBest } from './trade-words'

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
