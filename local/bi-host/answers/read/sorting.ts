import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import { isAttribute } from './filters'
import { severalThings, thingOf } from './things-ranked'
import { saidAt } from './measure-context'
import { isMarker } from './roles'
import { lowIsBest } from './trade-words'

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
