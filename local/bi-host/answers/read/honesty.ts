import type { ComposeContext } from './compose'
import { type Draft, saidAt, type MeasureContext, type Placed } from './draft'
import { baseMeasure } from '../../query/resolve'
import { isMarker } from './roles'
import { inCoins } from './vocabulary'
import { opposite } from './filters'

/** Words about what nobody knows yet. */
export const ahead =
  /^(?:will|would|should|predict\w*|forecast\w*|expect\w*|project(?:ed|ion|ions)|outlook|next\b.*|coming\b.*|tomorrow)$/i
/** People of whom the data have numbers at most, and no names. */
export const persons = /^(?:investors?|holders?|owners?|shareholders?|buyers?|sellers?|wallets?)$/i
const asks =
  /^(?:how|who|whom|whose|what|which|where|when|does|do|did|is|are|was|were|has|have|had|can|could|will|should)$/i

/** What is told in dollars, and how many of it there were. */
const countOf: Readonly<Record<string, string>> = {
  'liquidations.amount': 'liquidations.positions',
  'exchange_liquidations.amount': 'liquidations.positions',
}

/** Where "how many" or "number of" ends; `null` where nothing is counted. */
function countingAt({ mentions, textOf }: Pick<MeasureContext, 'mentions' | 'textOf'>): number | null {
  for (const [place, mention] of mentions.entries()) {
    const text = textOf(mention).text.toLowerCase()
    const of = isMarker(mentions[place + 1]?.meaning, 'of')
    if (text === 'how many') return place + 1
    if (/^(?:number|count)$/.test(text) && of) return place + 2
    if (/^(?:number|count) of$/.test(text)) return place + 1
  }
  return null
}

/** "How many liquidations", "number of liquidations per exchange": a sum in dollars is no count; what counts them, if anything does. */
export function counted(draft: Draft, context: MeasureContext, placed: Placed[]): void {
  const { model, names, mentions, textOf } = context
  const first = countingAt(context)
  const thing = first === null ? undefined : mentions[first]
  if (first === null || thing === undefined) return
  const refused = (...places: readonly number[]): void => {
    for (const place of [first - 1, ...places]) draft.unknown.add(place)
  }
  if (/^(?:trades|orders)$/i.test(textOf(thing).text)) return refused(first)
  const near = placed.filter(({ place }) => place >= first && place <= first + 2)
  const item = near.find(({ id }) => countOf[id] !== undefined) ?? near[0]
  // "How many loans were liquidated": the loans say what.
  const [noun] = near
  if (noun !== item && noun?.place === first) placed.splice(placed.indexOf(noun), 1)
  if (!item || item.rank || item.id.startsWith('formula.')) return
  const between = mentions.slice(first, item.place)
  const nothing = between.every(
    ({ meaning }, at) =>
      meaning.kind === 'filler' ||
      names.some(
        ({ place, role }) =>
          place === first + at && (role === 'value' || role === 'context' || place === noun?.place),
      ),
  )
  if (!nothing || !baseMeasure(model, item.id).measure.unit.startsWith('US dollars')) return
  const id = countOf[item.id] ?? inCoins[item.id]
  const own = (wanted: string): boolean =>
    names.every(
      ({ place, senses }) =>
        place === item.place ||
        senses.every(({ kind }) => kind === 'measure' || kind === 'source') ||
        senses.some(({ source }) => wanted.startsWith(`${source}.`)),
    )
  if (id !== undefined && own(id)) item.id = id
  else refused(item.place)
}

/** Those who hold something, by any noun; how many they are is a figure, who they are is not in the data. */
const people =
  /^(?:(?:token |share|stake|stock)?holders?|investors?|owners?|buyers?|clients?|customers?|subscribers?|wallets?|addresses|accounts?|participants?|users?|whales?)$/i
const sized = /^(?:biggest|largest|top|leading|richest|greatest|wealthiest|smallest)\b/i
const holds = /^(?:holds?|owns?|bought|buys?|invested|invests?|hold|own)$/i

