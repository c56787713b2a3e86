import type { Draft } from './draft'
import { baseMeasure } from '../../query/resolve'
import type { MeasureContext, Placed } from './measure-context'
import { fit } from './choosing'
import { qualities } from './trade-words'

const verbs: readonly (readonly [said: RegExp, quality: string])[] = [
  [/^(?:pays?|paying|paid|earns?|earning|yields?|yielding)$/i, 'pay'],
  [/^(?:charges?|charging|costs?|costing)$/i, 'cost'],
  [/^(?:trades?|trading)$/i, 'activity'],
]

/** "What do tokenised treasuries pay": a verb of paying, after what pays. */
const asksWhat = ({ mentions, textOf }: Pick<MeasureContext, 'mentions' | 'textOf'>): boolean => {
  const opens = mentions
    .slice(0, 2)
    .map((mention) => textOf(mention).text)
    .join(' ')
  return (
    /^what (?:does|do|did)\b/i.test(opens) &&
    mentions.some(
      (mention) =>
        mention.meaning.kind === 'filler' && verbs.some(([said]) => said.test(textOf(mention).text)),
    )
  )
}

/** What a superlative is about by itself: "cheapest", "pays most"; `undefined` when it says nothing. */
export function qualitySaid({ mentions, textOf }: MeasureContext): string | undefined {
  for (const { meaning } of mentions)
    if (meaning.kind === 'top' && meaning.quality !== undefined) return meaning.quality
  const held = mentions.some(({ meaning }) => meaning.kind === 'condition' && meaning.unit === 'percent')
  const asked = asksWhat({ mentions, textOf })
  if (!held && !asked && !mentions.some(({ meaning }) => meaning.kind === 'top')) return undefined
  return verbs.find(([said]) =>
    mentions.some((mention) => mention.meaning.kind === 'filler' && said.test(textOf(mention).text)),
  )?.[1]
}

/** "Who pays the most on USDC deposits". */
const paysMost = ({ mentions, textOf }: MeasureContext): boolean =>
  mentions.some(
    ({ meaning }, place) =>
      meaning.kind === 'top' &&
      [place - 1, place - 2].some((at) => {
        const before = mentions[at]
        return before?.meaning.kind === 'filler' && /^(?:pays?|paid|paying)$/i.test(textOf(before).text)
      }),
  )

/** The measure of a quality in the subject that the names of the question are about. */
export function measureOfQuality(quality: string, { names, sources }: MeasureContext): string | null {
  const [best] = (qualities[quality] ?? [])
    .filter((id) => sources.some((source) => id.startsWith(`${source.id}.`)))
    .map((id, order) => {
      const source = id.slice(0, id.indexOf('.'))
      // "Most expensive coin": of coins alone it is their price.
      const coins =
        source === 'price' && names.every(({ senses }) => senses.some((sense) => sense.source === source))
      return { id, score: fit(source, names, -1) + (coins ? 0.5 : 0) - order / 100 }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  return best?.id ?? null
}

/** "Pay more than 4% on dollar deposits": what is paid, not what it is paid on. */
export function paidOn(context: MeasureContext, placed: readonly Placed[]): string | null {
  const { mentions, model } = context
  const held = mentions.some(({ meaning }) => meaning.kind === 'condition' && meaning.unit === 'percent')
  const quality = held || asksWhat(context) || paysMost(context) ? qualitySaid(context) : undefined
  if (quality === undefined) return null
  const rate = (id: string): boolean =>
    id.startsWith('formula.') || baseMeasure(model, id).measure.format.kind === 'percent'
  const [first] = placed
  if (!first || placed.some(({ id }) => rate(id))) return null
  const source = first.id.slice(0, first.id.indexOf('.'))
  return (qualities[quality] ?? []).find((id) => id.startsWith(`${source}.`)) ?? null
}

/** "Where is it cheapest", after loans: what has that quality in the subject of the running answer is shown. */
export function requalified(draft: Draft, context: MeasureContext): void {
  const quality = qualitySaid(context)
  const ids = quality === undefined ? [] : (qualities[quality] ?? [])
  if (draft.measures.some((id) => ids.includes(id))) return
  const found = ids.find((id) => draft.sources().includes(id.slice(0, id.indexOf('.'))))
  if (found !== undefined) draft.measures.splice(0, draft.measures.length, found)
}
