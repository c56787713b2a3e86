import { addDays, addMonths, isDay } from '../../model/days'
import type { AnswerGrain, AnswerRange, PeriodUnit } from '../contract'
import { amountAt } from './words'
import type { Word } from './words'

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const units: ReadonlyMap<string, PeriodUnit> = new Map(
  Object.entries({
    d: 'day',
    day: 'day',
    w: 'week',
    wk: 'week',
    week: 'week',
    month: 'month',
    mo: 'month',
    quarter: 'quarter',
    qtr: 'quarter',
    y: 'year',
    yr: 'year',
    year: 'year',
  } as const),
)

export interface Found<Value> {
  readonly value: Value
  readonly length: number
}

const low = (words: readonly Word[], at: number): string => words[at]?.low ?? ''
const unitOf = (word: Word | undefined): PeriodUnit | null =>
  word && !word.quoted ? (units.get(word.stem) ?? units.get(word.low) ?? null) : null

/** "30 days", "30d", "two weeks", "6m" is months here: nobody counts a range in minutes. */
export function periodAt(
  words: readonly Word[],
  at: number,
): Found<{ readonly count: number; readonly unit: PeriodUnit }> | null {
  const first = words[at]
  if (!first || first.quoted) return null
  const [, digits, letters] =
    /^(\d{1,4})(d|day|days|w|wk|week|weeks|m|mo|mth|month|months|q|quarter|quarters|y|yr|year|years)$/.exec(
      first.low,
    ) ?? []
  if (digits !== undefined && letters !== undefined) {
    const unit = ({ d: 'day', w: 'week', m: 'month', q: 'quarter', y: 'year' } as const)[
      letters.charAt(0) as 'd' | 'w' | 'm' | 'q' | 'y'
    ]
    return Number(digits) > 0 ? { value: { count: Number(digits), unit }, length: 1 } : null
  }
  const amount = amountAt(words, at)
  const unit = unitOf(words[at + 1])
  if (
    amount?.length === 1 &&
    amount.unit === null &&
    unit &&
    Number.isInteger(amount.value) &&
    amount.value > 0 &&
    amount.value <= 5000
  )
    return { value: { count: amount.value, unit }, length: 2 }
  return first.low === 'couple' && low(words, at + 1) === 'of' && unitOf(words[at + 2])
    ? { value: { count: 2, unit: unitOf(words[at + 2]) ?? 'day' }, length: 3 }
    : null
}

interface Days {
  readonly from: string
  readonly to: string
}

const wholeMonth = (year: number, month: number): Days => {
  const from = `${year}-${String(month + 1).padStart(2, '0')}-01`
  return { from, to: addDays(addMonths(from, 1), -1) }
}

function monthOf(text: string): number {
  if (text.length < 3) return -1
  return months.findIndex(
    (month) =>
      month === text ||
      (text.length <= 4 && month.startsWith(text === 'sept' ? 'sep' : text) && text.length >= 3),
  )
}

const yearOf = (text: string): number | null => (/^20[0-4]\d$/.test(text) ? Number(text) : null)

/** A day, a month, a quarter or a year, as the days it covers. Without a year: the latest one that has begun. */
export function dateAt(words: readonly Word[], at: number, asOf: string): Found<Days> | null {
  const text = low(words, at)
  if (isDay(text)) return { value: { from: text, to: text }, length: 1 }
  const [, isoYear, isoMonth] = /^(\d{4})-(\d{2})$/.exec(text) ?? []
  if (isoYear !== undefined && Number(isoMonth) >= 1 && Number(isoMonth) <= 12)
    return { value: wholeMonth(Number(isoYear), Number(isoMonth) - 1), length: 1 }
  const year = yearOf(text)
  if (year !== null) return { value: { from: `${year}-01-01`, to: `${year}-12-31` }, length: 1 }
  return quarterAt(words, at, asOf) ?? monthDayAt(words, at, asOf)
}

