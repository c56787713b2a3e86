import { addDays, addMonths, isDay } from '../../model/days'
import type { PeriodUnit } from '../../wire/answers'
import { amountAt, type Word, listed } from './words'

const months = listed(`
  january, february, march, april, may, june, july, august, september, october, november, december`)
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

export const low = (words: readonly Word[], at: number): string => words[at]?.low ?? ''
/** Days that a unit is counted as, where no calendar is asked. */
export const daysIn: Readonly<Record<PeriodUnit, number>> = {
  day: 1,
  week: 7,
  month: 30,
  quarter: 91,
  year: 365,
}

export const unitOf = (word: Word | undefined): PeriodUnit | null =>
  word && !word.quoted ? (units.get(word.stem) ?? units.get(word.low) ?? null) : null

/** "30 days", "30d", "two weeks", "6m" is months here: nobody counts a range in minutes. */
export function periodAt(
  words: readonly Word[],
  at: number,
): Found<{ readonly count: number; readonly unit: PeriodUnit }> | null {
  const first = words[at]
  if (!first || first.quoted) return null
  const [, digits, letters] =
    /^(\d{1,4})(d|days?|w|wks?|weeks?|m|mos?|mn?ths?|months?|q|qtrs?|quarters?|y|yrs?|years?)$/.exec(
      first.low,
    ) ?? []
  if (digits !== undefined && letters !== undefined) {
    const unit = ({ d: 'day', w: 'week', m: 'month', q: 'quarter', y: 'year' } as const)[
      letters.charAt(0) as 'd' | 'w' | 'm' | 'q' | 'y'
    ]
    // "500m" is an amount: nobody looks back that many months.
    const months = letters === 'm' ? Number(digits) <= 60 : true
    return Number(digits) > 0 && months ? { value: { count: Number(digits), unit }, length: 1 } : null
  }
  // "24h" is a day; eight hours are none.
  const hours = Number(/^(\d{2,3})(?:h|hrs?|hours)$/.exec(first.low)?.[1] ?? 0)
  if (hours > 0 && hours % 24 === 0) return { value: { count: hours / 24, unit: 'day' }, length: 1 }
  const amount = amountAt(words, at)
  // "5 trading days"
  const of = /^(?:trading|business|working|calendar|full|consecutive)$/.test(low(words, at + 1)) ? 1 : 0
  const unit = unitOf(words[at + 1 + of])
  if (
    amount?.length === 1 &&
    amount.unit === null &&
    unit &&
    Number.isInteger(amount.value) &&
    amount.value > 0 &&
    amount.value <= 5000
  )
    return { value: { count: amount.value, unit }, length: 2 + of }
  // "A few weeks" are three of them; "half a year" is six months.
  const a = first.low === 'a' ? 1 : 0
  const several = /^(?:few|several)$/.test(low(words, at + a)) ? unitOf(words[at + a + 1]) : null
  if (several) return { value: { count: 3, unit: several }, length: a + 2 }
  if (first.low === 'half' && low(words, at + 1) === 'a' && unitOf(words[at + 2]) === 'year')
    return { value: { count: 6, unit: 'month' }, length: 3 }
  return first.low === 'couple' && low(words, at + 1) === 'of' && unitOf(words[at + 2])
    ? { value: { count: 2, unit: unitOf(words[at + 2]) ?? 'day' }, length: 3 }
    : null
}

/** "Smooth it over a week": the stretch says over how long. */
export const smooths = (words: readonly Word[], at: number): boolean =>
  words.slice(0, at).some(({ low: text }) => /^smooth(?:ed|ing|en)?$/.test(text))

