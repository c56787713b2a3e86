import type { AnswerColumn } from '../wire/answers'
import { capital, midSentence } from '../query/words'
import type { Asks } from './summary'
import {
  against,
  labelWith,
  plural,
  was,
  whenOf,
  write,
  type AnswerSummary,
  type SummaryMeasure,
  gap,
  movement,
  intervalOf,
  spanText,
} from './phrasing'

/** Up to this many names are listed in full. */
const maxListed = 3

export const countsNames = (columns: readonly AnswerColumn[]): boolean =>
  columns.filter(({ role }) => role === 'attribute').length === 1

/** Not a name of the data. */
const isCollective = (name: string): boolean => name === 'Other' || name === 'Unknown'

interface NamedValue {
  readonly name: string
  readonly row: number
  readonly value: number
}

/** Summary of an answer by name: which name has the most, or whatever else the question asks for. */
export function aboutNames(summary: AnswerSummary, names: readonly string[], { count }: Asks): string {
  const [measure] = summary.measures
  if (measure === undefined) return ''
  const ranked = rankedNames(measure, names)
  const sentence = sentenceOf(summary, measure, ranked)
  return count || summary.conditions.length > 0
    ? `${counted(summary, ranked.length, names.some(isCollective))} ${sentence}`
    : sentence
}

/** "8 stablecoins with supply over $1.00B, and the rest together as “Other”." */
function counted(
  { noun, conditions }: Pick<AnswerSummary, 'noun' | 'conditions'>,
  count: number,
  rest: boolean,
): string {
  const held = conditions.length === 0 ? '' : ` with ${conditions.join(' and ')}`
  return `${count} ${plural(noun, count)}${held}${rest ? ', beside the rest as “Other”' : ''}.`
}

/** Largest first. */
function rankedNames(
  { values }: Pick<SummaryMeasure, 'values'>,
  names: readonly string[],
): readonly NamedValue[] {
  return names
    .flatMap((name, row) => {
      const value = values[row]
      return typeof value === 'number' && !isCollective(name) ? [{ name, row, value }] : []
    })
    .toSorted((a, b) => b.value - a.value)
}

function sentenceOf(summary: AnswerSummary, measure: SummaryMeasure, ranked: readonly NamedValue[]): string {
  const { query, span } = summary
  const { top } = query
  const least = top?.from === 'bottom' && top.by === query.measures[0]
  const when = whenOf(measure, span)
  const number = ({ row, value }: NamedValue): string =>
    `${write(measure, value)}${against(measure, value, measure.prior?.[row], summary.before)}`
  const [first] = ranked
  if (first === undefined) return ''
  if (ranked.length === 1 && top === undefined)
    return `${was(labelWith(measure, first.name, summary.joint))} ${number(first)} ${when}${others(summary, first.row)}.`
  if (ranked.length <= maxListed && top === undefined && summary.before === null)
    return `${measure.label} ${when}: ${ranked.map((one) => `${one.name} ${write(measure, one.value)}`).join(', ')}.`
  const last = ranked.at(-1) ?? first
  if (first.value <= 0 && last.value < 0 && !least) return allBelow(summary, measure, ranked, number)
  const order = least ? ranked.toReversed() : ranked
  const [best = first, ...rest] = order
  const next = rest.slice(0, 2).map((one) => `${one.name} ${write(measure, one.value)}`)
  const below = !least && last.value < 0 ? `; the lowest ${last.name}, ${write(measure, last.value)}` : ''
  return `${measure.label} ${when}: ${best.name} has the ${superlative(measure, least, best.value)}, ${number(best)}${others(summary, best.row)}${next.length === 0 ? '' : `; then ${next.join(', ')}`}${below}.`
}

/** No name is above zero: "9 of 10 issuers had an outflow …: the largest BlackRock, …; the smallest …; the rest had none." */
function allBelow(
  { noun, span }: AnswerSummary,
  measure: SummaryMeasure,
  ranked: readonly NamedValue[],
  number: (one: NamedValue) => string,
): string {
  const below = ranked.filter(({ value }) => value < 0)
  const [nearest] = below
  const farthest = below.at(-1)
  if (nearest === undefined || farthest === undefined) return ''
  const { negativeTerm } = measure
  const isAll = below.length === ranked.length
  const who = `${isAll ? 'all ' : `${below.length} of `}${ranked.length} ${plural(noun, ranked.length)}`
  const when = whenOf(measure, span)
  const lead =
    negativeTerm === null
      ? `${was(measure.label)} below zero for ${who} ${when}`
      : `${capital(who)} had ${negativeTerm} ${when}`
  const [most, least] = negativeTerm === null ? ['lowest', 'highest'] : ['largest', 'smallest']
  const found =
    nearest === farthest
      ? `${farthest.name}, ${number(farthest)}`
      : `the ${most} ${farthest.name}, ${number(farthest)}; the ${least} ${nearest.name}, ${write(measure, nearest.value)}`
  const rest = isAll ? '' : `; the rest ${negativeTerm === null ? 'were at zero' : 'had none'}`
  return `${lead}: ${found}${rest}.`
}

