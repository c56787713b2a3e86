import type { SourceFacts } from '../../model/semantic-model'
import { Draft } from './draft'
import { isAttribute, readConditions, readNeeds, readNumbers, readValues } from './filters'
import { readMeasures } from './measures'
import { overTime } from './over-time'
import { attributeFor, readTop } from './ranking'
import type { MeasureContext } from './measures'
import type { Meaning } from './meaning'
import { isMarker } from './roles'

export interface ComposeContext extends MeasureContext {
  readonly asOf: string
  readonly facts: (source: string) => SourceFacts
}

/** A question from its mentions. What did nothing in the end is in `unknown`. */
export function compose(context: ComposeContext): Draft {
  const draft = new Draft()
  const { mentions, names } = context
  const meanings = mentions.map(({ meaning }) => meaning)
  const said = <Kind extends Meaning['kind']>(kind: Kind): Extract<Meaning, { kind: Kind }> | null =>
    meanings.find((meaning): meaning is Extract<Meaning, { kind: Kind }> => meaning.kind === kind) ?? null
  readWords(draft, context)
  const rank = readMeasures(draft, context)
  if (draft.measures.length === 0) return draft
  comparedGrowth(draft)
  const { compared } = readValues(draft, context)
  readNumbers(draft, context)
  readSplit(draft, context)
  readTop(draft, context, rank)
  readConditions(draft, context, (place) => {
    const named = names.find((candidate) => candidate.place === place)
    const measure = named?.senses.find(
      (sense) => sense.kind === 'measure' && draft.measures.includes(sense.id),
    )
    const meaning = mentions[place]?.meaning
    if (meaning?.kind === 'field') return meaning.id
    if (meaning?.kind === 'formula') return draft.formula(meaning.expression, meaning.expression)
    return measure?.kind === 'measure' ? measure.id : null
  })
  splitByValues(draft, context, compared)
  sharesOfAll(draft, context)
  if (meanings.some((meaning) => isMarker(meaning, 'versus')) && draft.measures.length > 1)
    draft.series = true
  if (compared && draft.attributes.length <= 1) draft.series = true
  readNeeds(draft, context, context.facts)
  bareWindow(draft, context)
  overTime(draft, context, said('grain')?.grain)
  sorted(draft, context, rank)
  leftovers(draft, context)
  return draft
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
export function readWords(draft: Draft, { mentions }: ComposeContext): void {
  mentions.forEach(({ meaning }, place) => {
    switch (meaning.kind) {
      case 'range':
        if (draft.rest.range) return
        draft.rest.range = meaning.range
        break
      case 'grain':
        draft.rest.grain = meaning.grain
        break
      case 'chart':
        draft.chart = meaning.type
        break
      case 'compare':
        draft.rest.compare = meaning.compare
        if (meaning.unit !== undefined && !mentions.some((other) => other.meaning.kind === 'range')) {
          draft.rest.range = { kind: 'current', unit: meaning.unit }
          draft.assumed.add('range')
        }
        break
      case 'step':
        draft.rest.grain = meaning.grain
        draft.rest.compare = 'previous-period'
        break
      case 'marker':
        if (meaning.marker === 'over-time') draft.series = true
        if (meaning.marker === 'total') draft.single = true
        if (meaning.marker === 'days-when') draft.rest.grain = 'day'
        // It is up to those that divide.
        if (meaning.marker === 'ratio') return
        break
      case 'filler':
        break
      case 'top':
      case 'function':
      case 'window':
      case 'condition':
      case 'amount':
      case 'name':
      case 'field':
      case 'formula':
      case 'unknown':
        return
    }
    draft.used.add(place)
  })
}

/** "growth year over year" is the comparison itself. */
function comparedGrowth(draft: Draft): void {
  if (!draft.rest.compare || draft.rest.grain) return
  draft.measures.forEach((id, at) => {
    const [, inner] = /^(?:growth|change)\(([a-z_]+\.[a-z0-9_]+)\)$/.exec(draft.expressionOf(id)) ?? []
    if (inner !== undefined) draft.measures[at] = inner
  })
}

/** Attributes after "by", and the things that "which" and "top" are about. */
export function readSplit(draft: Draft, context: ComposeContext): void {
  const { names, mentions, model } = context
  for (const named of names) {
    const ranked = named.role === 'context' && named.plural && isHead(context, named.place)
    if (named.role !== 'split' && named.role !== 'head' && !ranked) continue
    const id = attributeFor(draft, context, named.place)
    if (id === null) {
      if (!ranked) draft.unknown.add(named.place)
      continue
    }
    draft.used.add(named.place)
    if (!draft.attributes.includes(id) && draft.attributes.length < 3) draft.attributes.push(id)
    if (ranked) thoseThat(draft, context)
  }
  mentions.forEach(({ meaning }, place) => {
    if (meaning.kind !== 'field' || draft.used.has(place) || !isAttribute(model, meaning.id)) return
    if (mentions[place + 1]?.meaning.kind === 'condition') return
    draft.used.add(place)
    if (!draft.attributes.includes(meaning.id) && draft.attributes.length < 3)
      draft.attributes.push(meaning.id)
  })
}

const wayOf = (meaning: Meaning): 'up' | 'down' | null =>
  (meaning.kind === 'function' ? meaning.way : undefined) ?? null

function isThoseThat({ mentions, textOf }: ComposeContext, at: number): boolean {
  const [mention, before] = [mentions[at], mentions[at - 1]]
  if (!mention || !before || wayOf(mention.meaning) === null) return false
  return ['that', 'which', 'who'].includes(textOf(before).text.toLowerCase())
}

/** "products that shrank": only those that did, unless they are ranked by it. */
function thoseThat(draft: Draft, context: ComposeContext): void {
  const { mentions } = context
  const way = mentions.map(({ meaning }, at) => isThoseThat(context, at) && wayOf(meaning)).find(Boolean)
  const [field] = draft.measures
  if (!way || field === undefined || mentions.some(({ meaning }) => meaning.kind === 'top')) return
  draft.filters.push({ field, op: way === 'up' ? 'gt' : 'lt', values: [0] })
}

/** "stablecoins by supply", "exchanges with volume over 1bn": a plural that a ranking or a condition follows. */
function isHead(context: ComposeContext, place: number): boolean {
  const { mentions, names } = context
  const conditioned = mentions.some(
    ({ meaning }, at) => at > place && (meaning.kind === 'condition' || isThoseThat(context, at)),
  )
  const ranked = names.some((named) => named.place > place && named.role === 'rank')
  const led = mentions
    .slice(0, place)
    .every(
      ({ meaning }) =>
        meaning.kind === 'filler' ||
        meaning.kind === 'marker' ||
        meaning.kind === 'top' ||
        meaning.kind === 'amount' ||
        meaning.kind === 'name',
    )
  return led && (conditioned || ranked)
}

/** Several values of one attribute are laid side by side, unless something else is. */
function splitByValues(draft: Draft, { model }: ComposeContext, compared: boolean): void {
  for (const { field, op, values } of draft.filters) {
    if (op !== 'in' || values.length < 2 || !isAttribute(model, field)) continue
    if (draft.attributes.includes(field) || (draft.attributes.length > 0 && !compared)) continue
    draft.attributes.push(field)
  }
}

/** A share among the chosen alone would be the whole: "market share of Binance" is told beside all the others. */
function sharesOfAll(draft: Draft, { model }: ComposeContext): void {
  if (!draft.measures.some((id) => draft.expressionOf(id).startsWith('share('))) return
  const at = draft.filters.findIndex(
    ({ field, op }) =>
      op === 'in' &&
      isAttribute(model, field) &&
      (draft.attributes.includes(field) || draft.attributes.length === 0),
  )
  const [filter] = at < 0 ? [] : draft.filters.splice(at, 1)
  if (!filter) return
  if (!draft.attributes.includes(filter.field)) draft.attributes.push(filter.field)
  draft.assumptions.push(`Shares of all are shown, ${filter.values.join(' and ')} among them.`)
}

/** "sorted by price descending". */
function sorted(draft: Draft, { mentions, names, model }: ComposeContext, rank: string | null): void {
  const place = mentions.findIndex(({ meaning }) => isMarker(meaning, 'sorted'))
  const down = mentions.findIndex(({ meaning }) => isMarker(meaning, 'descending'))
  const up = mentions.findIndex(({ meaning }) => isMarker(meaning, 'ascending'))
  for (const at of [place, down, up]) if (at >= 0) draft.used.add(at)
  if (place < 0) return
  const next = mentions[place + 1]?.meaning
  const field = next?.kind === 'field' && isAttribute(model, next.id) ? next.id : null
  const split = names.find((named) => named.place === place + 1 && named.role === 'split')
  const by = field ?? (split ? draft.attributes.at(-1) : rank)
  if (by === null || by === undefined) return void draft.unknown.add(place)
  draft.rest.sort = {
    by,
    ...(down >= 0 || (up < 0 && by === rank && field === null) ? { descending: true } : {}),
  }
}

/** Names that only helped to choose the source have been read; everything else that did nothing was not understood. */
export function leftovers(draft: Draft, { mentions, names }: ComposeContext): void {
  const sources = draft.sources()
  mentions.forEach(({ meaning }, place) => {
    if (draft.used.has(place) || draft.unknown.has(place)) return
    switch (meaning.kind) {
      case 'marker':
        // A quotient that nothing was divided for.
        if (meaning.marker === 'ratio') draft.unknown.add(place)
        else draft.used.add(place)
        return
      case 'filler':
        draft.used.add(place)
        return
      case 'name': {
        const senses = names.find((named) => named.place === place)?.senses ?? []
        const helps = senses.some((sense) => sources.includes(sense.source) && sense.kind !== 'value')
        if (helps) draft.used.add(place)
        else draft.unknown.add(place)
        return
      }
      case 'range':
      case 'grain':
      case 'chart':
      case 'compare':
      case 'step':
      case 'top':
      case 'function':
      case 'window':
      case 'condition':
      case 'amount':
      case 'field':
      case 'formula':
      case 'unknown':
        draft.unknown.add(place)
    }
  })
}