export interface Days {
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

const yearsAgo = [
  ['last year', 1],
  ['the year before', 1],
  ['the previous year', 1],
  ['previous year', 1],
  ['the prior year', 1],
  ['a year ago', 1],
  ['a year earlier', 1],
  ['a year before', 1],
  ['one year ago', 1],
  ['one year earlier', 1],
  ['two years ago', 2],
  ['2 years ago', 2],
  ['this year', 0],
] as const

/** The year of a part of it: "2025", "of last year", "a year ago". */
function yearSaid(words: readonly Word[], at: number, asOf: string): Found<number> | null {
  const of = ['of', 'in'].includes(low(words, at)) ? 1 : 0
  const year = yearOf(low(words, at + of))
  if (year !== null) return { value: year, length: of + 1 }
  for (const [text, back] of yearsAgo) {
    const parts = text.split(' ')
    if (parts.every((part, step) => low(words, at + of + step) === part))
      return { value: Number(asOf.slice(0, 4)) - back, length: of + parts.length }
  }
  return null
}

/** A day, a month, a quarter or a year, as the days it covers. Without a year: the latest one that has begun. */
export function dateAt(words: readonly Word[], at: number, asOf: string): Found<Days> | null {
  const text = low(words, at)
  if (isDay(text)) return { value: { from: text, to: text }, length: 1 }
  const [, isoYear = '', isoMonth] = /^(\d{4})-(\d{2})$/.exec(text) ?? []
  const yearOfMonth = yearOf(isoYear)
  if (yearOfMonth !== null && Number(isoMonth) >= 1 && Number(isoMonth) <= 12)
    return { value: wholeMonth(yearOfMonth, Number(isoMonth) - 1), length: 1 }
  const year = yearOf(text)
  if (year !== null && low(words, at + 1) !== '/')
    return { value: { from: `${year}-01-01`, to: `${year}-12-31` }, length: 1 }
  return (
    seasonAt(words, at, asOf) ??
    quarterAt(words, at, asOf) ??
    halfAt(words, at, asOf) ??
    monthDayAt(words, at, asOf) ??
    signedDay(words, at)
  )
}

const ordinals = ['first', 'second', 'third', 'fourth']
const ordinalOf = (text: string): number =>
  Math.max(ordinals.indexOf(text), ['1st', '2nd', '3rd', '4th'].indexOf(text)) + 1

/** A part of a year: "H1 2026", "first half of 2025", "third quarter". Without a year: the latest that has begun. */
function partOf(
  words: readonly Word[],
  next: number,
  { place, months: count, asOf }: { readonly place: number; readonly months: number; readonly asOf: string },
): { readonly value: Days; readonly end: number } {
  const found = yearSaid(words, next, asOf)
  const said = found?.value ?? null
  const month = String((place - 1) * count + 1).padStart(2, '0')
  let from = `${said ?? Number(asOf.slice(0, 4))}-${month}-01`
  if (said === null && from > asOf) from = addMonths(from, -12)
  return { value: { from, to: addDays(addMonths(from, count), -1) }, end: next + (found?.length ?? 0) }
}

function halfAt(words: readonly Word[], at: number, asOf: string): Found<Days> | null {
  const short = Number(/^h([12])$/.exec(low(words, at))?.[1] ?? 0)
  const the = low(words, at) === 'the' ? 1 : 0
  const place = short > 0 ? short : ordinalOf(low(words, at + the))
  if (place === 0) return null
  const unit = short > 0 ? 'half' : low(words, at + the + 1)
  const months = unit === 'half' && place <= 2 ? 6 : unit === 'quarter' ? 3 : 0
  if (months === 0) return null
  const { value, end } = partOf(words, at + (short > 0 ? 1 : the + 2), { place, months, asOf })
  return { value, length: end - at }
}

const seasons: ReadonlyMap<string, string> = new Map(
  Object.entries({ spring: '03', summer: '06', autumn: '09', fall: '09', winter: '12' }),
)

/** "Summer 2025", "the winter": three whole months; a fall is a season only where nothing else can have fallen. */
export function seasonAt(words: readonly Word[], at: number, asOf: string): Found<Days> | null {
  const month = seasons.get(low(words, at))
  if (month === undefined) return null
  const found = yearSaid(words, at + 1, asOf)
  if (low(words, at) === 'fall' && !found && !/^(?:last|this|since)$/.test(low(words, at - 1))) return null
  let from = `${found?.value ?? Number(asOf.slice(0, 4))}-${month}-01`
  if (!found && from > asOf) from = addMonths(from, -12)
  return { value: { from, to: addDays(addMonths(from, 3), -1) }, length: 1 + (found?.length ?? 0) }
}

/** "12/05/2026" the European way unless it can only be the other, "2026/05/12", "12.05.2026". */
function signedDay(words: readonly Word[], at: number): Found<Days> | null {
  const parts = [at, at + 1, at + 2, at + 3, at + 4].map((place) => low(words, place))
  const dotted = /^\d+\.\d+\.\d{4}$/.test(low(words, at)) ? low(words, at).split('.') : null
  const list = dotted ?? (parts[1] === '/' && parts[3] === '/' ? [parts[0], parts[2], parts[4]] : null)
  if (!list || !list.every((part) => /^\d+$/.test(part ?? ''))) return null
  const [a = '', b = '', c = ''] = list
  const two = (text: string): string => text.padStart(2, '0')
  const day =
    a.length === 4
      ? `${a}-${two(b)}-${two(c)}`
      : Number(b) > 12
        ? `${c}-${two(a)}-${two(b)}`
        : `${c}-${two(b)}-${two(a)}`
  return isDay(day) ? { value: { from: day, to: day }, length: dotted ? 1 : 5 } : null
}

function quarterAt(words: readonly Word[], at: number, asOf: string): Found<Days> | null {
  const [, number] = /^q([1-4])$/.exec(low(words, at)) ?? []
  if (number === undefined) return null
  const found = yearSaid(words, at + 1, asOf)
  const said = found?.value ?? null
  const month = (Number(number) - 1) * 3
  let from = `${said ?? Number(asOf.slice(0, 4))}-${String(month + 1).padStart(2, '0')}-01`
  if (said === null && from > asOf) from = addMonths(from, -12)
  return { value: { from, to: addDays(addMonths(from, 3), -1) }, length: 1 + (found?.length ?? 0) }
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
  const found = yearSaid(words, next, asOf)
  const said = found?.value ?? null
  next += found?.length ?? 0
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
