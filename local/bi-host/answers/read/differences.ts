import { baseMeasure } from '../../query/resolve'
import type { Draft, MeasureContext, Placed } from './draft'
import { isMarker } from './roles'
import { measureLabel } from './working'
import { fit } from './choosing'
import { qualities } from './vocabulary'

/** What is left of one measure when another is taken from it, where the model has that by itself. */
const left: readonly (readonly [first: string, second: string, known: string])[] = [
  ['stable_supply.issued', 'stable_supply.redeemed', 'stable_supply.net_issuance'],
  ['stable_supply.bridged_in', 'stable_supply.bridged_out', 'stable_supply.net_bridged'],
  ['lending.supplied', 'lending.borrowed', 'lending.idle'],
  ['staking.apr', 'staking.dilution', 'staking.real_yield'],
]

/** "Minted minus burned", "net mints minus burns": net issuance, said in full. `null` where only a formula says it. */
export const knownDifference = (first: string, second: string): string | null =>
  left.find(
    ([from, taken, known]) => (from === first || known === first) && (taken === second || known === second),
  )?.[2] ?? null

/** "A minus B", "A less B", "the spread between A and B": one measure taken from another. */
export function differences(draft: Draft, { mentions, model }: MeasureContext, placed: Placed[]): void {
  const isRate = (id: string): boolean =>
    !id.startsWith('formula.') && baseMeasure(model, id).measure.format.kind === 'percent'
  const beside = (from: number, to: number): boolean =>
    mentions.slice(from + 1, to).every(({ meaning }) => meaning.kind === 'filler' || meaning.kind === 'name')
  /** What only joins the two that a gap is between. */
  const within = new Set<number>()
  mentions.forEach(({ meaning }, place) => {
    const gap = isMarker(meaning, 'gap')
    if ((!gap && !isMarker(meaning, 'minus', 'dash', 'over')) || within.has(place)) return
    if (lessOfValues(mentions, place)) return void draft.unknown.add(place)
    const shown = placed.filter(({ rank }) => !rank)
    const netOf = gap || isNetOf(mentions, place, shown)
    const [first, second] = netOf
      ? shown
      : [shown.findLast((item) => item.place < place), shown.find((item) => item.place > place)]
    if (!first || !second || first.id === second.id || (gap && shown.length > 2)) {
      // "BTC funding minus ETH funding": no formula is over two names of one measure.
      if (gap || (first && first.id === second?.id && isMarker(meaning, 'minus', 'dash')))
        draft.unknown.add(place)
      return
    }
    if (gap)
      mentions.forEach(({ meaning: between }, at) => {
        if (at > first.place && at < second.place && isMarker(between, 'over', 'to', 'versus')) {
          draft.used.add(at)
          within.add(at)
        }
      })
    const over = isMarker(meaning, 'over')
    if (over && !(beside(first.place, place) && beside(place, second.place))) return
    draft.used.add(place)
    const ratio = over && !(isRate(first.id) && isRate(second.id))
    const sign = ratio ? '/' : '-'
    const known = ratio ? null : knownDifference(first.id, second.id)
    placed.splice(placed.indexOf(second), 1)
    if (known !== null) return void (first.id = known)
    const name = `${measureLabel(draft, model, first.id)} ${ratio ? '/' : 'less'} ${measureLabel(draft, model, second.id).toLowerCase()}`
    first.id = draft.formula(`${draft.expressionOf(first.id)} ${sign} ${draft.expressionOf(second.id)}`, name)
  })
}

/** "USDT minus USDC": no formula is over two names of one measure. */
function lessOfValues(mentions: MeasureContext['mentions'], place: number): boolean {
  const [before, after] = [mentions[place - 1]?.meaning, mentions[place + 1]?.meaning]
  return (
    isMarker(mentions[place]?.meaning, 'minus') &&
    before?.kind === 'name' &&
    after?.kind === 'name' &&
    before.senses.some(
      (sense) =>
        sense.kind === 'value' &&
        after.senses.some((other) => other.kind === 'value' && other.id === sense.id),
    )
  )
}