/** "Who are the biggest investors in it", "top holders", "who holds BUIDL": nobody here has a name. */
export function readPeople(draft: Draft, { mentions, names, textOf }: ComposeContext): void {
  // "Who are they", after how many they are.
  const asks =
    /^(?:and |so |but |ok )*who(?:'s| is| are| were| was)? (?:they|it|those|these|them|that|the people|all of them)\b/i
  const counted = draft.measures.some((id) => /^(?:rwa\.holders|onchain\.active_addresses)$/.test(id))
  if (counted && asks.test(mentions.map((mention) => textOf(mention).text).join(' '))) {
    const at = mentions.findIndex((mention) => /^who/i.test(textOf(mention).text))
    draft.unknown.add(at)
    return
  }
  if (!draft.sources().some((source) => /^(?:rwa|stable_supply)$/.test(source))) return
  const text = (place: number): string => {
    const mention = mentions[place]
    return mention ? textOf(mention).text : ''
  }
  for (const { place } of names) {
    let lead = place - 1
    while (mentions[lead]?.meaning.kind === 'filler') lead -= 1
    if (mentions[lead]?.meaning.kind === 'top' && sized.test(text(lead)) && people.test(text(place)))
      draft.unknown.add(place)
  }
  const who = mentions.findIndex((_, place) => /^who(?:se)?$/i.test(text(place)))
  const asked = who >= 0 && who < 2 && holds.test(text(who + 1))
  if (asked && !mentions.some(({ meaning }) => meaning.kind === 'top')) draft.unknown.add(who + 1)
}

/**
 * Whether what was not understood is what the question is about, so that the rest would answer another one: the noun of a measure
 * ("NFT volume"), the subject of a question without a measure, what nobody knows yet, or a question put to what was shown.
 */
export function asksElse(
  { mentions, textOf, names }: ComposeContext,
  draft: Draft,
  followsOn: boolean,
): boolean {
  const unknown = (place: number): boolean =>
    (mentions[place]?.meaning.kind === 'unknown' && !draft.explained.has(place)) || draft.unknown.has(place)
  const places = [...mentions.keys()].filter(unknown)
  if (places.length === 0) return false
  const text = (place: number): string => saidAt({ mentions, textOf }, place)
  if (places.some((place) => ahead.test(text(place)) || people.test(text(place)))) return true
  // "Who holds it": nobody here has a name.
  if (places.some((place) => /^who(?:se)?$/i.test(text(place - 1)))) return true
  // "Who founded Ondo", "which wallets sold": the verb of the question is not known.
  if (/^(?:who|which|what)$/i.test(text(0)) && places.some((place) => place <= 2)) return true
  // "How many traders", "number of contracts": what is counted is not known, or nothing counts it.
  const counts = countingAt({ mentions, textOf })
  if (counts !== null) return true
  // "Volume on BitMEX", "price in euros": where or in what it is meant, and without it the answer is another.
  if (
    places.some(
      (place) =>
        mentions[place]?.meaning.kind === 'unknown' &&
        /^(?:in|on|at|by|per|via|through|from|of|for)$/i.test(text(place - 1)),
    )
  )
    return true
  // "How many shares does Goldman hold", "who are the biggest investors": of whom nothing is known.
  if (places.some((place) => /^(?:holds?|held|owns?|owned|buys?|bought|sells?|sold)$/i.test(text(place + 1))))
    return true
  if (/^who\b/i.test(text(0)) && places.some((place) => persons.test(text(place)))) return true
  if ([...draft.assumed].some((key) => key.startsWith('measure:'))) return true
  if (
    followsOn &&
    [...mentions.keys()].slice(0, 2).some((place) => asks.test(text(place).split(' ')[0] ?? ''))
  )
    return true
  // "Hedge fund holdings": the words between belong to the noun as well.
  const beside = (place: number): number =>
    !unknown(place - 1) &&
    (mentions[place - 1]?.meaning.kind === 'function' ||
      names.some(({ place: at, role }) => at === place - 1 && (role === 'context' || role === 'value')))
      ? beside(place - 1)
      : place - 1
  return names.some(
    ({ role, place }) =>
      (role === 'measure' || role === 'rank') && unknown(beside(place)) && draft.used.has(place),
  )
}

/** "Which chains lost USDT", "days with outflows over 500m": the way it went is a condition, and turns one that is said. */
export function readSign(draft: Draft, { mentions, textOf }: ComposeContext): void {
  const { sign } = draft
  if (sign === null) return
  if (draft.turned)
    draft.filters.forEach((filter, at) => {
      if (filter.field === sign.field && Number(filter.values[0]) > 0)
        draft.filters[at] = {
          ...filter,
          op: opposite[filter.op] ?? filter.op,
          values: filter.values.map((value) => -Number(value)).toReversed(),
        }
    })
  const asked = mentions.some(
    (mention) =>
      isMarker(mention.meaning, 'which', 'days-when', 'with', 'only', 'place') ||
      /^(?:that|who|which .*|trading|trade|trades|traded)$/i.test(textOf(mention).text),
  )
  const held = draft.filters.some(({ field }) => field === sign.field)
  if (!asked || held || draft.rest.top) return
  if (draft.attributes.length === 0 && draft.rest.grain === undefined) return
  draft.filters.push({ field: sign.field, op: sign.direction === 'down' ? 'lt' : 'gt', values: [0] })
}

/** "What discount do they trade at" asks how far, and not which of them. */
export const asksHowFar = ({ mentions, textOf }: Pick<MeasureContext, 'mentions' | 'textOf'>): boolean =>
  /^(?:and |so |now |ok )*(?:what(?: is|'s)?|how (?:big|large|deep|wide|much)(?: of)?|which) (?:a |an |the |kind of |sort of |their |its )*(?:discount|premium)\b/i.test(
    mentions.map((mention) => textOf(mention).text).join(' '),
  )