function quarterAt(words: readonly Word[], at: number, asOf: string): Found<Days> | null {
  const [, number] = /^q([1-4])$/.exec(low(words, at)) ?? []
  if (number === undefined) return null
  const said = yearOf(low(words, at + 1))
  const month = (Number(number) - 1) * 3
  let from = `${said ?? Number(asOf.slice(0, 4))}-${String(month + 1).padStart(2, '0')}-01`
  if (said === null && from > asOf) from = addMonths(from, -12)
  return { value: { from, to: addDays(addMonths(from, 3), -1) }, length: said === null ? 1 : 2 }
}

const dayNumber = (text: string): number | null => {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(text) ?? []
  const day = Number(digits)
  return digits !== undefined && day >= 1 && day <= 31 ? day : null
}

function monthDayAt(words: readonly Word[], at: number, asOf: string): Found<Days> | null {
  let next = at
  let day = dayNumber(low(words, next))
  if (day !== null) {
    next += 1
    if (low(words, next) === 'of') next += 1
  }
  const month = monthOf(low(words, next))
  if (month < 0) return null
  next += 1
  if (day === null) {
    const after = dayNumber(low(words, next))
    if (after !== null && yearOf(low(words, next)) === null) {
      day = after
      next += 1
    }
  }
  const said = yearOf(low(words, next))
  if (said !== null) next += 1
  // "may" is a verb as well: alone it is a month only beside a day or a year.
  let { from, to } = wholeMonth(said ?? Number(asOf.slice(0, 4)), month)
  if (said === null && from > asOf) ({ from, to } = wholeMonth(Number(asOf.slice(0, 4)) - 1, month))
  if (day !== null) {
    from = `${from.slice(0, 8)}${String(day).padStart(2, '0')}`
    if (!isDay(from)) return null
    if (said === null && from > asOf) from = `${Number(from.slice(0, 4)) - 1}${from.slice(4)}`
    to = from
  }
  return { value: { from, to }, length: next - at }
}

const leads = new Set(['over', 'in', 'for', 'during', 'within', 'through', 'across', 'on', 'of', 'at'])

/** A stretch of time in any of the usual ways. */
export function rangeAt(words: readonly Word[], at: number, asOf: string): Found<AnswerRange> | null {
  const lead = leads.has(low(words, at)) ? 1 : 0
  const the = low(words, at + lead) === 'the' ? 1 : 0
  const found = bareRange(words, at + lead + the, asOf, lead > 0)
  return found ? { value: found.value, length: found.length + lead + the } : null
}

