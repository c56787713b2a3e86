import { addDays, addMonths, intervalEnd, intervalStart } from '../../model/days'
import type { AnswerRange, AnswerGrain } from '../../wire/answers'
import { agoAt, beginningOf, dayBefore, namedDays, countedFrom } from './days-said'
import { dateAt, low, periodAt, seasonAt, smooths, unitOf, type Days, type Found } from './moments'
import type { Word } from './words'

const leads = new Set(['over', 'in', 'for', 'during', 'within', 'through', 'across', 'on', 'of', 'at'])

/** A stretch of time in any of the usual ways. */
export function rangeAt(words: readonly Word[], at: number, asOf: string): Found<AnswerRange> | null {
  const lead = leads.has(low(words, at)) ? 1 : 0
  const the = low(words, at + lead) === 'the' ? 1 : 0
  const one = aUnit(words, at, lead)
  if (one) return one
  const found =
    bareRange(words, at + lead + the, asOf, lead > 0) ?? overThe(words, at, lead + the, lead > 0 && the > 0)
  return found ? { value: found.value, length: found.length + lead + the } : null
}

/** "Make it a year", "over a month", "of the year". */
function aUnit(words: readonly Word[], at: number, lead: number): Found<AnswerRange> | null {
  const unit = unitOf(words[at + lead + 1])
  const plain = words[at + lead + 1]?.stem === low(words, at + lead + 1)
  if (!unit || !plain || /^(?:ago|earlier|before|of|over|later)$/.test(low(words, at + lead + 2))) return null
  const before = low(words, at - 1)
  const whole = lead === 0 && /^(?:it|that|back|to)$/.test(before)
  const over = lead > 0 && /^(?:over|for|during|within|across)$/.test(low(words, at))
  if (/^(?:a|one|an)$/.test(low(words, at + lead)) && (whole || (over && !smooths(words, at))))
    return { value: { kind: 'last', count: 1, unit }, length: lead + 2 }
  const part =
    /^(?:day|hour|time|end|start|beginning|part|rest|first|second|half|middle|close|days|hours|turn)$/
  const of = low(words, at) === 'of' && low(words, at + 1) === 'the' && unit !== 'day' && !part.test(before)
  return of ? { value: { kind: 'current', unit }, length: 3 } : null
}

/** "Over the quarter", "in the month": the latest one. */
function overThe(words: readonly Word[], at: number, lead: number, led: boolean): Found<AnswerRange> | null {
  const unit = led ? unitOf(words[at + lead]) : null
  const plain = words[at + lead]?.stem === words[at + lead]?.low && !/^(?:on|of|at)$/.test(low(words, at))
  const next = low(words, at + lead + 1)
  return unit && plain && !['of', 'before', 'when', 'with', 'that', 'ago', 'to', 'by', 'after'].includes(next)
    ? { value: { kind: 'last', count: 1, unit }, length: 1 }
    : null
}

