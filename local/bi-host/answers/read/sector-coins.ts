import type { Draft } from './draft'
import { saidAt } from './measure-context'
import type { MeasureContext } from './measure-context'
import { isMarker } from './roles'
import type { Named } from './roles'

const isOfSector = ({ senses, role }: Named): boolean =>
  role !== 'measure' && senses.some((sense) => 'id' in sense && sense.id === 'price.sector')

/** "Returns of DeFi", which has a market cap and no price; "of DeFi coins", which have one each. */
export function sectorSaid(context: MeasureContext): 'none' | 'sector' | 'coins' {
  const own = context.names.filter(isOfSector)
  const coins = own.some(
    ({ place }) =>
      /(?:coin|token)s?$/i.test(saidAt(context, place)) ||
      /^(?:coins|tokens)$/i.test(saidAt(context, place + 1)),
  )
  return own.length === 0 ? 'none' : coins ? 'coins' : 'sector'
}

/** "Price of DeFi coins": a sector has no price of its own, so its coins are laid side by side. */
export function eachOfSector(draft: Draft, context: MeasureContext): void {
  const { mentions, names } = context
  const held = (id: string): boolean => draft.filters.some(({ field }) => field === id)
  const priced = draft.measures.every((id) =>
    /\bprice\.(?:close|open|high|low)\b/.test(draft.expressionOf(id)),
  )
  const ranked = mentions.some(({ meaning }) => meaning.kind === 'top' || isMarker(meaning, 'which'))
  // "DeFi coins by market cap".
  const by = names.some(({ role }) => role === 'rank') && sectorSaid(context) === 'coins'
  if (!(priced || by) || ranked || draft.attributes.length > 0) return
  if (held('price.sector') && !held('price.asset')) draft.attributes.push('price.asset')
}
