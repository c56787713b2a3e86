import { addDays, addMonths } from '../../model/days'
import type { AnswerRange, AnswerFilter } from '../../wire/answers'
import { before } from '../../query/range'
import { dateAt, low, periodAt, seasonAt, unitOf, type Days, type Found, daysIn } from './moments'
import { type Word, phraseBook, means } from './words'
import { plainEvents, shocks } from '../../data/universe/market'
import { baseMeasure } from '../../query/resolve'
import type { Draft } from './draft'
import { saidAt, type MeasureContext } from './measure-context'

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
    return { value: { kind: 'between', from: addMonths(from, over), to: addMonths(to, over) }, length: 2 }
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

/** What people call the events that they count from. */
const called: readonly (readonly [id: string, names: string])[] = [
  ['btc-halving-2024', 'halving, last halving, bitcoin halving, btc halving, latest halving'],
  [
    'etf-btc-launch',
    'etf launch, etf launches, etf approval, etfs launched, etf approvals, etfs were approved, spot etf launch, bitcoin etf launch, btc etf launch, bitcoin etfs launched, btc etfs launched, spot etfs launched, launch of the etfs, launch of etfs, launch of the bitcoin etfs, launch of the spot etfs',
  ],
  [
    'etf-eth-launch',
    'eth etf launch, ether etf launch, ethereum etf launch, eth etfs launched, ether etfs launched, ethereum etfs launched, launch of the ether etfs, launch of the eth etfs',
  ],
  ['ethereum-dencun', 'dencun, dencun upgrade, dencun fork'],
  ['ethereum-pectra', 'pectra, pectra upgrade, pectra fork'],
  ['shock-2024-08-05', 'carry unwind, yen carry unwind'],
  ['shock-2025-10-10', 'tariff shock, tariff crash, october crash, october liquidations'],
]

const days = new Map([...plainEvents, ...shocks].map(({ id, iso }) => [id, iso]))
const book = phraseBook(
  called.flatMap(([id, names]) => {
    const day = days.get(id)
    return day === undefined ? [] : names.split(', ').map((name) => [name, day] as const)
  }),
)
const yearly = phraseBook([
  ...means('12-25')('christmas, xmas, christmas day'),
  ...means('01-01')("new year, new years, new years day, new year's day"),
] as const)

/** A date, or a day that goes by a name, after a word that counts from it: "since the halving", "before Christmas". */
export function countedFrom(words: readonly Word[], at: number, asOf: string): Found<Days> | null {
  const date = dateAt(words, at, asOf)
  if (date) return date
  const the = low(words, at) === 'the' ? 1 : 0
  const event = book(words, at + the)
  if (event) return { value: { from: event.entry[1], to: event.entry[1] }, length: the + event.length }
  const feast = yearly(words, at + the)
  if (!feast) return null
  const year = Number(asOf.slice(0, 4))
  const day =
    `${year}-${feast.entry[1]}` > asOf ? `${year - 1}-${feast.entry[1]}` : `${year}-${feast.entry[1]}`
  return { value: { from: day, to: day }, length: the + feast.length }
}

const bars: readonly (readonly [said: RegExp, op: AnswerFilter['op']])[] = [
  [/^(?:over|above|more than|longer than|greater than|higher than|beyond|exceeding|past)$/, 'gt'],
  [/^(?:under|below|less than|shorter than|fewer than|lower than|within)$/, 'lt'],
  [/^(?:at least|a minimum of|no less than)$/, 'ge'],
  [/^(?:at most|up to|no more than|a maximum of)$/, 'le'],
]

/** "Anything over 14 days", of how long it takes to leave: days are what is measured, and no time that is looked at. */
export function daysMeasured(draft: Draft, context: MeasureContext): void {
  const { mentions, model } = context
  const field = draft.measures.find(
    (id) => !id.startsWith('formula.') && baseMeasure(model, id).measure.format.kind === 'days',
  )
  if (field === undefined) return
  mentions.forEach(({ meaning }, place) => {
    if (meaning.kind !== 'window' || draft.used.has(place)) return
    const words = [place - 2, place - 1].map((at) => saidAt(context, at).toLowerCase())
    const op = bars.find(([said]) => said.test(words.join(' ').trim()) || said.test(words[1] ?? ''))?.[1]
    if (op === undefined) return
    const two = op !== undefined && bars.some(([said]) => said.test(words.join(' ')))
    for (const at of two ? [place - 2, place - 1, place] : [place - 1, place]) {
      draft.used.add(at)
      draft.explained.add(at)
    }
    draft.filters.push({ field, op, values: [meaning.count * daysIn[meaning.unit]] })
  })
}
