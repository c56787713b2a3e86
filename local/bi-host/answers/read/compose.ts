import type { SourceFacts } from '../../model/semantic-model'
import { daysOf } from '../../query/range'
import { daysMeasured, notYet, readDates, overTime } from './days-said'
import { Draft, saidAt, type MeasureContext, type Meaning } from './draft'
import { idleNames } from './role-cues'
import { numberAt, readConditions, readValues, readNumbers } from './filters'
import { readMeasures } from './measures'
import { aheadInCalendar } from './ahead'
import { concentrated, namedEvents, sharedOfSupply, shareOfTheTwo } from './implied'
import {
  readNeeds,
  besideTheRest,
  eachOfKind,
  readLookedUp,
  readAltcoins,
  readDerivatives,
  readWeekdays,
} from './looked-up'
import { readPlace, readTop, unitIn } from './ranking'
import { sorted, rankedThings } from './things-ranked'
import { readSign, readPeople } from './honesty'
import { isMarker } from './roles'
import { eachOfSector } from './beside'
import { readSplit, sharedOut, shareOfOne, splitByValues } from './splits'
import { readSubject } from './choosing'

export interface ComposeContext extends MeasureContext {
  readonly asOf: string
  readonly facts: (source: string) => SourceFacts
}

const ends = ['stable_bridge.from_chain', 'stable_bridge.to_chain'] as const
const said = /\b(?:routes?|corridors?)$/i

/** "Top bridge routes", "the busiest corridor": each chain left with each chain reached, in order of what is measured. */
function readRoutes(draft: Draft, { mentions, textOf }: ComposeContext): boolean {
  const place = mentions.findIndex((mention) => said.test(textOf(mention).text))
  const mention = mentions[place]
  if (!mention) return false
  const counts = draft.measures.includes('stable_bridge.transfers')
  if (!draft.sources().includes('stable_bridge')) return false
  const by = counts ? 'stable_bridge.transfers' : 'stable_bridge.bridged'
  draft.measures.splice(0, draft.measures.length, by)
  draft.used.add(place)
  mentions.forEach(({ meaning }, at) => {
    if (meaning.kind === 'name' && meaning.senses.some(({ kind }) => kind === 'measure')) draft.used.add(at)
  })
  for (const id of ends) if (!draft.attributes.includes(id)) draft.attributes.push(id)
  const top = mentions.findIndex(({ meaning }) => meaning.kind === 'top')
  const meaning = mentions[top]?.meaning
  if (meaning?.kind !== 'top') return true
  draft.used.add(top)
  const plural = /s$/i.test(textOf(mention).text)
  draft.rest.sort = { by, ...(meaning.from === 'bottom' ? {} : { descending: true }) }
  draft.rest.limit = Math.min(meaning.count ?? (plural ? 10 : 1), 100)
  return true
}

/** "I can start with 100 dollars": what there is to spend, so that no more is asked for. */
function readBudget(draft: Draft, context: MeasureContext): void {
  if (!draft.measures.includes('rwa.minimum')) return
  const asked = context.mentions.some((_, place) => /\bcan\b.* (?:with|for)$/i.test(saidAt(context, place)))
  const one = draft.filters.some(({ field }) => field === 'rwa.product')
  // Which of them that are is what is asked.
  if (asked && !one && draft.attributes.length === 0) draft.attributes.push('rwa.product')
  context.mentions.forEach(({ meaning }, place) => {
    if (meaning.kind !== 'amount' || draft.used.has(place)) return
    if (!/ (?:with|for)$/i.test(saidAt(context, place - 1))) return
    draft.used.add(place)
    draft.filters.push({ field: 'rwa.minimum', op: 'le', values: [meaning.value] })
  })
}

