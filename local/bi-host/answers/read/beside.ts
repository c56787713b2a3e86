import { type Draft, type MeasureContext, type Placed, saidAt } from './draft'
import { isAttribute } from './filters'
import { measureOfQuality, qualitySaid } from './differences'
import { usualOf } from './choosing'
import { isMarker, type Named } from './roles'
import { qualities, sizeOf, shareOf } from './vocabulary'
import type { ComposeContext } from './compose'
import { measureLabel } from './working'
import type { PeriodUnit } from '../../wire/answers'
import type { Mention } from './mentions'
import { ofSupply } from './implied'

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

/** "As a share of supply", "relative to open interest", "per holder", said of what was shown: where that begins. */
export function laidOver({ mentions, names }: ComposeContext): number | null {
  const first = mentions.findIndex(
    ({ meaning }) => meaning.kind !== 'filler' && !isMarker(meaning, 'and', 'shown', 'instead', 'of'),
  )
  const meaning = mentions[first]?.meaning
  const share = meaning?.kind === 'function' && meaning.name === 'share'
  const ratio = isMarker(meaning, 'ratio', 'per')
  const measures = names.filter(({ role }) => role === 'measure' || role === 'rank')
  const [only] = measures
  return (share || ratio) && measures.length === 1 && only !== undefined && only.place > first ? first : null
}

/** What was shown over what is named now. */
export function layOver(draft: Draft, context: ComposeContext, before: readonly string[]): void {
  const place = laidOver(context)
  const [shown] = before
  const [named] = draft.measures
  if (place === null || before.length !== 1 || shown === undefined || named === undefined) return
  const [, inner] = /^share\(([a-z_]+\.[a-z0-9_]+)\)$/.exec(draft.expressionOf(named)) ?? []
  const bottom = inner ?? named
  if (draft.measures.length !== 1 || bottom === shown || /\b[a-z_]+_share$/.test(bottom)) return
  const name = `${measureLabel(draft, context.model, shown)} / ${measureLabel(draft, context.model, bottom).toLowerCase()}`
  draft.measures.splice(
    0,
    1,
    draft.formula(`${draft.expressionOf(shown)} / ${draft.expressionOf(bottom)}`, name),
  )
  draft.used.add(place)
}

/** Further stretches before that one: "7d, 30d and 90d volatility". */
export function windowsBefore(
  mentions: readonly Mention[],
  place: number,
): readonly { readonly place: number; readonly count: number; readonly unit: PeriodUnit }[] {
  if (mentions[place - 1]?.meaning.kind !== 'window') return []
  const found: { place: number; count: number; unit: PeriodUnit }[] = []
  for (let at = place - 2; at >= 0; at -= 1) {
    const meaning = mentions[at]?.meaning
    if (meaning?.kind === 'window') found.push({ place: at, count: meaning.count, unit: meaning.unit })
    else if (!isMarker(meaning, 'and', 'versus')) break
  }
  return found.toReversed()
}

/** "30-day" before a function or after it. */
export function windowBeside(
  mentions: readonly Mention[],
  place: number,
): { readonly place: number; readonly count: number; readonly unit: PeriodUnit } | null {
  for (const step of [-1, 1, 2, 3]) {
    const meaning = mentions[place + step]?.meaning
    // "Biggest one day fall": the days are ranked.
    const ranked =
      meaning?.kind === 'window' && meaning.count === 1 && mentions[place - 2]?.meaning.kind === 'top'
    if (meaning?.kind === 'window' && !ranked)
      return { place: place + step, count: meaning.count, unit: meaning.unit }
    // "Smooth it over 7 days".
    if (step > 0 && meaning?.kind !== 'filler' && !isMarker(meaning, 'over', 'shown')) return null
  }
  return null
}

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
