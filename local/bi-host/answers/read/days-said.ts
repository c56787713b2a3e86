import { addDays, addMonths, intervalEnd, intervalStart, daysBetween } from '../../model/days'
import type { AnswerRange, AnswerFilter, AnswerGrain } from '../../wire/answers'
import { before, daysOf } from '../../query/range'
import { dateAt, low, periodAt, seasonAt, unitOf, type Days, type Found, daysIn } from './moments'
import { type Word, phraseBook, means } from './words'
import { plainEvents, shocks } from '../../data/universe/universe'
import { baseMeasure } from '../../query/resolve'
import { type Draft, saidAt, type MeasureContext } from './draft'
import type { ComposeContext } from './compose'
import { isAttribute } from './filters'
import { isMarker } from './roles'
import { isState } from '../../model/source'

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

/** Whether the answer is a course or a state, and by which interval. */
export function overTime(
  draft: Draft,
  { model, asOf, mentions, textOf }: ComposeContext,
  said: AnswerGrain | undefined,
): void {
  const { rest, attributes, chart } = draft
  if (said !== undefined || rest.grain !== undefined) return
  const drawnOverTime = ['line', 'area', 'stacked-area', 'area-100', 'bars-line'].includes(chart)
  const drawnAtOnce =
    ['donut', 'treemap', 'kpi', 'scatter', 'bars', 'table'].includes(chart) ||
    (chart === 'heatmap' && attributes.length > 1)
  const days = rest.range ? daysOf(rest.range, asOf) : null
  const stretch = days !== null && daysBetween(days.from, days.to) > 1
  const state = draft.measures.some((id) => {
    // The share of a balance is one as well.
    const [, whole] = /^share\(([a-z_]+\.[a-z0-9_]+)\)$/.exec(draft.expressionOf(id)) ?? []
    if (id.startsWith('formula.') && whole === undefined) return false
    const { measure } = baseMeasure(model, whole ?? id)
    return isState(measure)
  })
  const compares = draft.measures.some((id) => /\b(?:growth|change)\(/.test(draft.expressionOf(id)))
  const flows = draft.measures.every(
    (id) => !id.startsWith('formula.') && baseMeasure(model, id).measure.kind === 'additive',
  )
  const soFar =
    flows &&
    mentions.some(
      (mention) => isMarker(mention.meaning, 'so-far') || /\b(?:so|thus) far\b/i.test(textOf(mention).text),
    )
  const single = draft.single || soFar || rest.top !== undefined || rest.compare !== undefined || compares
  const since = rest.range?.kind === 'since' && !(flows && attributes.length > 0)
  const wanted =
    draft.series ||
    drawnOverTime ||
    (stretch &&
      !single &&
      !(flows && rest.range?.kind === 'previous' && attributes.length === 0) &&
      !drawnAtOnce &&
      (attributes.every((id) => draft.side.has(id)) || state || since))
  if (!wanted) return
  if (rest.top && !draft.series && !drawnOverTime) return
  // A mean of so many days is made of days.
  const averaged = draft.measures.some((id) => draft.expressionOf(id).startsWith('moving_'))
  const grain: AnswerGrain =
    !averaged && days !== null && daysBetween(days.from < '2000' ? '2000-01-01' : days.from, days.to) > 366
      ? 'week'
      : 'day'
  rest.grain = grain
  draft.assumed.add('grain')
  if (mentions.length === 0) draft.assumed.delete('grain')
}
