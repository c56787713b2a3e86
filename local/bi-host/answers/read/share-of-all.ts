import { ofSupply } from './implied'
import type { MeasureContext, Placed } from './measure-context'
import { shareOf } from './trade-words'

/** "How much of USDC was redeemed": what is named right after it is whose, and no whole that there is a part of. */
export function isWholeOf(
  { mentions, names, textOf }: MeasureContext,
  place: number,
  { id }: Placed,
): boolean {
  const mention = mentions[place]
  if (!mention || !/^how much of$/i.test(textOf(mention).text)) return false
  let next = place + 1
  while (mentions[next]?.meaning.kind === 'filler') next += 1
  const value = names.some((named) => named.place === next && named.role === 'value')
  const verb = mentions[next + 1]
  const parted =
    verb !== undefined && /^(?:is|are|was|were|has|have|did|do|does|got|went|came)$/i.test(textOf(verb).text)
  return value && parted && shareOf[id] === undefined && ofSupply[id] === undefined
}
