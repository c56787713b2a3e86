import { addDays, addMonths, intervalEnd, intervalStart, daysBetween } from '../../model/days'
import type { AnswerRange } from '../../wire/answers'
import type { ComposeContext } from './compose'
import { type Draft, low, textAt, type Candidate } from './draft'
import { isMarker } from './roles'
import { means, type Word } from './words'
import { operators } from './keywords'
import { dateAt, daysIn, periodAt, unitOf } from './moments'

/** Holidays lie ahead: "in December" is the next one, "next holiday" the first to come, "left this year" the rest of it. */
export function aheadInCalendar(draft: Draft, context: ComposeContext): void {
  const { asOf, mentions, textOf, model } = context
  const { range } = draft.rest
  const reaches = draft.sources().every((source) => model.source(source).reachesAhead === true)
  const place = mentions.findIndex(({ meaning }) => isMarker(meaning, 'ahead'))
  const later =
    range?.kind === 'between' &&
    range.from > asOf &&
    mentions.some((mention) => /^(?:the )?(?:next|coming) /i.test(textOf(mention).text))
  if (reaches && draft.sources().length > 0 && later && place < 0) return listed(draft, context)
  if (reaches && draft.sources().length > 0 && place >= 0) return toCome(draft, context, place)
  if (draft.sources().join() !== 'calendar') return
  // Days that are closed are counted, not drawn.
  if (mentions.some((mention) => /^how many$/i.test(textOf(mention).text))) {
    delete draft.rest.grain
    draft.single = true
  }
  if (range?.kind !== 'between' || range.to >= asOf) return
  const dated = mentions.some(
    (mention) =>
      mention.meaning.kind === 'range' && /\d{4}|last|past|previous|ago/i.test(textOf(mention).text),
  )
  if (!dated)
    draft.rest.range = { kind: 'between', from: addMonths(range.from, 12), to: addMonths(range.to, 12) }
}

/** From the day of the data on, to the end of what was said or for a year. */
function toCome(draft: Draft, context: ComposeContext, place: number): void {
  const { asOf, mentions, textOf, names } = context
  draft.used.add(place)
  const mention = mentions[place]
  draft.rest.range = { kind: 'between', from: addDays(asOf, 1), to: endOf(draft.rest.range, asOf) }
  listed(draft, context)
  const [source = ''] = draft.sources()
  const plural = names.some((named) => named.plural && named.senses.some((sense) => sense.source === source))
  const one = mention !== undefined && /^next$/i.test(textOf(mention).text) && !plural
  if (!one || draft.single) return
  draft.rest.sort = { by: 'date' }
  draft.rest.limit = 1
}

/** By their names, in order. */
function listed(draft: Draft, { mentions, textOf }: ComposeContext): void {
  const [source = ''] = draft.sources()
  const many = mentions.some((one) => /^how many$/i.test(textOf(one).text))
  if (many || mentions.some(({ meaning }) => meaning.kind === 'grain')) {
    draft.single = true
    return
  }
  const name = source === 'calendar' ? 'calendar.holiday' : 'events.title'
  if (draft.attributes.length === 0) draft.attributes.push(name)
  draft.rest.grain = 'day'
  draft.assumed.add('grain')
}

function endOf(range: AnswerRange | undefined, asOf: string): string {
  if (range?.kind === 'current') return intervalEnd(intervalStart(asOf, range.unit), range.unit)
  if (range?.kind === 'between' && range.to > asOf) return range.to
  return addMonths(asOf, 12)
}

const expires = (words: readonly Word[], at: number): boolean => /^(?:expir|matur)/.test(low(words, at))

/** "Less than a week to expiry", "expiring in under two weeks": a number of days from the day of the data on. */
export function spanAheadAt(words: readonly Word[], at: number): Candidate | null {
  for (const [text, op] of [...operators, ['within', 'le'] as const]) {
    const length = textAt(words, at, [text])
    const period = length > 0 ? (periodAt(words, at + length) ?? oneAt(words, at + length)) : null
    const end = period && spanEnd(words, at, at + length + period.length)
    if (!period || end === null) continue
    const days = period.value.count * daysIn[period.value.unit]
    return { length: end - at, meaning: { kind: 'condition', op, values: [days], unit: 'days' } }
  }
  return null
}

const compared: readonly (readonly [text: string, op: (typeof operators)[number][1]])[] = [
  ...operators,
  ['before', 'lt'],
  ['after', 'gt'],
  ...means('le')('by, until'),
]

/** "Expiry under 2026-12-01", "expiring after March 2027": a day beside what expires, as days from the day of the data on. */
export function dayAheadAt(words: readonly Word[], at: number, asOf: string): Candidate | null {
  if (!expires(words, at - 1) && !/\.(?:expiry|attestation|nav_date)$/.test(low(words, at - 1))) return null
  for (const [text, op] of compared) {
    const length = textAt(words, at, [text])
    const date = length > 0 ? dateAt(words, at + length, asOf) : null
    if (!date) continue
    const day = op === 'lt' || op === 'ge' ? date.value.from : date.value.to
    return {
      length: length + date.length,
      meaning: { kind: 'condition', op, values: [daysBetween(asOf, day)], unit: 'days' },
    }
  }
  return null
}

/** "A week". */
function oneAt(words: readonly Word[], at: number): ReturnType<typeof periodAt> {
  const unit = unitOf(words[at + 1])
  return unit && /^an?$/.test(low(words, at)) ? { length: 2, value: { count: 1, unit } } : null
}

/** Where it ends; `null` where nothing expires. */
function spanEnd(words: readonly Word[], at: number, end: number): number | null {
  if (/^(?:to|until|till|before|from|left)$/.test(low(words, end)))
    for (const place of [end + 1, end + 2]) if (expires(words, place)) return place + 1
  const lead = /^(?:in|within)$/.test(low(words, at - 1)) ? at - 2 : at - 1
  return expires(words, lead) ? end : null
}
