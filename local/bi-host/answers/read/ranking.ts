import { daysBetween } from '../../model/days'
import { daysOf } from '../../query/range'
import { baseMeasure } from '../../query/resolve'
import type { ComposeContext } from './compose'
import { type Draft, type Meaning, saidAt, type MeasureContext, type Placed } from './draft'
import { isMarker } from './roles'
import { attributeFor } from './splits'
import {
  doerOf,
  kindOf,
  placeOf,
  severalOf,
  severalThings,
  thingOf,
  unnamedPlace,
  whoOf,
} from './things-ranked'
import { listed } from './words'
import type { AnswerGrain } from '../../wire/answers'
import type { Mention } from './mentions'
import { lowIsBest } from './vocabulary'

interface Counted {
  readonly place: number
  readonly count: number
}

/** "The 5 exchanges with the most", "five funds that lost the most": how many stands before what they are. */
function countBefore(mentions: ComposeContext['mentions'], top: number): Counted | null {
  for (let place = top - 1; place >= 0; place -= 1) {
    const meaning = mentions[place]?.meaning
    if (meaning?.kind === 'amount')
      return Number.isInteger(meaning.value) && meaning.value > 0 ? { place, count: meaning.value } : null
    const passed =
      meaning?.kind === 'filler' ||
      meaning?.kind === 'name' ||
      (meaning?.kind === 'function' && meaning.direction !== null) ||
      isMarker(meaning, 'with', 'shown', 'which')
    if (!passed) return null
  }
  return null
}

/** "Biggest liquidations by venue, top 3": how many, said at the end. */
function countAfter(
  mentions: ComposeContext['mentions'],
  top: number,
  from: 'top' | 'bottom',
): Counted | null {
  for (const [place, { meaning }] of mentions.entries())
    if (place > top && meaning.kind === 'top' && meaning.from === from && meaning.count !== null)
      return { place, count: meaning.count }
  return null
}

/** Rates of so few that a list of them all is as short as a cut one. */
const isFew = ({ model, facts }: ComposeContext, attribute: string, by: string): boolean => {
  const [source = '', id = ''] = attribute.split('.')
  const rate = !by.startsWith('formula.') && baseMeasure(model, by).measure.kind === 'ratio'
  return rate && (facts(source).values[id]?.length ?? 99) <= 10
}

