import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import { isMarker } from './roles'
import { attributeFor } from './splits'
import { partiesOf, placesOf } from './trade-words'
import { usualThing } from './vocabulary'

/** "Who holds the most": the parties that the subject has. */
export function whoOf(draft: Draft, { mentions, textOf }: ComposeContext): string | null {
  const [source = ''] = draft.sources()
  const attribute = partiesOf[source]
  const who = mentions.some((mention) => /^(?:who|whose)$/i.test(textOf(mention).text))
  return who && attribute !== undefined ? `${source}.${attribute}` : null
}

/** "Who printed the most stablecoins": who did it, and not what was made. */
export function doerOf(draft: Draft, context: ComposeContext): string | null {
  const { mentions, names } = context
  const who = mentions.findIndex((mention) => /^who$/i.test(context.textOf(mention).text))
  const does = names.some(({ place, role }) => who >= 0 && place === who + 1 && role === 'measure')
  const id = does ? whoOf(draft, context) : null
  if (id === null || draft.filters.some(({ field }) => field === id)) return null
  // "The most stablecoins": what was made has been taken for what is asked for.
  const made = names.find(({ place, role, plural }) => place > who + 1 && role === 'head' && plural)
  const taken = made && attributeFor(draft, context, made.place)
  if (draft.attributes.some((other) => other !== taken)) return null
  draft.attributes.length = 0
  return id
}

/** "Best paying treasuries", "largest memecoins": the things that are of that kind. */
export function kindOf(draft: Draft, context: ComposeContext): string | null {
  const [source = ''] = draft.sources()
  const kinds = context.names.some(
    ({ role, plural, senses, place }) =>
      role === 'value' &&
      (plural || isMarker(context.mentions[place - 1]?.meaning, 'which')) &&
      senses.some(
        (sense) =>
          sense.kind === 'value' &&
          /^(?:rwa\.asset_class|price\.sector|stable_supply\.backing)$/.test(sense.id) &&
          sense.source === source,
      ),
  )
  return kinds ? thingOf(draft, context, 1) : null
}

/** "Which grew more, USDT or USDC": those that are named. */
export const severalOf = (draft: Draft): string | null =>
  draft.filters.find(({ op, values }) => op === 'in' && values.length > 1)?.field ?? null

/** "Where is it cheapest": on which venue, chain or network. */
export function placeOf(draft: Draft, { mentions }: ComposeContext): string | null {
  const [source = ''] = draft.sources()
  const attribute = placesOf[source]
  return attribute !== undefined && mentions.some(({ meaning }) => isMarker(meaning, 'place'))
    ? `${source}.${attribute}`
    : null
}

/** "Highest borrow APY for USDT": the place where it is, if the subject has places that are not named. */
export function unnamedPlace(draft: Draft, { model }: ComposeContext): string | null {
  const [source = ''] = draft.sources()
  // "Biggest fund": which of those that are counted is another question.
  if (draft.measures.includes('etf.funds')) return null
  const held = (id: string): boolean => draft.filters.some(({ field }) => field === `${source}.${id}`)
  // Of one coin, fund or product there is one issuer.
  const alone = draft.filters.some(
    ({ field, op, values }) =>
      /\.(?:token|fund|product)$/.test(field) &&
      op === 'in' &&
      values.length === 1 &&
      field.startsWith(`${source}.`),
  )
  // Of one network all that differs is who runs it.
  const first = source === 'staking' && draft.filters.length > 0 ? undefined : placesOf[source]
  const found = [first, alone ? undefined : partiesOf[source]].find(
    (id) => id !== undefined && Object.hasOwn(model.source(source).attributes, id) && !held(id),
  )
  return found === undefined ? null : `${source}.${found}`
}

/** "Ten biggest", "top gainers": what is ranked where no noun says it. */
export function thingOf(
  draft: Draft,
  { model, mentions, names }: ComposeContext,
  count: number | null,
): string | null {
  // "Highest staking yields": several of what the source is about.
  const plural = names.some(
    (named) =>
      named.plural &&
      named.role === 'measure' &&
      named.senses.some((sense) => sense.kind === 'measure' && sense.id === draft.measures[0]),
  )
  const people = mentions.some(({ meaning }) => meaning.kind === 'function' && meaning.usual !== null)
  const [sourceId] = draft.sources()
  if (sourceId === undefined || (count === null && !people && !plural)) return null
  // "Biggest liquidations": the days of them.
  if (count === null && sourceId.endsWith('liquidations')) return null
  const [first] = Object.keys(model.source(sourceId).attributes)
  const id = usualThing[sourceId] ?? (first === undefined ? null : `${sourceId}.${first}`)
  if (id !== null) draft.assumed.add(`attribute:${id}`)
  return id
}

/** "Aave borrow rates, ranked": what a source is about, or, held to one of those, its coins. */
export function severalThings(draft: Draft, context: ComposeContext): string | null {
  const held = (id: string): boolean => draft.filters.some(({ field }) => field === id)
  const id = thingOf(draft, context, 1)
  if (id === null || !held(id)) return id
  draft.assumed.delete(`attribute:${id}`)
  const [source = ''] = draft.sources()
  const coin = Object.entries(context.model.source(source).attributes).find(([, { concept }]) =>
    /(?:^| )asset$/.test(concept),
  )
  return coin && !held(`${source}.${coin[0]}`) ? `${source}.${coin[0]}` : null
}

/** "ETF flows this month, ranked": of each, and not day by day. */
export function rankedThings(draft: Draft, context: ComposeContext): void {
  const ranks = context.mentions.some((mention) => /^ranked$/i.test(context.textOf(mention).text))
  if (!ranks || draft.attributes.length > 0 || draft.rest.top || draft.rest.grain) return
  const id = severalThings(draft, context)
  if (id !== null) draft.attributes.push(id)
}