function superlative({ adds }: SummaryMeasure, least: boolean, value: number): string {
  if (adds === 'ratio' || value < 0) return least ? 'lowest' : 'highest'
  return least ? 'least' : 'most'
}

function others({ measures }: AnswerSummary, row: number): string {
  return measures
    .slice(1)
    .map((measure) => `, ${midSentence(measure.label)} ${write(measure, measure.values[row])}`)
    .join('')
}

/** Summary of an answer over time. One line: its end and start. Several lines: which is highest. A search for days: how many match. */
export function aboutCourse(summary: AnswerSummary, days: readonly string[], asks: Asks): string {
  const course = inOrder(summary, days)
  const [measure] = course.measures
  if (measure === undefined) return ''
  const { query } = summary
  if (summary.names !== null && new Set(summary.names).size > 1) return several(course, measure, asks)
  const name = summary.names?.[0]
  const label = name === undefined ? measure.label : labelWith(measure, name, summary.joint)
  const looked = query.filters?.some(({ field }) => query.measures.includes(field)) ?? false
  const ranks = query.sort !== undefined && query.sort.by !== 'date'
  const { top } = query
  const only =
    top?.count === 1 && top.by === query.measures[0] && name !== undefined
      ? `${name} has the ${superlative(measure, top.from === 'bottom', 0)} ${midSentence(measure.own)}.`
      : ''
  const sentence = ranks || looked ? extremes(course, measure, label) : single(course, measure, label)
  const counted = looked || asks.count ? `${howMany(course)}. ` : ''
  const averaged = asks.mean && !ranks && !course.measures.some(({ overTime }) => overTime)
  const last = course.days.length - 1
  return [
    counted.trim(),
    only,
    averaged ? mean(course, measure, label) : '',
    sentence,
    asks.versus ? gap(course.measures, last) : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

interface Course extends AnswerSummary {
  readonly days: readonly string[]
}

/** Sorts the rows by day, oldest first, whatever order the table has. */
function inOrder(summary: AnswerSummary, days: readonly string[]): Course {
  const order = days.map((_, row) => row).toSorted((a, b) => (days[a] ?? '').localeCompare(days[b] ?? ''))
  const sorted = <Value>(list: readonly Value[]): readonly Value[] =>
    order.flatMap((row) => {
      const value = list[row]
      return value === undefined ? [] : [value]
    })
  return {
    ...summary,
    days: sorted(days),
    names: summary.names && sorted(summary.names),
    measures: summary.measures.map((measure) => ({
      ...measure,
      values: sorted(measure.values),
      prior: measure.prior && sorted(measure.prior),
    })),
  }
}

const at = (
  { grain, span }: Course,
  { atEnd }: Pick<SummaryMeasure, 'atEnd'>,
  day: string | undefined,
): string => intervalOf(day ?? '', grain, { span, atEnd })

const whole = { atEnd: false } as const

/** The rows that have a number. */
function known({ values }: SummaryMeasure, rows: readonly number[]): readonly number[] {
  return rows.filter((row) => typeof values[row] === 'number')
}

const everyRow = ({ days }: Course): readonly number[] => days.map((_, row) => row)

function single(course: Course, measure: SummaryMeasure, label: string): string {
  return `${[
    change(course, measure, { rows: everyRow(course), label }),
    ...course.measures
      .slice(1)
      .map((other) =>
        change(course, other, { rows: everyRow(course), label: midSentence(other.label), dated: false }),
      ),
  ]
    .filter((part) => part !== '')
    .join('; ')}.`
}

/** A level: its last value and what it changed from. A flow: its total and its latest value. */
function change(
  course: Course,
  measure: SummaryMeasure,
  {
    rows,
    label,
    dated = true,
  }: { readonly rows: readonly number[]; readonly label: string; readonly dated?: boolean },
): string {
  const { days, query } = course
  const found = known(measure, rows)
  const [first] = found
  const last = found.at(-1)
  if (first === undefined || last === undefined) return ''
  const on = (row: number): string => (dated ? ` ${at(course, measure, days[row])}` : '')
  const end = `${write(measure, measure.values[last])}${on(last)}`
  if (measure.adds === 'flow' && first !== last)
    return `${was(label)} ${write(measure, total(measure, found))} in all${dated ? ` from ${spanText(course.span)}` : ''}, the latest ${end}`
  const moved = first === last ? '' : movement(measure, measure.values[last], measure.values[first])
  const prior = movement(measure, measure.values[last], measure.prior?.[last]).replace(/^from/, 'against')
  const earlier = query.compare === 'year-ago' ? 'a year before' : 'in the period before'
  return [
    `${was(label)} ${end}`,
    ...(moved === '' ? [] : [`${moved}${on(first)}`]),
    ...(prior === '' ? [] : [`${prior} ${earlier}`]),
  ].join(', ')
}

const total = ({ values }: SummaryMeasure, rows: readonly number[]): number =>
  rows.reduce((sum, row) => sum + (values[row] ?? 0), 0)

/** "43 days from 6 Dec 2025 to 12 Sep 2026". */
function howMany(course: Course): string {
  const count = new Set(course.days).size
  const [first = ''] = course.days
  const last = course.days.at(-1) ?? ''
  const reached =
    count === 1
      ? at(course, whole, first)
      : `between ${at(course, whole, first).replace(/^\w+ /, '')} and ${at(course, whole, last).replace(/^\w+ /, '')}`
  const held = course.conditions.length === 0 ? '' : ` with ${course.conditions.join(' and ')}`
  return `${count} ${plural(course.grain, count)}${held} ${reached}`
}

function mean(course: Course, measure: SummaryMeasure, label: string): string {
  const found = known(measure, everyRow(course))
  const value = total(measure, found) / found.length
  return `${label}: ${write(measure, value)} on average of the ${found.length} ${plural(course.grain, found.length)}, ${spanText(course.span)}.`
}

/** The highest or lowest row and its day, then the next two. A sorted answer sets which. */
function extremes(course: Course, measure: SummaryMeasure, label: string): string {
  const { query } = course
  const condition = query.filters?.find(({ field }) => field === query.measures[0])
  const lowest =
    query.sort !== undefined && query.sort.by !== 'date'
      ? query.sort.descending !== true
      : condition?.op === 'lt' || condition?.op === 'le'
  const found = [...known(measure, everyRow(course))].sort(
    (a, b) => ((measure.values[b] ?? 0) - (measure.values[a] ?? 0)) * (lowest ? -1 : 1),
  )
  const [first, ...rest] = found
  if (first === undefined) return ''
  const rowText = (row: number): string =>
    `${write(measure, measure.values[row])} ${at(course, measure, course.days[row])}`
  const next = rest.slice(0, 2).map(rowText)
  return `${was(label)} ${lowest ? 'lowest' : 'highest'} ${at(course, measure, course.days[first])}, ${write(measure, measure.values[first])}${next.length === 0 ? '' : `; then ${next.join(', ')}`}.`
}

/** Several lines: lists each if there are few, else which is highest. */
function several(course: Course, measure: SummaryMeasure, asks: Asks): string {
  const names = course.names ?? []
  const lines = new Map<string, number[]>()
  for (const row of known(measure, everyRow(course))) {
    const name = names[row] ?? ''
    const line = lines.get(name)
    if (isCollective(name)) continue
    if (line === undefined) lines.set(name, [row])
    else line.push(row)
  }
  const flow = measure.adds === 'flow'
  const ends = [...lines].map(([name, rows]) => ({
    name,
    rows,
    value: flow ? total(measure, rows) : (measure.values[rows.at(-1) ?? 0] ?? null),
  }))
  const ranked = rankedNames(
    { values: ends.map(({ value }) => value) },
    ends.map(({ name }) => name),
  ).map(({ name, row, value }) => ({ name, value, rows: ends[row]?.rows ?? [] }))
  const least = course.query.top?.from === 'bottom' && course.query.top.by === course.query.measures[0]
  const order = least ? ranked.toReversed() : ranked
  const [best] = order
  if (best === undefined) return ''
  const number = ({ value, rows }: (typeof ranked)[number]): string => {
    const first = rows[0] ?? 0
    const moved = flow ? '' : movement(measure, value, measure.values[first])
    return `${write(measure, value)}${moved === '' || rows.length < 2 ? '' : `, ${moved}`}`
  }
  const lastDay = course.days[best.rows.at(-1) ?? 0]
  const since = course.days[best.rows[0] ?? 0]
  const when = flow
    ? `from ${spanText(course.span)}`
    : `${at(course, measure, lastDay)}${since === lastDay ? '' : ` against ${at(course, measure, since).replace(/^\w+ /, '')}`}`
  const counted = asks.count ? `${ranked.length} ${plural(course.noun, ranked.length)}. ` : ''
  const more = course.measures
    .slice(1)
    .map(
      (other) =>
        ` (${change(course, other, { rows: best.rows, label: midSentence(other.label), dated: false })})`,
    )
    .join('')
  if (ranked.length <= 3 && course.query.top === undefined)
    return `${counted}${measure.label} ${when}: ${order.map((one) => `${one.name} ${number(one)}`).join('; ')}.`
  const next = order.slice(1, 3).map((one) => `${one.name} ${write(measure, one.value)}`)
  return `${counted}${measure.label} ${when}: ${best.name} has the ${superlative(measure, least, best.value)}, ${number(best)}${more}${next.length === 0 ? '' : `; then ${next.join(', ')}`}.`
}