const soFar = { ytd: 'year', qtd: 'quarter', mtd: 'month', wtd: 'week' } as const

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
        const kind = text === 'previous' || text === 'prior' ? 'previous' : 'last'
        return { value: { kind, ...period.value }, length: 1 + period.length }
      }
      const unit = unitOf(words[at + 1])
      if (!unit) return namedDays(words, at + 1, asOf)
      const rolling = text === 'past' || text === 'trailing' || (text === 'last' && led)
      return {
        value: rolling ? { kind: 'last', count: 1, unit } : { kind: 'previous', count: 1, unit },
        length: 2,
      }
    }
    case 'this':
    case 'current': {
      const unit = unitOf(words[at + 1])
      if (unit) return { value: { kind: 'current', unit }, length: 2 }
      const season = seasonAt(words, at + 1, asOf)
      return season && { value: { kind: 'between', ...season.value }, length: 1 + season.length }
    }
    case 'so':
    case 'thus':
      return next === 'far' && low(words, at + 2) === 'this' && unitOf(words[at + 3])
        ? { value: { kind: 'current', unit: unitOf(words[at + 3]) ?? 'year' }, length: 4 }
        : null
    case 'end':
    case 'close':
    case 'week': {
      if (next !== 'of') break
      const over = /^(?:last|previous)$/.test(low(words, at + 2)) ? unitOf(words[at + 3]) : null
      if (over && text !== 'week') {
        const day = addDays(intervalStart(asOf, over), -1)
        return { value: { kind: 'between', from: day, to: day }, length: 4 }
      }
      const date = dateAt(words, at + 2, asOf)
      if (!date) break
      const day = text === 'week' ? date.value.from : date.value.to
      if (day > asOf || (text === 'week' && date.value.from !== date.value.to)) break
      const from = text === 'week' ? intervalStart(day, 'week') : day
      return {
        value: { kind: 'between', from, to: text === 'week' ? intervalEnd(day, 'week') : day },
        length: 2 + date.length,
      }
    }
    case 'next':
    case 'coming': {
      const unit = unitOf(words[at + 1])
      const period = periodAt(words, at + 1)
      if (unit && unit !== 'day' && words[at + 1]?.stem === next) {
        const from = addDays(intervalEnd(intervalStart(asOf, unit), unit), 1)
        return { value: { kind: 'between', from, to: intervalEnd(from, unit) }, length: 2 }
      }
      if (!period) return null
      const { count, unit: of } = period.value
      const months = { day: 0, week: 0, month: count, quarter: 3 * count, year: 12 * count }[of]
      const days = { day: count, week: 7 * count, month: 0, quarter: 0, year: 0 }[of]
      const to = addDays(addMonths(asOf, months), days)
      return { value: { kind: 'between', from: addDays(asOf, 1), to }, length: 1 + period.length }
    }
    case 'today':
      return { value: { kind: 'last', count: 1, unit: 'day' }, length: 1 }
    case 'yesterday':
      return { value: { kind: 'previous', count: 1, unit: 'day' }, length: 1 }
    case 'ytd':
    case 'qtd':
    case 'mtd':
    case 'wtd':
      return { value: { kind: 'current', unit: soFar[text] }, length: 1 }
    case 'all':
      return ['time', 'history', 'data', 'days'].includes(next) ? { value: { kind: 'all' }, length: 2 } : null
    case 'ever':
      return { value: { kind: 'all' }, length: 1 }
    case 'record':
      return led ? { value: { kind: 'all' }, length: 1 } : null
    case 'whole':
    case 'full':
    case 'entire': {
      const unit = unitOf(words[at + 1])
      if (unit && words[at + 1]?.stem === next) return { value: { kind: 'current', unit }, length: 2 }
      return next === 'history' ? { value: { kind: 'all' }, length: 2 } : null
    }
    case 'since':
    case 'starting':
    case 'after': {
      const begun = hasBegun(words, at + 1)
      if (begun > 0) return { value: { kind: 'all' }, length: 1 + begun }
      const the = ['the', 'in', 'from', 'their', 'its'].includes(next) ? 1 : 0
      const began = ['beginning', 'start'].includes(low(words, at + 1 + the))
      const of = began && low(words, at + 2 + the) === 'of' ? 1 : 0
      if (of > 0) {
        const first = beginningOf(words, at + 3 + the, asOf)
        return first && { value: first.value, length: 3 + the + first.length }
      }
      if (began || ['launch', 'inception', 'launched', 'day'].includes(low(words, at + 1 + the)))
        return { value: { kind: 'all' }, length: 2 + the + (low(words, at + 2 + the) === 'one' ? 1 : 0) }
      const last = /^(?:last|previous)$/.test(low(words, at + 1 + the)) ? unitOf(words[at + 2 + the]) : null
      if (last && last !== 'day')
        return {
          value: { kind: 'since', from: intervalStart(addDays(intervalStart(asOf, last), -1), last) },
          length: 3 + the,
        }
      const gone = agoAt(words, at + 1 + the, asOf)
      if (gone) return { value: { kind: 'since', from: gone.value.from }, length: 1 + the + gone.length }
      const date = countedFrom(words, at + 1 + the, asOf)
      if (date)
        return {
          value: { kind: 'since', from: text === 'after' ? addDays(date.value.to, 1) : date.value.from },
          length: 1 + the + date.length,
        }
      return null
    }
    case 'from':
    case 'between': {
      const stretch = stretchAt(words, at + 1, asOf, text === 'between' ? ['and', 'to', '&'] : undefined)
      if (stretch) return { value: stretch.value, length: 1 + stretch.length }
      const first = dateAt(words, at + 1, asOf) ?? dayBefore(words, at + 1, asOf)
      return first && text === 'from'
        ? { value: { kind: 'since', from: first.value.from }, length: 1 + first.length }
        : null
    }
    case 'until':
    case 'till':
    case 'before': {
      const date = countedFrom(words, at + 1, asOf)
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
  if (unit && unit !== 'day' && /^(?:to date|so far)$/.test(`${next} ${low(words, at + 2)}`))
    return { value: { kind: 'current', unit }, length: 3 }
  const gone = agoAt(words, at, asOf)
  if (gone) return { value: { kind: 'between', ...gone.value }, length: gone.length }
  const stretch = stretchAt(words, at, asOf)
  if (stretch) return stretch
  const date = dateAt(words, at, asOf)
  if (!date || (date.length === 1 && (text === 'may' || text === 'march' || text === 'mar') && !led))
    return null
  return { value: { kind: 'between', from: date.value.from, to: date.value.to }, length: date.length }
}