function bareRange(
  words: readonly Word[],
  at: number,
  asOf: string,
  led: boolean,
): Found<AnswerRange> | null {
  const text = low(words, at)
  const next = low(words, at + 1)
  switch (text) {
    case 'last':
    case 'past':
    case 'trailing':
    case 'previous':
    case 'prior': {
      const period = periodAt(words, at + 1)
      if (period) {
        const { count, unit } = period.value
        return {
          value:
            text === 'previous' || text === 'prior'
              ? { kind: 'previous', count, unit }
              : { kind: 'last', count, unit },
          length: 1 + period.length,
        }
      }
      const unit = unitOf(words[at + 1])
      if (!unit) return null
      const rolling = text === 'past' || text === 'trailing' || (text === 'last' && led)
      return {
        value: rolling ? { kind: 'last', count: 1, unit } : { kind: 'previous', count: 1, unit },
        length: 2,
      }
    }
    case 'this':
    case 'current': {
      const unit = unitOf(words[at + 1])
      return unit ? { value: { kind: 'current', unit }, length: 2 } : null
    }
    case 'so':
      return next === 'far' && low(words, at + 2) === 'this' && unitOf(words[at + 3])
        ? { value: { kind: 'current', unit: unitOf(words[at + 3]) ?? 'year' }, length: 4 }
        : null
    case 'today':
      return { value: { kind: 'last', count: 1, unit: 'day' }, length: 1 }
    case 'yesterday':
      return { value: { kind: 'previous', count: 1, unit: 'day' }, length: 1 }
    case 'ytd':
      return { value: { kind: 'current', unit: 'year' }, length: 1 }
    case 'qtd':
      return { value: { kind: 'current', unit: 'quarter' }, length: 1 }
    case 'mtd':
      return { value: { kind: 'current', unit: 'month' }, length: 1 }
    case 'wtd':
      return { value: { kind: 'current', unit: 'week' }, length: 1 }
    case 'all':
      return ['time', 'history', 'data', 'days'].includes(next) ? { value: { kind: 'all' }, length: 2 } : null
    case 'whole':
    case 'full':
    case 'entire':
      return next === 'history' ? { value: { kind: 'all' }, length: 2 } : null
    case 'since':
    case 'starting':
    case 'after': {
      const the = ['the', 'in', 'from'].includes(next) ? 1 : 0
      if (['launch', 'inception', 'beginning', 'start'].includes(low(words, at + 1 + the)))
        return { value: { kind: 'all' }, length: 2 + the }
      const date = dateAt(words, at + 1 + the, asOf)
      if (date)
        return {
          value: { kind: 'since', from: text === 'after' ? addDays(date.value.to, 1) : date.value.from },
          length: 1 + the + date.length,
        }
      return null
    }
    case 'from':
    case 'between': {
      const first = dateAt(words, at + 1, asOf)
      if (!first) return null
      const middle = at + 1 + first.length
      const joins = text === 'from' ? ['to', 'until', 'till', 'through'] : ['and', 'to', '&']
      const second = joins.includes(low(words, middle)) ? dateAt(words, middle + 1, asOf) : null
      if (!second)
        return text === 'from'
          ? { value: { kind: 'since', from: first.value.from }, length: 1 + first.length }
          : null
      const bare = first.value.from > second.value.to ? shifted(first.value) : first.value
      return {
        value: { kind: 'between', from: bare.from, to: second.value.to },
        length: 2 + first.length + second.length,
      }
    }
    case 'until':
    case 'till':
    case 'before': {
      const date = dateAt(words, at + 1, asOf)
      return date
        ? {
            value: {
              kind: 'between',
              from: '2009-01-01',
              to: text === 'before' ? addDays(date.value.from, -1) : date.value.to,
            },
            length: 1 + date.length,
          }
        : null
    }
    default:
  }
  const unit = unitOf(words[at])
  if (unit && next === 'to' && low(words, at + 2) === 'date')
    return { value: { kind: 'current', unit }, length: 3 }
  const date = dateAt(words, at, asOf)
  if (!date || (date.length === 1 && (text === 'may' || text === 'march' || text === 'mar') && !led))
    return null
  return { value: { kind: 'between', from: date.value.from, to: date.value.to }, length: date.length }
}

/** "from November to March": the first is of the year before. */
const shifted = ({ from, to }: Days): Days => ({ from: addMonths(from, -12), to: addMonths(to, -12) })

const adverbs: ReadonlyMap<string, AnswerGrain> = new Map(
  Object.entries({
    hourly: 'hour',
    daily: 'day',
    weekly: 'week',
    monthly: 'month',
    quarterly: 'quarter',
    yearly: 'year',
    annual: 'year',
    annually: 'year',
  } as const),
)

/** "weekly", "by month", "per quarter", "each day", "day by day". */
export function grainAt(words: readonly Word[], at: number): Found<AnswerGrain> | null {
  const adverb = adverbs.get(low(words, at))
  if (adverb) return { value: adverb, length: 1 }
  const unit = (place: number): AnswerGrain | null => {
    const word = words[place]
    if (!word || word.quoted) return null
    return word.stem === 'hour' && low(words, place + 1) !== 'of'
      ? 'hour'
      : word.stem === 'day' && low(words, place + 1) === 'of'
        ? null
        : unitOf(word)
  }
  if (['by', 'per', 'each', 'every', 'a'].includes(low(words, at))) {
    if (low(words, at) === 'a') return null
    const grain = unit(at + 1)
    return grain ? { value: grain, length: 2 } : null
  }
  const [first, last] = [unit(at), unit(at + 2)]
  return first && first === last && ['by', 'to'].includes(low(words, at + 1))
    ? { value: first, length: 3 }
    : null
}
