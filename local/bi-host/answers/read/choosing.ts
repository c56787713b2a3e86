import type { Source } from '../../model/source'
import { bound } from './lexicon'
import { type Named, isMarker } from './roles'
import { usualMeasure, onlyFor } from './vocabulary'
import { expressionOfAll, isAttribute } from './filters'
import type { ComposeContext } from './compose'
import type { Draft } from './draft'

/** Weighs how well a source explains everything else that was named. */
export function fit(source: string, names: readonly Named[], except: number): number {
  let score = 0
  for (const { place, senses, role } of names) {
    if (place === except || role === 'measure' || role === 'rank') continue
    const own = senses.filter((sense) => sense.source === source)
    const knows = own.some(({ kind }) => kind === 'value' || kind === 'attribute')
    const says = own.some(({ kind }) => kind === 'source')
    const splits = own.some(({ kind }) => kind === 'attribute')
    // "BTC strikes": no other source has them.
    const alone = senses.every((sense) => sense.source === source && sense.kind !== 'value')
    if (role === 'context') score += says ? 2 : splits && alone ? 1.5 : knows ? 0.3 : 0
    else if ((role === 'split' || role === 'head') && knows && !splits) score += says ? 1 : 0.3
    else score += knows ? (role === 'split' || role === 'head' ? 1.5 : 1.2) : says ? 1 : -0.8
  }
  return score
}

/** Of two that a word names alike: "liquidations" are those of leveraged traders unless loans are spoken of. */
const foremost: ReadonlySet<string> = new Set(['exchange_liquidations.amount'])

interface Chosen {
  readonly id: string
  /** Other measures that fit as well, best first; the chosen one included. */
  readonly rivals: readonly string[]
}

export function chooseMeasure(
  named: Named,
  names: readonly Named[],
  {
    chosen,
    running,
    lately,
    tooCoarse,
    about = () => false,
    ofCoin = () => false,
    near = () => 0,
    carried = () => false,
  }: {
    readonly near?: (source: string) => number
    /** Whether what the running answer is laid out by is known there as well. */
    readonly carried?: (source: string) => boolean
    readonly running: readonly string[]
    readonly lately: readonly string[]
    /** What the person answered when asked. */
    readonly chosen: string | undefined
    /** Whether the source is not kept by the interval that was asked for. */
    readonly tooCoarse: (source: string) => boolean
    /** Whether the source is about what the board is about. */
    readonly about?: (source: string) => boolean
    /** Whether the source is about a coin that was named by its ticker. */
    readonly ofCoin?: (source: string) => boolean
  },
): Chosen | null {
  // What stands beside another measure comes from where that one does.
  const beside = new Set(
    names.flatMap(({ place, role, senses }) =>
      place === named.place || role !== 'measure'
        ? []
        : senses.filter(({ kind }) => kind === 'measure').map(({ source }) => source),
    ),
  )
  const scored = named.senses
    .flatMap((sense) =>
      sense.kind === 'measure'
        ? [
            {
              id: sense.id,
              weight: sense.weight,
              score:
                sense.weight +
                fit(sense.source, names, named.place) +
                (beside.has(sense.source) ? 0.15 : 0) +
                (about(sense.source) && sense.weight > bound ? 0.3 : 0) +
                (ofCoin(sense.source) ? 0.3 : 0) +
                (saysToo(named, sense.source) ? 0.1 : 0) +
                near(sense.source) * 0.12 +
                (foremost.has(sense.id) ? 0.03 : 0) +
                (running.includes(sense.source) ? 0.6 : lately.includes(sense.source) ? 0.25 : 0) -
                (tooCoarse(sense.source) ? 2 : 0) +
                (carried(sense.source) ? 0.3 : 0),
            },
          ]
        : [],
    )
    .sort((a, b) => b.score - a.score)
  const [best] = scored
  if (!best || (best.weight === bound && best.score < bound + 0.2)) return null
  const rivals = scored.filter(({ score }) => best.score - score < 0.05).map(({ id }) => id)
  const said = chosen !== undefined && scored.some(({ id }) => id === chosen) ? chosen : best.id
  return { id: said, rivals }
}

const saysToo = ({ senses }: Named, source: string): boolean =>
  senses.some((sense) => sense.kind === 'source' && sense.source === source)

