import type { ComposeContext } from './compose'
import { type Draft, saidAt } from './draft'
import { isMarker } from './roles'
import { attributeFor } from './splits'
import { partiesOf, placesOf, lowIsBest, usualThing } from './vocabulary'
import { isAttribute } from './filters'

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

/** "sorted by price descending", "longest first". */
export function sorted(draft: Draft, context: ComposeContext, rank: string | null): void {
  const { mentions, names, model, textOf } = context
  const place = mentions.findIndex(({ meaning }) => isMarker(meaning, 'sorted'))
  const down = mentions.findIndex(({ meaning }) => isMarker(meaning, 'descending'))
  const up = mentions.findIndex(({ meaning }) => isMarker(meaning, 'ascending'))
  for (const at of [place, down, up]) if (at >= 0) draft.used.add(at)
  const [main] = draft.measures
  const ranks = mentions.some((mention) =>
    /^(?:rank|ranks|ranked|ranking|order|sort)$/i.test(textOf(mention).text),
  )
  if (
    place < 0 &&
    down < 0 &&
    up < 0 &&
    ranks &&
    main !== undefined &&
    !draft.rest.top &&
    !draft.rest.grain
  ) {
    // "ETF fees, ranked": of several.
    const id = draft.attributes.length === 0 ? severalThings(draft, context) : null
    if (id !== null) draft.attributes.push(id)
    draft.rest.sort = { by: rank ?? main, descending: true }
    return
  }
  if (place < 0) {
    // "ETF fees, cheapest first": of several.
    if ((down >= 0 || up >= 0) && draft.attributes.length === 0 && draft.rest.grain === undefined) {
      const id = thingOf(draft, context, 1)
      if (id !== null) draft.attributes.push(id)
    }
    if ((down >= 0 || up >= 0) && main !== undefined)
      draft.rest.sort = { by: main, ...(down >= 0 ? { descending: true } : {}) }
    return
  }
  const after = mentions[place + 1]
  if (after && /^dates?$/i.test(textOf(after).text)) {
    draft.rest.sort = { by: 'date', ...(down >= 0 ? { descending: true } : {}) }
    return
  }
  const next = after?.meaning
  const field = next?.kind === 'field' && isAttribute(model, next.id) ? next.id : null
  const split = names.find((named) => named.place === place + 1 && named.role === 'split')
  // "Add real yield and sort by it": by what was named last.
  const it = isMarker(next, 'shown') ? draft.measures.at(-1) : undefined
  if (it !== undefined) draft.used.add(place + 1)
  // "Largest funds first": by what is shown.
  const first = /^(?:[a-z]+est|best|worst|top|most|least)$/i.test(saidAt(context, place))
  const by = field ?? it ?? (split ? draft.attributes.at(-1) : first ? orderedBy(draft, context, rank) : rank)
  if (by !== undefined && by !== null && first) {
    const best = /^(?:best|worst)$/i.test(saidAt(context, place)) && lowIsBest.has(by)
    if (!isAttribute(model, by)) draft.addMeasure(by)
    draft.rest.sort = { by, ...(down >= 0 === best ? {} : { descending: true }) }
    return
  }
  if (by === null || by === undefined) return void draft.unknown.add(place)
  draft.rest.sort = {
    by,
    ...(down >= 0 || (up < 0 && (by === rank || by === it) && field === null) ? { descending: true } : {}),
  }
}

/** "Borrow APY, best rate first": of what a word may mean, what is shown. */
function orderedBy(
  draft: Draft,
  { names, mentions, textOf }: ComposeContext,
  rank: string | null,
): string | undefined {
  const said = names.filter(({ role }) => role === 'rank').flatMap(({ senses }) => senses)
  const shown = draft.measures.find((id) => said.some((sense) => sense.kind === 'measure' && sense.id === id))
  const general = names.some(
    ({ role, place }) => role === 'rank' && generic.test(saidAt({ mentions, textOf }, place)),
  )
  return shown ?? (general ? draft.measures[0] : rank) ?? rank ?? draft.measures[0]
}

/** A word that any figure has. */
const generic =
  /^(?:rates?|yields?|ap[yr]s?|returns?|costs?|fees?|prices?|values?|amounts?|sizes?|interest)$/i

/** "Best rate first": what the order is by is said in general. */
export const isGeneral = (context: ComposeContext, place: number): boolean =>
  generic.test(saidAt(context, place)) &&
  context.mentions.some(({ meaning }) => isMarker(meaning, 'sorted')) &&
  context.mentions.some(({ meaning }) => isMarker(meaning, 'descending', 'ascending'))