/** "Net of issued and redeemed": the two stand after it. */
const isNetOf = (mentions: MeasureContext['mentions'], place: number, shown: readonly Placed[]): boolean =>
  isMarker(mentions[place]?.meaning, 'minus') &&
  shown.length === 2 &&
  shown.every((item) => item.place > place) &&
  mentions.slice(place, shown[1]?.place).some(({ meaning }) => isMarker(meaning, 'and'))

/**
 * "Put/call ratio by volume and by OI": measures of one noun that differ by what they are counted by. Where one stands beside what
 * they are counted by, that is the way which is meant.
 */
export function bySiblings(draft: Draft, context: MeasureContext, placed: Placed[]): void {
  const { model, names } = context
  const parts = (id: string): readonly string[] =>
    id.startsWith('formula.') ? [] : baseMeasure(model, id).measure.label.toLowerCase().split(' by ')
  insideFunction(draft, context, placed)
  const found = placed.find(({ id }) => {
    const [noun, way] = parts(id)
    return way !== undefined && siblingsOf(model, id, noun).length > 1
  })
  if (!found) return
  const [noun] = parts(found.id)
  const source = found.id.slice(0, found.id.indexOf('.'))
  const ways = placed.flatMap((item) => {
    if (item === found) return []
    const sibling = siblingsOf(model, found.id, noun).find((id) => {
      const [, way = ''] = parts(id)
      const counted = `${source}.${way.replaceAll(' ', '_')}`
      return names.some(
        ({ place, senses }) =>
          place === item.place && senses.some((sense) => sense.kind === 'measure' && sense.id === counted),
      )
    })
    return sibling === undefined ? [] : [{ item, sibling }]
  })
  if (ways.length === 0) return
  const ranked = ways.every(({ item }) => item.rank)
  for (const { item } of ways) placed.splice(placed.indexOf(item), 1)
  for (const { item, sibling } of ways)
    if (!placed.some(({ id, rank }) => id === sibling && !rank))
      placed.push({ ...item, id: sibling, rank: false })
  // "Ratio by volume and by OI": what was taken for want of a way goes.
  const said = context.mentions[found.place]
  const own = said !== undefined && /\bby\b/i.test(context.textOf(said).text)
  if (ranked && !own && !ways.some(({ sibling }) => sibling === found.id))
    placed.splice(placed.indexOf(found), 1)
  placed.sort((a, b) => a.place - b.place)
  draft.used.add(found.place)
}

function siblingsOf(model: MeasureContext['model'], id: string, noun: string | undefined): readonly string[] {
  const source = id.slice(0, id.indexOf('.'))
  return Object.entries(model.source(source).measures).flatMap(([own, { label }]) =>
    label.toLowerCase().startsWith(`${noun ?? ''} by `) ? [`${source}.${own}`] : [],
  )
}

/** "Put/call ratio by volume, 7-day mean": the way is said of what the mean is made of. */
function insideFunction(draft: Draft, { model, names }: MeasureContext, placed: Placed[]): void {
  for (const item of placed) {
    const [, name, base, rest] =
      /^([a-z_]+)\(([a-z_]+\.[a-z0-9_]+)(.*)\)$/.exec(draft.expressionOf(item.id)) ?? []
    if (name === undefined || base === undefined || rest === undefined) continue
    const [noun] = baseMeasure(model, base).measure.label.toLowerCase().split(' by ')
    const source = base.slice(0, base.indexOf('.'))
    const found = siblingsOf(model, base, noun).find((id) => {
      const [, way = ''] = baseMeasure(model, id).measure.label.toLowerCase().split(' by ')
      return placed.some(
        ({ rank, place }) =>
          rank &&
          names.some(
            (named) =>
              named.place === place &&
              named.senses.some(
                (sense) => sense.kind === 'measure' && sense.id === `${source}.${way.replaceAll(' ', '_')}`,
              ),
          ),
      )
    })
    const said = placed.findIndex(({ rank }) => rank)
    if (found === undefined || found === base) continue
    const label = baseMeasure(model, found).measure.label
    item.id = draft.formula(`${name}(${found}${rest})`, `${label}, ${name.replaceAll('_', ' ')}`)
    placed.splice(said, 1)
    return
  }
}

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
