import { daysBetween } from '../../model/days'
import { operators } from './keywords'
import { low, textAt } from './meaning'
import type { Candidate } from './meaning'
import { dateAt, daysIn, periodAt, unitOf } from './moments'
import type { Word } from './words'

const expires = (words: readonly Word[], at: number): boolean => /^(?:expir|matur)/.test(low(words, at))

/** "Less than a week to expiry", "expiring in under two weeks": a number of days from the day of the data on. */
export function spanAheadAt(words: readonly Word[], at: number): Candidate | null {
  for (const [text, op] of [...operators, ['within', 'le'] as const]) {
    const length = textAt(words, at, [text])
    const period = length > 0 ? (periodAt(words, at + length) ?? oneAt(words, at + length)) : null
    const end = period && endOf(words, at, at + length + period.length)
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
  ['by', 'le'],
  ['until', 'le'],
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
function endOf(words: readonly Word[], at: number, end: number): number | null {
  if (/^(?:to|until|till|before|from|left)$/.test(low(words, end)))
    for (const place of [end + 1, end + 2]) if (expires(words, place)) return place + 1
  const lead = /^(?:in|within)$/.test(low(words, at - 1)) ? at - 2 : at - 1
  return expires(words, lead) ? end : null
}