/** "top 10 X by Y", "which X has the highest Y", "largest X". */
export function readTop(draft: Draft, context: ComposeContext, rank: string | null): void {
  const { mentions, names } = context
  if (bothEnds(draft, context)) return
  const place = mentions.findIndex(({ meaning }) => meaning.kind === 'top')
  const meaning = mentions[place]?.meaning
  if (meaning?.kind !== 'top' || readRankedDays(draft, context, rank)) return
  if (meaning.ever === true) return readEver(draft, place, rank ?? draft.measures[0], meaning.from)
  // "Exclude the three biggest": which they are is not known before.
  let lead = place - 1
  while (mentions[lead]?.meaning.kind === 'filler') lead -= 1
  if (isMarker(mentions[lead]?.meaning, 'without')) return void draft.unknown.add(place)
  const before = countBefore(mentions, place)
  if (before !== null) draft.used.add(before.place)
  const later = countAfter(mentions, place, meaning.from)
  if (later !== null) draft.used.add(later.place)
  const said = meaning.count ?? before?.count ?? later?.count ?? null
  const explicit = mentions.slice(place + 1, place + 2).find((mention) => mention.meaning.kind === 'field')
  const doer = doerOf(draft, context)
  const head =
    doer !== null
      ? undefined
      : (names.find((named) => named.place > place && named.role === 'head') ??
        names.find((named) => named.role === 'head') ??
        names.find((named) => named.role === 'split'))
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
        : (doer ??
          draft.attributes[0] ??
          (led && attributeFor(draft, context, led.place)) ??
          severalOf(draft) ??
          kindOf(draft, context) ??
          placeOf(draft, context) ??
          whoOf(draft, context) ??
          thingOf(draft, context, said) ??
          (asked && draft.filters.length > 0 && leadsPlural(context) ? severalThings(draft, context) : null))
  // "Top 3", after they were sorted by something else: by that.
  const sortedBy =
    draft.rest.sort && draft.measures.includes(draft.rest.sort.by) ? draft.rest.sort.by : undefined
  const by = rank ?? sortedBy ?? draft.measures[0]
  const from = endSaid(draft, context, place, by)
  // "Furthest below zero" is the lowest.
  const bar = mentions[place + 1]?.meaning
  if (bar?.kind === 'condition' && bar.op === 'lt' && bar.values[0] === 0 && from === 'top')
    draft.turned = !draft.turned
  // "Worst drawdown of ETH": how it went, down to its lowest.
  const fallen = by !== undefined && draft.expressionOf(by).startsWith('drawdown(')
  // The deepest is the lowest.
  const end = context.textOf(mentions[place] ?? unsaid).text
  if (fallen && !/^(?:top|bottom|highest|lowest|best|worst)\b/i.test(end)) draft.turned = !draft.turned
  if (fallen && said === null && !asked && head === undefined && draft.attributes.length === 0) {
    draft.series = true
    return void draft.used.add(place)
  }
  if (attribute === null && by !== undefined && meaning.superlative && said === null) {
    // "Biggest daily redemption", "highest supply ever", "biggest liquidations": one of the days, wherever it was.
    const ofDays =
      draft.rest.grain !== undefined || draft.rest.range?.kind === 'all' || isLevelOver(draft, context, by)
    const where = ofDays ? null : unnamedPlace(draft, context)
    const nothing =
      draft.rest.range === undefined &&
      draft.rest.grain === undefined &&
      draft.filters.length === 0 &&
      !by.includes('liquidations.')
    const who = mentions.some((mention) => /^whose?$/i.test(context.textOf(mention).text))
    if (where === null && (nothing || who)) return void draft.unknown.add(place)
    draft.used.add(place)
    const descending = (from === 'bottom') === draft.turned
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
  const cut = /^top\b/i.test(end) && !isFew(context, attribute, by)
  if (said === null && !asked && head?.role === 'split' && !cut) {
    draft.rest.sort = { by, ...((from === 'bottom') === draft.turned ? { descending: true } : {}) }
    return
  }
  const placeAsked = mentions.some((mention) => isMarker(mention.meaning, 'place'))
  // "Biggest loser".
  const single = mentions.some((mention) =>
    /^(?:loser|gainer|winner|performer|mover|decliner|laggard)$/i.test(context.textOf(mention).text),
  )
  const comparative = /^(?:more|less|faster|quicker|slower)$/i.test(
    context.textOf(mentions[place] ?? unsaid).text,
  )
  const one =
    comparative ||
    ((asked || placeAsked || single || head?.role === 'head' || led?.plural === false) &&
      head?.plural !== true)
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
    ...((from === 'bottom') === draft.turned ? {} : { from: 'bottom' as const }),
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

/** "Which Binance perps have the highest funding": several, by no noun of the model's. */
const leadsPlural = ({ mentions, names }: ComposeContext): boolean =>
  names.some(
    ({ place, plural, role }) =>
      role === 'value' &&
      plural &&
      mentions.slice(0, place).every(({ meaning }) => meaning.kind === 'name' || isMarker(meaning, 'which')),
  )

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

/** "Lowest BTC funding in 2026": of a level over a long time, the day of it. */
function isLevelOver(draft: Draft, { model, asOf }: ComposeContext, by: string): boolean {
  if (by.includes('liquidations.')) return true
  const days = draft.rest.range ? daysOf(draft.rest.range, asOf) : null
  if (days === null || daysBetween(days.from, days.to) < 14 || by.startsWith('formula.')) return false
  return baseMeasure(model, by).measure.kind !== 'additive'
}

/** "Where is USDC bridged to", "where is ether staked": laid out by place. */
export function readPlace(draft: Draft, context: ComposeContext): void {
  const place = draft.rest.top || draft.attributes.length > 0 ? null : placeOf(draft, context)
  const held = draft.filters.some(({ field }) => field === place)
  if (place !== null && !held) draft.attributes.push(place)
}

const units = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const

/** The interval that a plain "day", "weeks" or "months when" names. */
export const unitIn = (text: string): AnswerGrain | null =>
  units.find((unit) => new RegExp(`\\b${unit}s?\\b`, 'i').test(text)) ?? null

const isUnit = (meaning: Meaning | undefined): boolean =>
  isMarker(meaning, 'unit', 'days-when') || meaning?.kind === 'window'

/** Where the intervals stand that are ranked: "best month", "10 days with the highest", "which week had the most". */
function rankedUnitAt(mentions: readonly Mention[]): number | null {
  const top = mentions.findIndex(({ meaning }) => meaning.kind === 'top')
  if (top < 0) return null
  if (isUnit(mentions[top + 1]?.meaning)) return top + 1
  // "Worst flow days", "biggest inflow day".
  let after = top + 1
  while (mentions[after]?.meaning.kind === 'name' || mentions[after]?.meaning.kind === 'filler') after += 1
  if (after > top + 1 && after <= top + 4 && isMarker(mentions[after]?.meaning, 'unit', 'days-when'))
    return after
  for (let at = top - 1; at >= 0; at -= 1) {
    const meaning = mentions[at]?.meaning
    if (isUnit(meaning)) {
      const plain = meaning?.kind === 'window' && !leads(mentions, at)
      return plain ? null : at
    }
    if (meaning?.kind !== 'filler' && !isMarker(meaning, 'with', 'shown') && !asksWhen(mentions)) return null
  }
  return null
}

/** "When was funding highest": the day of it, whatever stands between. */
const asksWhen = (mentions: readonly Mention[]): boolean =>
  mentions.slice(0, 2).some(({ meaning, length }) => isMarker(meaning, 'days-when') && length === 2)

/** A stretch is what is ranked only where nothing but small words stand before it. */
const leads = (mentions: readonly Mention[], place: number): boolean =>
  mentions
    .slice(0, place)
    .every(({ meaning }) => meaning.kind === 'filler' || isMarker(meaning, 'which', 'add', 'and', 'only'))

/** What is bad the more of it there is. */
const bad =
  /^(?:(?:exchange_)?liquidations\.|events\.events|stable_supply\.redeemed|staking\.dilution|trading\.liquidations)/

/** From which end "worst" and "best" count: the worst day for liquidations is that of the most, the best rate to borrow at the lowest. */
function endSaid(
  draft: Draft,
  context: Pick<MeasureContext, 'mentions' | 'textOf'>,
  place: number,
  by: string | undefined,
): 'top' | 'bottom' {
  const meaning = context.mentions[place]?.meaning
  const from = meaning?.kind === 'top' ? meaning.from : 'top'
  const said = saidAt(context, place)
  if (by === undefined || !/^(?:best|worst)\b/i.test(said)) return from
  const other = from === 'top' ? 'bottom' : 'top'
  if (lowIsBest.has(by)) return other
  // "Worst outflows" are the largest of them.
  const more = draft.turned || bad.test(draft.expressionOf(by))
  return /^worst\b/i.test(said) && more ? other : from
}

/** "The 10 days with the highest liquidations": days in order of the measure, so many of them. */
function readRankedDays(
  draft: Draft,
  { mentions, textOf, names, running }: ComposeContext,
  rank: string | null,
): boolean {
  const place = rankedUnitAt(mentions)
  const top = mentions.findIndex(({ meaning }) => meaning.kind === 'top')
  const said = mentions[top]?.meaning
  const by = rank ?? draft.measures[0]
  if (said?.kind !== 'top' || by === undefined) return false
  const mention = place === null ? undefined : mentions[place]
  const text = mention ? textOf(mention).text : ''
  // "Which was the worst?" of a course asks for one of its intervals.
  const shown = running !== undefined && !names.some(({ role }) => role === 'head' || role === 'split')
  const grain =
    mention?.meaning.kind === 'window'
      ? mention.meaning.unit
      : (unitIn(text) ?? (mention || (shown && draft.attributes.length === 0) ? draft.rest.grain : undefined))
  if (grain === undefined) return false
  if (place !== null) draft.used.add(place)
  draft.used.add(top)
  draft.rest.grain = grain
  draft.addMeasure(by)
  const bottom = (endSaid(draft, { mentions, textOf }, top, by) === 'bottom') !== draft.turned
  draft.rest.sort = { by, ...(bottom ? {} : { descending: true }) }
  const several = /s\b/i.test(text)
  const count =
    mention?.meaning.kind === 'window' ? mention.meaning.count : (said.count ?? (several ? 10 : 1))
  draft.rest.limit = Math.min(count, 100)
  return true
}

/** Words for the lowest point of a fall. */
export const atWorst: readonly string[] = listed(`
  at the worst point, from peak to trough, from top to bottom, peak to trough, at its worst, at their worst,
  at the worst, at worst`)

/** "How far did it fall at worst", "max drawdown": the course holds the lowest point, its end need not. */
export const asksTheWorst = ({ mentions, textOf }: Pick<MeasureContext, 'mentions' | 'textOf'>): boolean =>
  mentions.some((mention) => {
    const text = textOf(mention).text.toLowerCase()
    return atWorst.includes(text) || /^max(?:imum)? drawdown$/.test(text)
  })

/** "How far did USDC fall below par at worst": its lows, and not where the days ended. */
export function lowsOf(context: MeasureContext, placed: Placed[]): void {
  if (asksTheWorst(context))
    for (const item of placed)
      if (item.id === 'stable_price.deviation') item.id = 'stable_price.deviation_low'
}
