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
} from './phrasing'

/** Up to this many names are listed in full. */
const maxListed = 3

export const countsNames = (columns: readonly AnswerColumn[]): boolean =>
  columns.filter(({ role }) => role === 'attribute').length === 1

/** Not a name of the data. */
export const isCollective = (name: string): boolean => name === 'Other' || name === 'Unknown'

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
export function rankedNames(
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

export function superlative({ adds }: SummaryMeasure, least: boolean, value: number): string {
  if (adds === 'ratio' || value < 0) return least ? 'lowest' : 'highest'
  return least ? 'least' : 'most'
}

function others({ measures }: AnswerSummary, row: number): string {
  return measures
    .slice(1)
    .map((measure) => `, ${midSentence(measure.label)} ${write(measure, measure.values[row])}`)
    .join('')
}
