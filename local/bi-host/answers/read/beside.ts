import type { Draft } from './draft'
import { isAttribute } from './filters'
import type { MeasureContext, Placed } from './measure-context'
import { isConditioned } from './conditioned'
import { measureOfQuality, qualitySaid } from './qualities'
import { usualOf } from './choosing'
import { isMarker } from './roles'
import { qualities, sizeOf } from './trade-words'

/** "With their fees", "with idle liquidity": named to be shown beside what the question is about. */
export function beside(context: MeasureContext, place: number): boolean {
  const { mentions } = context
  if (isConditioned(context, place) || holdsCondition(context, place)) return false
  for (let at = place - 1; at >= 0; at -= 1) {
    const meaning = mentions[at]?.meaning
    if (isMarker(meaning, 'with', 'add')) return true
    if (isMarker(meaning, 'shown') && isMarker(mentions[at - 1]?.meaning, 'and')) return true
    const passed =
      meaning?.kind === 'filler' || meaning?.kind === 'name' || isMarker(meaning, 'and', 'shown', 'of')
    if (!passed) return false
  }
  return false
}

/** "The biggest issuers and their share": ranked by what it is a share of. */
function sharedOf(draft: Draft, context: MeasureContext, placed: readonly Placed[]): string | null {
  const [only] = placed
  const [, whole] = /^share\(([a-z_]+\.[a-z0-9_]+)\)$/.exec(draft.expressionOf(only?.id ?? '')) ?? []
  const last = context.mentions.findLast(({ meaning }) => meaning.kind === 'function')
  const place = last ? context.mentions.indexOf(last) : -1
  return placed.length === 1 && whole !== undefined && beside(context, place) ? whole : null
}

const holdsCondition = ({ mentions }: MeasureContext, place: number): boolean => {
  const next = mentions
    .slice(place + 1)
    .find(({ meaning }) => meaning.kind !== 'filler' && !isMarker(meaning, 'equals', 'of'))
  return next?.meaning.kind === 'condition' || mentions[place - 1]?.meaning.kind === 'condition'
}

/** What "fullest" or "largest" ranks by, where every measure that is named only stands beside it. */
export function rankedBy(draft: Draft, context: MeasureContext, placed: readonly Placed[]): string | null {
  const { mentions, model, sources, names } = context
  const top = mentions.find(({ meaning }) => meaning.kind === 'top')
  if (!top || placed.length === 0 || placed.some(({ rank }) => rank)) return null
  const plain = placed.filter(({ id }) => !id.startsWith('formula.') && !isAttribute(model, id))
  const shared = sharedOf(draft, context, placed)
  if (shared !== null) return shared
  if (plain.length < placed.length) return null
  if (!placed.every(({ place }) => beside(context, place) || holdsCondition(context, place))) return null
  const own = (id: string): boolean => plain.some((item) => item.id.split('.')[0] === id.split('.')[0])
  const quality = qualitySaid(context)
  if (quality !== undefined)
    return (qualities[quality] ?? []).find((id) => own(id)) ?? measureOfQuality(quality, context)
  // What was shown is ranked by what was shown.
  if (context.running !== undefined || !placed.every(({ place }) => beside(context, place))) return null
  const source = plain[0]?.id.split('.')[0] ?? ''
  return sizeOf[source] ?? usualOf(names, sources)?.id ?? null
}
