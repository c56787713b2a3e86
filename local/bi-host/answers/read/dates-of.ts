import { addDays, addMonths, intervalEnd, intervalStart } from '../../model/days'
import { daysOf } from '../../query/range'
import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import { isAttribute } from './filters'
import { isMarker } from './roles'

/** "Expiring 25 December 2026", "the March expiry": a date beside an attribute of dates is its value, not the time that is looked at. */
export function readDates(draft: Draft, context: ComposeContext): void {
  const { mentions, names, model, asOf, textOf } = context
  exactDays(draft, context)
  spansAhead(draft, context)
  for (const { place, senses, role } of names) {
    if (role === 'split' || role === 'head') continue
    const sense = senses.find(
      (candidate) => candidate.kind === 'attribute' && draft.sources().includes(candidate.source),
    )
    if (sense?.kind !== 'attribute') continue
    if (model.attribute(model.source(sense.source), sense.id).attribute.kind !== 'day') continue
    for (const step of [1, -1]) {
      const at = beside(mentions, place, step)
      const mention = mentions[at]
      if (mention?.meaning.kind !== 'range') continue
      const { range } = mention.meaning
      if (range.kind !== 'between' && range.kind !== 'current') continue
      const days =
        range.kind === 'between'
          ? daysOf(range, asOf)
          : {
              from: intervalStart(asOf, range.unit),
              to: intervalEnd(intervalStart(asOf, range.unit), range.unit),
            }
      // What expires lies ahead, where no year is said.
      const ahead = days.to < asOf && !/\d{4}/.test(textOf(mention).text) ? 12 : 0
      const [from, to] = [addMonths(days.from, ahead), addMonths(days.to, ahead)]
      if (JSON.stringify(draft.rest.range) === JSON.stringify(range)) delete draft.rest.range
      draft.used.add(at)
      draft.used.add(place)
      draft.filters.push(
        from === to
          ? { field: sense.id, op: 'eq', values: [from] }
          : { field: sense.id, op: 'between', values: [from, to] },
      )
      break
    }
  }
}

/** "Less than a week to expiry": up to that day. */
function spansAhead(draft: Draft, { mentions, model, asOf }: ComposeContext): void {
  mentions.forEach(({ meaning }, place) => {
    if (meaning.kind !== 'condition' || meaning.unit !== 'days' || draft.used.has(place)) return
    const field = draft
      .sources()
      .flatMap((source) =>
        Object.entries(model.source(source).attributes).flatMap(([id, { kind }]) =>
          kind === 'day' ? [`${source}.${id}`] : [],
        ),
      )[0]
    if (field === undefined) return
    draft.used.add(place)
    const day = addDays(asOf, Number(meaning.values[0]))
    const named = mentions[place - 1]?.meaning
    if (named?.kind === 'field' && isAttribute(model, named.id)) {
      draft.used.add(place - 1)
      draft.filters.push({ field: named.id, op: meaning.op, values: [day] })
    } else draft.filters.push({ field, op: meaning.op, values: [day] })
  })
}

/** `options.expiry between 2026-12-01 and 2026-12-31`, as the search bar writes it. */
function exactDays(draft: Draft, { mentions, model }: ComposeContext): void {
  mentions.forEach(({ meaning }, place) => {
    const next = mentions[place + 1]?.meaning
    if (meaning.kind !== 'field' || next?.kind !== 'range' || next.range.kind !== 'between') return
    if (!isAttribute(model, meaning.id) || draft.used.has(place)) return
    const { attribute } = model.attribute(
      model.source(meaning.id.slice(0, meaning.id.indexOf('.'))),
      meaning.id,
    )
    if (attribute.kind !== 'day') return
    draft.used.add(place).add(place + 1)
    draft.filters.push({ field: meaning.id, op: 'between', values: [next.range.from, next.range.to] })
    if (draft.rest.range !== next.range) return
    delete draft.rest.range
    const later = mentions.findIndex((other, at) => at > place + 1 && other.meaning.kind === 'range')
    const other = mentions[later]?.meaning
    if (other?.kind === 'range') {
      draft.rest.range = other.range
      draft.used.add(later)
    }
  })
}

/** "Only December", after expiries side by side: those of that month. */
export function onlyThose(draft: Draft, { mentions, model, asOf, textOf }: ComposeContext): void {
  const { range } = draft.rest
  const field = draft.attributes.find(
    (id) =>
      isAttribute(model, id) &&
      model.attribute(model.source(id.slice(0, id.indexOf('.'))), id).attribute.kind === 'day',
  )
  const place = mentions.findIndex(({ meaning }) => meaning.kind === 'range' && meaning.range === range)
  const mention = mentions[place]
  if (field === undefined || !mention || range?.kind !== 'between' || !isOnly(mentions, textOf(mention).text))
    return
  const ahead = range.to < asOf && !/\d{4}/.test(textOf(mention).text) ? 12 : 0
  const [from, to] = [addMonths(range.from, ahead), addMonths(range.to, ahead)]
  if (to < asOf) return
  delete draft.rest.range
  draft.used.add(place)
  const kept = draft.filters.filter((filter) => filter.field !== field)
  draft.filters.splice(
    0,
    draft.filters.length,
    ...kept,
    from === to ? { field, op: 'eq', values: [from] } : { field, op: 'between', values: [from, to] },
  )
}

/** A bare month or day, with nothing that says over which time. */
const isOnly = (mentions: ComposeContext['mentions'], text: string): boolean =>
  !/^(?:in|since|during|over|on|from|between|until)\b|\bago$/i.test(text) &&
  mentions.every(({ meaning }) => ['range', 'filler', 'marker'].includes(meaning.kind))

/** "Next month": what has not been is in no data that only looks back. */
export function notYet(draft: Draft, { mentions, model, asOf }: ComposeContext): void {
  const { range } = draft.rest
  if (range?.kind !== 'between' || range.from <= asOf) return
  if (draft.sources().every((source) => model.source(source).reachesAhead === true)) return
  delete draft.rest.range
  mentions.forEach(({ meaning }, place) => {
    if (meaning.kind === 'range' && meaning.range === range) draft.unknown.add(place)
  })
}

function beside(mentions: ComposeContext['mentions'], place: number, step: number): number {
  let at = place + step
  while (mentions[at]?.meaning.kind === 'filler' || isMarker(mentions[at]?.meaning, 'of', 'equals', 'with'))
    at += step
  return at
}