/** A question from its mentions. What did nothing in the end is in `unknown`. */
export function compose(context: ComposeContext): Draft {
  const draft = new Draft()
  const { mentions, names } = context
  const meanings = mentions.map(({ meaning }) => meaning)
  const said = <Kind extends Meaning['kind']>(kind: Kind): Extract<Meaning, { kind: Kind }> | null =>
    meanings.find((meaning): meaning is Extract<Meaning, { kind: Kind }> => meaning.kind === kind) ?? null
  readWords(draft, context)
  comparedRange(draft, context)
  const rank = readMeasures(draft, context)
  if (draft.measures.length === 0) return draft
  comparedGrowth(draft)
  const { compared } = readValues(draft, context)
  readAltcoins(draft, context)
  readDerivatives(draft, context)
  readNumbers(draft, context)
  readWeekdays(draft, context)
  readDates(draft, context)
  notYet(draft, context)
  readSplit(draft, context)
  eachOfSector(draft, context)
  if (!readRoutes(draft, context)) readTop(draft, context, rank)
  readPlace(draft, context)
  rankedThings(draft, context)
  besideTheRest(draft, context)
  eachOfKind(draft, context)
  readLookedUp(draft, context)
  concentrated(draft)
  readConditions(draft, context, (place) => {
    const number = numberAt(draft, context, place)
    if (number !== null) return number
    const named = names.find((candidate) => candidate.place === place)
    const measure = named?.senses.find(
      (sense) => sense.kind === 'measure' && draft.measures.includes(sense.id),
    )
    const meaning = mentions[place]?.meaning
    if (meaning?.kind === 'field') return meaning.id
    if (meaning?.kind === 'formula') return draft.formula(meaning.expression, meaning.expression)
    return measure?.kind === 'measure' ? measure.id : null
  })
  daysMeasured(draft, context)
  readBudget(draft, context)
  readSign(draft, context)
  shareOfTheTwo(draft, context)
  shareOfOne(draft, context)
  sharedOfSupply(draft, context)
  sharedOut(draft, context)
  if (!meanings.some((meaning) => isMarker(meaning, 'combined'))) splitByValues(draft, context, compared)
  // "A vs B by network" is laid side by side already.
  const split = draft.attributes.some((id) => !draft.side.has(id))
  if (meanings.some((meaning) => isMarker(meaning, 'versus')) && draft.measures.length > 1 && !split)
    draft.series = true
  const grown = draft.measures.some((id) => /^(?:growth|change)\(/.test(draft.expressionOf(id)))
  if (compared && draft.attributes.length <= 1 && !grown && !isOneDay(draft, context)) draft.series = true
  namedEvents(draft, context)
  aheadInCalendar(draft, context)
  readSubject(draft, context)
  readNeeds(draft, context, context.facts)
  bareWindow(draft, context)
  overTime(draft, context, said('grain')?.grain)
  sorted(draft, context, rank)
  uncounted(draft, context)
  readPeople(draft, context)
  leftovers(draft, context)
  return draft
}

/** Of one day there is no course. */
function isOneDay({ rest }: Draft, { asOf }: ComposeContext): boolean {
  const days = rest.range ? daysOf(rest.range, asOf) : null
  return days !== null && days.from === days.to
}

/** "90d funding": a stretch that belongs to nothing else is the range. */
export function bareWindow(draft: Draft, { mentions }: ComposeContext): void {
  mentions.forEach(({ meaning }, place) => {
    if (meaning.kind !== 'window' || draft.used.has(place) || draft.rest.range !== undefined) return
    draft.rest.range = { kind: 'last', count: meaning.count, unit: meaning.unit }
    draft.used.add(place)
  })
}

/** Range, interval, chart and comparison: they stand for themselves. */
export function readWords(draft: Draft, { mentions, textOf }: ComposeContext): void {
  mentions.forEach((mention, place) => {
    const { meaning } = mention
    // "10 rows": as the search bar writes how many are shown.
    const next = mentions[place + 1]
    if (meaning.kind === 'amount' && next && /^rows?$/i.test(textOf(next).text)) {
      draft.rest.limit = Math.min(Math.max(Math.round(meaning.value), 1), 10_000)
      draft.used.add(place)
    }
    if (meaning.kind === 'range') {
      if (draft.rest.range) return
      draft.rest.range = meaning.range
    } else if (meaning.kind === 'grain') draft.rest.grain = meaning.grain
    else if (meaning.kind === 'chart') draft.chart = meaning.type
    else if (meaning.kind === 'compare') draft.rest.compare = meaning.compare
    else if (meaning.kind === 'step') {
      draft.rest.grain = meaning.grain
      draft.rest.compare = 'previous-period'
    } else if (meaning.kind === 'marker') {
      if (meaning.marker === 'over-time') draft.series = true
      if (meaning.marker === 'total' || meaning.marker === 'combined') draft.single = true
      if (meaning.marker === 'days-when') draft.rest.grain = unitIn(textOf(mention).text) ?? 'day'
      if (['ratio', 'unit', 'gap', 'coins', 'over', 'beyond', 'ahead', 'payment'].includes(meaning.marker))
        return
    } else if (meaning.kind !== 'filler') return
    draft.used.add(place)
  })
}

/** "vs last month" is about this month, where nothing else says what it is about. */
export function comparedRange(draft: Draft, { mentions }: ComposeContext): void {
  for (const { meaning } of mentions) {
    if (meaning.kind !== 'compare' || meaning.range === null || draft.rest.range || draft.rest.grain) continue
    draft.rest.range = meaning.range
    draft.assumed.add('range')
  }
}

/** "growth year over year" is the comparison itself. */
function comparedGrowth(draft: Draft): void {
  if (!draft.rest.compare || draft.rest.grain) return
  draft.measures.forEach((id, at) => {
    const [, inner] = /^(?:growth|change)\(([a-z_]+\.[a-z0-9_]+)\)$/.exec(draft.expressionOf(id)) ?? []
    if (inner !== undefined) draft.measures[at] = inner
  })
}

/** "How many stablecoins are there": no figure here counts them. */
function uncounted(draft: Draft, { mentions, names, textOf }: ComposeContext): void {
  const many = mentions.findIndex(
    (mention, place) =>
      /^how many$/i.test(textOf(mention).text) ||
      (/^(?:number|count)$/i.test(textOf(mention).text) && isMarker(mentions[place + 1]?.meaning, 'of')),
  )
  const of = isMarker(mentions[many + 1]?.meaning, 'of') ? 2 : 1
  const thing = names.find(({ place }) => place === many + of)
  const counts =
    names.some(({ role }) => role === 'measure') ||
    draft.measures.some((id) => !/\.(?:supply|volume|aum|net_flow|close|staked|supplied|value|cap)$/.test(id))
  if (many >= 0 && thing?.plural === true && !counts && thing.senses.some(({ kind }) => kind === 'attribute'))
    draft.unknown.add(many).add(thing.place)
}

/** Names that only helped to choose the source have been read; everything else that did nothing was not understood. */
export function leftovers(draft: Draft, { mentions, names, textOf }: ComposeContext): void {
  const sources = draft.sources()
  const textAt = (place: number): string => saidAt({ mentions, textOf }, place)
  const several = draft.filters.some(({ op, values }) => op === 'in' && values.length > 1)
  mentions.forEach(({ meaning }, place) => {
    if (draft.used.has(place) || draft.unknown.has(place) || draft.explained.has(place)) return
    if (meaning.kind === 'marker') {
      // A ratio of one measure for two names is none that is known here.
      // "Over 18 months": the stretch says the same.
      const stretch =
        isMarker(meaning, 'over') && ['window', 'range'].includes(mentions[place + 1]?.meaning.kind ?? '')
      // "How much higher is it on Binance than on OKX": the two stand side by side.
      const beside = several && /^(?:than|relative to|in relation to|in proportion to)$/i.test(textAt(place))
      const left =
        ['unit', 'coins', 'over', 'gap', 'beyond', 'ahead', 'payment'].includes(meaning.marker) ||
        (meaning.marker === 'ratio' && textAt(place) !== '/' && several)
      if (left && !stretch && !beside) draft.unknown.add(place)
      else draft.used.add(place)
    } else if (meaning.kind === 'filler') draft.used.add(place)
    else if (meaning.kind === 'name') {
      const senses = names.find((named) => named.place === place)?.senses ?? []
      const helps = senses.some((sense) => sources.includes(sense.source) && sense.kind !== 'value')
      if (helps) draft.used.add(place)
      else if (!idleNames.test(textAt(place))) draft.unknown.add(place)
    }
    // "How much is 1 BTC": of one of them.
    else if (
      meaning.kind === 'amount' &&
      meaning.value === 1 &&
      names.some((named) => named.place === place + 1 && named.role === 'value')
    )
      draft.used.add(place)
    else draft.unknown.add(place)
  })
}
