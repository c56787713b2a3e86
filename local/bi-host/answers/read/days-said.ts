import { addDays, addMonths } from '../../model/days'
import type { AnswerRange } from '../../wire/answers'
import { before } from '../../query/range'
import { dateAt, low, periodAt, seasonAt, unitOf } from './moments'
import type { Days, Found } from './moments'
import type { Word } from './words'

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

export const dayOfWeek = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** "last Friday", "last weekend", "past fortnight", "last 24 hours": what stands after "last". */
export function namedDays(words: readonly Word[], at: number, asOf: string): Found<AnswerRange> | null {
  const text = words[at]?.stem ?? ''
  const weekday = weekdays.indexOf(text)
  if (weekday >= 0) {
    const back = (dayOfWeek(asOf) - weekday + 7) % 7 || 7
    const day = addDays(asOf, -back)
    return { value: { kind: 'between', from: day, to: day }, length: 2 }
  }
  if (text === 'weekend') {
    const to = addDays(asOf, -dayOfWeek(asOf))
    return { value: { kind: 'between', from: addDays(to, -1), to }, length: 2 }
  }
  // "Last October" is the latest that is over.
  const month = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/.test(text)
    ? dateAt(words, at, asOf)
    : null
  if (month?.length === 1) {
    const over = month.value.to < asOf ? 0 : -12
    return {
      value: {
        kind: 'between',
        from: addMonths(month.value.from, over),
        to: addMonths(month.value.to, over),
      },
      length: 2,
    }
  }
  const season = seasonAt(words, at, asOf)
  if (season?.length === 1) {
    const { from, to } = season.value
    const over = to < asOf ? 0 : -12
    return {
      value: { kind: 'between', from: addMonths(from, over), to: addMonths(to, over) },
      length: 2,
    }
  }
  if (text === 'fortnight') return { value: { kind: 'last', count: 14, unit: 'day' }, length: 2 }
  if (text === 'decade') return { value: { kind: 'last', count: 10, unit: 'year' }, length: 2 }
  const halves = low(words, at) === 'half' && ['year', 'a'].includes(low(words, at + 1))
  if (halves)
    return { value: { kind: 'last', count: 6, unit: 'month' }, length: low(words, at + 1) === 'a' ? 4 : 3 }
  const hours = /^(\d{1,3})(?:h|hr|hrs|hours)$/.exec(low(words, at))?.[1]
  const apart = /^\d{1,3}$/.exec(low(words, at))?.[0]
  const count = Number(hours ?? (['hour', 'hr'].includes(words[at + 1]?.stem ?? '') ? apart : undefined))
  return count > 0 && count % 24 === 0
    ? { value: { kind: 'last', count: count / 24, unit: 'day' }, length: hours === undefined ? 3 : 2 }
    : null
}

/** "2 days ago", "a week ago", "three months earlier": that day, or the whole of that month. */
export function agoAt(words: readonly Word[], at: number, asOf: string): Found<Days> | null {
  const article = ['a', 'an', 'one'].includes(low(words, at)) ? unitOf(words[at + 1]) : null
  const period = article ? { value: { count: 1, unit: article }, length: 2 } : periodAt(words, at)
  if (!period || low(words, at + period.length) !== 'ago') return null
  const day = before(asOf, period.value.unit, period.value.count)
  return { value: { from: day, to: day }, length: period.length + 1 }
}

/** "the year", "this month", "2025", "May": where it begins. */
export function beginningOf(words: readonly Word[], at: number, asOf: string): Found<AnswerRange> | null {
  const lead = ['the', 'this', 'current'].includes(low(words, at)) ? 1 : 0
  const unit = unitOf(words[at + lead])
  if (unit) return { value: { kind: 'current', unit }, length: lead + 1 }
  const date = dateAt(words, at + lead, asOf)
  return date && { value: { kind: 'since', from: date.value.from }, length: lead + date.length }
}

/** The "1" of "1 to 15 May": its month stands after the second. */
export function dayBefore(words: readonly Word[], at: number, asOf: string): Found<Days> | null {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(low(words, at)) ?? []
  if (digits === undefined || !['to', 'until', 'till', 'and', 'through'].includes(low(words, at + 1)))
    return null
  const second = dateAt(words, at + 2, asOf)
  if (!second || second.value.from !== second.value.to) return null
  const day = `${second.value.from.slice(0, 8)}${digits.padStart(2, '0')}`
  return day <= second.value.from ? { value: { from: day, to: day }, length: 1 } : null
}
