import { expressionOfAll, isAttribute } from './filters'
import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import { isMarker } from './roles'
import { onlyFor } from './vocabulary'

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