/** The measure that a question without one is about: the first of the source that explains the most. */
export function usualOf(
  names: readonly Named[],
  sources: readonly Source[],
): { readonly id: string; readonly sure: boolean } | null {
  const scored = sources
    .map((source, order) => ({
      source,
      score:
        fit(source.id, names, -1) +
        (source.id === 'price' ? 0.4 : source.id === 'market_cap' ? -0.4 : 0) -
        order / 1000,
      told: names.some(({ senses }) => senses.some((sense) => sense.source === source.id)),
    }))
    .filter(({ told }) => told)
    .sort((a, b) => b.score - a.score)
  const [best, second] = scored
  if (!best || best.score <= 0) return null
  const id = usualMeasure[best.source.id] ?? `${best.source.id}.${Object.keys(best.source.measures)[0] ?? ''}`
  return { id, sure: !second || best.score - second.score > 0.5 }
}

/** What a conversation is about when it does not say: the Bitcoin board's is bitcoin. Values by concept. */
export type Subject = Readonly<Record<string, string>>

/** Measures that are about the whole market whatever board they stand on. */
const ofAll = /\bprice\.bitcoin_dominance\b/

/** Holds a question to what it can only be about, or to its board's own subject; said as taken for granted. */
export function readSubject(draft: Draft, context: ComposeContext): void {
  const { model, facts, names, mentions, textOf } = context
  const market = mentions.some((mention) =>
    /^(?:crypto|market-wide|all|overall)$/i.test(textOf(mention).text),
  )
  const expressions = expressionOfAll(draft)
  const only = Object.entries(onlyFor).find(([id]) => expressions.includes(id))?.[1]
  const wanted: Subject = only === undefined ? (market ? {} : (context.subject ?? {})) : { asset: only }
  if (only === undefined && ofAll.test(expressions)) {
    // "Altcoin dominance" is none of bitcoin's.
    mentions.forEach((mention, place) => {
      if (/^alt(?:s|coins?)$/i.test(textOf(mention).text)) draft.unknown.add(place)
    })
    // Of bitcoin alone it would be all of it.
    for (const { place, senses } of names)
      if (
        senses.some((sense) => sense.kind === 'value' && sense.id === 'price.asset' && sense.value !== 'BTC')
      )
        draft.unknown.add(place)
    const kept = draft.filters.filter(
      ({ field, values }) => !(field === 'price.asset' && values.join() === 'BTC'),
    )
    draft.filters.splice(0, draft.filters.length, ...kept)
    return
  }
  for (const [concept, value] of Object.entries(wanted)) {
    for (const sourceId of draft.sources()) {
      const source = model.source(sourceId)
      const found = Object.entries(source.attributes).find(([, attribute]) => attribute.concept === concept)
      if (!found || !facts(sourceId).values[found[0]]?.includes(value)) continue
      const id = `${sourceId}.${found[0]}`
      const same = (field: string): boolean =>
        isAttribute(model, field) && model.counterpart(source, field) === found[0]
      const said = names.some(({ senses }) =>
        senses.some((sense) => sense.kind === 'value' && same(sense.id)),
      )
      // Where its network is named, the coin is.
      if (concept === 'asset' && namesNetwork(draft, model)) break
      const held = draft.filters.findIndex(({ field }) => same(field))
      const split = draft.attributes.some((attribute) => same(attribute))
      if (held < 0 && !split) {
        draft.assumed.add(`filter:${draft.filters.length}`)
        draft.assumptions.push(`About ${value}.`)
        draft.filters.push({ field: id, op: 'in', values: [value] })
      } else if (held >= 0 && said && compares(context) && context.subject !== undefined) {
        const filter = draft.filters[held]
        if (filter?.op !== 'in' || filter.values.length !== 1 || filter.values[0] === value) break
        draft.filters[held] = { ...filter, values: [value, ...filter.values] }
        draft.assumptions.push(`Beside ${value}.`)
        if (!draft.attributes.includes(id)) draft.attributes.push(id)
        draft.side.add(id)
        draft.series = true
      } else if (held >= 0 && !said && draft.filters[held]?.values.join() === value)
        draft.assumed.add(`filter:${held}`)
      break
    }
  }
}

const namesNetwork = ({ filters, attributes }: Draft, model: ComposeContext['model']): boolean =>
  [...filters.map(({ field }) => field), ...attributes].some(
    (field) =>
      isAttribute(model, field) &&
      model.attribute(model.source(field.slice(0, field.indexOf('.'))), field).attribute.concept ===
        'network',
  )

const compares = ({ mentions, textOf }: ComposeContext): boolean =>
  mentions.some((mention) => isMarker(mention.meaning, 'versus') || /^compar/i.test(textOf(mention).text))
