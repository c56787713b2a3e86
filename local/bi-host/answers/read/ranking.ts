import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import { isAttribute, opposite } from './filters'
import { countAfter, countBefore, isFew } from './counts-said'
import { readRankedDays } from './ranked-days'
import { isMarker } from './roles'
import { attributeFor } from './splits'
import { kindOf, placeOf, severalOf, thingOf, unnamedPlace, whoOf } from './things-ranked'
import { lowIsBest } from './trade-words'

/** "top 10 X by Y", "which X has the highest Y", "largest X". */
export function readTop(draft: Draft, context: ComposeContext, rank: string | null): void {
  const { mentions, names } = context
  if (bothEnds(draft, context)) return
  const place = mentions.findIndex(({ meaning }) => meaning.kind === 'top')
  const meaning = mentions[place]?.meaning
  if (meaning?.kind !== 'top' || readRankedDays(draft, context, rank)) return
  if (meaning.ever === true) return readEver(draft, place, rank ?? draft.measures[0], meaning.from)
  const before = countBefore(mentions, place)
  if (before !== null) draft.used.add(before.place)
  const later = countAfter(mentions, place, meaning.from)
  if (later !== null) draft.used.add(later.place)
  const said = meaning.count ?? before?.count ?? later?.count ?? null
  const explicit = mentions.slice(place + 1, place + 2).find((mention) => mention.meaning.kind === 'field')
  const head =
    names.find((named) => named.place > place && named.role === 'head') ??
    names.find((named) => named.role === 'head') ??
    names.find((named) => named.role === 'split')
  // "exchange with the most volume": what stands before "with" is what is asked for.
  const led = names.find(
    (named) => named.place < place && isMarker(mentions[named.place + 1]?.meaning, 'with'),
  )
  const asked = mentions.some(
    (mention) =>
      isMarker(mention.meaning, 'which') || /^(?:which one|who) /i.test(`${context.textOf(mention).text} `),
  )
  const attribute =
    explicit?.meaning.kind === 'field' && draft.attributes.includes(explicit.meaning.id)
      ? explicit.meaning.id
      : head
        ? attributeFor(draft, context, head.place)
        : (draft.attributes[0] ??
          (led && attributeFor(draft, context, led.place)) ??
          severalOf(draft) ??
          kindOf(draft, context) ??
          placeOf(draft, context) ??
          whoOf(draft, context) ??
          thingOf(draft, context, said))
  // "Top 3", after they were sorted by something else: by that.
  const sortedBy =
    draft.rest.sort && draft.measures.includes(draft.rest.sort.by) ? draft.rest.sort.by : undefined
  const by = rank ?? sortedBy ?? draft.measures[0]
  // The best rate for who borrows is the lowest.
  const best = /^(?:best|worst)\b/i.test(context.textOf(mentions[place] ?? unsaid).text)
  if (best && by !== undefined && lowIsBest.has(by)) draft.turned = !draft.turned
  // "Furthest below zero" is the lowest.
  const bar = mentions[place + 1]?.meaning
  if (bar?.kind === 'condition' && bar.op === 'lt' && bar.values[0] === 0 && meaning.from === 'top')
    draft.turned = !draft.turned
  if (attribute === null && by !== undefined && meaning.superlative && said === null) {
    // "Biggest daily redemption", "highest supply ever": one of the days, wherever it was.
    const ofDays = draft.rest.grain !== undefined || draft.rest.range?.kind === 'all'
    const where = ofDays ? null : unnamedPlace(draft, context)
    const nothing =
      draft.rest.range === undefined && draft.rest.grain === undefined && draft.filters.length === 0
    const who = mentions.some((mention) => /^whose?$/i.test(context.textOf(mention).text))
    if (where === null && (nothing || who)) return void draft.unknown.add(place)
    draft.used.add(place)
    const descending = (meaning.from === 'bottom') === draft.turned
    if (where !== null) {
      draft.attributes.push(where)
      draft.assumed.add(`attribute:${where}`)
      draft.rest.top = { attribute: where, count: 1, by, ...(descending ? {} : { from: 'bottom' as const }) }
    } else {
      draft.rest.grain ??= 'day'
      draft.rest.range ??= { kind: 'all' }
      draft.rest.sort = { by, ...(descending ? { descending } : {}) }
      draft.rest.limit = 1
    }
    return
  }
  if (attribute === null || by === undefined) return void draft.unknown.add(place)
  draft.used.add(place)
  if (!draft.attributes.includes(attribute)) draft.attributes.push(attribute)
  draft.addMeasure(by)
  // "Best supply APY by protocol": laid out already, so they are put in order and none is cut away.
  if (said === null && !asked && head?.role === 'split' && isFew(context, attribute, by)) {
    draft.rest.sort = { by, ...((meaning.from === 'bottom') === draft.turned ? { descending: true } : {}) }
    return
  }
  const placeAsked = mentions.some((mention) => isMarker(mention.meaning, 'place'))
  // "Biggest loser".
  const single = mentions.some((mention) =>
    /^(?:loser|gainer|winner|performer|mover|decliner|laggard)$/i.test(context.textOf(mention).text),
  )
  const one =
    (asked || placeAsked || single || head?.role === 'head' || led?.plural === false) && head?.plural !== true
  const count = Math.min(said ?? (one ? 1 : 10), 100)
  if (said === null && !one) {
    draft.assumed.add('top')
    draft.assumptions.push(`${count} of them.`)
  }
  const other = mentions.some((mention) => isMarker(mention.meaning, 'other'))
  draft.rest.top = {
    attribute,
    count,
    by,
    ...((meaning.from === 'bottom') === draft.turned ? {} : { from: 'bottom' as const }),
    ...(other ? { other: true } : {}),
  }
}