/** "May to July", "May - July 2026", "1 to 15 May" without a word before. */
function stretchAt(
  words: readonly Word[],
  at: number,
  asOf: string,
  joints: readonly string[] = ['to', 'until', 'till', 'through'],
): Found<AnswerRange> | null {
  const firstAsOf = (day: string): Found<Days> | null => dateAt(words, at, day) ?? dayBefore(words, at, day)
  const first = firstAsOf(asOf)
  const middle = at + (first?.length ?? 0)
  const second = joints.includes(low(words, middle)) ? dateAt(words, middle + 1, asOf) : null
  if (!first || !second) return null
  const latest = second.value.to
  const yearless = (from: number, { length }: Found<Days>): boolean =>
    words.slice(from, from + length).every(({ stem }) => stem !== 'year')
  // "From November to March": the latest before that. Whose year is said stands in it: "Nov 2026 to March" goes on to the first March after
  // it, and where both are said, such days are those between, either way round.
  const { value } = first.value.from > latest && yearless(at, first) ? (firstAsOf(latest) ?? first) : first
  const goesOn = value.from > latest && yearless(middle + 1, second)
  const end = goesOn ? dateAt(words, middle + 1, addMonths(value.from, 12)) : null
  const { to } = end?.value ?? second.value
  const days = value.from > to ? { from: second.value.from, to: value.to } : { from: value.from, to }
  return { value: { kind: 'between', ...days }, length: first.length + 1 + second.length }
}

/** "Since they started", "since the etfs launched", "since it went live": how many words say that all of it is meant. */
function hasBegun(words: readonly Word[], at: number): number {
  const who = /^(?:it|they|these|those|that|this|he|she|trading|them)$/.test(low(words, at)) ? 1 : 0
  const first = at + who + (/^(?:was|were|first|has|have|had)$/.test(low(words, at + who)) ? 1 : 0)
  if (
    /^(?:went|gone|came|got)$/.test(low(words, first)) &&
    /^(?:live|public|going|out)$/.test(low(words, first + 1))
  )
    return first + 2 - at
  const verb =
    /^(?:started|launched|began|begun|opened|listed|existed|debuted|created|introduced|start|exist)$/
  if (who === 0 || !verb.test(low(words, first))) return 0
  return first + 1 - at + (low(words, first + 1) === 'trading' ? 1 : 0)
}

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
  // A quoted "Weekly" is a name.
  const adverb = words[at]?.quoted === true ? undefined : adverbs.get(low(words, at))
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
  // "In each quarter".
  if (/^(?:in|for|of|during)$/.test(low(words, at)) && /^(?:each|every)$/.test(low(words, at + 1))) {
    const grain = unit(at + 2)
    if (grain) return { value: grain, length: 3 }
  }
  const typical = typicalAt(words, at)
  if (typical > 0) {
    const grain = unit(at + typical)
    return grain ? { value: grain, length: typical + 1 } : null
  }
  if (['by', 'per', 'each', 'every', 'a'].includes(low(words, at))) {
    // "How much changes hands a day".
    const counts = [1, 2, 3, 4].some((back) => isCounted(words, at - back))
    const last = at > 0 && at + 2 === words.length
    const counted = counts || (last && !smooths(words, at))
    if (low(words, at) === 'a' && !counted) return null
    const grain = unit(at + 1)
    return grain ? { value: grain, length: 2 } : null
  }
  if (['by', 'per', 'into', 'across'].includes(low(words, at - 1))) {
    const grain = unit(at)
    if (grain) return { value: grain, length: 1 }
  }
  // "At the end of each quarter", "quarter-ends": as it stood by then.
  const ends = /^(?:at |as of |by |on )?(?:the )?(?:end|close) of (?:each|every|the (?:last )?few) /
  const ahead = [0, 1, 2, 3, 4, 5, 6].map((step) => low(words, at + step))
  const led = ends.exec(`${ahead.join(' ')} `)?.[0]
  if (led !== undefined && /^(?:at|as|by|on|the|end|close)$/.test(low(words, at))) {
    const length = led.trim().split(' ').length
    const grain = unit(at + length)
    if (grain) return { value: grain, length: length + 1 }
  }
  const ended = unit(at)
  if (ended && ended !== 'hour' && low(words, at + 1) === 'ends') return { value: ended, length: 2 }
  const [first, last] = [unit(at), unit(at + 2)]
  return first && first === last && ['by', 'to'].includes(low(words, at + 1))
    ? { value: first, length: 3 }
    : null
}

/** "On a typical day", "in an average week": by that interval. */
function typicalAt(words: readonly Word[], at: number): number {
  const lead = /^(?:on|in|during|for|per)$/.test(low(words, at)) ? 1 : 0
  const article = /^(?:an?|the)$/.test(low(words, at + lead)) ? 1 : 0
  return /^(?:typical|average|normal|usual)$/.test(low(words, at + lead + article)) && lead + article > 0
    ? lead + article + 1
    : 0
}

/** "50 million a day": after an amount it says per what. */
const isCounted = (words: readonly Word[], at: number): boolean =>
  /^(?:[$€£]?\d[\d.,]*[a-z]{0,3}|thousand|million|billion|trillion|dollars|usd|times|much|lot)$/.test(
    low(words, at),
  )
