import { baseMeasure } from '../../query/resolve'
import type { Draft } from './draft'
import { measuresOf, parseExpression } from '../../query/expression'
import type { MeasureContext, Placed } from './measure-context'
import { knownDifference } from './known-differences'
import { isMarker } from './roles'
import { measureLabel } from './working'

const paidFor: Readonly<Record<string, string>> = {
  'lending.borrowed': 'lending.borrow_apy',
  'lending.supplied': 'lending.supply_apy',
}

const asksHowFar = /^(?:how far|how much|by how much|how|far|distance|gap)$/i

/** "How far is BTC above its realised price", "futures price above index": one measure from another. */
export function beyond(draft: Draft, context: MeasureContext, placed: Placed[]): void {
  const { mentions, model, textOf, sources } = context
  const place = mentions.findIndex(({ meaning }) => isMarker(meaning, 'beyond'))
  const shown = placed.filter(({ rank }) => !rank)
  const second = shown.find((item) => item.place > place)
  if (place < 0 || !second) return
  const first = shown.findLast((item) => item.place < place)
  const texts = mentions.map((mention) => textOf(mention).text.toLowerCase())
  // "How much higher is borrowing": what it costs, not how much there is.
  if (texts.some((text) => /^(?:higher|lower|dearer|cheaper|pay|pays|earn|earns)$/.test(text)))
    for (const item of shown) item.id = paidFor[item.id] ?? item.id
  const asked = mentions
    .slice(0, place)
    .some((mention) => asksHowFar.test(textOf(mention).text.split(' ').slice(-2).join(' ')))
  const priced = sources.some(({ id }) => id === 'price') && inDollarsEach(draft, context, second.id)
  const mean = /^moving_average\(price\.close\b/.test(draft.expressionOf(second.id))
  if (!first && !((asked || mean) && priced)) return
  if (first && first.id === second.id) return
  const from = first?.id ?? 'price.close'
  draft.used.add(place)
  const known = first ? knownDifference(from, second.id) : null
  if (first && known !== null) {
    first.id = known
    placed.splice(placed.indexOf(second), 1)
    return
  }
  const name = `${measureLabel(draft, model, from)} less ${measureLabel(draft, model, second.id).toLowerCase()}`
  const id = draft.formula(`${draft.expressionOf(from)} - ${draft.expressionOf(second.id)}`, name)
  ;(first ?? second).id = id
  if (first) placed.splice(placed.indexOf(second), 1)
}

/** What a price can be laid against: a price itself. */
const inDollarsEach = (draft: Draft, { model }: MeasureContext, id: string): boolean =>
  measuresOf(parseExpression(draft.expressionOf(id), (label) => label)).every((base) => {
    const { measure } = baseMeasure(model, base)
    return measure.format.kind === 'price'
  })
