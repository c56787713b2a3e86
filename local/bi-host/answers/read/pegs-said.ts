import type { Draft } from './draft'
import type { MeasureContext, Placed } from './measure-context'

const low = /\b(?:below|under|beneath|discounts?|short|less)\b/i
const high = /\b(?:above|over|premiums?|more)\b/i

const textAt = ({ mentions, textOf }: MeasureContext, place: number): string => {
  const mention = mentions[place]
  return mention ? textOf(mention).text : ''
}

/** "USDC's largest premium", "the most USDT was under par": the high or the low of the day, where one coin is looked at. */
export function furthestFromPar(draft: Draft, context: MeasureContext, placed: readonly Placed[]): void {
  const { mentions, names } = context
  // "How far at worst", over a year: each of its days has a low, the last one alone says nothing.
  if (placed.some(({ id }) => /^stable_price\.deviation_(?:low|high)$/.test(id))) draft.single = false
  const ranked = mentions.some(({ meaning }) => meaning.kind === 'top' && meaning.count === null)
  const several = names.some(({ role }) => role === 'head' || role === 'split')
  const one = names.some(
    ({ role, senses }) =>
      role === 'value' && senses.some((sense) => sense.kind === 'value' && sense.id === 'stable_price.token'),
  )
  // "How far below a dollar did it get".
  const asked = mentions.some((_, place) => /^how (?:far|much|deep|low)$/i.test(textAt(context, place)))
  if (!(ranked || (asked && !placed.some(({ rank }) => rank))) || several || !one) return
  for (const item of placed) {
    if (item.id !== 'stable_price.deviation') continue
    const said = textAt(context, item.place)
    if (low.test(said)) item.id = 'stable_price.deviation_low'
    else if (high.test(said)) item.id = 'stable_price.deviation_high'
    if (asked && item.id !== 'stable_price.deviation') draft.single = false
  }
}

/** "Stablecoins under 0.99": a number about one is a price of theirs. */
export function nearPar({ mentions, model }: MeasureContext, placed: Placed[]): void {
  const par = mentions.some(
    ({ meaning }) =>
      meaning.kind === 'condition' &&
      meaning.unit === null &&
      meaning.values.every((value) => value >= 0.5 && value <= 1.5),
  )
  if (!par || !model.sources.some(({ id }) => id === 'stable_price')) return
  for (const item of placed)
    if (/^stable_(?:supply|price)\.(?:supply|volume)$/.test(item.id)) item.id = 'stable_price.price'
}

/** "How often is USDC bridged": the transfers are counted, whatever else bridging measures. */
export function howOften(context: MeasureContext, placed: Placed[]): void {
  const often = placed.find(({ place }) => /^(?:how often|how many times)$/i.test(textAt(context, place)))
  const what = placed.find(({ id }) => id === 'stable_bridge.bridged')
  if (often?.id === 'stable_bridge.transfers' && what) placed.splice(placed.indexOf(what), 1)
}