/** "Hash rate ATH": the day on which it was highest, of all. */
function readEver(draft: Draft, place: number, by: string | undefined, from: 'top' | 'bottom'): void {
  if (by === undefined) return void draft.unknown.add(place)
  draft.used.add(place)
  draft.rest.range ??= { kind: 'all' }
  draft.rest.grain ??= 'day'
  draft.rest.sort = { by, ...((from === 'top') === draft.turned ? {} : { descending: true }) }
  draft.rest.limit = 1
}

const unsaid: ComposeContext['mentions'][number] = {
  at: 0,
  length: 0,
  meaning: { kind: 'filler' },
  corrected: false,
}

interface End {
  readonly place: number
  readonly end: 'top' | 'bottom'
  readonly count: number | null
}

/** "Winners and losers", "best and worst performers": all of them in order, from one end to the other. */
function bothEnds(draft: Draft, context: ComposeContext): boolean {
  const { mentions, names } = context
  const said = mentions.flatMap(({ meaning }, place): readonly End[] => {
    if (meaning.kind === 'top') return [{ place, end: meaning.from, count: meaning.count }]
    if (meaning.kind !== 'function' || meaning.direction === null || meaning.usual === null) return []
    return [{ place, end: meaning.direction === 'up' ? 'top' : 'bottom', count: null }]
  })
  const [by] = draft.measures
  const ends = new Set(said.map(({ end }) => end))
  if (by === undefined || ends.size < 2 || said.some(({ count }) => count !== null)) return false
  // Between the two stands no more than "and".
  const [first, second] = [said[0]?.place ?? 0, said.at(-1)?.place ?? 0]
  const joined = mentions.slice(first, second).some(({ meaning }) => isMarker(meaning, 'and', 'versus'))
  const named = names.find(
    ({ role, plural }) => role === 'head' || role === 'split' || (role === 'context' && plural),
  )
  const id = (named && attributeFor(draft, context, named.place)) ?? thingOf(draft, context, 1)
  if (!joined || id === null) return false
  for (const { place } of said) draft.used.add(place)
  if (!draft.attributes.includes(id)) draft.attributes.push(id)
  draft.turned = false
  delete draft.rest.grain
  draft.rest.sort = { by, descending: true }
  return true
}

/** "Where is USDC bridged to", "where is ether staked": laid out by place. */
export function readPlace(draft: Draft, context: ComposeContext): void {
  const place = draft.rest.top || draft.attributes.length > 0 ? null : placeOf(draft, context)
  const held = draft.filters.some(({ field }) => field === place)
  if (place !== null && !held) draft.attributes.push(place)
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
    const id =
      /ranking/i.test(mentions.map((m) => textOf(m).text).join(' ')) && draft.attributes.length === 0
        ? thingOf(draft, context, 1)
        : null
    if (id !== null && !draft.filters.some(({ field }) => field === id)) draft.attributes.push(id)
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
  const by = field ?? it ?? (split ? draft.attributes.at(-1) : rank)
  if (by === null || by === undefined) return void draft.unknown.add(place)
  draft.rest.sort = {
    by,
    ...(down >= 0 || (up < 0 && (by === rank || by === it) && field === null) ? { descending: true } : {}),
  }
}
